/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fakesysiter.c - iterators of the test kernel; see fakesys.h.
 *
 * A read runs the program for one object after another, until the program's output fills the
 * reader's buffer.  At the end it runs once without an object (kernel/bpf/bpf_iter.c).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fake/fakesys.h"

#define MOST_TASKS 200
#define ADDR 0x7a6000000000

/* The memory of the objects: struct bpf_iter_meta, then a task_struct every 256 bytes. */
static u8 memory[(MOST_TASKS + 1) * 256];

static u32 n_tasks(void)
{
	const char *n = getenv("FAKESYS_TASKS");

	return n ? (u32)atoi(n) : 3;
}

static void make_tasks(void)
{
	static const struct bpfvm_region region = { ADDR, sizeof(memory), memory, true };
	static bool made;
	u64 seq = 1;

	if (made)
		return;
	made = true;
	vec_push(&fake.vm.regions, region);
	bpfvm_fake(&fake.vm, ADDR, memory, sizeof(memory), false);
	memcpy(memory, &seq, 8);
	for (u32 i = 0; i < n_tasks(); i++) {
		u8 *task = memory + 256 * (i + 1);
		u32 pid = 100 + i;

		memcpy(task + 4, &pid, 4);
		snprintf((char *)task + 16, 16, "task%u", i);
	}
}

int sys_read_iter(struct sys_obj *o, u32 most)
{
	u64 ctx[2] = { ADDR, 0 }, first = o->cookie;
	u32 n = n_tasks();

	make_tasks();
	o->size = 0;	/* counts what the program writes: see sys_helper() */
	while (o->cookie < n && o->size < most) {
		ctx[1] = ADDR + 256 * ++o->cookie;
		fakesys.iter = o;
		sys_run(o->prog, ctx, sizeof(ctx));
	}
	if (o->cookie > first)
		sys_log("read iter: %llu objects", (unsigned long long)(o->cookie - first));
	if (o->cookie == n) {
		o->cookie++;
		ctx[1] = 0;
		sys_run(o->prog, ctx, sizeof(ctx));
	}
	return (int)o->size;
}
