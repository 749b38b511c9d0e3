/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sysperf.h - perf_event_open(2): probes that live as long as a descriptor.
 *
 * The kprobe and uprobe PMUs (4.17, /sys/bus/event_source/devices/{k,u}probe) make probes
 * without a name in tracefs: they go away when the descriptor is closed.  All functions return
 * a descriptor or 0 on success and -errno on errors.  The caller closes the descriptors, which
 * are close-on-exec.  Everything is opened disabled: clocks and counters start with
 * sysperf_enable(); a probe's program runs on all CPUs as soon as it is set or linked.
 * sysbpf_link_missed() counts the hits that a probe missed.
 */
#ifndef AWL_SYSPERF_H
#define AWL_SYSPERF_H

#include "base/base.h"

/* A probe at func+offset or, if func is NULL, at the address. */
int sysperf_kprobe(const char *func, u64 addr_or_offset, bool is_return);
/* A probe at an offset in a file.  pid -1: all processes.  ref_ctr: offset of a USDT semaphore in
 * the file, or 0. */
int sysperf_uprobe(const char *path, u64 file_offset, bool is_return, int pid, u64 ref_ctr);
int sysperf_tracepoint(u64 id);
/* The CPU clock of one CPU.  period is in ns; if it is 0, freq in Hz is used. */
int sysperf_clock(int cpu, u64 period, u64 freq);
/*
 * A counter, clock or breakpoint.  It counts everything on one CPU (pid -1), or a thread and the
 * threads that it starts later on all CPUs (cpu -1).  Numbers are those of perf_event_open(2).
 * read(2) of the descriptor returns two u64: the count, and the time in ns that it was enabled.
 */
struct sysperf_event {
	u32 type, bp_type;
	u64 config;		/* breakpoint: unused */
	u64 period, freq;	/* events per sample; if period is 0, samples per second */
	u64 addr, len;		/* breakpoint */
};
int sysperf_event(const struct sysperf_event *e, int pid, int cpu);
int sysperf_set_bpf(int perf_fd, int prog_fd);
int sysperf_enable(int perf_fd);
/*
 * The output event for BPF perf buffers on a CPU (PERF_COUNT_SW_BPF_OUTPUT).  regs: perf's numbers
 * of registers as bits; each record ends with these registers of the task's user space and `stack`
 * bytes of its stack, a multiple of 8.  0: not.
 */
int sysperf_bpf_output(int cpu, u64 regs, u32 stack);
/* Records of an event go to the buffer of another one on the same CPU. */
int sysperf_join(int perf_fd, int to);
/* Records executable mappings (MMAP2) and forks of all processes on a CPU.  Each record ends
 * with its time. */
int sysperf_mappings(int cpu, bool at_once);
/*
 * Closes n descriptors, and calls closed() with the number that are closed, from 1 to n.  To
 * close a probe the kernel waits twice, once without a lock.  So two processes that share the
 * descriptors take 0.6 to 0.7 of the time of one.  More processes gain nothing (6.1).
 */
void sysperf_close(const int *fds, size_t n, void (*closed)(size_t n, size_t of));
/* Probes that the kernel mostly removes within a second: for most it waits about 30 ms each. */
#define SYSPERF_FEW 24
/*
 * The same, but more than these are closed by another process, for which this one waits at most
 * `ms`: to close a single one may take arm 20 s.  It has only these descriptors and `last`, which
 * it closes last (-1: none).  If it is killed, the kernel closes them.  Returns how many are left.
 */
size_t sysperf_leave(const int *fds, size_t n, u32 ms, int last,
		     void (*closed)(size_t n, size_t of));

#endif
