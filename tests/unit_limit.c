/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_limit.c - kernel/limit.c with made-up limits.  The soft limit of open files is raised as far
 * as it is permitted, never lowered, and what awl was started with is restored.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#include "tests/lib/unit.h"

static struct rlimit limits;
static bool is_root;		/* may the hard limit be raised? */
static bool is_broken;
static u32 n_set;

static int fake_prlimit(int pid, int what, const struct rlimit *new, struct rlimit *old)
{
	CHECK(!pid && what == RLIMIT_NOFILE);
	if (old)
		*old = limits;
	if (is_broken || (new && new->rlim_max > limits.rlim_max && !is_root)) {
		errno = is_broken ? ENOSYS : EPERM;
		return -1;
	}
	if (new) {
		CHECK(new->rlim_cur <= new->rlim_max);
		limits = *new;
		n_set++;
	}
	return 0;
}

#define prlimit fake_prlimit
#include "src/kernel/limit.c"

static bool are(rlim_t soft, rlim_t hard)
{
	return limits.rlim_cur == soft && limits.rlim_max == hard;
}

static void start(rlim_t soft, rlim_t hard, bool root)
{
	limits = (struct rlimit){ soft, hard };
	is_root = root;
	is_raised = false;
	n_set = 0;
}

static void test_raise(void)
{
	start(1024, 4096, false);
	limit_files(1000);
	limit_files(1024);
	CHECK(are(1024, 4096) && n_set == 0);
	limit_restore();		/* nothing was changed */
	CHECK(n_set == 0);
	limit_files(1025);
	CHECK(are(4096, 4096));
	limit_files(9000);		/* it is not permitted */
	CHECK(are(4096, 4096));
	limit_restore();
	CHECK(are(1024, 4096));

	start(1024, 4096, true);
	limit_files(4096);		/* the hard limit is enough */
	CHECK(are(4096, 4096));
	limit_files(9000);
	CHECK(are(9000, 9000));
	limit_files(20000);
	CHECK(are(20000, 20000));
	limit_restore();
	CHECK(are(1024, 4096));		/* those of the start, although it was raised three times */

	start(1024, 4096, false);
	limit_files(9000);		/* as far as it goes */
	CHECK(are(4096, 4096));
	start(1024, 4096, true);
	is_broken = true;
	limit_files(9000);
	limit_restore();
	is_broken = false;
	CHECK(are(1024, 4096) && n_set == 0);
}

static void test_text(void)
{
	start(1234, 4096, false);
	errno = EMFILE;
	CHECK(strstr(limit_error(0), "the limit is 1234") != NULL);
	CHECK(strstr(limit_error(-EMFILE), "the limit is 1234") != NULL);
	CHECK(strstr(limit_error(-ENFILE), "fs.file-max") != NULL);
	CHECK(same(limit_error(-EPERM), "Operation not permitted"));
	errno = ENOENT;
	CHECK(same(limit_error(0), "No such file or directory"));
}

int main(void)
{
	test_raise();
	test_text();
	return unit_end();
}
