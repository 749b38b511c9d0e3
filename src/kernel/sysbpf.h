/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sysbpf.h - the bpf() system call, by hand.
 *
 * Facts: linux/bpf.h (union bpf_attr), bpf(2).  Every call passes the size of
 * the attributes up to the last field used, so that older kernels, which know
 * a shorter union, accept it.  All functions return a descriptor or 0, or
 * -errno; none prints.  Descriptors are close-on-exec and the caller's.
 */
#ifndef AWL_SYSBPF_H
#define AWL_SYSBPF_H

#include "base/base.h"

struct bpf_insn;

struct sysbpf_map {
	const char *name;	/* cut to 15 characters; odd ones become '_' */
	u32 type;		/* BPF_MAP_TYPE_* */
	u32 key_size, value_size, max_entries, flags;
	int inner_fd;		/* maps of maps: a map like those it will have; else 0 */
};

struct sysbpf_prog {
	const char *name;	/* like a map's */
	u32 type;		/* BPF_PROG_TYPE_* */
	u32 expected_attach_type;
	const struct bpf_insn *insns;
	u32 n_insns;
	u32 kern_version;	/* asked for by kprobe programs before 5.0 */
	u32 attach_btf_id;	/* fentry, fexit, … */
	int attach_btf_fd;	/* of a module's BTF; 0: vmlinux */
	const u32 *starts;	/* where its functions begin; the first is the program */
	u32 n_starts;		/* told the kernel if there is more than one */
	char *log;		/* NULL: no verifier log */
	u32 log_size, log_level;	/* log_level: 1 the path, 4 the reason alone */
};

int sysbpf_map_create(const struct sysbpf_map *m);
/*
 * Waits until all programs have ended that run now.  The kernel does that before an update
 * of a map of maps returns (maybe_wait_bpf_programs() of kernel/bpf/syscall.c, 4.20).
 * membarrier(2) would return at once on one CPU, although a program can have been
 * preempted there (7.2).  0 or -errno.
 */
int sysbpf_wait_for_programs(void);
int sysbpf_map_lookup(int fd, const void *key, void *value);
int sysbpf_map_update(int fd, const void *key, const void *value, u64 flags);
int sysbpf_map_delete(int fd, const void *key);
/* key NULL: the first one.  -ENOENT at the end. */
int sysbpf_map_next(int fd, const void *key, void *next);
int sysbpf_map_lookup_and_delete(int fd, const void *key, void *value);
/*
 * Up to *count entries in one call, then deletes them if `del`.  in: NULL to
 * begin, else the previous call's `out` token (u32[2] is enough for hashes… the
 * caller gives at least max(key_size, 8) bytes).  -ENOENT: those were the last
 * (*count says how many).  -EINVAL: the kernel has no batches for this map.
 */
int sysbpf_map_batch(int fd, const void *in, void *out, void *keys, void *values,
		     u32 *count, bool del);
int sysbpf_prog_load(const struct sysbpf_prog *p);
/* Runs a raw_tracepoint program once, here, with n u64 of context. */
int sysbpf_test_run(int prog_fd, const u64 *ctx, u32 n, u32 *retval);
/* The BTF the kernel keeps for a module, to attach in it: a descriptor. */
int sysbpf_module_btf(const char *name);
int sysbpf_raw_tracepoint(const char *name, int prog_fd);	/* name NULL: fentry & co */
/* A link between a program and a perf event (5.15), with a cookie. */
int sysbpf_link_perf(int prog_fd, int perf_fd, u64 cookie);
/* One link for many kernel functions (5.18); addrs or syms, cookies may be NULL. */
int sysbpf_link_kprobe_multi(int prog_fd, const char *const *syms, const u64 *addrs,
			     const u64 *cookies, u32 n, bool is_return);
/* One link for many places in one file (6.6; not on 32-bit kernels). */
struct sysbpf_uprobes {
	const char *path;
	const u64 *offsets, *semaphores, *cookies;	/* n of each, in the file */
	u32 n;
	u32 pid;		/* 0: all processes */
	bool is_return;
};
int sysbpf_link_uprobe_multi(int prog_fd, const struct sysbpf_uprobes *u);

/* What an iterator's program (5.8) is run over: each read(2) runs it for some
 * of the objects, until one returns 0. */
int sysbpf_iter(int prog_fd);
/* What the kernel counted for a program; 0 where it doesn't say.  Runs and their time only
 * while they are measured. */
struct sysbpf_stats { u64 recursion_misses, runs, run_ns; };
int sysbpf_prog_stats(int prog_fd, struct sysbpf_stats *stats);
/* The runs of all programs are measured until this descriptor is closed (5.8); -errno. */
int sysbpf_measure_runs(void);
/* Hits a link's kprobe or kprobe.multi missed (6.7); 0 if the kernel doesn't say. */
u64 sysbpf_link_missed(int link_fd);
/* JITed or not, and number of verified/translated bytes, for -v. */
int sysbpf_prog_sizes(int prog_fd, u32 *xlated, u32 *jited);

#endif
