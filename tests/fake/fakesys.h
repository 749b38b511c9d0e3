/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fakesys.h - a kernel for tests, on the level of system calls.
 *
 * It is linked after the library, with --wrap for the system calls, so that all of awl runs.
 * Requests are checked against linux/bpf.h and linux/perf_event.h, executed as far as tests need
 * it, and logged.  A feature that this version of Linux lacks is refused as that version does.
 *
 *	FAKESYS_KERNEL	the version, such as "6.1"
 *	FAKESYS_VERSION	what uname -v shows; the default is "#1 SMP PREEMPT_DYNAMIC"
 *	FAKESYS_ROOT	a folder for /sys, /proc/kallsyms, /proc/kcore, /proc/sys
 *	FAKESYS_LOG	a file for the calls in order, one per line; awl's trials (programs
 *			and maps without a name) are not logged
 *	FAKESYS_THREAD	uprobe.multi takes a thread id for the process id, like the
 *			first kernels that had it
 *	FAKESYS_NO_TRAMPOLINE	trampolines can be loaded but not attached, as on arm64
 *			before 6.0
 *	FAKESYS_NO_TRACING	programs for trampolines are not permitted
 *	FAKESYS_SLOW	each probe of a function takes so many ms to open
 *	FAKESYS_SLOW_LOAD	each program of kprobes takes so many ms to load
 *	FAKESYS_MEMORY	megabytes of memory; the default is 16384
 *	FAKESYS_TASKS	tasks that iterators find, up to 200; the default is 3
 *	FAKESYS_EINTR	every other read(2) is interrupted by a signal
 *	FAKEBPF_NO_JIT	the JIT is off
 *	FAKESYS_UNTYPED	programs that load by the types of pointers are refused
 *	FAKESYS_REFUSE	"GLOB ERRNO": perf events, links and named programs and maps whose
 *			names in the log match fail with this errno
 *
 * Iterators see three tasks: task0 to task2, with pids 100 to 102 at offset 4 and names at 16.
 * No kprobe is possible at function+3, at functions named forbidden*, and from 6.7 on at `twice`.
 * The raw tracepoints are sched_switch and kfree.
 *
 *	FAKESYS_EVENTS	a file that says what happens after probes are attached, one per line:
 *
 *	PROBE [argN=V] [cpu=N] [pid=N] [xN] [nested=N]	a probe fires, named as in the log.
 *				nested: after N instructions an interrupt runs its program again,
 *				with an arg2 that is one larger; the log has "again"
 *	skipped PROGRAM N	hits for which the program was skipped
 *	missed PROBE N		hits that its link missed
 *	profile I HITS MISSES	the numbers of the Ith return probe in kprobe_profile
 *	task OFFSET TEXT	contents of the current task's structure; 0 in TEXT is a NUL
 *	off PERCENT		the part of the time in which sampling events are off
 *	file PATH TEXT		the file is written
 *	gone PATH		an empty directory is removed
 *	uevent TEXT		the kernel sends this message, see kernel/uevent.h
 *	sleep MS
 *	read			awl reads all records before more happens
 *	signal N		awl receives the signal
 *
 *	stay			awl receives no SIGTERM at the end
 *
 * Then awl receives SIGTERM.
 */
#ifndef AWL_FAKESYS_H
#define AWL_FAKESYS_H

#include "tests/fake/fakebpf_priv.h"

enum sys_kind { SYS_MAP, SYS_PROG, SYS_PERF, SYS_LINK, SYS_BTF, SYS_LIST, SYS_ITER, SYS_STATS };

struct sys_obj {		/* an open descriptor */
	int fd;
	enum sys_kind kind;
	u32 type, attach_type;	/* of a program; of a map the type and the flags */
	u32 size;		/* of a ring buffer's or perf buffer's data */
	char name[128];		/* for a perf event its probe: "kprobe:vfs_read" */
	struct sys_obj *prog, *target;	/* of a link or a perf event with a program */
	u64 cookie, missed, since;
	int cpu;
	bool enabled;
	VEC(struct sys_place { char name[128]; u64 cookie; }) places;	/* of a multi link */
	u8 *ring;		/* a mapped buffer */
	u64 lost;		/* records without room, not reported yet */
};

struct fakesys {
	u32 version;		/* KERNEL_VERSION() */
	const char *root;
	int log;
	VEC(struct sys_obj *) objs;
	u32 off;		/* per cent */
	struct sys_obj *iter;	/* the one that is running */
	int epoll;		/* waits for the ring buffer; 0: none */
	bool is_woken;		/* a record was added since the last wait */
};
extern struct fakesys fakesys;

#define SYS_VERSION(major, minor) ((major) << 16 | (minor) << 8)
static inline bool sys_since(u32 major, u32 minor)
{
	return fakesys.version >= SYS_VERSION(major, minor);
}

void fakesys_start(void);
int fakesys_end(int status);

/* The object of a descriptor; NULL if it does not have this kind. */
struct sys_obj *sys_obj(int fd, enum sys_kind kind);
struct sys_obj *sys_new(enum sys_kind kind, int fd);
void sys_log(const char *fmt, ...) PRINTF_LIKE(1, 2);
/* The path in FAKESYS_ROOT if the made-up kernel has this file; otherwise the same path. */
const char *sys_path(const char *path, char to[4096]);
bool sys_has_function(const char *name);
/* -errno if FAKESYS_REFUSE matches the name, which begins with a kind and a colon; otherwise 0. */
int sys_refused(const char *kind, const char *name);

/* bpf() and perf_event_open(); they return -errno on errors. */
int sys_bpf_call(u32 cmd, const void *attr, u32 size);
int sys_perf_call(const void *attr, int pid, int cpu);
void sys_uevent(const char *text);
int sys_kprobe_list(const char *line, u32 len);	/* a write(2) to kprobe_events */
void sys_forget(void);		/* frees all objects at the end */
/* Makes events happen up to the next `read`; returns false if there are none left. */
bool sys_happen(void);
int sys_read_iter(struct sys_obj *o, u32 most);	/* a read(2) of an iterator */
u32 sys_run(const struct sys_obj *prog, void *ctx, u32 size);
/* Handles bpf_perf_event_output() and room in the ring buffer; returns false for other helpers. */
bool sys_helper(struct bpfvm *vm, u32 id, const u64 r[6], u64 *ret);
void sys_set_buffer(u32 cpu, struct sys_obj *o);
/* Moves the ring buffer's records to where awl reads them. */
void sys_hand_over(void);
bool sys_is_readable(const struct sys_obj *o);

#endif
