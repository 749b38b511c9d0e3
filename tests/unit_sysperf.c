/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_sysperf.c - what kernel/sysperf.c asks perf_event_open(2) for, member by member, and how it
 * closes many descriptors.  The PMUs' files of sysfs are made up.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/lib/unit.h"

static long fake_syscall(long nr, ...);
static int fake_open(const char *path, int flags, ...);
static int fake_ioctl(int fd, unsigned long request, int arg);

#define syscall fake_syscall
#define open fake_open
#define ioctl fake_ioctl
#include "src/kernel/sysperf.c"
#undef syscall
#undef open

static struct {
	const char *format;		/* the first bit of reference counters */
	const char *retprobe;		/* the bit of return probes */
	bool no_type;
	struct perf_event_attr attr;	/* of the last call */
	int pid, cpu;
	int err;
	bool no_clone;
	bool cant_clone;		/* this machine can't, and not the test */
	u32 clones;
} kernel;

static long fake_syscall(long nr, ...)
{
	long a[5];
	va_list ap;

	va_start(ap, nr);
	for (u32 i = 0; i < 5; i++)
		a[i] = va_arg(ap, long);
	va_end(ap);
	if (nr == SYS_clone) {
		long child = -1;

		kernel.clones++;
		errno = EAGAIN;
		if (!kernel.no_clone) {
			child = syscall(nr, a[0], a[1], a[2], a[3], a[4]);
			kernel.cant_clone = child < 0;
		}
		return child;
	}
	if (nr == SYS_close_range)
		return syscall(nr, (unsigned)a[0], (unsigned)a[1], (unsigned)a[2]);
	CHECK(nr == SYS_perf_event_open && (int)a[3] == -1 && a[4] == PERF_FLAG_FD_CLOEXEC);
	kernel.attr = *(const struct perf_event_attr *)a[0];
	kernel.pid = (int)a[1];
	kernel.cpu = (int)a[2];
	errno = kernel.err;
	return kernel.err ? -1 : 77;
}

/* PMU kprobe has the number 8, uprobe 9.  The bits of both are the same. */
static int fake_open(const char *path, int flags, ...)
{
	static const char dir[] = "/sys/bus/event_source/devices/";
	const char *file = strrchr(path, '/') + 1, *pmu = path + strlen(dir);
	bool is_type = !strcmp(file, "type");
	char text[64];

	CHECK(flags == (O_RDONLY | O_CLOEXEC) && !strncmp(path, dir, strlen(dir)));
	if (is_type && kernel.no_type) {
		errno = ENOENT;
		return -1;
	}
	snprintf(text, sizeof(text), is_type ? "%s\n" : "config:%s\n",
		 is_type ? *pmu == 'k' ? "8" : "9" :
		 strcmp(file, "retprobe") ? kernel.format : kernel.retprobe);
	return open(put(file, text), O_RDONLY);
}

static void restart(const char *format, bool no_type)
{
	kernel.retprobe = "5";
	kprobes.known = uprobes.known = false;
	kernel.format = format;
	kernel.no_type = no_type;
}

/* Were these the last call's arguments?  All other members are 0. */
static bool asked(struct perf_event_attr want, int pid, int cpu)
{
	if (!want.size)
		want.size = PERF_ATTR_SIZE_VER1;
	return !memcmp(&want, &kernel.attr, sizeof(want)) && kernel.pid == pid && kernel.cpu == cpu;
}

static void test_probes(void)
{
	static const char func[] = "vfs_read", file[] = "/bin/sh";
	u64 f = (uintptr_t)func, p = (uintptr_t)file;

	restart("32-63", false);
	CHECK(sysperf_kprobe(func, 16, false) == 77);
	CHECK(asked((struct perf_event_attr){ .type = 8, .config1 = f, .config2 = 16,
					      .disabled = 1 }, -1, 0));
	CHECK(sysperf_kprobe(NULL, 0xffffffff81000000, true) == 77);
	CHECK(asked((struct perf_event_attr){ .type = 8, .config = 1 << 5, .disabled = 1,
					      .config2 = 0xffffffff81000000 }, -1, 0));
	CHECK(sysperf_uprobe(file, 4096, false, -1, 0) == 77);
	CHECK(asked((struct perf_event_attr){ .type = 9, .config1 = p, .config2 = 4096,
					      .disabled = 1 }, -1, 0));
	CHECK(sysperf_uprobe(file, 4096, true, 123, 0x45) == 77);
	CHECK(asked((struct perf_event_attr){ .type = 9, .config = 0x4500000020, .config1 = p,
					      .config2 = 4096, .disabled = 1 }, 123, -1));
	kernel.err = EACCES;
	CHECK(sysperf_kprobe(func, 0, false) == -EACCES);
	kernel.err = 0;
}

/* Kernels without reference counters or PMUs, and files with something else in them. */
static void test_pmus(void)
{
	char long_text[100];
	int fd = open("/dev/null", O_RDONLY);	/* the lowest number that is free */

	close(fd);
	restart("0", false);
	CHECK(sysperf_uprobe("/bin/sh", 0, false, -1, 1) == -EOPNOTSUPP);
	CHECK(sysperf_uprobe("/bin/sh", 0, false, -1, 0) == 77);
	restart("0", false);
	kernel.retprobe = "1";
	CHECK(sysperf_kprobe("f", 0, true) == 77 && kernel.attr.config == 2);
	restart("0", false);
	kernel.retprobe = "x";		/* bit 0 is the one that all kernels have */
	CHECK(sysperf_kprobe("f", 0, true) == 77 && kernel.attr.config == 1);
	restart("1-31", false);
	CHECK(sysperf_uprobe("/bin/sh", 0, false, -1, 3) == 77 && kernel.attr.config == 6);
	restart("x", false);
	CHECK(sysperf_uprobe("/bin/sh", 0, false, -1, 1) == -EOPNOTSUPP);
	restart("32-63", true);
	CHECK(sysperf_kprobe("f", 0, false) == -ENOENT);
	CHECK(sysperf_uprobe("/bin/sh", 0, false, -1, 0) == -ENOENT);
	restart("0", true);
	CHECK(sysperf_uprobe("/bin/sh", 0, false, -1, 1) == -ENOENT);
	kernel.no_type = false;		/* what was read is kept */
	CHECK(sysperf_uprobe("/bin/sh", 0, false, -1, 1) == -ENOENT);
	/* numbers of 31 bits, after the whole prefix */
	restart("2147483647", false);
	CHECK(read_number("kprobe", "format/x", "config:") == 2147483647);
	kernel.format = "2147483648";
	CHECK(read_number("kprobe", "format/x", "config:") == -EINVAL);
	kernel.format = "7";
	CHECK(read_number("kprobe", "format/x", "config1:") == -EINVAL);
	CHECK(read_number("kprobe", "format/x", "config:7\n") == -EINVAL);
	CHECK(read_number("kprobe", "format/x", "config:") == 7);
	CHECK(read_number("kprobe", "format/x", "config:7\nabc") == -EINVAL);
	memset(long_text, ' ', sizeof(long_text));	/* only what fits is read */
	long_text[55] = long_text[56] = '1';
	long_text[99] = '\0';
	kernel.format = long_text;
	CHECK(read_number("kprobe", "format/x", "config:") == -EINVAL);
	CHECK(fcntl(fd, F_GETFD) < 0);
}

static void test_events(void)
{
	struct sysperf_event hardware = { .type = PERF_TYPE_HARDWARE, .config = 3, .period = 1000 };
	struct sysperf_event breakpoint = { .type = PERF_TYPE_BREAKPOINT, .period = 1, .addr = 64,
					    .bp_type = 2, .len = 4 };

	CHECK(sysperf_tracepoint(310) == 77);
	CHECK(asked((struct perf_event_attr){ .type = PERF_TYPE_TRACEPOINT, .config = 310,
					      .disabled = 1 }, -1, 0));
	CHECK(sysperf_event(&hardware, -1, 3) == 77);
	CHECK(asked((struct perf_event_attr){ .type = PERF_TYPE_HARDWARE, .config = 3,
		.sample_period = 1000, .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED,
		.disabled = 1 }, -1, 3));
	CHECK(sysperf_event(&breakpoint, 1, -1) == 77);		/* children inherit it */
	CHECK(asked((struct perf_event_attr){ .type = PERF_TYPE_BREAKPOINT, .sample_period = 1,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED, .disabled = 1, .inherit = 1,
		.bp_type = 2, .bp_addr = 64, .bp_len = 4 }, 1, -1));
	CHECK(sysperf_clock(2, 0, 99) == 77);
	CHECK(asked((struct perf_event_attr){ .type = PERF_TYPE_SOFTWARE, .sample_freq = 99,
		.freq = 1, .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED, .disabled = 1 }, -1, 2));
	CHECK(sysperf_clock(2, 1000, 0) == 77);
	CHECK(asked((struct perf_event_attr){ .type = PERF_TYPE_SOFTWARE, .sample_period = 1000,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED, .disabled = 1 }, -1, 2));
	/* a wakeup for each record; it is on at once */
	CHECK(sysperf_bpf_output(5, 0, 0) == 77);
	CHECK(asked((struct perf_event_attr){ .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_BPF_OUTPUT, .sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW, .wakeup_events = 1 }, -1, 5));
	CHECK(sysperf_bpf_output(5, 0xff0fff, 8192) == 77);
	CHECK(asked((struct perf_event_attr){ .type = PERF_TYPE_SOFTWARE,
		.size = PERF_ATTR_SIZE_VER3,
		.config = PERF_COUNT_SW_BPF_OUTPUT, .sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
		.sample_regs_user = 0xff0fff, .sample_stack_user = 8192, .wakeup_events = 1 },
		-1, 5));
	CHECK(sysperf_mappings(6, false) == 77);
	CHECK(asked((struct perf_event_attr){ .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY, .disabled = 1, .mmap = 1, .mmap2 = 1, .task = 1,
		.sample_id_all = 1, .sample_type = PERF_SAMPLE_TIME }, -1, 6));
}

static int fake_ioctl(int fd, unsigned long request, int arg)
{
	CHECK(fd == 5 && ((request == PERF_EVENT_IOC_SET_BPF && arg == 6) ||
			  (request == PERF_EVENT_IOC_SET_OUTPUT && arg == 7) ||
			  (request == PERF_EVENT_IOC_ENABLE && !arg)));
	errno = EPERM;		/* of an earlier call if this one succeeds */
	return kernel.err ? -1 : 0;
}

static void test_ioctl(void)
{
	CHECK(sysperf_set_bpf(5, 6) == 0 && sysperf_enable(5) == 0 && sysperf_join(5, 7) == 0);
	kernel.err = EPERM;
	CHECK(sysperf_set_bpf(5, 6) == -EPERM && sysperf_enable(5) == -EPERM);
	CHECK(sysperf_join(5, 7) == -EPERM);
	kernel.err = 0;
}

/* ---- many descriptors ---- */

static size_t n_calls, last, total;

static void closed(size_t n, size_t of)
{
	CHECK(n > last && n <= of);
	n_calls++;
	last = n;
	total = of;
}

/* Closes n descriptors.  Each is closed once, by this process or a second one, and the last call
 * says that all are. */
static void test_close(size_t n, u32 clones, size_t calls)
{
	int fds[64] = { 0 };

	for (size_t i = 0; i < n; i++)
		fds[i] = open("/dev/null", O_RDONLY);
	n_calls = last = total = kernel.clones = 0;
	sysperf_close(fds, n, closed);
	if (kernel.cant_clone) {
		printf("no second process shares descriptors here, as under qemu-user\n");
		calls = n;
	}
	for (size_t i = 0; i < n; i++)
		CHECK(fds[i] >= 0 && fcntl(fds[i], F_GETFD) < 0);
	CHECK(n_calls == calls && last == n && total == n && kernel.clones == clones);
	CHECK(waitpid(-1, NULL, __WALL) < 0 && errno == ECHILD);
}

static void ignore(size_t n, size_t of) { (void)n, (void)of; }

/* The end of a pipe that both processes had is reached when none of them has it any more. */
static bool has_ended(int fd)
{
	struct pollfd p = { .fd = fd };

	return poll(&p, 1, 5000) == 1 && p.revents & POLLHUP;
}

/* Few descriptors are closed at once.  Many are left to another process, which closes all others
 * first, and tells how many it has closed. */
static void test_leave(void)
{
	int left[2], other[2], last_one[2], fds[30], none;

	last = 0;
	CHECK(!pipe(left) && !pipe(other) && !pipe(last_one));
	CHECK(sysperf_leave(left + 1, 1, 0, -1, closed) == 0 && last == 1 && has_ended(left[0]));
	close(left[0]);
	for (u32 ms = 0; ms <= 10000; ms += 10000) {
		CHECK(!pipe(left));
		for (size_t i = 0; i < ARRAY_SIZE(fds); i++)
			fds[i] = dup(left[1]);
		close(left[1]);
		last = 0;
		CHECK(sysperf_leave(fds, ARRAY_SIZE(fds), ms, last_one[1], closed) == 30 - last);
		CHECK(!ms || last == 30);
		for (size_t i = 0; i < ARRAY_SIZE(fds); i++)
			CHECK(fcntl(fds[i], F_GETFD) < 0);
		CHECK(fcntl(other[1], F_GETFD) >= 0);
		CHECK(has_ended(left[0]) && waitpid(-1, &none, 0) > 0);
		close(left[0]);
	}
	close(other[1]);
	close(last_one[1]);
	CHECK(has_ended(other[0]) && has_ended(last_one[0]));
	CHECK(sysperf_leave(NULL, 0, 0, -1, ignore) == 0);
	close(other[0]);
	close(last_one[0]);
}

int main(void)
{
	test_probes();
	test_pmus();
	test_events();
	test_ioctl();
	test_close(0, 0, 0);
	test_close(1, 0, 1);
	test_close(31, 0, 31);
	test_close(32, 1, 16);
	test_close(33, 1, 17);
	test_close(64, 1, 32);
	kernel.no_clone = true;
	test_close(33, 1, 33);
	test_leave();
	return unit_end();
}
