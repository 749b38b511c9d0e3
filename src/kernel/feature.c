/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * feature.c - one trial per capability.
 *
 * A trial does the cheapest thing that only a kernel with the capability accepts, or refuses
 * with an error of its own.  Most trials take some microseconds.  TRAMPOLINE takes longer: it
 * reads the kernel's BTF to find a function that is never called and attaches to it.  Only -T
 * needs that.
 */
#include "kernel/feature.h"

#include <errno.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bpf/insn.h"
#include "kernel/host.h"
#include "kernel/sysbpf.h"
#include "kernel/sysperf.h"
#include "kernel/tracefs.h"
#include "symbols/btf_scan.h"

/* Constants that old headers lack, from linux/bpf.h. */
enum { MAP_RINGBUF = 27, FLAG_MMAPABLE = 1 << 10 };
enum { PROG_RAW_TRACEPOINT = 17, PROG_TRACING = 26 };
enum {
	ATTACH_FENTRY = 24, ATTACH_ITER = 28, ATTACH_KPROBE_MULTI = 42,
	ATTACH_UPROBE_MULTI = 48
};

static const struct bpf_insn nothing[] = {
	{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .imm = 0 },
	{ .code = BPF_JMP | BPF_EXIT },
};

/* Turns the result of a trial into 0 or -errno.  A descriptor means that the kernel has the
 * feature; it is closed. */
static int yes(int fd)
{
	if (fd >= 0)
		close(fd);
	return fd < 0 ? fd : 0;
}

static int make_map(u32 type, u32 key, u32 value, u32 entries, u32 flags)
{
	struct sysbpf_map m = {
		.type = type, .key_size = key, .value_size = value,
		.max_entries = entries, .flags = flags,
	};

	return sysbpf_map_create(&m);
}

static int load(u32 type, u32 attach_type, const struct bpf_insn *insns, u32 n)
{
	struct sysbpf_prog p = {
		.type = type, .expected_attach_type = attach_type, .insns = insns,
		.n_insns = n, .kern_version = host_kernel_version(),
	};

	return sysbpf_prog_load(&p);
}

static int load_nothing(u32 type, u32 attach_type)
{
	return load(type, attach_type, nothing, ARRAY_SIZE(nothing));
}

/*
 * call HELPER; r0 = 0; exit
 * As only r1 is set, most helpers are refused for their arguments (EACCES).  A helper that
 * this kernel or this type of program lacks is refused with EINVAL.
 */
static int try_helper(u32 helper)
{
	const struct bpf_insn insns[] = {
		{ .code = BPF_JMP | BPF_CALL, .imm = (s32)helper },
		nothing[0], nothing[1],
	};
	int fd = load(BPF_PROG_TYPE_KPROBE, 0, insns, ARRAY_SIZE(insns));

	return fd == -EACCES ? 0 : yes(fd);
}

static int try_bpf(void)
{
	return yes(make_map(BPF_MAP_TYPE_ARRAY, 4, 4, 1, 0));
}

static int try_ringbuf(void)
{
	return yes(make_map(MAP_RINGBUF, 0, 0, (u32)getpagesize(), 0));
}

static int try_mmap_array(void)
{
	return yes(make_map(BPF_MAP_TYPE_ARRAY, 4, 8, 1, FLAG_MMAPABLE));
}

/* r1 = map; r0 = 0; exit: enough for the verifier to look at the map. */
static int try_no_prealloc(void)
{
	int map = make_map(BPF_MAP_TYPE_HASH, 4, 4, 1, BPF_F_NO_PREALLOC), fd;
	const struct bpf_insn insns[] = {
		{ .code = BPF_LD | BPF_DW | BPF_IMM, .dst_reg = 1,
		  .src_reg = BPF_PSEUDO_MAP_FD, .imm = map },
		{ 0 }, nothing[0], nothing[1],
	};

	if (map < 0)
		return map;
	fd = load(BPF_PROG_TYPE_PERF_EVENT, 0, insns, ARRAY_SIZE(insns));
	close(map);
	return yes(fd);
}

static int try_batch(void)
{
	int map = make_map(BPF_MAP_TYPE_HASH, 4, 4, 1, 0), r;
	u32 out[2], key, value, count = 1;

	if (map < 0)
		return map;
	r = sysbpf_map_batch(map, NULL, out, &key, &value, &count, false);
	close(map);
	return r == -ENOENT ? 0 : r;
}

static int try_test_run(void)
{
	int fd = load_nothing(PROG_RAW_TRACEPOINT, 0), r;

	if (fd < 0)
		return fd;
	r = sysbpf_test_run(fd, NULL, 0, &(u32){ 0 });
	close(fd);
	return r;
}

/* Links to a descriptor that is not a perf event: EBADF if the kernel has links to perf events,
 * else EINVAL. */
static int try_perf_link(void)
{
	int fd = load_nothing(BPF_PROG_TYPE_KPROBE, 0), r;

	if (fd < 0)
		return fd;
	r = sysbpf_link_perf(fd, -1, 0);
	close(fd);
	return r == -EBADF ? 0 : yes(r);
}

/* Passes a bad pointer to the addresses: a kernel that has it returns EFAULT. */
static int try_kprobe_multi(void)
{
	int fd = load_nothing(BPF_PROG_TYPE_KPROBE, ATTACH_KPROBE_MULTI), r;

	if (fd < 0)
		return fd;
	r = sysbpf_link_kprobe_multi(fd, NULL, (const u64 *)8, NULL, 1, false);
	close(fd);
	return r == -EFAULT ? 0 : yes(r);
}

/* "/" is not a file (EBADF).  The first kernels that have it mistake a pid for a thread id.  Only
 * later ones refuse -1 before they look at the path. */
static int try_uprobe_multi(void)
{
	int fd = load_nothing(BPF_PROG_TYPE_KPROBE, ATTACH_UPROBE_MULTI), r;
	struct sysbpf_uprobes u = { .path = "/", .offsets = (const u64[]){ 0 }, .n = 1 };

	if (fd < 0)
		return fd;
	r = sysbpf_link_uprobe_multi(fd, &u);
	u.pid = UINT32_MAX;
	if (r == -EBADF)
		r = sysbpf_link_uprobe_multi(fd, &u) == -EINVAL ? 0 : -EOPNOTSUPP;
	close(fd);
	return yes(r);
}

static int try_perf_clock(void)
{
	return yes(sysperf_clock(0, 1000000000, 0));
}

static int try_hardware(void)
{
	struct sysperf_event e = { .type = PERF_TYPE_HARDWARE, .period = 1000000,
				   .config = PERF_COUNT_HW_CPU_CYCLES };

	return yes(sysperf_event(&e, -1, 0));
}

static int try_breakpoint(void)
{
	static u64 watched;
	struct sysperf_event e = { .type = PERF_TYPE_BREAKPOINT, .period = 1,
				   .addr = (uintptr_t)&watched, .len = 4, .bp_type = 2 /* W */ };

	return yes(sysperf_event(&e, 0, -1));
}

/* The kernel reports a size of machine code only if there is some. */
static int compile(const struct bpf_insn *insns, u32 n)
{
	int fd = load(BPF_PROG_TYPE_KPROBE, 0, insns, n), r;
	u32 xlated, jited;

	if (fd < 0)
		return fd;
	r = sysbpf_prog_sizes(fd, &xlated, &jited);
	close(fd);
	return r ? r : jited ? 0 : -EOPNOTSUPP;
}

static int try_jit(void)
{
	return compile(nothing, ARRAY_SIZE(nothing));
}

/* If the JIT lacks it, the program is refused, or run by the interpreter. */
static int try_div64(void)
{
	static const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_ALU64 | BPF_DIV | BPF_K, .imm = 3 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	int r = compile(insns, ARRAY_SIZE(insns));

	return r == -EOPNOTSUPP && !feature_has(FEATURE_JIT) ? 0 : r;
}

/* r1 = 0; *(u64 *)(r10 - 8) = r1; lock *(u64 *)(r10 - 8) += r1; r0 = 0; exit */
static int try_atomic(void)
{
	static const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 1 },
		{ .code = BPF_STX | BPF_MEM | BPF_DW, .dst_reg = 10, .src_reg = 1, .off = -8 },
		{ .code = BPF_STX | BPF_ATOMIC | BPF_DW, .dst_reg = 10, .src_reg = 1, .off = -8,
		  .imm = BPF_ADD },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_JMP | BPF_EXIT },
	};

	return yes(load(BPF_PROG_TYPE_KPROBE, 0, insns, ARRAY_SIZE(insns)));
}

static int readable(const char *path)
{
	return access(path, R_OK) ? last_error() : 0;
}

#define PMU(name) "/sys/bus/event_source/devices/" name "/type"

static int try_kprobe(void)
{
	return host_is_confidential() ? -EPERM : readable(PMU("kprobe"));
}

/* riscv64 may refuse a kprobe where ftrace has its call, which a return probe needs. */
static int try_returns(void)
{
	int r = try_kprobe();

	return r ? r : yes(sysperf_kprobe("vfs_read", 0, true));
}

static int try_tracepoint(void)
{
	struct arena a = { 0 };
	struct tracefs t;
	int r = host_has_sysfs() ? readable(PMU("tracepoint")) : 0;

	if (r)
		return r;
	r = tracefs_open(&t, &a, NULL, NULL);
	tracefs_close(&t);
	arena_free(&a);
	return r;
}

/* ---- functions in BTF ---- */

/* since: the first kernel that has them.  Only there is it worth reading all of the BTF. */
static int find_functions(struct btf_brief *f, u32 n, u32 since)
{
	int r = -ENOENT;

	if (!feature_has(FEATURE_BPF))
		return -feature_errno(FEATURE_BPF);
	if (host_kernel_version() >= since)
		r = btf_scan("/sys/kernel/btf/vmlinux", f, n);
	for (u32 i = 0; i < n && !r; i++)
		r = f[i].count ? 0 : -ENOENT;
	return r;
}

static struct btf_brief kfuncs[] = {
	{ .name = "bpf_preempt_disable", .kind = BTF_FUNCTION },
	{ .name = "bpf_preempt_enable", .kind = BTF_FUNCTION },
	{ .name = "bpf_rdonly_cast", .kind = BTF_FUNCTION },
	{ .name = "task_struct", .kind = BTF_TASK },	/* a type to try it with */
};
enum { PREEMPT_DISABLE, PREEMPT_ENABLE, RDONLY_CAST, TASK };

u32 feature_kfunc(u32 helper)
{
	return kfuncs[helper - KFUNC_FIRST].id;
}

/* preempt_disable(); preempt_enable(); r0 = 0; exit */
static int try_no_preempt(void)
{
	int r = find_functions(kfuncs + PREEMPT_DISABLE, 2, 0x60a00);
	const struct bpf_insn insns[] = {
		{ .code = BPF_JMP | BPF_CALL, .src_reg = BPF_PSEUDO_KFUNC_CALL,
		  .imm = (s32)kfuncs[PREEMPT_DISABLE].id },
		{ .code = BPF_JMP | BPF_CALL, .src_reg = BPF_PSEUDO_KFUNC_CALL,
		  .imm = (s32)kfuncs[PREEMPT_ENABLE].id },
		nothing[0], nothing[1],
	};

	return r ? r : yes(load(BPF_PROG_TYPE_KPROBE, 0, insns, ARRAY_SIZE(insns)));
}

/* r1 = 0; r2 = type; r1 = rdonly_cast(r1, r2); r0 = 0; exit */
static int try_cast_to(u32 type)
{
	const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 1 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 2, .imm = (s32)type },
		{ .code = BPF_JMP | BPF_CALL, .src_reg = BPF_PSEUDO_KFUNC_CALL,
		  .imm = (s32)kfuncs[RDONLY_CAST].id },
		nothing[0], nothing[1],
	};

	return yes(load(BPF_PROG_TYPE_KPROBE, 0, insns, ARRAY_SIZE(insns)));
}

static int try_rdonly_cast(void)
{
	int r = find_functions(kfuncs + RDONLY_CAST, 2, 0x60200);

	return r ? r : try_cast_to(kfuncs[TASK].id);
}

static int try_rdonly_mem(void)
{
	return feature_has(FEATURE_RDONLY_CAST) ? try_cast_to(0) :
						  -feature_errno(FEATURE_RDONLY_CAST);
}

static int load_tracing(u32 attach_type, const char *function)
{
	struct sysbpf_prog p = {
		.type = PROG_TRACING, .expected_attach_type = attach_type,
		.insns = nothing, .n_insns = ARRAY_SIZE(nothing),
	};
	struct btf_brief f = { .name = function, .kind = BTF_FUNCTION };
	int r = find_functions(&f, 1, 0x50500);

	if (r)
		return r;
	p.attach_btf_id = f.id;
	return sysbpf_prog_load(&p);
}

/* A kernel that allows such programs says that 0 is no function.  It checks permissions before. */
bool feature_refuses_tracing(void)
{
	static s32 fd;		/* 0: not tried */
	struct sysbpf_prog p = {
		.type = PROG_TRACING, .expected_attach_type = ATTACH_FENTRY,
		.insns = nothing, .n_insns = ARRAY_SIZE(nothing),
	};

	if (!fd)
		fd = sysbpf_prog_load(&p);
	return fd == -EPERM;
}

/* Only the kernel's own tests call bpf_fentry_test1. */
static int try_trampoline(void)
{
	int fd = load_tracing(ATTACH_FENTRY, "bpf_fentry_test1"), r;

	if (fd < 0)
		return fd;
	r = yes(sysbpf_raw_tracepoint(NULL, fd));
	close(fd);
	return r;
}

static int try_iter(void)
{
	return yes(load_tracing(ATTACH_ITER, "bpf_iter_task"));
}

/* ---- the table ---- */

static const struct trial {
	u16 helper;		/* helper to call; 0: none */
	bool is_path;
	union {
		const char *path;	/* must be readable */
		int (*try)(void);	/* 0 or -errno */
	};
} trials[FEATURES] = {
	[FEATURE_BPF] = { .try = try_bpf },
	[FEATURE_RINGBUF] = { .try = try_ringbuf },
	[FEATURE_MMAP_ARRAY] = { .try = try_mmap_array },
	[FEATURE_NO_PREALLOC] = { .try = try_no_prealloc },
	[FEATURE_BATCH] = { .try = try_batch },
	/* not probe_read_kernel(), which lockdown forbids */
	[FEATURE_PROBE_READ_KU] = { .helper = HELPER_probe_read_user },
	[FEATURE_BOOT_NS] = { .helper = HELPER_ktime_get_boot_ns },
	[FEATURE_TEST_RUN] = { .try = try_test_run },
	[FEATURE_PERF_LINK] = { .try = try_perf_link },
	[FEATURE_KPROBE_MULTI] = { .try = try_kprobe_multi },
	[FEATURE_UPROBE_MULTI] = { .try = try_uprobe_multi },
	[FEATURE_FUNC_IP] = { .helper = HELPER_get_func_ip },
	[FEATURE_KPROBE_PMU] = { .try = try_kprobe },
	[FEATURE_RETURNS] = { .try = try_returns },
	[FEATURE_UPROBE_PMU] = { .is_path = true, .path = PMU("uprobe") },
	[FEATURE_TRACEPOINT] = { .try = try_tracepoint },
	[FEATURE_PERF_CLOCK] = { .try = try_perf_clock },
	[FEATURE_HARDWARE] = { .try = try_hardware },
	[FEATURE_BREAKPOINT] = { .try = try_breakpoint },
	[FEATURE_ITER] = { .try = try_iter },
	[FEATURE_TRAMPOLINE] = { .try = try_trampoline },
	[FEATURE_LOOP] = { .helper = HELPER_loop },
	[FEATURE_FOR_EACH] = { .helper = HELPER_for_each_map_elem },
	[FEATURE_TASK_STORAGE] = { .helper = HELPER_task_storage_get },
	[FEATURE_TASK_BTF] = { .helper = HELPER_get_current_task_btf },
	[FEATURE_TASK_REGS] = { .helper = HELPER_task_pt_regs },
	[FEATURE_BTF] = { .is_path = true, .path = "/sys/kernel/btf/vmlinux" },
	[FEATURE_TAI_NS] = { .helper = HELPER_ktime_get_tai_ns },
	[FEATURE_NS_PID] = { .helper = HELPER_get_ns_current_pid_tgid },
	[FEATURE_OVERRIDE] = { .helper = HELPER_override_return },
	[FEATURE_PERCPU_LOOKUP] = { .helper = HELPER_map_lookup_percpu_elem },
	[FEATURE_NO_PREEMPT] = { .try = try_no_preempt },
	[FEATURE_RDONLY_CAST] = { .try = try_rdonly_cast },
	[FEATURE_ATOMIC] = { .try = try_atomic },
	[FEATURE_RDONLY_MEM] = { .try = try_rdonly_mem },
	[FEATURE_DIV64] = { .try = try_div64 },
	[FEATURE_JIT] = { .try = try_jit },
};

static const char names[FEATURES][14] = {
#define X(id, name, what, needs) name,
#include "base/feature.def"
#undef X
};

static struct { bool known; s16 err; } state[FEATURES];	/* err: an errno */

/* Is "-NAME" one of the words between commas in AWL_FEATURES? */
bool feature_is_off(enum feature f)
{
	size_t n = strlen(names[f]);

	for (const char *p = getenv("AWL_FEATURES"); p; p = strchr(p, ',')) {
		p += *p == ',';
		if (*p == '-' && !strncmp(p + 1, names[f], n) && (!p[n + 1] || p[n + 1] == ','))
			return true;
	}
	return false;
}

static int try(enum feature f)
{
	const struct trial *t = &trials[f];

	if (feature_is_off(f))
		return -EOPNOTSUPP;
	if (t->helper)
		return try_helper(t->helper);
	if (t->is_path)
		return readable(t->path);
	return t->try();
}

int feature_errno(enum feature f)
{
	if (!state[f].known) {
		state[f].err = (s16)-try(f);
		state[f].known = true;
	}
	return state[f].err;
}

bool feature_has(enum feature f)
{
	return !feature_errno(f);
}

const char *feature_name(enum feature f)
{
	return names[f];
}
