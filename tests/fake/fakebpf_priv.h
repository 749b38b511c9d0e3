/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fakebpf_priv.h - what the two halves of the test kernel share. */
#ifndef AWL_FAKEBPF_PRIV_H
#define AWL_FAKEBPF_PRIV_H

#include "arch/arch.h"
#include "tests/lib/bpfvm.h"

#define FAKE_CPUS 4

/* A PID namespace, and how much smaller its ids are than the first namespace's. */
#define FAKE_NS_DEV 4
#define FAKE_NS_INO 4026532200u
#define FAKE_NS_BASE 1000000

struct fake_prog { int fd; struct bpf_insn *insns; u32 n; u64 runs; };

struct fake_value { const char *name, *text; };	/* "field x" and its value */

struct fake {
	struct bpfvm vm;
	VEC(int) map_fds;	/* [map] */
	VEC(struct fake_prog) progs;
	int exec_fd;		/* of the program at sched_process_exec */
	u32 seen;		/* records that awl already got */
	/* The values of mapped maps, and their originals. */
	VEC(struct fake_shared { u8 *at, *original; size_t len; }) shared;
	bool failed;
	u64 refused;		/* programs that were loaded or refused as too complex */
	VEC(struct fake_stack { u64 frames[128]; }) stacks;	/* [id of get_stackid] */
	u32 stack;		/* the id of the current one */
	VEC(struct fake_copy { const u8 *at; u32 n; }) copies;	/* [record]: what follows it … */
	struct fake_copy copy;	/* … from now on */
	u8 *rest;		/* … as awl got it */
	s64 copy_map;		/* records written to this map have it */
	bool collides;		/* the hash of the current stack is taken in the table */
	bool (*helper)(struct bpfvm *vm, u32 id, const u64 r[6], u64 *ret);
	bool has_ns;		/* awl is in the namespace */
	u64 ids;		/* ids of the current task there: process << 32 | thread */
	u64 target;		/* the cookie of the event that is happening */
	const char *const *lines;
	u32 n_lines;
	struct arena arena;
	VEC(struct fake_value) values;
};

extern struct fake fake;

/* Maps, with the calls of sysbpf.h; errors are -errno. */
void fakemap_init(void);
u32 fakemap_of(int fd);		/* the map's index; UINT32_MAX: fd is not a map */
int fakemap_create(u32 type, u32 key_size, u32 value_size, u32 max_entries, u32 flags);
int fakemap_lookup(int fd, const void *key, void *value);
int fakemap_update(int fd, const void *key, const void *value, u64 flags);
int fakemap_delete(int fd, const void *key);
int fakemap_next(int fd, const void *key, void *next);
int fakemap_batch(int fd, const void *in, void *out, void *keys, void *values, u32 *count,
		  bool del);
void fakemap_close(int fd);	/* the number of fd may be used again */
void fakemap_free(void);

/* The number in a line of the test, or `otherwise`. */
u64 fakebpf_number(const char *name, u64 otherwise);
u32 fakebpf_run(int fd, void *ctx, u32 size, const char *name);
/* The registers of the current task's user space, in task_pt_regs()'s block: fakeunwind.c. */
#define FAKE_TASK_REGS 0xffff900000000000
void fakeunwind_update(void);
void fakeunwind_free(void);
void fakeunwind_regs(const struct arch *arch, u8 *regs);
/* Helpers that bpfvm lacks because they depend on the event. */
bool fakebpf_helper(struct bpfvm *vm, u32 id, const u64 r[6], u64 *ret);

#endif
