/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sysperf.c - perf_event_open(2): probes, clocks and counters.
 *
 * Probes and tracepoints are opened on one CPU for all processes.  Their BPF program still runs
 * on all CPUs, because the kernel calls it from the probe itself.  It checks the CPU only for
 * samples, which awl does not take.
 * Facts: linux/perf_event.h, and the PMUs' sysfs files for type and bits.
 */
#define _GNU_SOURCE	/* CLONE_FILES */
#include "kernel/sysperf.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/mem.h"
#include "base/number.h"
#include "kernel/host.h"

#define PMU_DIR "/sys/bus/event_source/devices/"

struct pmu {
	const char *name;
	bool known;		/* the other members are valid */
	int type;		/* the PMU's type, or -errno */
	u32 return_bit;		/* bit in config */
	u32 ref_ctr_shift;	/* 0: no reference counters */
};

static struct pmu kprobes = { .name = "kprobe" }, uprobes = { .name = "uprobe" };

/* Reads the number after `prefix` in a file of one line, such as 0 from "config:0".  Returns
 * -errno on errors. */
static int read_number(const char *pmu, const char *file, const char *prefix)
{
	char path[96], text[64];
	const char *at;
	u64 number;
	size_t skip = strlen(prefix);
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), PMU_DIR "%s/%s", pmu, file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return last_error();
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (n <= (ssize_t)skip || memcmp(text, prefix, skip))
		return -EINVAL;
	text[n] = '\0';
	at = text + skip;
	return number_decimal(&at, &number) && number <= INT32_MAX ? (int)number : -EINVAL;
}

static int pmu_type(struct pmu *p)
{
	int n;

	if (p->known)
		return p->type;
	p->known = true;
	p->type = read_number(p->name, "type", "");
	n = read_number(p->name, "format/retprobe", "config:");
	p->return_bit = n > 0 ? (u32)n : 0;
	n = read_number(p->name, "format/ref_ctr_offset", "config:");
	p->ref_ctr_shift = n > 0 ? (u32)n : 0;
	return p->type;
}

static int perf_open(struct perf_event_attr *a, int pid, int cpu)
{
	long fd;

	if (!a->size)
		a->size = PERF_ATTR_SIZE_VER1;
	fd = syscall(SYS_perf_event_open, a, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	return fd < 0 ? last_error() : (int)fd;
}

static int open_probe(struct pmu *p, const char *where, u64 offset, u64 config, int pid)
{
	struct perf_event_attr a = {
		.config = config, .config1 = (uintptr_t)where, .config2 = offset,
		.disabled = 1,
	};
	int type = pmu_type(p);

	if (type < 0)
		return type;
	a.type = (u32)type;
	return perf_open(&a, pid, pid == -1 ? 0 : -1);
}

int sysperf_kprobe(const char *func, u64 addr_or_offset, bool is_return)
{
	u64 config;

	pmu_type(&kprobes);
	config = (u64)is_return << kprobes.return_bit;
	return open_probe(&kprobes, func, addr_or_offset, config, -1);
}

int sysperf_uprobe(const char *path, u64 file_offset, bool is_return, int pid, u64 ref_ctr)
{
	u64 config;

	pmu_type(&uprobes);
	if (ref_ctr && !uprobes.ref_ctr_shift)
		return uprobes.type < 0 ? uprobes.type : -EOPNOTSUPP;
	config = (u64)is_return << uprobes.return_bit;
	if (ref_ctr)
		config |= ref_ctr << uprobes.ref_ctr_shift;
	return open_probe(&uprobes, path, file_offset, config, pid);
}

int sysperf_tracepoint(u64 id)
{
	struct perf_event_attr a = {
		.type = PERF_TYPE_TRACEPOINT, .config = id, .disabled = 1,
	};

	return perf_open(&a, -1, 0);
}

int sysperf_event(const struct sysperf_event *e, int pid, int cpu)
{
	struct perf_event_attr a = {
		.type = e->type, .config = e->config, .disabled = 1, .inherit = pid > 0,
		.freq = !e->period, .sample_period = e->period ? e->period : e->freq,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED,
		.bp_type = e->bp_type, .bp_addr = e->addr, .bp_len = e->len,
	};

	return perf_open(&a, pid, cpu);
}

int sysperf_clock(int cpu, u64 period, u64 freq)
{
	return sysperf_event(&(struct sysperf_event){
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK,
		.period = period, .freq = freq }, -1, cpu);
}

int sysperf_bpf_output(int cpu, u64 regs, u32 stack)
{
	struct perf_event_attr a = {
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_BPF_OUTPUT,
		.sample_period = 1, .sample_type = PERF_SAMPLE_RAW, .wakeup_events = 1,
	};

	if (regs) {
		a.size = PERF_ATTR_SIZE_VER3;
		a.sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
		a.sample_regs_user = regs;
		a.sample_stack_user = stack;
	}
	return perf_open(&a, -1, cpu);
}

int sysperf_join(int perf_fd, int to)
{
	return ioctl(perf_fd, PERF_EVENT_IOC_SET_OUTPUT, to) < 0 ? last_error() : 0;
}

int sysperf_mappings(int cpu, bool at_once)
{
	struct perf_event_attr a = {
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY, .disabled = 1,
		.mmap = 1, .mmap2 = 1, .task = 1,
		.sample_id_all = 1, .sample_type = PERF_SAMPLE_TIME,
		.watermark = at_once, .wakeup_watermark = at_once,
	};

	return perf_open(&a, -1, cpu);
}

int sysperf_set_bpf(int perf_fd, int prog_fd)
{
	return ioctl(perf_fd, PERF_EVENT_IOC_SET_BPF, prog_fd) < 0 ? last_error() : 0;
}

int sysperf_enable(int perf_fd)
{
	return ioctl(perf_fd, PERF_EVENT_IOC_ENABLE, 0) < 0 ? last_error() : 0;
}

#define MANY 32		/* descriptors that are worth a second process */

void sysperf_close(const int *fds, size_t n, void (*closed)(size_t n, size_t of))
{
	long child = n < MANY ? -1 : syscall(SYS_clone, ARCH_CLONE(CLONE_FILES), 0, 0, 0);
	size_t step = child < 0 ? 1 : 2;

	if (!child)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (size_t i = !child; i < n; i += step) {
		close(fds[i]);
		if (child)
			closed(i + step < n ? i + 1 : n, n);
	}
	if (!child)
		_exit(0);
	if (child > 0)
		waitpid((pid_t)child, NULL, __WALL);
}

static int link_fd;		/* of close_alone(), to the process that it is a child of */

static void report(size_t n, size_t of)
{
	u32 count = (u32)n;

	(void)of;
	send(link_fd, &count, sizeof(count), MSG_NOSIGNAL);	/* perhaps nobody waits any more */
}

/*
 * Who closes a descriptor last waits for the kernel.  So this process begins when its parent has
 * closed its own ones, and then no longer writes.  It closes all others first: a reader of our
 * output waits for its end, and a lock or a map would be kept.
 */
static void close_alone(const int *fds, size_t n, int last)
{
	struct pollfd begins = { .fd = link_fd, .events = POLLIN };
	int top = last > link_fd ? last : link_fd;
	bool *is_kept;

	for (size_t i = 0; i < n; i++)
		top = fds[i] > top ? fds[i] : top;
	is_kept = mem_alloc((size_t)top + 1);
	for (size_t i = 0; i < n; i++)
		is_kept[fds[i]] = true;
	if (last >= 0)
		is_kept[last] = true;
	is_kept[link_fd] = true;
	while (poll(&begins, 1, -1) < 0 && errno == EINTR)
		;
	setsid();	/* so that the terminal sends it no signals */
	for (int fd = 0; fd <= top; fd++)
		if (!is_kept[fd])
			close(fd);
	syscall(SYS_close_range, (unsigned)top + 1, ~0u, 0);	/* from 5.9 on */
	sysperf_close(fds, n, report);
	_exit(0);
}

/* Follows the reports for at most `ms`.  Returns how many of n descriptors are closed. */
static u32 follow(int link, u32 ms, u32 n, void (*closed)(size_t n, size_t of))
{
	u64 now = host_now(CLOCK_MONOTONIC), until = now + ms * 1000000ull;
	struct pollfd p = { .fd = link, .events = POLLIN };
	u32 count = 0;

	for (; count < n && now <= until; now = host_now(CLOCK_MONOTONIC)) {
		if (poll(&p, 1, (int)((until - now) / 1000000)) <= 0)
			continue;
		if (read(link, &count, sizeof(count)) != sizeof(count))
			break;
		closed(count, n);
	}
	return count;
}

size_t sysperf_leave(const int *fds, size_t n, u32 ms, int last,
		     void (*closed)(size_t n, size_t of))
{
	int link[2];
	pid_t child;
	u32 done;

	if (n <= SYSPERF_FEW || socketpair(AF_UNIX, SOCK_STREAM, 0, link)) {
		sysperf_close(fds, n, closed);
		return 0;
	}
	child = fork();
	if (!child) {
		link_fd = link[1];
		close(link[0]);
		close_alone(fds, n, last);
	}
	close(link[1]);
	if (child < 0)
		sysperf_close(fds, n, closed);
	else
		for (size_t i = 0; i < n; i++)
			close(fds[i]);
	shutdown(link[0], SHUT_WR);
	done = child < 0 ? (u32)n : follow(link[0], ms, (u32)n, closed);
	close(link[0]);
	return n - done;
}
