/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fakebpf.c - bpf() of the test kernel: maps, programs, records.
 *
 * Descriptors are real ones (of /dev/null, or of shared memory for maps that
 * can be mapped), so that the library may close them.
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

struct fake fake;

/* as many as make per-CPU values interesting, whatever the machine has */
u32 __wrap_host_cpus_possible(void);
u32 __wrap_host_cpus_possible(void)
{
	return FAKE_CPUS;
}

/* and a PID namespace that the test chose, not the one it is run in */
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
#include "kernel/feature.def"
#undef X
};
static const char *lacks = "";

void fakebpf_lacks(const char *list)
{
	lacks = list;
}

bool feature_has(enum feature f)
{
	size_t n = strlen(names[f]);

	for (const char *s = lacks; (s = strstr(s, names[f])); s += n)
		if ((s == lacks || s[-1] == ',') && (!s[n] || s[n] == ','))
			return false;
	return f != FEATURE_JIT || !getenv("FAKEBPF_NO_JIT");
}

int feature_errno(enum feature f) { return feature_has(f) ? 0 : EOPNOTSUPP; }
const char *feature_name(enum feature f) { return names[f]; }
const char *feature_what(enum feature f) { (void)f; return "fake"; }
const char *feature_needs(enum feature f) { (void)f; return ""; }
bool feature_is_off(enum feature f) { return !feature_has(f); }
void feature_assume(const char *list) { (void)list; }

/* ---- maps ---- */

static u32 map_of(int fd)
{
	for (u32 i = 0; i < fake.map_fds.n; i++)
		if (fake.map_fds.v[i] == fd)
			return i;
	return UINT32_MAX;
}

static u32 map_ref(struct bpfvm *vm, s32 imm)
{
	(void)vm;
	return map_of(imm);
}

static struct bpfvm_map *map_at(int fd)
{
	u32 i = map_of(fd);

	return i == UINT32_MAX ? NULL : &fake.vm.maps.v[i];
}

static bool is_percpu(const struct bpfvm_map *m)
{
	return m->type == BPF_MAP_TYPE_PERCPU_HASH || m->type == BPF_MAP_TYPE_PERCPU_ARRAY;
}

static u32 value_bytes(const struct bpfvm_map *m)
{
	return is_percpu(m) ? ALIGN_UP(m->value_size, 8) * FAKE_CPUS : m->value_size;
}

static void init_vm(void)
{
	if (fake.vm.n_cpus)
		return;
	bpfvm_init(&fake.vm, NULL, 0);
	fake.vm.n_cpus = FAKE_CPUS;
	fake.vm.map_ref = map_ref;
	fake.vm.helper = fakebpf_helper;
}

/* The values of a mappable array are what is mapped. */
static int share_values(struct bpfvm_map *m)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	int fd = memfd_create("vars", MFD_CLOEXEC);

	fake.shared_len = ALIGN_UP(ALIGN_UP(m->value_size, 8), page);
	if (fd < 0 || ftruncate(fd, (off_t)fake.shared_len))
		return -errno;
	fake.shared = mmap(NULL, fake.shared_len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (fake.shared == MAP_FAILED) {
		fake.shared = NULL;
		return -errno;
	}
	fake.unshared = m->entries.v[0].value;
	m->entries.v[0].value = fake.shared;
	return fd;
}

/* FAKEBPF_NO_JIT: the JIT is off. */
/* FAKEBPF_MAP=12: no map can be made, errno 12; likewise FAKEBPF_PROG. */
static int refusal(const char *variable)
{
	const char *s = getenv(variable);

	return s ? -atoi(s) : 0;
}

int sysbpf_map_create(const struct sysbpf_map *m)
{
	struct bpfvm_map *made;
	u32 index;
	int fd = refusal("FAKEBPF_MAP");

	if (fd)
		return fd;
	init_vm();
	index = bpfvm_map(&fake.vm, m->type, m->key_size, m->value_size, m->max_entries);
	made = &fake.vm.maps.v[index];
	fd = m->flags & BPF_F_MMAPABLE ? share_values(made)
				       : open("/dev/null", O_RDWR | O_CLOEXEC);
	vec_push(&fake.map_fds, fd);
	return fd;
}

static struct bpfvm_entry *entry_of(struct bpfvm_map *m, const void *key)
{
	for (u32 i = 0; i < m->entries.n; i++)
		if (!m->entries.v[i].gone && !memcmp(m->entries.v[i].key, key, m->key_size))
			return &m->entries.v[i];
	return NULL;
}

/* Programs run one after the other here. */
int sysbpf_wait_for_programs(void) { return 0; }

int sysbpf_map_lookup(int fd, const void *key, void *value)
{
	struct bpfvm_map *m = map_at(fd);
	struct bpfvm_entry *e;

	if (!m)
		return -EBADF;
	if (m->type == BPF_MAP_TYPE_STACK_TRACE) {
		memset(value, 0, m->value_size);
		memcpy(value, fake.frames, m->value_size < sizeof(fake.frames) ?
		       m->value_size : sizeof(fake.frames));
		return 0;
	}
	e = entry_of(m, key);
	if (!e)
		return -ENOENT;
	memcpy(value, e->value, value_bytes(m));
	return 0;
}

int sysbpf_map_update(int fd, const void *key, const void *value, u64 flags)
{
	struct bpfvm_map *m = map_at(fd);
	struct bpfvm_entry *e;

	if (!m)
		return -EBADF;
	e = entry_of(m, key);
	if (!e && flags == BPF_EXIST)
		return -ENOENT;
	if (!e) {
		bpfvm_put(&fake.vm, map_of(fd), key, value);
		e = entry_of(m, key);
	}
	memcpy(e->value, value, value_bytes(m));
	return 0;
}

int sysbpf_map_delete(int fd, const void *key)
{
	struct bpfvm_map *m = map_at(fd);
	struct bpfvm_entry *e = m ? entry_of(m, key) : NULL;

	if (!e)
		return -ENOENT;
	e->gone = true;
	return 0;
}

int sysbpf_map_lookup_and_delete(int fd, const void *key, void *value)
{
	int err = sysbpf_map_lookup(fd, key, value);

	return err ? err : sysbpf_map_delete(fd, key);
}

int sysbpf_map_next(int fd, const void *key, void *next)
{
	struct bpfvm_map *m = map_at(fd);
	struct bpfvm_entry *e = m && key ? entry_of(m, key) : NULL;
	size_t i = e ? (size_t)(e - m->entries.v) + 1 : 0;

	if (!m)
		return -EBADF;
	while (i < m->entries.n && m->entries.v[i].gone)
		i++;
	if (i == m->entries.n)
		return -ENOENT;
	memcpy(next, m->entries.v[i].key, m->key_size);
	return 0;
}

int sysbpf_map_batch(int fd, const void *in, void *out, void *keys, void *values,
		     u32 *count, bool del)
{
	struct bpfvm_map *m = map_at(fd);
	u32 i = 0, n = 0, bytes;

	if (!m)
		return -EBADF;
	bytes = value_bytes(m);
	if (in)
		memcpy(&i, in, 4);
	for (; i < m->entries.n && n < *count; i++) {
		struct bpfvm_entry *e = &m->entries.v[i];

		if (e->gone)
			continue;
		memcpy((u8 *)keys + (size_t)n * m->key_size, e->key, m->key_size);
		memcpy((u8 *)values + (size_t)n * bytes, e->value, bytes);
		e->gone = del;
		n++;
	}
	*count = n;
	memcpy(out, &i, 4);
	return i == m->entries.n ? -ENOENT : 0;
}

/* ---- programs ---- */

/* The kernel takes a type for each function it finds by a call or an address. */
static bool is_referenced(const struct sysbpf_prog *p, u32 start)
{
	for (u32 i = 0; i < p->n_insns; i++)
		if (p->insns[i].code == (BPF_LD | BPF_IMM | BPF_DW) &&
		    p->insns[i].src_reg == BPF_PSEUDO_FUNC &&
		    i + 1 + (u32)p->insns[i].imm == start)
			return true;
	return false;
}

int sysbpf_prog_load(const struct sysbpf_prog *p)
{
	struct fake_prog prog = { .n = p->n_insns };

	if (refusal("FAKEBPF_PROG") && p->log)
		snprintf(p->log, p->log_size, "0: (b7) r0 = 0\nR1 is not what it should be\n");
	if (refusal("FAKEBPF_PROG"))
		return refusal("FAKEBPF_PROG");
	for (u32 i = 1; i < p->n_starts; i++)
		if (!is_referenced(p, p->starts[i])) {
			fprintf(stderr, "fakebpf: function at %u is never used\n", p->starts[i]);
			return -EINVAL;
		}
	init_vm();
	prog.fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	prog.insns = mem_alloc(p->n_insns * sizeof(*p->insns));
	memcpy(prog.insns, p->insns, p->n_insns * sizeof(*p->insns));
	vec_push(&fake.progs, prog);
	return prog.fd;
}

u32 fakebpf_run(int fd, void *ctx, u32 size, const char *name)
{
	u64 r0 = 0;

	for (u32 i = 0; i < fake.progs.n; i++) {
		if (fake.progs.v[i].fd != fd)
			continue;
		bpfvm_load(&fake.vm, fake.progs.v[i].insns, fake.progs.v[i].n);
		if (bpfvm_run(&fake.vm, ctx, size, &r0))
			return (u32)r0;
		fprintf(stderr, "bpfvm: %s: %s\n", name, fake.vm.error);
		fake.failed = true;
	}
	return (u32)r0;
}

int sysbpf_test_run(int prog_fd, const u64 *ctx, u32 n, u32 *retval)
{
	u64 copy[16] = { 0 };

	memcpy(copy, ctx, n * 8);
	*retval = fakebpf_run(prog_fd, copy, n * 8, "BEGIN or END");
	return 0;
}

int sysbpf_raw_tracepoint(const char *name, int prog_fd)
{
	(void)name, (void)prog_fd;
	return -EINVAL;
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

int sysbpf_prog_stats(int prog_fd, u64 *recursion_misses, u64 *run_cnt)
{
	(void)prog_fd;
	*recursion_misses = *run_cnt = 0;
	return 0;
}

u64 sysbpf_link_missed(int link_fd) { (void)link_fd; return 0; }

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

/* No process maps anything here. */
struct events *events_open_mappings(u64 size, int *err)
{
	(void)size;
	*err = 0;
	return NULL;
}

u32 events_fds(const struct events *e, int *fds, u32 max)
{
	(void)e, (void)fds, (void)max;
	return 0;
}

/* As in the kernel's buffer: each record has a header before it, and the next behind it. */
static int hand_over(u32 n, events_fn *fn, void *arg)
{
	const struct bpfvm_record *r = &fake.vm.records.v[fake.seen];
	size_t size = 0, at = 0;
	u8 *copy;
	int more, took;

	for (u32 i = 0; i < n; i++)
		size += EVENTS_HEADER + ALIGN_UP(r[i].size, 8);
	copy = mem_alloc(size);
	for (u32 i = 0; i < n; i++) {
		memcpy(copy + at, &r[i].size, 4);
		memcpy(copy + at + EVENTS_HEADER, r[i].data, r[i].size);
		at += EVENTS_HEADER + ALIGN_UP(r[i].size, 8);
	}
	at = EVENTS_HEADER + ALIGN_UP(r->size, 8);
	more = fn(arg, copy + EVENTS_HEADER, r->size, (u32)(size - at));
	took = more < 0 ? ~more : more;
	for (at = 0, fake.seen++; at < (size_t)took; fake.seen++)
		at += EVENTS_HEADER + ALIGN_UP((++r)->size, 8);
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
u32 events_quarters(const struct events *e) { (void)e; return 4; }

u64 events_lost(const struct events *e)
{
	(void)e;
	return fakebpf_number("lost", 0);
}

void events_close(struct events *e) { (void)e; }

/* ---- the whole ---- */

void fakebpf_lines(const char *const *lines, u32 n)
{
	fake.lines = lines;
	fake.n_lines = n;
}

bool fakebpf_failed(void)
{
	return fake.failed;
}

void fakebpf_free(void)
{
	if (fake.shared) {
		for (u32 i = 0; i < fake.vm.maps.n; i++)
			for (u32 k = 0; k < fake.vm.maps.v[i].entries.n; k++)
				if (fake.vm.maps.v[i].entries.v[k].value == fake.shared)
					fake.vm.maps.v[i].entries.v[k].value = fake.unshared;
		munmap(fake.shared, fake.shared_len);
	}
	for (u32 i = 0; i < fake.progs.n; i++)
		mem_free(fake.progs.v[i].insns);
	vec_free(&fake.progs);
	vec_free(&fake.map_fds);
	if (fake.vm.n_cpus)
		bpfvm_free(&fake.vm);
	arena_free(&fake.arena);
	vec_free(&fake.values);
}
