/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel_live.c - tests the kernel interfaces of src/kernel on a real kernel.
 *
 * Needs root.  With a user id as argument it becomes that user and only prints the features.
 * Otherwise it prints the features, makes a small program by hand, attaches it in every way the
 * kernel offers, and checks whether it ran, on which CPUs, and what it saw.  The programs check the
 * process id first, so that only this process is traced.  All objects go away when it ends.
 * The last line is N passed, N failed, N skipped.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/bpf.h>
#include <sched.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arch/arch.h"
#include "bpf/insn.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "kernel/sysbpf.h"
#include "kernel/sysperf.h"
#include "kernel/tracefs.h"
#include "symbols/ksyms.h"

static int passed, failed, skipped;
static const struct arch *arch;
static u32 *cpu_list, n_cpus;	/* online */

#define CHECK(x, name, n) do {						\
	bool ok_ = (x);							\
	check(ok_, #x, __LINE__, name, n);				\
} while (0)
static void check(bool ok, const char *what, int line, const char *name, s64 n)
{
	ok ? passed++ : failed++;
	printf("%s %s (%lld)", ok ? "ok  " : "FAIL", name, (long long)n);
	if (!ok)
		printf(" line %d: %s", line, what);
	printf("\n");
}

static bool need(enum feature f, const char *name)
{
	if (feature_has(f))
		return true;
	skipped++;
	printf("skip %s: %s\n", name, strerror(feature_errno(f)));
	return false;
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- a program that counts and keeps a value ---- */

struct code { struct bpf_insn v[64]; u32 n; u32 outs[8], n_outs; };

static void op(struct code *c, u8 code, u8 dst, u8 src, s16 off, s32 imm)
{
	c->v[c->n++] = (struct bpf_insn){ .code = code, .dst_reg = dst, .src_reg = src,
					  .off = off, .imm = imm };
}

static void call(struct code *c, s32 helper)
{
	op(c, BPF_JMP | BPF_CALL, 0, 0, 0, helper);
}

static void out_if(struct code *c, u8 cond, s32 imm)
{
	c->outs[c->n_outs++] = c->n;
	op(c, BPF_JMP | cond | BPF_K, 0, 0, 0, imm);
}

enum { SEE_NOTHING = -1, SEE_COOKIE = -2, SEE_FUNC_IP = -3 };	/* else: a context offset */

static void see(struct code *c, int what, u32 size)
{
	op(c, BPF_ALU64 | BPF_MOV | BPF_K, 7, 0, 0, 0);
	if (what >= 0)
		op(c, BPF_LDX | BPF_MEM | (size == 4 ? BPF_W : BPF_DW), 7, 6, (s16)what, 0);
	if (what >= 0 || what == SEE_NOTHING)
		return;
	op(c, BPF_ALU64 | BPF_MOV | BPF_X, 1, 6, 0, 0);
	call(c, what == SEE_COOKIE ? HELPER_get_attach_cookie : HELPER_get_func_ip);
	op(c, BPF_ALU64 | BPF_MOV | BPF_X, 7, 0, 0, 0);
}

/*
 * r6 = r1; if (pid != ours) goto out; r7 = the value to see
 * r0 = lookup(map, 0); if (!r0) goto out; r0[0]++; r0[1] = r7; out: return 0
 */
static int load_counter(u32 type, u32 attach_type, int map, int what, u32 size)
{
	struct code c = { 0 };
	static char log[65536];
	struct sysbpf_prog p = {
		.name = "live-test", .type = type, .expected_attach_type = attach_type,
		.insns = c.v, .kern_version = host_kernel_version(),
	};
	int fd;

	op(&c, BPF_ALU64 | BPF_MOV | BPF_X, 6, 1, 0, 0);
	call(&c, HELPER_get_current_pid_tgid);
	op(&c, BPF_ALU64 | BPF_RSH | BPF_K, 0, 0, 0, 32);
	out_if(&c, BPF_JNE, getpid());
	see(&c, what, size);
	op(&c, BPF_ST | BPF_MEM | BPF_W, 10, 0, -4, 0);
	op(&c, BPF_ALU64 | BPF_MOV | BPF_X, 2, 10, 0, 0);
	op(&c, BPF_ALU64 | BPF_ADD | BPF_K, 2, 0, 0, -4);
	op(&c, BPF_LD | BPF_DW | BPF_IMM, 1, BPF_PSEUDO_MAP_FD, 0, map);
	op(&c, 0, 0, 0, 0, 0);
	call(&c, HELPER_map_lookup_elem);
	out_if(&c, BPF_JEQ, 0);
	op(&c, BPF_LDX | BPF_MEM | BPF_DW, 1, 0, 0, 0);
	op(&c, BPF_ALU64 | BPF_ADD | BPF_K, 1, 0, 0, 1);
	op(&c, BPF_STX | BPF_MEM | BPF_DW, 0, 1, 0, 0);
	op(&c, BPF_STX | BPF_MEM | BPF_DW, 0, 7, 8, 0);
	for (u32 i = 0; i < c.n_outs; i++)
		c.v[c.outs[i]].off = (s16)(c.n - c.outs[i] - 1);
	op(&c, BPF_ALU64 | BPF_MOV | BPF_K, 0, 0, 0, 0);
	op(&c, BPF_JMP | BPF_EXIT, 0, 0, 0, 0);
	p.n_insns = c.n;
	fd = sysbpf_prog_load(&p);
	if (fd < 0) {
		p.log = log;
		p.log_size = sizeof(log);
		p.log_level = 1;
		sysbpf_prog_load(&p);
		printf("load: %s\n%s\n", strerror(-fd), log);
	}
	return fd;
}

struct value { u64 count, seen; };

static int new_map(void)
{
	struct sysbpf_map m = {
		.name = "live test", .type = BPF_MAP_TYPE_PERCPU_ARRAY, .key_size = 4,
		.value_size = sizeof(struct value), .max_entries = 1,
	};

	return sysbpf_map_create(&m);
}

/* Returns the sum of the counts, the last value, and on how many CPUs it ran.  Empties the map. */
static struct value take(int map, u32 *cpus)
{
	struct value v[64] = { 0 }, zero[64] = { 0 }, sum = { 0 };
	u32 key = 0;

	*cpus = 0;
	sysbpf_map_lookup(map, &key, v);
	for (u32 i = 0; i < host_cpus_possible() && i < 64; i++) {
		sum.count += v[i].count;
		if (v[i].count) {
			sum.seen = v[i].seen;
			++*cpus;
		}
	}
	sysbpf_map_update(map, &key, zero, 0);
	return sum;
}

/* Reads /dev/zero n times on every online CPU. */
static u32 do_reads(int n)
{
	int fd = open("/dev/zero", O_RDONLY);
	char c;

	for (u32 i = 0; i < n_cpus; i++) {
		cpu_set_t set;

		CPU_ZERO(&set);
		CPU_SET(cpu_list[i], &set);
		sched_setaffinity(0, sizeof(set), &set);
		for (int k = 0; k < n; k++)
			if (read(fd, &c, 1) != 1)
				break;
	}
	close(fd);
	return n_cpus;
}

/* ---- tests ---- */

static void test_features(void)
{
	for (u32 f = 0; f < FEATURES; f++) {
		double t = seconds();
		int e = feature_errno(f);

		t = seconds() - t;
		printf("%-14s %-3s %8.0f us  %s%s%s\n", feature_name(f), e ? "no" : "yes", t * 1e6,
		       feature_what(f), e ? ": " : "", e ? strerror(e) : "");
	}
}

static u64 address_of(const char *name)
{
	struct kname n = { name, "", 0, 0 };
	struct ksyms k;

	ksyms_init(&k, NULL);
	ksyms_lookup(&k, &n, 1);
	ksyms_free(&k);
	return n.addr;
}

static void hits(int map, const char *name, u32 n)
{
	u32 online, cpus;
	struct value v;

	take(map, &cpus);
	online = do_reads((int)n);
	v = take(map, &cpus);
	CHECK(v.count == (u64)n * online && cpus == (n ? online : 0), name, (s64)v.count);
}

static void kprobe_at(int map, const char *name, s64 offset, bool is_return)
{
	u64 base = address_of("vfs_read");
	int fd = sysperf_kprobe("vfs_read", (u64)offset, is_return), prog;
	struct value v;
	s64 delta;
	u32 cpus;

	if (fd == -EILSEQ || (fd == -EINVAL && offset)) {
		printf("     vfs_read+%lld: no instruction starts there\n", (long long)offset);
		return;
	}
	CHECK(fd >= 0, name, fd);
	prog = load_counter(BPF_PROG_TYPE_KPROBE, 0, map, arch->ip, arch->word);
	CHECK(prog >= 0 && !sysperf_set_bpf(fd, prog), "  set_bpf", prog);
	hits(map, "  hits", 10);
	do_reads(1);
	v = take(map, &cpus);
	/* With CONFIG_X86_KERNEL_IBT a probe at an entry is placed after its endbr64. */
	delta = (s64)(v.seen - base) - offset;
	if (!is_return)
		CHECK(delta == arch->kprobe_ip_bias ||
		      (arch == &arch_x86_64 && !offset && delta == 5), "  ip - address", delta);
	close(prog);
	close(fd);
	hits(map, "  gone after close", 0);
}

static void test_kprobe(int map)
{
	if (!need(FEATURE_KPROBE_PMU, "kprobe"))
		return;
	kprobe_at(map, "kprobe vfs_read", 0, false);
	for (int off = 1; off <= 16; off++)
		if (arch == &arch_x86_64 || off % 4 == 0)
			kprobe_at(map, "kprobe vfs_read+offset", off, false);
	kprobe_at(map, "kretprobe vfs_read", 0, true);
	CHECK(sysperf_kprobe("no_such_function", 0, false) < 0, "kprobe refused",
	      sysperf_kprobe("no_such_function", 0, false));
}

static void kprobe_addr(int map)
{
	u64 addr = address_of("vfs_read");
	int fd = sysperf_kprobe(NULL, addr, false), prog;

	CHECK(fd >= 0, "kprobe by address", fd);
	prog = load_counter(BPF_PROG_TYPE_KPROBE, 0, map, arch->ip, arch->word);
	CHECK(!sysperf_set_bpf(fd, prog) && !sysperf_enable(fd), "  set_bpf, enable", prog);
	hits(map, "  hits", 10);
	close(prog);
	close(fd);
}

static void test_link(int map)
{
	int fd, prog, link;
	struct value v;
	u32 cpus;

	if (!need(FEATURE_PERF_LINK, "link") || !need(FEATURE_KPROBE_PMU, "link of a kprobe"))
		return;
	fd = sysperf_kprobe("vfs_read", 0, false);
	prog = load_counter(BPF_PROG_TYPE_KPROBE, 0, map, SEE_COOKIE, 8);
	link = sysbpf_link_perf(prog, fd, 0x123456789abcdefull);
	CHECK(link >= 0, "perf link", link);
	hits(map, "  hits", 10);
	do_reads(1);
	v = take(map, &cpus);
	CHECK(v.seen == 0x123456789abcdefull, "  cookie", (s64)v.seen);
	CHECK(sysbpf_link_missed(link) == 0, "  missed", (s64)sysbpf_link_missed(link));
	close(link);
	close(prog);
	prog = load_counter(BPF_PROG_TYPE_KPROBE, 0, map, SEE_FUNC_IP, 8);
	CHECK(!sysperf_set_bpf(fd, prog), "func_ip", prog);
	do_reads(1);
	v = take(map, &cpus);
	v.seen -= address_of("vfs_read");
	CHECK(!v.seen, "  is the address", (s64)v.seen);
	close(prog);
	close(fd);
}

static void test_multi(int map)
{
	const char *syms[] = { "vfs_read", "vfs_write" };
	u64 cookies[] = { 77, 78 }, addrs[] = { address_of("vfs_write"), address_of("vfs_read") };
	int prog, link;
	struct value v;
	u32 cpus;

	if (!need(FEATURE_KPROBE_MULTI, "kprobe_multi"))
		return;
	prog = load_counter(BPF_PROG_TYPE_KPROBE, 42, map, SEE_COOKIE, 8);
	link = sysbpf_link_kprobe_multi(prog, syms, NULL, cookies, 2, false);
	CHECK(link >= 0, "kprobe_multi by name", link);
	hits(map, "  hits", 10);
	close(link);
	link = sysbpf_link_kprobe_multi(prog, NULL, addrs, cookies, 2, true);
	CHECK(link >= 0, "kprobe_multi by address, return", link);
	do_reads(1);
	v = take(map, &cpus);
	CHECK(v.seen == 78, "  cookie", (s64)v.seen);
	close(link);
	close(prog);
	prog = load_counter(BPF_PROG_TYPE_KPROBE, 42, map, arch->ip, arch->word);
	link = sysbpf_link_kprobe_multi(prog, syms, NULL, NULL, 2, false);
	do_reads(1);
	v = take(map, &cpus);
	CHECK(v.count, "  ip - address in kprobe_multi", (s64)(v.seen - addrs[1]));
	close(link);
	close(prog);
	prog = load_counter(BPF_PROG_TYPE_KPROBE, 42, map, SEE_FUNC_IP, 8);
	link = sysbpf_link_kprobe_multi(prog, syms, NULL, NULL, 2, false);
	do_reads(1);
	v = take(map, &cpus);
	CHECK(v.seen == addrs[1], "  func_ip in kprobe_multi", (s64)(v.seen - addrs[1]));
	close(link);
	close(prog);
}

static void test_tracepoint(int map, struct tracefs *t)
{
	struct tp_event e = { 0 };
	u32 cpus, n = 0;
	struct value v;
	int fd, prog;

	if (!t->dir || !need(FEATURE_TRACEPOINT, "tracepoint"))
		return;
	CHECK(!tracefs_event(t, "sched", "sched_process_fork", arch, &e), "format", 0);
	for (u32 i = 0; e.record && i < e.record->count; i++)
		printf("     %s %s +%u\n", e.record->members[i].type->name ?
		       e.record->members[i].type->name : "?", e.record->members[i].name,
		       e.record->members[i].off);
	fd = sysperf_tracepoint(e.id);
	CHECK(fd >= 0, "tracepoint", fd);
	prog = load_counter(BPF_PROG_TYPE_TRACEPOINT, 0, map, SEE_NOTHING, 8);
	CHECK(!sysperf_set_bpf(fd, prog), "  set_bpf", prog);
	take(map, &cpus);
	for (; n < 6; n++) {
		pid_t pid;

		do_reads(0);	/* ends on the last CPU */
		pid = fork();
		if (!pid)
			_exit(0);
		waitpid(pid, NULL, 0);
	}
	v = take(map, &cpus);
	CHECK(v.count == n, "  hits", (s64)v.count);
	close(prog);
	close(fd);
}

static void test_clock(int map)
{
	u32 cpu = host_cpus_possible() - 1, cpus;
	int fd = sysperf_clock((int)cpu, 1000000, 0), prog;
	double t = seconds();
	struct value v;

	CHECK(fd >= 0, "clock", fd);
	prog = load_counter(BPF_PROG_TYPE_PERF_EVENT, 0, map, SEE_NOTHING, 8);
	CHECK(!sysperf_set_bpf(fd, prog) && !sysperf_enable(fd), "  set_bpf", prog);
	take(map, &cpus);
	do_reads(1);
	while (seconds() - t < 0.3)
		;
	v = take(map, &cpus);
	CHECK(v.count > 20, "  ticks in 0.3 s at 1 kHz", (s64)v.count);
	close(prog);
	close(fd);
}

static void test_run(int map)
{
	u64 ctx[2] = { 1, 0xfeedfacecafe }, misses, runs;
	u32 cpus, xlated, jited;
	struct value v;
	int prog, r;

	if (!need(FEATURE_TEST_RUN, "test_run"))
		return;
	prog = load_counter(BPF_PROG_TYPE_RAW_TRACEPOINT, 0, map, 8, 8);
	take(map, &cpus);
	r = sysbpf_test_run(prog, ctx, 2, &(u32){ 0 });
	v = take(map, &cpus);
	CHECK(!r && v.count == 1 && v.seen == ctx[1], "test_run", r);
	r = sysbpf_prog_sizes(prog, &xlated, &jited);
	CHECK(!r && xlated, "  translated bytes", xlated);
	printf("     jited %u\n", jited);
	r = sysbpf_prog_stats(prog, &misses, &runs);
	CHECK(!r && !misses, "  stats", (s64)runs);
	close(prog);
}

static u64 read_batches(int map, bool del)
{
	u32 keys[300], token[2], count = 300;
	u64 values[300], sum = 0;
	bool more = false;
	int r;

	do {
		count = 300;
		r = sysbpf_map_batch(map, more ? token : NULL, token, keys, values, &count, del);
		more = true;
		for (u32 i = 0; i < count; i++)
			sum += values[i];
	} while (!r);
	return r == -ENOENT ? sum : 0;
}

static void test_maps(void)
{
	struct sysbpf_map m = { "h", BPF_MAP_TYPE_HASH, 4, 8, 2000, 0 };
	int map = sysbpf_map_create(&m), r;
	u64 value, sum = 0;
	u32 key, next, n = 0;

	CHECK(map >= 0, "hash", map);
	for (key = 1; key <= 1000; key++) {
		value = key;
		sum += key;
		sysbpf_map_update(map, &key, &value, 0);
	}
	for (r = sysbpf_map_next(map, NULL, &next); !r; r = sysbpf_map_next(map, &key, &next)) {
		key = next;
		n++;
	}
	CHECK(n == 1000 && r == -ENOENT, "  keys one by one", n);
	key = 7;
	CHECK(!sysbpf_map_lookup(map, &key, &value) && value == 7, "  lookup", (s64)value);
	CHECK(!sysbpf_map_delete(map, &key) && sysbpf_map_lookup(map, &key, &value) == -ENOENT,
	      "  delete", 0);
	if (need(FEATURE_BATCH, "batch")) {
		CHECK(read_batches(map, false) == sum - 7, "  batches", (s64)sum);
		CHECK(read_batches(map, true) == sum - 7, "  batches, deleting", 0);
		CHECK(sysbpf_map_next(map, NULL, &next) == -ENOENT, "  empty now", 0);
	}
	close(map);
}

/* ---- symbols and lists ---- */

static int count_symbol(void *arg, u64 addr, char kind, const char *name, const char *module)
{
	(void)addr;
	(void)kind;
	(void)name;
	(void)module;
	++*(u32 *)arg;
	return 0;
}

static int keep_some(void *arg, u64 addr, char kind, const char *name, const char *module)
{
	static u32 i;

	(void)kind;
	(void)name;
	(void)module;
	if (++i % 97 == 0)
		ksyms_want(arg, addr + 3);
	return 0;
}

static void test_ksyms(void)
{
	struct ksyms k;
	struct kname n[] = { { "vfs_read" }, { "schedule" }, { "vfs_write" } };
	const struct ksym *s;
	double t = seconds();
	u32 count = 0;

	ksyms_init(&k, NULL);
	ksyms_each(&k, count_symbol, &count);
	printf("     %u symbols, each() %.1f ms\n", count, (seconds() - t) * 1e3);
	t = seconds();
	CHECK(!ksyms_lookup(&k, n, 3) && n[0].addr, "lookup", n[0].found);
	printf("     lookup() %.1f ms\n", (seconds() - t) * 1e3);
	ksyms_want(&k, n[0].addr + 5);
	t = seconds();
	CHECK(!ksyms_resolve(&k), "resolve", 0);
	printf("     resolve() of one %.1f ms\n", (seconds() - t) * 1e3);
	s = ksyms_find(&k, n[0].addr + 5);
	CHECK(s && !strcmp(s->name, "vfs_read"), s ? s->name : "not found", 5);
	ksyms_each(&k, keep_some, &k);
	count = (u32)k.wanted.n;
	t = seconds();
	ksyms_resolve(&k);
	printf("     resolve() of %u %.1f ms\n", count, (seconds() - t) * 1e3);
	ksyms_free(&k);
}

static int count_name(void *arg, const char *a, const char *b)
{
	(void)a;
	(void)b;
	++*(u32 *)arg;
	return 0;
}

static int check_format(void *arg, const char *category, const char *name)
{
	struct tracefs *t = arg;
	struct tp_event e;
	int r = tracefs_event(t, category, name, arch, &e);

	if (r || !e.id) {
		printf("     %s:%s: %s\n", category, name, strerror(-r));
		return 0;
	}
	for (u32 i = 0; i < e.record->count; i++) {
		const struct member *m = &e.record->members[i];

		if (!m->is_loc && m->type->kind == TY_ARRAY && m->type->elem->size == 1 &&
		    m->type->count > 16)
			printf("     %s:%s %s %s\n", category, name, m->type->name, m->name);
	}
	return 0;
}

static void test_lists(struct tracefs *t)
{
	double at = seconds();
	u32 n = 0;

	if (!t->dir)
		return;
	CHECK(!tracefs_each_event(t, "*", "*", count_name, &n) && n > 100, "events", n);
	printf("     %.1f ms\n", (seconds() - at) * 1e3);
	at = seconds();
	CHECK(!tracefs_each_event(t, "*", "*", check_format, t), "all formats", n);
	printf("     %.1f ms, %zu bytes\n", (seconds() - at) * 1e3, t->arena->used);
	n = 0;
	at = seconds();
	CHECK(!tracefs_each_function(t, NULL, "*", count_name, &n) && n, "functions", n);
	printf("     %.1f ms\n", (seconds() - at) * 1e3);
}

/* ---- uprobe on ourselves ---- */

__attribute__((noinline, noclone)) static int probed(volatile int x)
{
	return x + 1;
}

/* The place of the function in the file, from the mapping's start and offset. */
static u64 file_offset(const void *func)
{
	char *text = host_read_file("/proc/self/maps", NULL), *line, *rest = text;
	unsigned long long from, to, off, at = (uintptr_t)func & ~(uintptr_t)1, r = 0;

	while (text && (line = strsep(&rest, "\n")))
		if (sscanf(line, "%llx-%llx %*s %llx", &from, &to, &off) == 3 &&
		    from <= at && at < to)
			r = at - from + off;
	mem_free(text);
	return r;
}

static void test_uprobe(int map)
{
	int fd, prog;
	struct value v;
	u32 cpus;

	if (!need(FEATURE_UPROBE_PMU, "uprobe"))
		return;
	fd = sysperf_uprobe("/proc/self/exe", file_offset(probed), false, getpid(), 0);
	CHECK(fd >= 0, "uprobe", fd);
	if (fd < 0)
		return;
	prog = load_counter(BPF_PROG_TYPE_KPROBE, 0, map, arch->ip, arch->word);
	CHECK(!sysperf_set_bpf(fd, prog), "  set_bpf", prog);
	take(map, &cpus);
	for (int i = 0; i < 5; i++)
		probed(i);
	v = take(map, &cpus);
	CHECK(v.count == 5 || arch == &arch_arm, "  hits", (s64)v.count);
	printf("     ip - address %lld\n", (long long)(v.seen - (uintptr_t)probed));
	close(prog);
	close(fd);
}

static void show_as_user(int uid)
{
	struct arena a = { 0 };
	struct tracefs t;
	struct ksyms k;
	int r;

	if (setgid((gid_t)uid) || setuid((uid_t)uid))
		return;
	test_features();
	r = tracefs_open(&t, &a, NULL, NULL);
	printf("tracefs: %s\n", strerror(-r));
	ksyms_init(&k, NULL);
	ksyms_want(&k, arch->kernel_start + 1);
	r = ksyms_resolve(&k);
	printf("ksyms: %s, hidden %d\n", strerror(-r), k.hidden);
	ksyms_free(&k);
	arena_free(&a);
}

int main(int argc, char **argv)
{
	struct arena a = { 0 };
	struct tracefs t;
	int map, r;

	if (argc > 1) {
		arch = arch_find(host_machine());
		show_as_user(atoi(argv[1]));
		return 0;
	}
	arch = arch_find(host_machine());
	n_cpus = host_cpus_online(&a, &cpu_list);
	printf("%s %s version %#x, %u CPUs, %llu MB, lockdown %s\n", host_release(), host_machine(),
	       host_kernel_version(), host_cpus_possible(),
	       (unsigned long long)host_memory() >> 20, host_lockdown());
	printf("realtime - boot %lld, - mono %lld; CAP_BPF %d\n",
	       (long long)host_realtime_minus_boot(), (long long)host_realtime_minus_mono(),
	       host_capable(39));
	test_features();
	r = tracefs_open(&t, &a, NULL, NULL);
	printf("tracefs: %s\n", t.dir ? t.dir : strerror(-r));
	skipped += !t.dir;
	map = new_map();
	CHECK(map >= 0, "map", map);
	test_kprobe(map);
	if (feature_has(FEATURE_KPROBE_PMU))
		kprobe_addr(map);
	test_link(map);
	test_multi(map);
	test_tracepoint(map, &t);
	test_clock(map);
	test_run(map);
	test_uprobe(map);
	test_maps();
	test_ksyms();
	test_lists(&t);
	close(map);
	arena_free(&a);
	printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
	return failed != 0;
}
