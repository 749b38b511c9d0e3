/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fakesys.h - a kernel for tests, on the level of system calls.
 *
 * It is linked after the library, with --wrap for the system calls, so that all of awl runs.
 * Requests are checked against linux/bpf.h and linux/perf_event.h, executed as far as a test needs
 * it, and logged.  Features that a version of Linux lacks are refused as that version does.
 *
 *	FAKESYS_KERNEL	its version, "6.1"
 *	FAKESYS_ROOT	a folder for /sys, /proc/kallsyms, /proc/kcore, /proc/sys
 *	FAKESYS_LOG	a file for the calls, one a line, in order; awl's trials
 *			(programs and maps without a name) are not logged
 *	FAKESYS_THREAD	uprobe.multi takes a thread id for the process id, like the
 *			first kernels that had it
 *	FAKESYS_NO_TRAMPOLINE	their programs load but can't be attached, as on arm64
 *			before 6.0
 *	FAKESYS_EINTR	every other read(2) is interrupted by a signal
 *	FAKEBPF_NO_JIT	the JIT is off
 *	FAKESYS_REFUSE	"GLOB ERRNO": perf events, links and named programs and maps of such
 *			names, which are those of the log, fail with this errno
 * Its tasks are three, for iterators: with a pid at 4 of 100 to 102, and a name at 16,
 * task0 to task2.
 * No kprobe is possible at function+3 or at functions named forbidden*, and from 6.7 on at
 * `twice`; there are the raw tracepoints sched_switch and kfree.
 *
 *	FAKESYS_EVENTS	a file that says what happens after probes are attached, one a line:
 *
 *	PROBE [argN=V] [cpu=N] [pid=N] [xN]	a probe fires, named as in the log
 *	skipped PROGRAM N	hits for which its program was skipped
 *	missed PROBE N		hits its link missed
 *	profile I HITS MISSES	kprobe_profile has this for the Ith return probe
 *	task OFFSET TEXT	contents of the current task's structure; 0 in TEXT is a NUL
 *	off PERCENT		part of the time during which sampling events were off
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

enum sys_kind { SYS_MAP, SYS_PROG, SYS_PERF, SYS_LINK, SYS_BTF, SYS_LIST, SYS_ITER };

struct sys_obj {		/* an open descriptor */
	int fd;
	enum sys_kind kind;
	u32 type, attach_type;	/* of a map, whose flags, or program */
	u32 size;		/* of the data of a ring buffer or perf buffer */
	char name[128];		/* of a perf event the probe: "kprobe:vfs_read" */
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
	struct sys_obj *iter;	/* the one at work */
	int epoll;		/* that waits for the ring buffer; 0: none */
	bool is_woken;		/* a record came since it was last asked for */
};
extern struct fakesys fakesys;

#define SYS_VERSION(major, minor) ((major) << 16 | (minor) << 8)
static inline bool sys_since(u32 major, u32 minor)
{
	return fakesys.version >= SYS_VERSION(major, minor);
}

void fakesys_start(void);
int fakesys_end(int status);

/* The object of a descriptor; NULL if it is not of this kind. */
struct sys_obj *sys_obj(int fd, enum sys_kind kind);
struct sys_obj *sys_new(enum sys_kind kind, int fd);
void sys_log(const char *fmt, ...) PRINTF_LIKE(1, 2);
/* The path in FAKESYS_ROOT if the made-up kernel has this file; else the same path. */
const char *sys_path(const char *path, char to[4096]);
bool sys_has_function(const char *name);
/* -errno if FAKESYS_REFUSE says so of this name, which begins with kind and a colon; or 0 */
int sys_refused(const char *kind, const char *name);

/* bpf() and perf_event_open(); they return -errno on errors. */
int sys_bpf_call(u32 cmd, const void *attr, u32 size);
int sys_perf_call(const void *attr, int pid, int cpu);
void sys_uevent(const char *text);
int sys_kprobe_list(const char *line, u32 len);	/* a write(2) to kprobe_events */
void sys_forget(void);		/* at the end */
/* Makes events happen up to the next `read`; false if there are none left. */
bool sys_happen(void);
int sys_read_iter(struct sys_obj *o, u32 most);	/* a read(2) of an iterator */
u32 sys_run(const struct sys_obj *prog, void *ctx, u32 size);
/* Handles bpf_perf_event_output() and room in the ring buffer; false for other helpers. */
bool sys_helper(struct bpfvm *vm, u32 id, const u64 r[6], u64 *ret);
void sys_set_buffer(u32 cpu, struct sys_obj *o);
/* Moves the ring buffer's records to where awl reads them. */
void sys_hand_over(void);
bool sys_is_readable(const struct sys_obj *o);

#endif
