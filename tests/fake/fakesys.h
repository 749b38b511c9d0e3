/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fakesys.h - a kernel for tests, as system calls see it.
 *
 * Linked behind the library, with --wrap for the calls below, so that all of awl runs:
 * what it asks the kernel for is compared with linux/bpf.h and linux/perf_event.h, done
 * as far as a test needs it, and written down.  What a version of Linux lacks is refused
 * as that version does.
 *
 *	FAKESYS_KERNEL	its version, "6.1"
 *	FAKESYS_ROOT	a folder for /sys, /proc/kallsyms, /proc/sys
 *	FAKESYS_LOG	a file for the calls, one a line, in order; but what awl only
 *			tries (programs, maps without a name) is not written down
 *	FAKESYS_THREAD	uprobe.multi takes a thread's number for the process's, as the
 *			first kernels that had it
 *	FAKESYS_NO_TRAMPOLINE	programs for them load but can't be attached, as on arm64
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
 *	FAKESYS_EVENTS	a file of what happens once probes are attached, one a line:
 *
 *	PROBE [argN=V] [cpu=N] [pid=N] [xN]	a probe fires, named as in the log
 *	skipped PROGRAM N	hits its program was skipped for
 *	missed PROBE N		hits its link missed
 *	profile I HITS MISSES	kprobe_profile says that of the Ith return probe made
 *	task OFFSET TEXT	what is in the current task's structure; 0 in TEXT is a NUL
 *	off PERCENT		part of the time in which sampling events were off
 *	file PATH TEXT		one is written
 *	gone PATH		an empty folder is removed
 *	sleep MS
 *	read			awl reads what there is, before more happens
 *	signal N		awl gets it
 *
 *	stay			awl gets no SIGTERM at the end
 *
 * Then awl gets SIGTERM.
 */
#ifndef AWL_FAKESYS_H
#define AWL_FAKESYS_H

#include "tests/fake/fakebpf_priv.h"

enum sys_kind { SYS_MAP, SYS_PROG, SYS_PERF, SYS_LINK, SYS_BTF, SYS_LIST, SYS_ITER };

struct sys_obj {		/* an open descriptor */
	int fd;
	enum sys_kind kind;
	u32 type, attach_type;	/* of a map, whose flags, or program */
	u32 size;		/* of a ring buffer's or perf buffer's data */
	char name[128];		/* of a perf event the probe: "kprobe:vfs_read" */
	struct sys_obj *prog, *target;	/* of a link or a perf event with a program */
	u64 cookie, missed, since;
	int cpu;
	bool enabled;
	VEC(struct sys_place { char name[128]; u64 cookie; }) places;	/* of a multi link */
	u8 *ring;		/* a mapped buffer */
	u64 lost;		/* records there was no room for, not told yet */
};

struct fakesys {
	u32 version;		/* KERNEL_VERSION() */
	const char *root;
	int log;
	VEC(struct sys_obj *) objs;
	u32 off;		/* per cent */
	struct sys_obj *iter;	/* the one at work */
	int epoll;		/* that waits for the ring buffer; 0: none */
	bool is_woken;		/* a record came since that was asked for */
};
extern struct fakesys fakesys;

#define SYS_VERSION(major, minor) ((major) << 16 | (minor) << 8)
static inline bool sys_since(u32 major, u32 minor)
{
	return fakesys.version >= SYS_VERSION(major, minor);
}

void fakesys_start(void);
int fakesys_end(int status);

/* The object of a descriptor, of this kind; NULL if it is none. */
struct sys_obj *sys_obj(int fd, enum sys_kind kind);
struct sys_obj *sys_new(enum sys_kind kind, int fd);
void sys_log(const char *fmt, ...) PRINTF_LIKE(1, 2);
/* Its path in the folder, if the made-up kernel has this file; else the path. */
const char *sys_path(const char *path, char to[4096]);
bool sys_has_function(const char *name);
/* -errno if FAKESYS_REFUSE says so of this name, which begins with kind and a colon; or 0 */
int sys_refused(const char *kind, const char *name);

/* bpf() and perf_event_open(), -errno for errors. */
int sys_bpf_call(u32 cmd, const void *attr, u32 size);
int sys_perf_call(const void *attr, int pid, int cpu);
int sys_kprobe_list(const char *line, u32 len);	/* a write(2) to kprobe_events */
void sys_forget(void);		/* at the end */
/* What happens, up to the next `read`; false: all did already. */
bool sys_happen(void);
int sys_read_iter(struct sys_obj *o, u32 most);	/* a read(2) of an iterator */
u32 sys_run(const struct sys_obj *prog, void *ctx, u32 size);
/* bpf_perf_event_output() and room in the ring buffer; false: not handled. */
bool sys_helper(struct bpfvm *vm, u32 id, const u64 r[6], u64 *ret);
void sys_set_buffer(u32 cpu, struct sys_obj *o);
/* The ring buffer's records to where they are read. */
void sys_hand_over(void);
bool sys_is_readable(const struct sys_obj *o);

#endif
