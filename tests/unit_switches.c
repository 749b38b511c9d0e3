/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_switches.c - kernel/switches.c with made-up files: which switches are off, and which were
 * written since they are watched.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "base/mem.h"
#include "tests/lib/unit.h"

#define FTRACE "/proc/sys/kernel/ftrace_enabled"
#define KPROBES "/sys/kernel/debug/kprobes/enabled"
enum { NOTIFY = 50, KEPT = 60 };

static struct {
	const char *ftrace, *kprobes;		/* contents; NULL: it can't be read */
	int error;
	bool no_inotify, no_file;
	struct inotify_event events[32];	/* to be read */
	u32 n_events;
	int n_open;
} kernel;

static char *fake_read_file(const char *path, size_t *len)
{
	const char *text = !strcmp(path, FTRACE) ? kernel.ftrace : kernel.kprobes;

	(void)len;
	errno = kernel.error;
	return text ? memcpy(mem_alloc(strlen(text) + 1), text, strlen(text)) : NULL;
}

static int fake_init(int flags)
{
	CHECK(flags == (IN_NONBLOCK | IN_CLOEXEC));
	errno = ENOSYS;
	kernel.n_open += !kernel.no_inotify;
	return kernel.no_inotify ? -1 : NOTIFY;
}

static int fake_add_watch(int fd, const char *path, u32 mask)
{
	CHECK(fd == NOTIFY && mask == IN_MODIFY);
	return !strcmp(path, FTRACE) ? 7 : !strcmp(path, KPROBES) ? 8 : -1;
}

static int fake_open(const char *path, int flags)
{
	CHECK(same(path, FTRACE) && flags == (O_RDONLY | O_CLOEXEC));
	kernel.n_open += !kernel.no_file;
	return kernel.no_file ? -1 : KEPT;
}

/* Whole events, as many as fit (inotify(7)). */
static ssize_t fake_read(int fd, void *to, size_t size)
{
	u32 n = (u32)(size / sizeof(*kernel.events));

	CHECK(fd == NOTIFY);
	n = n < kernel.n_events ? n : kernel.n_events;
	if (!n) {
		errno = EAGAIN;
		return -1;
	}
	memcpy(to, kernel.events, n * sizeof(*kernel.events));
	kernel.n_events -= n;
	memmove(kernel.events, kernel.events + n, kernel.n_events * sizeof(*kernel.events));
	return (ssize_t)(n * sizeof(*kernel.events));
}

static int fake_close(int fd)
{
	CHECK(fd == NOTIFY || fd == KEPT);
	kernel.n_open--;
	return 0;
}

#define host_read_file fake_read_file
#define inotify_init1 fake_init
#define inotify_add_watch fake_add_watch
#define open fake_open
#define read fake_read
#define close fake_close
#include "src/kernel/switches.c"

static u32 off(const char *ftrace, const char *kprobes, int error)
{
	kernel.ftrace = ftrace;
	kernel.kprobes = kprobes;
	kernel.error = error;
	return switches_off();
}

static void test_off(void)
{
	CHECK(off("1\n", "1\n", 0) == 0);
	CHECK(off("0\n", "1\n", 0) == SWITCH_FTRACE && off("1\n", "0\n", 0) == SWITCH_KPROBES);
	CHECK(off("0\n", "0\n", 0) == (SWITCH_FTRACE | SWITCH_KPROBES));
	CHECK(off(NULL, NULL, ENOENT) == 0);
	CHECK(off(NULL, "1\n", ENODEV) == SWITCH_FTRACE_DEAD);
	CHECK(off(NULL, "0\n", ENODEV) == (SWITCH_FTRACE_DEAD | SWITCH_KPROBES));
}

static void event(int watch)
{
	kernel.events[kernel.n_events++] = (struct inotify_event){ .wd = watch, .mask = IN_MODIFY };
}

static void test_written(void)
{
	struct switch_watch w = { 0 };

	switches_close(&w);
	CHECK(switches_written(&w) == 0);	/* nothing is watched */
	switches_watch(&w);
	CHECK(kernel.n_open == 2 && switches_written(&w) == 0);
	event(7);
	CHECK(switches_written(&w) == 1 && switches_written(&w) == 1);
	for (u32 i = 0; i < 19; i++)	/* more than are read at once */
		event(7);
	event(8);
	CHECK(switches_written(&w) == 3 && kernel.n_events == 0);
	switches_close(&w);
	CHECK(kernel.n_open == 0);
	switches_close(&w);
	CHECK(kernel.n_open == 0);

	w = (struct switch_watch){ 0 };
	switches_watch(&w);
	event(8);
	CHECK(switches_written(&w) == 2);
	switches_close(&w);
	/* Without the file in /proc/sys, and without inotify. */
	kernel.no_file = true;
	w = (struct switch_watch){ 0 };
	switches_watch(&w);
	event(8);
	CHECK(switches_written(&w) == 2);
	switches_close(&w);
	kernel.no_inotify = true;
	w = (struct switch_watch){ 0 };
	switches_watch(&w);
	event(8);
	CHECK(switches_written(&w) == 0);
	switches_close(&w);
	CHECK(kernel.n_open == 0);
}

int main(void)
{
	test_off();
	test_written();
	return unit_end();
}
