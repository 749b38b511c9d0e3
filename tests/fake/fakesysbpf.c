/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fakesysbpf.c - bpf(2) of the test kernel; see fakesys.h.
 *
 * Requests are read by the definitions of linux/bpf.h, which awl itself does not use for them.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bpf/insn.h"
#include "tests/fake/fakesys.h"

#define NOT_SUPPORTED 524	/* the kernel's ENOTSUPP */

/* Structures from later versions of linux/bpf.h; headers before 6.6 lack them. */
enum { UPROBE_MULTI = 48 };
struct uprobe_multi {		/* from link_create's flags on */
	u32 prog_fd, target_fd, attach_type, flags;
	u64 path, offsets, ref_ctr_offsets, cookies;
	u32 cnt, multi_flags, pid;
};
struct missed_info {		/* of a link to a perf event or kprobe.multi, 6.7 */
	u32 type, id, prog_id, pad;
	union {
		struct {
			u32 type, pad;
			u64 func_name;
			u32 name_len, offset;
			u64 addr, missed;
		} perf;
		struct { u64 addrs; u32 count, flags; u64 missed; } multi;
	};
};

static void *ptr(u64 p)
{
	return (void *)(uintptr_t)p;
}

/* ---- maps ---- */

/* Shared memory: the positions of the consumer and the producer, and the data twice. */
static void make_ring(struct sys_obj *o)
{
	size_t page = (size_t)getpagesize();
	int fd = memfd_create("ring", MFD_CLOEXEC);

	if (ftruncate(fd, (off_t)(2 * page + 2 * o->size)) || dup3(fd, o->fd, O_CLOEXEC) < 0)
		fake.failed = true;
	close(fd);
	o->ring = mmap(NULL, 2 * page + 2 * o->size, PROT_READ | PROT_WRITE, MAP_SHARED, o->fd, 0);
}

static bool has_map_type(u32 type)
{
	return type != BPF_MAP_TYPE_RINGBUF || sys_since(5, 8);
}

/* The sizes and flags that each type allows: kernel/bpf/{hashtab,arraymap,stackmap,ringbuf}.c. */
static bool is_right(const union bpf_attr *a)
{
	bool by_index = a->key_size == 4 && !(a->map_flags & BPF_F_NO_PREALLOC);

	switch (a->map_type) {
	case BPF_MAP_TYPE_HASH:
	case BPF_MAP_TYPE_PERCPU_HASH:
		return !(a->map_flags & ~(u32)BPF_F_NO_PREALLOC);
	case BPF_MAP_TYPE_LRU_HASH:
	case BPF_MAP_TYPE_LRU_PERCPU_HASH:
		return !a->map_flags;
	case BPF_MAP_TYPE_ARRAY:
		return by_index && !(a->map_flags & ~(u32)BPF_F_MMAPABLE);
	case BPF_MAP_TYPE_PERF_EVENT_ARRAY:
		return by_index && a->value_size == 4 && !a->map_flags;
	case BPF_MAP_TYPE_STACK_TRACE:
		return by_index && a->value_size % 8 == 0 && !a->map_flags;
	case BPF_MAP_TYPE_RINGBUF:
		return !a->map_flags;
	default:
		return by_index;
	}
}

static int create_map(const union bpf_attr *a)
{
	struct sys_obj *o;
	u32 type = a->map_type, flags = a->map_flags;
	bool is_ring = type == BPF_MAP_TYPE_RINGBUF;
	size_t page = (size_t)getpagesize();

	if (!has_map_type(type) || (flags & BPF_F_MMAPABLE && !sys_since(5, 5)) ||
	    (flags & BPF_F_MMAPABLE && type != BPF_MAP_TYPE_ARRAY))
		return -EINVAL;
	if (is_ring && (a->key_size || a->value_size || !a->max_entries ||
			a->max_entries % page || a->max_entries & (a->max_entries - 1)))
		return -EINVAL;
	if (!is_ring && (!a->key_size || !a->value_size || !a->max_entries))
		return -EINVAL;
	if (!is_right(a))
		return -EINVAL;
	if (*a->map_name && sys_refused("map", a->map_name))
		return sys_refused("map", a->map_name);
	o = sys_new(SYS_MAP, fakemap_create(type == BPF_MAP_TYPE_ARRAY_OF_MAPS ? BPF_MAP_TYPE_ARRAY
									       : type,
					    a->key_size, a->value_size, a->max_entries, flags));
	o->type = type;
	o->attach_type = flags;
	snprintf(o->name, sizeof(o->name), "%s", a->map_name);
	if (is_ring) {
		o->size = a->max_entries;
		make_ring(o);
	}
	if (*o->name)
		sys_log("map %s type %u key %u value %u entries %u flags %#x", o->name, type,
			a->key_size, a->value_size, a->max_entries, flags);
	return o->fd;
}

static int update_map(const union bpf_attr *a)
{
	struct sys_obj *o = sys_obj((int)a->map_fd, SYS_MAP), *event;
	u32 cpu;
	int fd;

	if (!o)
		return -EBADF;
	if (o->type != BPF_MAP_TYPE_PERF_EVENT_ARRAY)
		return fakemap_update(o->fd, ptr(a->key), ptr(a->value), a->flags);
	memcpy(&cpu, ptr(a->key), 4);
	memcpy(&fd, ptr(a->value), 4);
	event = sys_obj(fd, SYS_PERF);
	if (!event || cpu >= FAKE_CPUS)
		return -EINVAL;
	sys_set_buffer(cpu, event);
	return 0;
}

static int batch(u32 cmd, union bpf_attr *a)
{
	u32 count = a->batch.count;
	int r;

	if (!sys_since(5, 6))
		return -EINVAL;
	r = fakemap_batch((int)a->batch.map_fd, ptr(a->batch.in_batch), ptr(a->batch.out_batch),
			  ptr(a->batch.keys), ptr(a->batch.values), &count,
			  cmd == BPF_MAP_LOOKUP_AND_DELETE_BATCH);
	a->batch.count = count;
	return r;
}

/* ---- programs ---- */

/* The last helper of each version; linux/bpf.h adds new ones at the end of the list. */
static u32 last_helper(void)
{
	static const struct { u32 major, minor, last; } of[] = {
		{ 6, 2, 211 }, { 6, 1, 209 }, { 6, 0, 207 }, { 5, 19, 203 }, { 5, 18, 193 },
		{ 5, 17, 185 }, { 5, 16, 179 }, { 5, 15, 175 }, { 5, 14, 168 }, { 5, 13, 165 },
		{ 5, 12, 163 }, { 5, 11, 161 }, { 5, 10, 155 }, { 5, 9, 141 }, { 5, 8, 135 },
		{ 5, 7, 124 }, { 5, 6, 118 }, { 5, 5, 116 },
	};

	for (u32 i = 0; i < ARRAY_SIZE(of); i++)
		if (sys_since(of[i].major, of[i].minor))
			return of[i].last;
	return 111;
}

/* Tracing programs have task storage since 5.12.  This kernel has no override(). */
static bool has_helper(u32 helper)
{
	return helper <= last_helper() && helper != HELPER_override_return &&
	       (helper != HELPER_task_storage_get || sys_since(5, 12));
}

/* Does the helper have no arguments, so that nothing has to be set before the call? */
static bool needs_nothing(u32 helper)
{
	return helper == HELPER_ktime_get_boot_ns || helper == HELPER_ktime_get_tai_ns ||
	       helper == HELPER_get_current_task_btf;
}

/* The verifier's check of calls; everything else is accepted, and fails when it runs.  Only awl's
 * trials of helpers begin with a call, before any register is written. */
static int verify(const struct bpf_insn *in, u32 n)
{
	for (u32 i = 0; i < n; i++) {
		if (in[i].code == (BPF_JMP | BPF_CALL) && in[i].src_reg == BPF_PSEUDO_KFUNC_CALL &&
		    (!in[i].imm || !sys_since(6, 10)))
			return -EINVAL;
		if (in[i].code == (BPF_JMP | BPF_CALL) && !in[i].src_reg) {
			if (!has_helper((u32)in[i].imm))
				return -EINVAL;
			if (!i && n == 3 && !needs_nothing((u32)in[i].imm))
				return -EACCES;
		}
	}
	return 0;
}

/* Does it use a map without preallocation, which programs of perf events may since 6.1? */
static bool allocates(const union bpf_attr *a)
{
	const struct bpf_insn *in = ptr(a->insns);

	for (u32 i = 0; i < a->insn_cnt; i++) {
		const struct sys_obj *map = NULL;

		if (in[i].code == (BPF_LD | BPF_IMM | BPF_DW) && in[i].src_reg == BPF_PSEUDO_MAP_FD)
			map = sys_obj(in[i].imm, SYS_MAP);
		if (map && map->attach_type & BPF_F_NO_PREALLOC)
			return true;
	}
	return false;
}

/* If the address of a function is taken, the program needs a struct bpf_func_info { insn_off,
 * type_id } for each function in order, itself first (check_btf_func(), kernel/bpf/verifier.c). */
static bool has_functions(const union bpf_attr *a)
{
	const u32 (*info)[2] = ptr(a->func_info);
	const struct bpf_insn *in = ptr(a->insns);
	u32 n = a->func_info_cnt, k;

	if (n && (!sys_obj((int)a->prog_btf_fd, SYS_BTF) || a->func_info_rec_size != 8))
		return false;
	for (u32 i = 0; i < n; i++)
		if (!info[i][1] || (i ? info[i][0] <= info[i - 1][0] : info[i][0]))
			return false;
	for (u32 i = 0; i < a->insn_cnt; i++) {
		if (in[i].code != (BPF_LD | BPF_IMM | BPF_DW) || in[i].src_reg != BPF_PSEUDO_FUNC)
			continue;
		for (k = 0; k < n && info[k][0] != i + 1 + (u32)in[i].imm; k++)
			;
		if (k == n)
			return false;
	}
	return true;
}

static bool may_load(const union bpf_attr *a)
{
	if (a->prog_type == BPF_PROG_TYPE_PERF_EVENT && !sys_since(6, 1) && allocates(a))
		return false;
	if (strcmp(ptr(a->license), "GPL") || !a->insn_cnt)
		return false;
	if (a->prog_type == BPF_PROG_TYPE_TRACING)
		return sys_since(5, 5) && a->attach_btf_id &&
		       (a->expected_attach_type != BPF_TRACE_ITER || sys_since(5, 8));
	return has_functions(a);
}

/* The log of a program that may not read kernel memory, if it does: kernel/bpf/verifier.c. */
static void refuse_reading(const union bpf_attr *a)
{
	const struct bpf_insn *insns = ptr(a->insns);

	for (u32 i = 0; i < a->insn_cnt && a->log_level; i++) {
		if (insns[i].code != (BPF_JMP | BPF_CALL) ||
		    insns[i].imm != BPF_FUNC_probe_read_kernel)
			continue;
		snprintf(ptr(a->log_buf), a->log_size, "%u: (85) call bpf_probe_read_kernel#113\n"
			 "program of this type cannot use helper bpf_probe_read_kernel#113\n", i);
		return;
	}
}

/* Does it load through a pointer that it has just compared with 0, or through one that this is a
 * copy of?  awl does so if it knows the pointer's type. */
static bool loads_by_type(const struct bpf_insn *in, u32 n)
{
	for (u32 i = 1; i + 1 < n; i++) {
		u8 a = in[i].dst_reg, of = in[i + 1].src_reg;
		bool copied = in[i - 1].code == (BPF_ALU64 | BPF_MOV | BPF_X) &&
			      in[i - 1].dst_reg == a && in[i - 1].src_reg == of;

		if (in[i].code == (BPF_JMP | BPF_JSGE | BPF_K) && !in[i].imm &&
		    BPF_CLASS(in[i + 1].code) == BPF_LDX && (a == of || copied))
			return true;
	}
	return false;
}

static int load_prog(const union bpf_attr *a)
{
	const struct bpf_insn *insns = ptr(a->insns);
	struct fake_prog prog = { .n = a->insn_cnt };
	struct sys_obj *o;
	char why[160];
	int err = may_load(a) && bpfcheck(insns, a->insn_cnt, why, sizeof(why)) ?
		  verify(insns, a->insn_cnt) : -EINVAL;

	if (a->prog_type == BPF_PROG_TYPE_TRACING && getenv("FAKESYS_NO_TRACING"))
		err = -EPERM;
	if (!err && *a->prog_name)
		err = sys_refused("prog", a->prog_name);
	if (!err && getenv("FAKESYS_UNTYPED") && loads_by_type(insns, a->insn_cnt))
		err = -EACCES;
	if (err == -EINVAL)
		refuse_reading(a);
	if (err)
		return err;
	o = sys_new(SYS_PROG, -1);
	snprintf(o->name, sizeof(o->name), "%s", a->prog_name);
	o->type = a->prog_type;
	o->attach_type = a->expected_attach_type;
	o->size = (u32)fake.progs.n;
	prog.fd = o->fd;
	prog.insns = mem_alloc(prog.n * sizeof(*insns));
	memcpy(prog.insns, insns, prog.n * sizeof(*insns));
	vec_push(&fake.progs, prog);
	if (o->type == BPF_PROG_TYPE_TRACING && *o->name)
		sys_log("prog %s type %u attach %u btf %u", o->name, o->type, o->attach_type,
			a->attach_btf_id);
	else if (*o->name)
		sys_log("prog %s type %u attach %u", o->name, o->type, o->attach_type);
	return o->fd;
}

/* BPF_ENABLE_STATS: while a descriptor of it is open, runs count and take RUN_NS each. */
#define RUN_NS 1000
static int stats_fd = -1;

static bool is_measuring(void)
{
	return stats_fd >= 0 && sys_obj(stats_fd, SYS_STATS);
}

static int enable_stats(void)
{
	if (!sys_since(5, 8))
		return -EINVAL;
	stats_fd = sys_new(SYS_STATS, -1)->fd;
	sys_log("stats");
	return stats_fd;
}

u32 sys_run(const struct sys_obj *prog, void *ctx, u32 size)
{
	struct fake_prog *p = &fake.progs.v[prog->size];
	u64 r0 = 0;

	p->runs += is_measuring();
	bpfvm_load(&fake.vm, p->insns, p->n);
	if (!bpfvm_run(&fake.vm, ctx, size, &r0)) {
		fprintf(stderr, "bpfvm: %s: %s\n", prog->name, fake.vm.error);
		fake.failed = true;
	}
	sys_hand_over();
	return (u32)r0;
}

static int test_run(union bpf_attr *a)
{
	struct sys_obj *o = sys_obj((int)a->test.prog_fd, SYS_PROG);
	u64 ctx[16] = { 0 };

	if (!sys_since(5, 10) || a->test.ctx_size_in > sizeof(ctx))
		return -NOT_SUPPORTED;
	if (!o || o->type != BPF_PROG_TYPE_RAW_TRACEPOINT)
		return -EINVAL;
	if (a->test.ctx_in)
		memcpy(ctx, ptr(a->test.ctx_in), a->test.ctx_size_in);
	a->test.retval = sys_run(o, ctx, sizeof(ctx));
	return 0;
}

/* ---- links ---- */

static struct sys_obj *new_link(struct sys_obj *prog, const char *what, const char *name)
{
	struct sys_obj *o = sys_new(SYS_LINK, -1);

	o->prog = prog;
	o->enabled = true;
	snprintf(o->name, sizeof(o->name), "%.10s%s%.100s", what, *what ? ":" : "", name);
	return o;
}

static int link_perf(const union bpf_attr *a, struct sys_obj *prog)
{
	struct sys_obj *event = sys_obj((int)a->link_create.target_fd, SYS_PERF), *o;

	if (!sys_since(5, 15))
		return -EINVAL;
	if (!event)
		return -EBADF;
	o = new_link(prog, "", event->name);
	o->target = event;
	o->cookie = a->link_create.perf_event.bpf_cookie;
	sys_log("link %s %s cookie %llu", o->name, prog->name, (unsigned long long)o->cookie);
	return o->fd;
}

static void add_place(struct sys_obj *o, const char *name, u64 cookie)
{
	struct sys_place p = { .cookie = cookie };

	snprintf(p.name, sizeof(p.name), "%s", name);
	vec_push(&o->places, p);
	sys_log("  %s cookie %llu", p.name, (unsigned long long)cookie);
}

static int link_kprobes(const union bpf_attr *a, struct sys_obj *prog)
{
	const char *const *syms = ptr(a->link_create.kprobe_multi.syms);
	const u64 *cookies = ptr(a->link_create.kprobe_multi.cookies);
	bool is_return = a->link_create.kprobe_multi.flags & BPF_F_KPROBE_MULTI_RETURN;
	u32 n = a->link_create.kprobe_multi.cnt;
	struct sys_obj *o;
	char name[128];

	if (!sys_since(5, 18) || prog->attach_type != BPF_TRACE_KPROBE_MULTI)
		return -EINVAL;
	if (!a->link_create.kprobe_multi.addrs == !syms || !n)
		return -EINVAL;
	if (!syms)
		return -EFAULT;		/* awl only tries whether it exists */
	for (u32 i = 0; i < n; i++)
		if (!sys_has_function(syms[i]))
			return -ESRCH;
	o = new_link(prog, is_return ? "kretprobes" : "kprobes", prog->name);
	sys_log("link %s", o->name);
	for (u32 i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "%s:%.100s", is_return ? "kretprobe" : "kprobe",
			 syms[i]);
		add_place(o, name, cookies ? cookies[i] : 0);
	}
	return o->fd;
}

static int link_uprobes(const struct uprobe_multi *a, struct sys_obj *prog)
{
	const u64 *offsets = ptr(a->offsets), *counters = ptr(a->ref_ctr_offsets);
	const u64 *cookies = ptr(a->cookies);
	struct sys_obj *o;
	char name[256];

	if (!sys_since(6, 6) || prog->attach_type != UPROBE_MULTI ||
	    ((s32)a->pid < 0 && !getenv("FAKESYS_THREAD")))
		return -EINVAL;
	if (!strcmp(ptr(a->path), "/"))
		return -EBADF;
	o = new_link(prog, a->multi_flags & 1 ? "uretprobes" : "uprobes", prog->name);
	sys_log("link %s pid %u", o->name, a->pid);
	for (u32 i = 0; i < a->cnt; i++) {
		snprintf(name, sizeof(name), "%s:%s+%#llx",
			 a->multi_flags & 1 ? "uretprobe" : "uprobe", (const char *)ptr(a->path),
			 (unsigned long long)offsets[i]);
		add_place(o, name, cookies ? cookies[i] : 0);
		if (counters && counters[i])
			sys_log("  semaphore %#llx", (unsigned long long)counters[i]);
	}
	return o->fd;
}

static int link_iter(struct sys_obj *prog)
{
	struct sys_obj *o;

	if (!sys_since(5, 8) || prog->type != BPF_PROG_TYPE_TRACING ||
	    prog->attach_type != BPF_TRACE_ITER)
		return -EINVAL;
	if (sys_refused("iter", prog->name))
		return sys_refused("iter", prog->name);
	o = new_link(prog, "iter", prog->name);
	sys_log("link %s", o->name);
	return o->fd;
}

static int create_iter(const union bpf_attr *a)
{
	struct sys_obj *link = sys_obj((int)a->iter_create.link_fd, SYS_LINK), *o;

	if (!link || link->prog->attach_type != BPF_TRACE_ITER)
		return -EINVAL;
	o = sys_new(SYS_ITER, -1);
	o->prog = link->prog;
	return o->fd;
}

static int create_link(const union bpf_attr *a)
{
	struct sys_obj *prog = sys_obj((int)a->link_create.prog_fd, SYS_PROG);

	if (!prog)
		return -EBADF;
	switch (a->link_create.attach_type) {
	case BPF_TRACE_ITER:
		return link_iter(prog);
	case BPF_PERF_EVENT:
		return link_perf(a, prog);
	case BPF_TRACE_KPROBE_MULTI:
		return link_kprobes(a, prog);
	case UPROBE_MULTI:
		return link_uprobes((const void *)a, prog);
	}
	return -EINVAL;
}

static int open_raw(const union bpf_attr *a)
{
	struct sys_obj *prog = sys_obj((int)a->raw_tracepoint.prog_fd, SYS_PROG), *o;
	const char *name = ptr(a->raw_tracepoint.name), *kind;

	if (!prog)
		return -EBADF;
	if (!name && prog->type != BPF_PROG_TYPE_TRACING)
		return -EINVAL;
	if (!name && getenv("FAKESYS_NO_TRAMPOLINE"))
		return -NOT_SUPPORTED;
	if (name && strcmp(name, "sched_switch") && strcmp(name, "sched_process_exec") &&
	    strcmp(name, "kfree"))
		return -ENOENT;
	kind = name ? "raw" : prog->attach_type == BPF_TRACE_FEXIT ? "fexit" :
	       prog->attach_type == BPF_TRACE_FENTRY ? "fentry" : "rawtp";
	name = name ? name : prog->name;
	if (sys_refused(kind, name))
		return sys_refused(kind, name);
	o = new_link(prog, kind, name);
	sys_log("link %s %s", o->name, prog->name);
	return o->fd;
}

/* ---- information about objects ---- */

static int prog_info(const struct sys_obj *o, struct bpf_prog_info *to, u32 len)
{
	struct bpf_prog_info info = { .type = o->type };

	info.run_cnt = fake.progs.v[o->size].runs;
	info.run_time_ns = info.run_cnt * RUN_NS;
	info.xlated_prog_len = fake.progs.v[o->size].n * 8;
	if (!getenv("FAKEBPF_NO_JIT"))
		info.jited_prog_len = info.xlated_prog_len * 5;
	if (sys_since(5, 12))
		info.recursion_misses = o->missed;
	memcpy(to, &info, len < sizeof(info) ? len : sizeof(info));
	return 0;
}

/* enum bpf_link_type: 7 and 8; enum bpf_perf_event_type: 1 to 6 */
static int link_info(const struct sys_obj *o, struct missed_info *to, u32 len)
{
	static const char *const types[] = { "", "uprobe:", "uretprobe:", "kprobe:", "kretprobe:" };
	struct missed_info info = { .type = o->target ? 7 : o->places.n ? 8 : 2 };

	for (u32 i = 1; o->target && i < ARRAY_SIZE(types); i++)
		if (!strncmp(o->name, types[i], strlen(types[i])))
			info.perf.type = i;
	if (info.type == 8)
		info.multi.missed = sys_since(6, 7) ? o->missed : 0;
	else if (o->target)
		info.perf.missed = sys_since(6, 7) ? o->missed : 0;
	memcpy(to, &info, len < sizeof(info) ? len : sizeof(info));
	return 0;
}

static int get_info(const union bpf_attr *a)
{
	struct sys_obj *prog = sys_obj((int)a->info.bpf_fd, SYS_PROG);
	struct sys_obj *link = sys_obj((int)a->info.bpf_fd, SYS_LINK);

	if (prog)
		return prog_info(prog, ptr(a->info.info), a->info.info_len);
	return link ? link_info(link, ptr(a->info.info), a->info.info_len) : -EINVAL;
}

static int load_btf(const union bpf_attr *a)
{
	u16 magic;

	memcpy(&magic, ptr(a->btf), 2);
	return magic == 0xeb9f && a->btf_size > 24 ? sys_new(SYS_BTF, -1)->fd : -EINVAL;
}

static int elements(u32 cmd, const union bpf_attr *a)
{
	switch (cmd) {
	case BPF_MAP_LOOKUP_ELEM:
		return fakemap_lookup((int)a->map_fd, ptr(a->key), ptr(a->value));
	case BPF_MAP_UPDATE_ELEM:
		return update_map(a);
	case BPF_MAP_DELETE_ELEM:
		return fakemap_delete((int)a->map_fd, ptr(a->key));
	case BPF_MAP_GET_NEXT_KEY:
		return fakemap_next((int)a->map_fd, ptr(a->key), ptr(a->value));
	}
	return -EINVAL;
}

static int call(u32 cmd, union bpf_attr *a)
{
	switch (cmd) {
	case BPF_MAP_CREATE:
		return create_map(a);
	case BPF_PROG_LOAD:
		if (getenv("FAKESYS_SLOW_LOAD") && a->prog_type == BPF_PROG_TYPE_KPROBE)
			usleep((u32)atoi(getenv("FAKESYS_SLOW_LOAD")) * 1000);
		return load_prog(a);
	case BPF_PROG_TEST_RUN:
		return test_run(a);
	case BPF_OBJ_GET_INFO_BY_FD:
		return get_info(a);
	case BPF_RAW_TRACEPOINT_OPEN:
		return open_raw(a);
	case BPF_BTF_LOAD:
		return load_btf(a);
	case BPF_BTF_GET_NEXT_ID:
		return -ENOENT;
	case BPF_MAP_LOOKUP_BATCH:
	case BPF_MAP_LOOKUP_AND_DELETE_BATCH:
		return batch(cmd, a);
	case BPF_ITER_CREATE:
		return create_iter(a);
	case BPF_ENABLE_STATS:
		return enable_stats();
	case BPF_LINK_CREATE:
		return sys_since(5, 7) ? create_link(a) : -EINVAL;
	}
	return elements(cmd, a);
}

int sys_bpf_call(u32 cmd, const void *attr, u32 size)
{
	union { union bpf_attr a; struct uprobe_multi u; u8 bytes[512]; } copy = { .bytes = { 0 } };
	int r;

	if (size > sizeof(copy))
		return -E2BIG;
	memcpy(&copy, attr, size);
	r = call(cmd, &copy.a);
	memcpy((void *)(uintptr_t)attr, &copy, size);	/* retval, count */
	return r;
}
