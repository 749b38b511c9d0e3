/* SPDX-License-Identifier: GPL-2.0-or-later */
/* progress.c - one line on a terminal about what takes long; see progress.h. */
#include "run/progress.h"

#include <time.h>
#include <unistd.h>

#include "base/print.h"

static u64 next_ms;		/* when to say something */
static bool shown;

static u64 now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (u64)ts.tv_sec * 1000 + (u64)ts.tv_nsec / 1000000;
}

void progress_end(void)
{
	if (shown)
		print_bytes(STDERR_FILENO, "\r\033[K", 4);
	shown = false;
}

void progress(const char *doing, u32 n, u32 of)
{
	struct strbuf line = { 0 };
	u64 now = now_ms();

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
