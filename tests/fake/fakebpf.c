/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fakebpf.c - bpf() of the test kernel: programs and records.  Maps are in fakemap.c.
 */
#define _GNU_SOURCE
#include "tests/fake/fakebpf.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernel/feature.h"
#include "kernel/host.h"
#include "kernel/sysbpf.h"
#include "run/events.h"
#include "tests/fake/fakebpf_priv.h"

/* Enough CPUs to make per-CPU values interesting, on any machine. */
u32 __wrap_host_cpus_possible(void);
u32 __wrap_host_cpus_possible(void)
{
	return FAKE_CPUS;
}

/* The PID namespace that the test chose instead of the real one. */
void __wrap_host_pid_ns(u64 *dev, u64 *ino);
void __wrap_host_pid_ns(u64 *dev, u64 *ino)
{
	*dev = fake.has_ns ? FAKE_NS_DEV : 0;
	*ino = fake.has_ns ? FAKE_NS_INO : 0;
}

void fakebpf_namespace(bool own)
{
	fake.has_ns = own;
}

/* ---- features ---- */

static const char *const names[] = {
#define X(id, name, what, needs) name,
#include "base/feature.def"
#undef X
};
static const char *lacks = "";

void fakebpf_lacks(const char *list)
{
	lacks = list;
}

static bool is_lacking(const char *name)
{
	size_t n = strlen(name);

	for (const char *s = lacks; (s = strstr(s, name)); s += n)
		if ((s == lacks || s[-1] == ',') && (!s[n] || s[n] == ','))
			return true;
	return false;
}

bool feature_has(enum feature f)
{
	return !is_lacking(names[f]) && (f != FEATURE_JIT || !getenv("FAKEBPF_NO_JIT"));
}

u32 feature_kfunc(u32 helper) { return helper; }
int feature_errno(enum feature f) { return feature_has(f) ? 0 : EOPNOTSUPP; }
const char *feature_name(enum feature f) { return names[f]; }
const char *feature_what(enum feature f) { (void)f; return "fake"; }
const char *feature_needs(enum feature f) { (void)f; return ""; }
bool feature_is_off(enum feature f) { return !feature_has(f); }
bool feature_refuses_tracing(void) { return false; }

/* ---- maps ---- */

/* FAKEBPF_NO_JIT: the JIT is off.  FAKEBPF_MAP=12: creating a map fails with errno 12; the same for
 * programs with FAKEBPF_PROG. */
static int refusal(const char *variable)
{
	const char *s = getenv(variable);

	return s ? -atoi(s) : 0;
}

int sysbpf_map_create(const struct sysbpf_map *m)
{
	int err = refusal("FAKEBPF_MAP");

	return err ? err : fakemap_create(m->type, m->key_size, m->value_size, m->max_entries,
					  m->flags);
}

/* Programs never run at the same time here, so there is nothing to wait for. */
int sysbpf_wait_for_programs(void) { return 0; }

int sysbpf_map_lookup(int fd, const void *key, void *value)
{
	return fakemap_lookup(fd, key, value);
}

int sysbpf_map_update(int fd, const void *key, const void *value, u64 flags)
{
	return fakemap_update(fd, key, value, flags);
}

int sysbpf_map_delete(int fd, const void *key)
{
	return fakemap_delete(fd, key);
}

int sysbpf_map_next(int fd, const void *key, void *next)
{
	return fakemap_next(fd, key, next);
}

int sysbpf_map_batch(int fd, const void *in, void *out, void *keys, void *values,
		     u32 *count, bool del)
{
	if (is_lacking("batch"))	/* before 5.6 */
		return -EINVAL;
	return fakemap_batch(fd, in, out, keys, values, count, del);
}

/* ---- programs ---- */

/* The kernel needs a type for each function that is called or whose address is taken. */
static bool is_referenced(const struct sysbpf_prog *p, u32 start)
{
	for (u32 i = 0; i < p->n_insns; i++)
		if (p->insns[i].code == (BPF_LD | BPF_IMM | BPF_DW) &&
		    p->insns[i].src_reg == BPF_PSEUDO_FUNC &&
		    i + 1 + (u32)p->insns[i].imm == start)
			return true;
	return false;
}

/* The number in the test's line `complex`, which counts before anything happens. */
static u64 complex_ones(void)
{
	for (u32 i = 0; i < fake.n_lines; i++)
		if (!strncmp(fake.lines[i], "complex: ", 9))
			return strtoul(fake.lines[i] + 9, NULL, 10);
	return 0;
}

int sysbpf_prog_load(const struct sysbpf_prog *p)
{
	struct fake_prog prog = { .n = p->n_insns };

	if (refusal("FAKEBPF_PROG") && p->log && p->log_level)
		snprintf(p->log, p->log_size, "0: (b7) r0 = 0\nR1 is not what it should be\n");
	if (refusal("FAKEBPF_PROG"))
		return refusal("FAKEBPF_PROG");
	if (fake.refused++ < complex_ones()) {
		if (p->log && p->log_level)	/* the last lines as in kernel/bpf/verifier.c */
			snprintf(p->log, p->log_size, "0: R1=ctx() R10=fp0\n0: (b7) r0 = 0\n"
				 "BPF program is too large. Processed 1000001 insn\n"
				 "processed 1000001 insns (limit 1000000) max_states_per_insn 4 "
				 "total_states 9 peak_states 9 mark_read 1\n");
		return -E2BIG;
	}
	for (u32 i = 1; i < p->n_starts; i++)
		if (!is_referenced(p, p->starts[i])) {
			fprintf(stderr, "fakebpf: function at %u is never used\n", p->starts[i]);
			return -EINVAL;
		}
	fakemap_init();
	prog.fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	prog.insns = mem_alloc(p->n_insns * sizeof(*p->insns));
	memcpy(prog.insns, p->insns, p->n_insns * sizeof(*p->insns));
	vec_push(&fake.progs, prog);
	return prog.fd;
}

/* The newest program is meant: descriptors of closed ones are used again. */
static struct fake_prog *prog_of(int fd)
{
	for (u32 i = (u32)fake.progs.n; i-- > 0; )
		if (fake.progs.v[i].fd == fd)
			return &fake.progs.v[i];
	return NULL;
}

u32 fakebpf_run(int fd, void *ctx, u32 size, const char *name)
{
	const struct fake_prog *p = prog_of(fd);
	u64 r0 = 0;

	if (!p)
		return 0;
	bpfvm_load(&fake.vm, p->insns, p->n);
	if (bpfvm_run(&fake.vm, ctx, size, &r0))
		return (u32)r0;
	fprintf(stderr, "bpfvm: %s: %s\n", name, fake.vm.error);
	fake.failed = true;
	return (u32)r0;
}

static u64 test_runs;	/* runs of all programs */

int sysbpf_test_run(int prog_fd, const u64 *ctx, u32 n, u32 *retval)
{
	u64 copy[16] = { 0 };

	if (n)
		memcpy(copy, ctx, n * 8);
	*retval = fakebpf_run(prog_fd, copy, n * 8, "BEGIN or END");
	test_runs++;
	return 0;
}

/* Only awl's own program is there, which a line `exec` runs. */
int sysbpf_raw_tracepoint(const char *name, int prog_fd)
{
	struct fake_prog *p = prog_of(prog_fd);

	if (!p || strcmp(name, "sched_process_exec"))
		return -EINVAL;
	return fake.exec_fd = p->fd = dup(prog_fd);
}

int sysbpf_link_perf(int prog_fd, int perf_fd, u64 cookie)
{
	(void)prog_fd, (void)perf_fd, (void)cookie;
	return -EINVAL;
}

int sysbpf_link_uprobe_multi(int prog_fd, const struct sysbpf_uprobes *u)
{
	(void)prog_fd;
	(void)u;
	return -EOPNOTSUPP;
}

int sysbpf_iter(int prog_fd)
{
	(void)prog_fd;
	return -EINVAL;
}

int sysbpf_link_kprobe_multi(int prog_fd, const char *const *syms, const u64 *addrs,
			     const u64 *cookies, u32 n, bool is_return)
{
	(void)prog_fd, (void)syms, (void)addrs, (void)cookies, (void)n, (void)is_return;
	return -EINVAL;
}

/* A run takes one microsecond. */
int sysbpf_prog_stats(int prog_fd, struct sysbpf_stats *stats)
{
	(void)prog_fd;
	*stats = (struct sysbpf_stats){ .recursion_misses = fakebpf_number("skipped", 0),
					.runs = test_runs, .run_ns = 1000 * test_runs };
	return 0;
}

int sysbpf_measure_runs(void) { return dup(0); }

u64 sysbpf_link_missed(int link_fd) { (void)link_fd; return 0; }

int sysbpf_prog_next(u32 *id) { (void)id; return -ENOENT; }
int sysbpf_prog_open(u32 id) { (void)id; return -ENOENT; }
int sysbpf_prog_funcs(int fd, struct sysbpf_funcs *f) { (void)fd, (void)f; return -ENOENT; }
void sysbpf_free_funcs(struct sysbpf_funcs *f) { (void)f; }
int sysbpf_module_btf(const char *name) { (void)name; return -ENOENT; }

int sysbpf_prog_sizes(int prog_fd, u32 *xlated, u32 *jited)
{
	(void)prog_fd;
	*xlated = *jited = 0;
	return 0;
}

/* ---- records ---- */

struct events *events_open(int map_fd, bool perf, u64 size, int *err)
{
	(void)map_fd, (void)perf, (void)size;
	*err = 0;
	return (struct events *)&fake;
}

int events_add_stacks(struct events *e, int map_fd, u64 regs, u32 stack)
{
	(void)e, (void)regs, (void)stack;
	fake.copy_map = fakemap_of(map_fd);
	return 0;
}

/* In a block of its own, so that a sanitizer notices reads past its end. */
const u8 *events_rest(const void *record, u32 *n)
{
	const struct fake_copy *c = &fake.copies.v[fake.seen];

	(void)record;
	*n = fake.vm.records.v[fake.seen].map == fake.copy_map ? c->n : 0;
	mem_free(fake.rest);
	fake.rest = mem_alloc(*n);
	if (*n)
		memcpy(fake.rest, c->at, *n);
	return fake.rest;
}

/* There are no mappings of processes in this kernel. */
struct events *events_open_mappings(u64 size, bool at_once, int *err)
{
	(void)at_once;
	(void)size;
	*err = 0;
	return NULL;
}

u32 events_fds(const struct events *e, int *fds, u32 max)
{
	(void)e, (void)fds, (void)max;
	return 0;
}

/* As in the kernel's buffer, a header precedes each record, and the next record follows. */
static int hand_over(u32 n, events_fn *fn, void *arg)
{
	const struct bpfvm_record *r = &fake.vm.records.v[fake.seen];
	size_t size = 0, at = 0;
	u8 *copy;
	int more, took;

	for (u32 i = 0; i < n; i++)
		size += BPF_RINGBUF_HDR_SZ + ALIGN_UP(r[i].size, 8);
	copy = mem_alloc(size);
	for (u32 i = 0; i < n; i++) {
		memcpy(copy + at, &r[i].size, 4);
		memcpy(copy + at + BPF_RINGBUF_HDR_SZ, r[i].data, r[i].size);
		at += BPF_RINGBUF_HDR_SZ + ALIGN_UP(r[i].size, 8);
	}
	at = BPF_RINGBUF_HDR_SZ + ALIGN_UP(r->size, 8);
	more = fn(arg, copy + BPF_RINGBUF_HDR_SZ, r->size, (u32)(size - at));
	took = more < 0 ? ~more : more;
	for (at = 0, fake.seen++; at < (size_t)took; fake.seen++)
		at += BPF_RINGBUF_HDR_SZ + ALIGN_UP((++r)->size, 8);
	mem_free(copy);
	return more;
}

int events_drain(struct events *e, events_fn *fn, void *arg)
{
	int more = 0;

	(void)e;
	while (fake.seen < fake.vm.records.n && more >= 0) {
		u32 n = 0;

		while (n < 100 && fake.seen + n < fake.vm.records.n &&
		       fake.vm.records.v[fake.seen + n].state == RECORD_DONE)
			n++;
		if (n) {
			more = hand_over(n, fn, arg);
			continue;
		}
		if (fake.vm.records.v[fake.seen++].state == RECORD_RESERVED) {
			fprintf(stderr, "bpfvm: a record was neither sent nor dropped\n");
			fake.failed = true;
		}
	}
	return more;
}

bool events_woken(struct events *e) { (void)e; return true; }
void events_mark(struct events *e) { (void)e; }
bool events_passed(const struct events *e) { (void)e; return true; }
u32 events_quarters(const struct events *e) { (void)e; return 4; }

u64 events_lost(const struct events *e)
{
	(void)e;
	return fakebpf_number("lost", 0);
}

void events_close(struct events *e) { (void)e; }

/* ---- the interface ---- */

void fakebpf_lines(const char *const *lines, u32 n)
{
	fake.helper = fakebpf_helper;
	fake.lines = lines;
	fake.n_lines = n;
}

u64 fakebpf_steps(void)
{
	return fake.vm.steps;
}

bool fakebpf_failed(void)
{
	return fake.failed;
}

void fakebpf_free(void)
{
	for (u32 i = 0; i < fake.progs.n; i++)
		mem_free(fake.progs.v[i].insns);
	vec_free(&fake.progs);
	fakemap_free();
	arena_free(&fake.arena);
	vec_free(&fake.values);
	vec_free(&fake.copies);
	mem_free(fake.rest);
	fakeunwind_free();
}
