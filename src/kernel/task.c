/* SPDX-License-Identifier: GPL-2.0-or-later */
/* task.c - reads awl's own task; see task.h. */
#include "kernel/task.h"

#include <linux/bpf.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/number.h"
#include "bpf/insn.h"
#include "kernel/host.h"
#include "kernel/sysbpf.h"

#define TASK_BYTES 8192		/* at least up to `comm`; the registers at the end take thousands */
#define SHORTEST 3		/* other members may have the bytes of a shorter name */

/* probe_read_kernel(map's value, TASK_BYTES, get_current_task()); r0 = 0; exit */
static int load_reader(int map)
{
	const struct bpf_insn insns[] = {
		{ .code = BPF_JMP | BPF_CALL, .imm = HELPER_get_current_task },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = 3, .src_reg = 0 },
		{ .code = BPF_LD | BPF_DW | BPF_IMM, .dst_reg = 1,
		  .src_reg = BPF_PSEUDO_MAP_VALUE, .imm = map },
		{ 0 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 2, .imm = TASK_BYTES },
		{ .code = BPF_JMP | BPF_CALL, .imm = HELPER_probe_read_kernel },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	struct sysbpf_prog p = { .name = "own_task", .type = BPF_PROG_TYPE_RAW_TRACEPOINT,
				 .insns = insns, .n_insns = ARRAY_SIZE(insns) };

	return sysbpf_prog_load(&p);
}

/* The struct's size in bytes, if the kernel shows that of its cache.  Tasks that follow in memory
 * may have the same name. */
static u32 task_size(void)
{
	char *text = host_read_file("/sys/kernel/slab/task_struct/object_size", NULL);
	const char *s = text;
	u64 size = TASK_BYTES;

	if (text && !number_decimal(&s, &size))
		size = TASK_BYTES;
	mem_free(text);
	return size < TASK_BYTES ? (u32)size : TASK_BYTES;
}

/* Copies the start of the task.  A copy that failed has only zeros. */
static bool copy_task(char task[TASK_BYTES])
{
	struct sysbpf_map m = { .name = "own_task", .type = BPF_MAP_TYPE_ARRAY, .key_size = 4,
				.value_size = TASK_BYTES, .max_entries = 1 };
	int map = sysbpf_map_create(&m), prog;
	bool good;

	if (map < 0)
		return false;
	prog = load_reader(map);
	good = prog >= 0 && !sysbpf_test_run(prog, NULL, 0, &(u32){ 0 }) &&
	       !sysbpf_map_lookup(map, &(u32){ 0 }, task);
	if (prog >= 0)
		close(prog);
	close(map);
	return good;
}

u32 task_find_name(const char *task, u32 size, const char name[TASK_NAME_BYTES])
{
	u32 found = 0;

	for (u32 i = 1; i + TASK_NAME_BYTES <= size; i++) {
		if (memcmp(task + i, name, TASK_NAME_BYTES))
			continue;
		if (found)
			return 0;
		found = i;
	}
	return found;
}

u32 task_comm_off(void)
{
	static bool is_known;
	static u32 off;
	char task[TASK_BYTES], name[TASK_NAME_BYTES] = "";

	if (is_known)
		return off;
	is_known = true;
	if (!prctl(PR_GET_NAME, name) && strlen(name) >= SHORTEST && copy_task(task))
		off = task_find_name(task, task_size(), name);
	return off;
}
