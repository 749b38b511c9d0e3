/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpfvm.h - runs eBPF in user space, for tests: the code and the maps.
 *
 * Addresses are made up: programs never see a host pointer.  So every access is checked:
 * context, stack frames, map values, records.  What the verifier would refuse is an error at
 * run time: reading a register or stack byte that was never written, or r1-r5 after a call, and
 * any access outside of these objects.  Maps and helpers are simple versions in memory, whose
 * results the test sets.  The struct bpfvm owns everything; bpfvm_free() frees it.
 */
#ifndef AWL_BPFVM_H
#define AWL_BPFVM_H

#include <linux/bpf.h>

#include "base/mem.h"

#define BPFVM_FRAMES 8
#define BPFVM_STACK 512

struct bpfvm_region {		/* memory that the program may access directly */
	u64 addr;
	u32 size;
	u8 *mem;
	bool read_only;
};

struct bpfvm_fake {		/* memory for probe_read* and, of the kernel, for typed pointers */
	u64 addr;
	u32 size;
	const u8 *mem;
	bool user;
};

struct bpfvm_entry {		/* of a hash */
	u8 *key, *value;	/* value: one per CPU in per-CPU maps */
	u64 addr;		/* of value, as programs see it */
	bool gone;
};

struct bpfvm_map {
	u32 type;		/* BPF_MAP_TYPE_*: hash, array, per-CPU, ringbuf */
	u32 key_size, value_size, max_entries;
	VEC(struct bpfvm_entry) entries;	/* arrays: all of them, the key is the index */
};

struct bpfvm_record {		/* a record of ringbuf_submit or perf_event_output */
	u32 map, size;
	u8 *data;
	u64 addr;
	enum { RECORD_RESERVED, RECORD_DONE, RECORD_DROPPED } state;
};

struct bpfvm {
	const struct bpf_insn *code;
	u32 n;
	u64 budget;		/* instructions left; set by bpfvm_init */
	u64 steps;		/* executed so far */
	char error[160];	/* empty: none */
	char refused[160];	/* why the kernel would refuse the code; empty: it wouldn't */

	/* results of the helpers */
	u64 pid_tgid, uid_gid, ktime, task, cgroup, stackid, random, numa;
	char comm[16];
	u32 cpu, n_cpus;
	bool spaces_overlap;	/* a low address may be the kernel's, too */

	VEC(struct bpfvm_map) maps;
	VEC(struct bpfvm_record) records;
	VEC(struct bpfvm_region) regions;
	VEC(struct bpfvm_fake) fakes;
	u32 ringbuf_room;	/* reserve fails if this many records exist; 0: never */

	/* Called first for every helper; returns true if it handled it and set *ret to r0. */
	bool (*helper)(struct bpfvm *vm, u32 id, const u64 r[6], u64 *ret);
	/* The index of the map for a reference with this imm; NULL: imm is the index. */
	u32 (*map_ref)(struct bpfvm *vm, s32 imm);
	void *user;		/* for these two */
	/* Called once, when `steps` has become interrupt_at; may run programs. */
	void (*interrupt)(struct bpfvm *vm);
	u64 interrupt_at;

	u64 next_addr;
	u32 depth;
	bool is_held;		/* calls of kernel functions: preemption is off, then on again */
	struct bpfvm_frame {
		u64 r[11];
		u16 known;		/* registers that were written */
		/* Registers that the verifier may know to point to the kernel's memory, because of
		 * where they come from; and words of the stack that they were spilled to. */
		u16 typed;
		u64 spilled;
		u8 stack[BPFVM_STACK], init[BPFVM_STACK];
	} frames[BPFVM_FRAMES];
};

void bpfvm_init(struct bpfvm *vm, const struct bpf_insn *code, u32 n);
void bpfvm_free(struct bpfvm *vm);

/* Returns the map's index. */
u32 bpfvm_map(struct bpfvm *vm, u32 type, u32 key_size, u32 value_size, u32 max_entries);
/* A host pointer to the value of a key on a CPU; NULL if there is none. */
void *bpfvm_value(struct bpfvm *vm, u32 map, const void *key, u32 cpu);
/* Sets the value of a key, for all CPUs. */
void bpfvm_put(struct bpfvm *vm, u32 map, const void *key, const void *value);
/* The number of entries; entry i is maps.v[map].entries.v[i] unless .gone. */
u32 bpfvm_count(struct bpfvm *vm, u32 map);

/* Provides memory for probe_read at an address.  mem is not copied. */
void bpfvm_fake(struct bpfvm *vm, u64 addr, const void *mem, u32 size, bool user);

/*
 * Runs the program with ctx (size bytes, not copied) in r1.  Returns false and sets vm->error
 * on errors.  The program may be run many times; maps and records are kept.
 */
bool bpfvm_run(struct bpfvm *vm, void *ctx, u32 size, u64 *r0);
/* The same with these values in r1 and following. */
bool bpfvm_run_args(struct bpfvm *vm, const u64 *args, u32 n, u64 *r0);
/* Replaces the code and keeps the maps.  Code that bpfcheck() refuses fails when it is run. */
void bpfvm_load(struct bpfvm *vm, const struct bpf_insn *code, u32 n);

/* Would the verifier accept the form of the code?  If not, says why. */
bool bpfcheck(const struct bpf_insn *code, u32 n, char *why, u32 size);

/* For helpers: the host address of `size` bytes; NULL and an error if the program may not access
 * them.  `write`: they count as initialized afterwards. */
u8 *bpfvm_mem(struct bpfvm *vm, u64 addr, u32 size, bool write);
void bpfvm_fail(struct bpfvm *vm, const char *fmt, ...) PRINTF_LIKE(2, 3);

#endif
