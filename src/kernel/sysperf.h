/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sysperf.h - perf_event_open(2): probes that live as long as a descriptor.
 *
 * The kprobe and uprobe PMUs (4.17, /sys/bus/event_source/devices/{k,u}probe)
 * make a probe without a name in tracefs: closing the descriptor, or dying,
 * removes it.  All functions return a descriptor or 0, or -errno.  Descriptors
 * are close-on-exec and the caller's.  Everything is opened disabled: clocks and
 * counters tick after sysperf_enable; a probe's program runs, on all CPUs, as
 * soon as it is set or linked.  What a probe missed: sysbpf_link_missed.
 */
#ifndef AWL_SYSPERF_H
#define AWL_SYSPERF_H

#include "base/base.h"

/* func+offset, or, with func NULL, the address. */
int sysperf_kprobe(const char *func, u64 addr_or_offset, bool is_return);
/* pid -1: every process.  ref_ctr: a USDT semaphore's file offset, or 0. */
int sysperf_uprobe(const char *path, u64 file_offset, bool is_return, int pid, u64 ref_ctr);
int sysperf_tracepoint(u64 id);
/* CPU clock on one CPU; period in ns, or freq in Hz if period is 0. */
int sysperf_clock(int cpu, u64 period, u64 freq);
/*
 * A counter, clock or breakpoint, of everything on one CPU (pid -1), or, on
 * all of them (cpu -1), of a thread and those it will start.  Numbers are
 * perf_event_open's.  Reading the descriptor gives two u64: the count, and the
 * nanoseconds for which it was counted.
 */
struct sysperf_event {
	u32 type, bp_type;
	u64 config;		/* breakpoint: unused */
	u64 period, freq;	/* a sample each so many; or, period 0, per second */
	u64 addr, len;		/* breakpoint */
};
int sysperf_event(const struct sysperf_event *e, int pid, int cpu);
int sysperf_set_bpf(int perf_fd, int prog_fd);
int sysperf_enable(int perf_fd);
/* Sampling output for BPF perf buffers (PERF_COUNT_SW_BPF_OUTPUT) on a CPU. */
int sysperf_bpf_output(int cpu);
/* Records of executable mappings (MMAP2) and forks of all processes on a CPU,
 * each with the time at its end. */
int sysperf_mappings(int cpu);
/* Closes all n, and says how far it is, from 1 to n.  The kernel waits twice for each that is a
 * probe, once without a lock: two processes with the same descriptors take 0.6 to 0.7
 * of the time of one; more gain nothing (6.1). */
void sysperf_close(const int *fds, size_t n, void (*closed)(size_t n, size_t of));

#endif
