/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sysbpf.h - the bpf() system call without a library.
 *
 * Facts: linux/bpf.h (union bpf_attr), bpf(2).  Every call passes the size of the attributes
 * up to the last field used, so that older kernels with a shorter union accept it.  All
 * functions return a descriptor or 0 on success and -errno on errors; none prints.  The
 * caller closes the descriptors, which are close-on-exec.
 */
#ifndef AWL_SYSBPF_H
#define AWL_SYSBPF_H

#include "base/base.h"

struct bpf_insn;

/* ENOTSUPP, an internal error number of the kernel that some system calls return (linux/errno.h of
 * its source).  Functions of this file return -EOPNOTSUPP for it. */
#define KERNEL_ENOTSUPP 524

struct sysbpf_map {
	const char *name;	/* cut to 15 characters; invalid ones become '_' */
	u32 type;		/* BPF_MAP_TYPE_* */
	u32 key_size, value_size, max_entries, flags;
	int inner_fd;		/* map of maps: a map like those it will hold; else 0 */
};

struct sysbpf_prog {
	const char *name;	/* cut like a map's name */
	u32 type;		/* BPF_PROG_TYPE_* */
	u32 expected_attach_type;
	const struct bpf_insn *insns;
	u32 n_insns;
	u32 kern_version;	/* kprobe programs need it before 5.0 */
	u32 attach_btf_id;	/* fentry, fexit, … */
	int attach_btf_fd;	/* a module's BTF, or a program; 0: vmlinux */
	const u32 *starts;	/* first instruction of each function; [0] is the program */
	u32 n_starts;		/* passed to the kernel if greater than 1 */
	char *log;		/* NULL: no verifier log */
	u32 log_size, log_level;	/* log_level: 1 all steps, 4 only the reason */
};

int sysbpf_map_create(const struct sysbpf_map *m);
/*
 * Waits until all programs that are running now have ended.  The kernel does this in an update
 * of a map of maps (maybe_wait_bpf_programs() of kernel/bpf/syscall.c, 4.20).  membarrier(2)
 * is no substitute: on one CPU it returns at once, although a program can be preempted there
 * (7.2).  Returns 0 or -errno.
 */
int sysbpf_wait_for_programs(void);
int sysbpf_map_lookup(int fd, const void *key, void *value);
int sysbpf_map_update(int fd, const void *key, const void *value, u64 flags);
int sysbpf_map_delete(int fd, const void *key);
/* Copies the key after `key`, or the first key if `key` is NULL, to next.  Returns -ENOENT at the
 * end. */
int sysbpf_map_next(int fd, const void *key, void *next);
/*
 * Reads up to *count entries in one call, and deletes them if `del` is true.  `in` is NULL in the
 * first call, and then the `out` of the previous one, which has at least max(key_size, 8) bytes.
 * Sets *count to the number of entries.  Returns -ENOENT if these are the last ones, -EINVAL if
 * the kernel has no batches for this type of map.
 */
int sysbpf_map_batch(int fd, const void *in, void *out, void *keys, void *values,
		     u32 *count, bool del);
int sysbpf_prog_load(const struct sysbpf_prog *p);
/* Runs a raw_tracepoint program once on this CPU.  Its context has n u64. */
int sysbpf_test_run(int prog_fd, const u64 *ctx, u32 n, u32 *retval);
/* Returns a descriptor of the kernel's BTF for a module, to attach to the module's functions. */
int sysbpf_module_btf(const char *name);
/* The loaded programs: sets *id to the first id after it.  Returns -ENOENT at the end. */
int sysbpf_prog_next(u32 *id);
int sysbpf_prog_open(u32 id);
/* A program's functions, and the BTF that describes them. */
struct sysbpf_funcs {
	u32 type;		/* BPF_PROG_TYPE_* of the program */
	u32 n;			/* functions; their ids in the BTF are funcs[i][1] */
	u32 (*funcs)[2];
	void *btf;
	u32 btf_size;
};
/* Reads them, to be freed by sysbpf_free_funcs().  n is 0 for programs without BTF. */
int sysbpf_prog_funcs(int prog_fd, struct sysbpf_funcs *out);
void sysbpf_free_funcs(struct sysbpf_funcs *f);
int sysbpf_raw_tracepoint(const char *name, int prog_fd);	/* name NULL: fentry, fexit */
/* Links a program to a perf event, with a cookie (5.15). */
int sysbpf_link_perf(int prog_fd, int perf_fd, u64 cookie);
/* Links a program to n kernel functions, by addrs or by syms (5.18).  cookies may be NULL. */
int sysbpf_link_kprobe_multi(int prog_fd, const char *const *syms, const u64 *addrs,
			     const u64 *cookies, u32 n, bool is_return);
/* Links a program to n offsets in a file (6.6; not on 32-bit kernels). */
struct sysbpf_uprobes {
	const char *path;
	const u64 *offsets, *semaphores, *cookies;	/* n of each; offsets into the file */
	u32 n;
	u32 pid;		/* 0: all processes */
	bool is_return;
};
int sysbpf_link_uprobe_multi(int prog_fd, const struct sysbpf_uprobes *u);

/* Opens an iterator with a program (5.8).  Each read(2) runs the program for some of the
 * objects; it returns 0 at the end. */
int sysbpf_iter(int prog_fd);
/* The kernel's counters of a program; 0 if the kernel has none.  runs and run_ns count only while
 * sysbpf_measure_runs() is in effect. */
struct sysbpf_stats { u64 recursion_misses, runs, run_ns; };
int sysbpf_prog_stats(int prog_fd, struct sysbpf_stats *stats);
/* Measures the runs of all programs until the returned descriptor is closed (5.8). */
int sysbpf_measure_runs(void);
/* The hits that a link's kprobe or kprobe.multi missed (6.7); 0 on older kernels. */
u64 sysbpf_link_missed(int link_fd);
/* The sizes of a program in bytes: translated BPF and machine code (0: no JIT). */
int sysbpf_prog_sizes(int prog_fd, u32 *xlated, u32 *jited);

#endif
