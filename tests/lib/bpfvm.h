/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpfvm.h - runs eBPF in user space, for tests: the code and the maps.
 *
 * Addresses are made up (no host pointer is ever visible to the program), so
 * every access is checked: context, stack frames, map values, records.  What
 * the verifier would refuse at run time is an error here too: reading a
 * register or stack byte never written, r1-r5 after a call, any access outside.
 * Maps and the usual helpers are simple in-memory versions whose values the
 * test sets.  Everything is owned by the struct bpfvm; bpfvm_free frees it.
 */
#ifndef AWL_BPFVM_H
#define AWL_BPFVM_H

#include <linux/bpf.h>

#include "base/mem.h"

#define BPFVM_FRAMES 8
#define BPFVM_STACK 512

struct bpfvm_region {		/* memory the program may reach directly */
	u64 addr;
	u32 size;
	u8 *mem;
	bool read_only;
};

struct bpfvm_fake {		/* memory only probe_read* can reach */
	u64 addr;
	u32 size;
	const u8 *mem;
	bool user;
};

struct bpfvm_entry {		/* of a hash */
	u8 *key, *value;	/* value: one per CPU for per-CPU maps */
	u64 addr;		/* of value, as programs see it */
	bool gone;
};

struct bpfvm_map {
	u32 type;		/* BPF_MAP_TYPE_*: hash, array, per-CPU, ringbuf */
	u32 key_size, value_size, max_entries;
	VEC(struct bpfvm_entry) entries;	/* arrays: all, key is the index */
};

struct bpfvm_record {		/* what came out of ringbuf_submit, perf_event_output */
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

	/* what the helpers answer */
	u64 pid_tgid, uid_gid, ktime, task, cgroup, stackid, random, numa;
	char comm[16];
	u32 cpu, n_cpus;

	VEC(struct bpfvm_map) maps;
	VEC(struct bpfvm_record) records;
	VEC(struct bpfvm_region) regions;
	VEC(struct bpfvm_fake) fakes;
	u32 ringbuf_room;	/* reserve fails when so many records exist; 0: never */

	/* Called first for every helper; true if it was handled, *ret is r0. */
	bool (*helper)(struct bpfvm *vm, u32 id, const u64 r[6], u64 *ret);
	/* Index of the map a reference with this imm means; NULL: imm itself. */
	u32 (*map_ref)(struct bpfvm *vm, s32 imm);
	void *user;		/* for these two */

	u64 next_addr;
	u32 depth;
	struct bpfvm_frame {
		u64 r[11];
		u16 known;		/* registers that were written */
		u8 stack[BPFVM_STACK], init[BPFVM_STACK];
	} frames[BPFVM_FRAMES];
};

void bpfvm_init(struct bpfvm *vm, const struct bpf_insn *code, u32 n);
void bpfvm_free(struct bpfvm *vm);

/* Returns the map's index. */
u32 bpfvm_map(struct bpfvm *vm, u32 type, u32 key_size, u32 value_size, u32 max_entries);
/* This CPU's value for a key, or NULL; a host pointer. */
void *bpfvm_value(struct bpfvm *vm, u32 map, const void *key, u32 cpu);
/* The value is for all CPUs the same. */
void bpfvm_put(struct bpfvm *vm, u32 map, const void *key, const void *value);
/* Entries that exist; entry i is maps.v[map].entries.v[i] unless .gone. */
u32 bpfvm_count(struct bpfvm *vm, u32 map);

/* Memory at an address of your choice that probe_read finds.  Not copied. */
void bpfvm_fake(struct bpfvm *vm, u64 addr, const void *mem, u32 size, bool user);

/*
 * Runs the program with ctx (size bytes, not copied) in r1.  false: an error,
 * text in vm->error.  May be run many times; maps and records stay.
 */
bool bpfvm_run(struct bpfvm *vm, void *ctx, u32 size, u64 *r0);
/* The same with these values in r1.. instead. */
bool bpfvm_run_args(struct bpfvm *vm, const u64 *args, u32 n, u64 *r0);
/* Other code against the same maps. */
void bpfvm_load(struct bpfvm *vm, const struct bpf_insn *code, u32 n);

/* For helpers: the host's address of `size` bytes, checked; NULL and an error
 * if the program does not own them.  `write`: they count as initialised after. */
u8 *bpfvm_mem(struct bpfvm *vm, u64 addr, u32 size, bool write);
void bpfvm_fail(struct bpfvm *vm, const char *fmt, ...) PRINTF_LIKE(2, 3);

#endif
