/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_progress.c - run/progress.c with a clock and a terminal that this test makes up: nothing is
 * shown for half a second, then the line changes at most ten times a second, and it is erased after
 * the last item.
 */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/print.h"
#include "kernel/host.h"
#include "tests/lib/unit.h"

static u64 now_ms;
static bool is_terminal;
static struct strbuf screen;

static u64 fake_now(int clock)
{
	CHECK(clock == CLOCK_MONOTONIC);
	return now_ms * 1000000 + 999999;
}

static int fake_isatty(int fd)
{
	CHECK(fd == STDERR_FILENO);
	return is_terminal;
}

static int fake_bytes(int fd, const char *s, size_t n)
{
	CHECK(fd == STDERR_FILENO);
	sb_put(&screen, s, n);
	return 0;
}

static int fake_buffer(int fd, struct strbuf *sb)
{
	fake_bytes(fd, sb->s, sb->n);
	sb_reset(sb);
	return 0;
}

#define host_now fake_now
#define isatty fake_isatty
#define print_bytes fake_bytes
#define print_buffer fake_buffer
#include "src/run/progress.c"

/* What item n shows at this time. */
static const char *at(u64 ms, u32 n, u32 of)
{
	sb_reset(&screen);
	now_ms = ms;
	progress("counting", n, of);
	return sb_str(&screen);
}

#define ERASED "\r\033[K"

static void test_times(void)
{
	is_terminal = true;
	CHECK(same(at(7000, 1, 9), ""));
	CHECK(same(at(7499, 2, 9), ""));
	CHECK(same(at(7500, 3, 9), "\rawl: counting 3 of 9"));
	CHECK(same(at(7599, 4, 9), ""));
	CHECK(same(at(7600, 5, 9), "\rawl: counting 5 of 9"));
	CHECK(same(at(7800, 6, 9), "\rawl: counting 6 of 9"));
	CHECK(same(at(7899, 7, 9), ""));
	CHECK(same(at(9000, 8, 9), "\rawl: counting 8 of 9"));
	CHECK(same(at(9001, 9, 9), ERASED));
	CHECK(same(at(9002, 9, 9), ""));	/* it is erased already */
	/* The next task waits for half a second of its own. */
	CHECK(same(at(9200, 1, 2), "") && same(at(9699, 1, 2), ""));
	CHECK(same(at(10200, 2, 2), "\rawl: counting 2 of 2" ERASED));
}

/* The number of items is not known. */
static void test_unknown(void)
{
	is_terminal = true;
	CHECK(same(at(20000, 1, 0), ""));
	CHECK(same(at(20600, 2, 0), "\rawl: counting 2"));
	sb_reset(&screen);
	progress_end();
	CHECK(same(sb_str(&screen), ERASED));
	sb_reset(&screen);
	progress_end();
	CHECK(same(sb_str(&screen), ""));
}

static void test_no_terminal(void)
{
	is_terminal = false;
	CHECK(same(at(30000, 1, 2), ""));
	CHECK(same(at(31000, 2, 2), ""));
	/* Quick tasks show nothing on a terminal, either. */
	is_terminal = true;
	CHECK(same(at(40000, 1, 2), ""));
	CHECK(same(at(40499, 2, 2), ""));
	CHECK(same(at(50000, 1, 1), ""));
	/* A clock that has run for longer counts the same milliseconds. */
	CHECK(same(at(999900, 1, 9), "") && same(at(1000399, 2, 9), ""));
	CHECK(same(at(1000400, 3, 9), "\rawl: counting 3 of 9"));
}

int main(void)
{
	test_times();
	test_unknown();
	test_no_terminal();
	sb_free(&screen);
	return unit_end();
}
