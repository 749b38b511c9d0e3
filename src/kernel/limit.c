/* SPDX-License-Identifier: GPL-2.0-or-later */
/* limit.c - the limit of open files; see limit.h. */
#define _GNU_SOURCE	/* prlimit: setrlimit() of some C libraries brings 3 kB along, for threads */
#include "kernel/limit.h"

#include <sys/resource.h>

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
	/* More than the hard limit takes CAP_SYS_RESOURCE. */
	if (now.rlim_max >= n || !set(n, n))
		set(now.rlim_max, now.rlim_max);
}

u32 limit_files_now(void)
{
	struct rlimit now = { 0 };

	prlimit(0, RLIMIT_NOFILE, NULL, &now);
	return now.rlim_cur > UINT32_MAX ? UINT32_MAX : (u32)now.rlim_cur;
}

void limit_restore(void)
{
	if (is_raised)
		set(before.rlim_cur, before.rlim_max);
}
