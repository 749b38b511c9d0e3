/* SPDX-License-Identifier: GPL-2.0-or-later */
/* limit.c - the limit of open files; see limit.h. */
#define _GNU_SOURCE	/* prlimit; setrlimit() of some C libraries adds 3 kB for threads */
#include "kernel/limit.h"

#include <errno.h>
#include <stdio.h>
#include <sys/resource.h>

#include "base/text.h"

static struct rlimit before;
static bool is_raised;

static bool set(rlim_t soft, rlim_t hard)
{
	struct rlimit r = { .rlim_cur = soft, .rlim_max = hard };

	return !prlimit(0, RLIMIT_NOFILE, &r, NULL);
}

void limit_files(u32 n)
{
	struct rlimit now;

	if (prlimit(0, RLIMIT_NOFILE, NULL, &now) || now.rlim_cur >= n)
		return;
	if (!is_raised)
		before = now;
	is_raised = true;
	/* Exceeding the hard limit needs CAP_SYS_RESOURCE. */
	if (now.rlim_max >= n || !set(n, n))
		set(now.rlim_max, now.rlim_max);
}

const char *limit_error(int err)
{
	static char text[256];
	struct rlimit now = { 0 };

	if (!err)
		err = -errno;
	if (err == -ENFILE)
		return text_of(T_NO_FILES_AT_ALL);
	if (err != -EMFILE)
		return error_text(err);
	prlimit(0, RLIMIT_NOFILE, NULL, &now);
	snprintf(text, sizeof(text), TEXT_ARGS(T_NO_FILES, (u32)now.rlim_cur));
	return text;
}

void limit_restore(void)
{
	if (is_raised)
		set(before.rlim_cur, before.rlim_max);
}
