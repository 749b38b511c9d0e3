/* SPDX-License-Identifier: GPL-2.0-or-later */
/* progress.c - a progress line on a terminal; see progress.h. */
#include "run/progress.h"

#include <time.h>
#include <unistd.h>

#include "base/print.h"
#include "kernel/host.h"

static u64 next_ms;		/* when to update the line */
static bool shown;

void progress_end(void)
{
	if (shown)
		print_bytes(STDERR_FILENO, "\r\033[K", 4);
	shown = false;
}

void progress(const char *doing, u32 n, u32 of)
{
	struct strbuf line = { 0 };
	u64 now = host_now(CLOCK_MONOTONIC) / 1000000;

	if (n == 1)
		next_ms = now + 500;
	if (now >= next_ms && isatty(STDERR_FILENO)) {
		sb_printf(&line, "\rawl: %s %u", doing, n);
		if (of)
			sb_printf(&line, " of %u", of);
		print_buffer(STDERR_FILENO, &line);
		sb_free(&line);
		shown = true;
		next_ms = now + 100;
	}
	if (n == of)
		progress_end();
}
