/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpfvm_helpers.c - maps, records and helper functions of the test machine.
 *
 * Each map has a range of addresses for its values, and each record has one, so that the owner of
 * an address is found without a search.
 */
#include <stdio.h>
#include <string.h>

#include "bpf/insn.h"
#include "tests/lib/bpfvm_priv.h"

#define HANDLE_ADDR 0x4d0000000000ull
#define WINDOW(map) ((u64)(0x100 + (map)) << 32)
#define RECORD_ADDR 0x800000000000ull
#define RECORD_SHIFT 20

enum { E_NOENT = -2, E_2BIG = -7, E_FAULT = -14, E_EXIST = -17, E_INVAL = -22 };

/* ---- maps ---------------------------------------------------------- */

static bool is_percpu(const struct bpfvm_map *m)
{
	return m->type == BPF_MAP_TYPE_PERCPU_HASH || m->type == BPF_MAP_TYPE_PERCPU_ARRAY ||
	       m->type == BPF_MAP_TYPE_LRU_PERCPU_HASH;
}

static bool is_array(const struct bpfvm_map *m)
{
	return m->type == BPF_MAP_TYPE_ARRAY || m->type == BPF_MAP_TYPE_PERCPU_ARRAY;
}

static bool has_values(const struct bpfvm_map *m)
{
	return is_array(m) || m->type == BPF_MAP_TYPE_HASH ||
	       m->type == BPF_MAP_TYPE_LRU_HASH || is_percpu(m);
}

static u32 stride_of(const struct bpfvm_map *m)
{
	return ALIGN_UP(m->value_size, 8);
}

/* The distance between the addresses of two entries. */
static u64 step_of(const struct bpfvm *vm, const struct bpfvm_map *m)
{
	return (u64)stride_of(m) * (is_percpu(m) ? vm->n_cpus : 1) + (is_array(m) ? 0 : 64);
}

static void add_entry(struct bpfvm *vm, u32 map, const void *key)
{
	struct bpfvm_map *m = &vm->maps.v[map];
	struct bpfvm_entry e = { 0 };

	e.key = mem_alloc(m->key_size);
	memcpy(e.key, key, m->key_size);
	e.value = mem_alloc((size_t)stride_of(m) * vm->n_cpus);
	e.addr = WINDOW(map) + m->entries.n * step_of(vm, m);
	vec_push(&m->entries, e);
}

u32 bpfvm_map(struct bpfvm *vm, u32 type, u32 key_size, u32 value_size, u32 max_entries)
{
	struct bpfvm_map m = { .type = type, .key_size = key_size, .value_size = value_size,
			       .max_entries = max_entries };
	u32 index = vm->maps.n;

	vec_push(&vm->maps, m);
	for (u32 i = 0; is_array(&m) && i < max_entries; i++)
		add_entry(vm, index, &i);
	return index;
}

static struct bpfvm_entry *find_entry(struct bpfvm *vm, u32 map, const void *key)
{
	struct bpfvm_map *m = &vm->maps.v[map];
	u32 i = 0;

	if (is_array(m)) {
		memcpy(&i, key, 4);
		return i < m->entries.n ? &m->entries.v[i] : NULL;
	}
	for (; i < m->entries.n; i++)
		if (!m->entries.v[i].gone && !memcmp(m->entries.v[i].key, key, m->key_size))
			return &m->entries.v[i];
	return NULL;
}

u32 bpfvm_count(struct bpfvm *vm, u32 map)
{
	struct bpfvm_map *m = &vm->maps.v[map];
	u32 n = 0;

	for (u32 i = 0; i < m->entries.n; i++)
		n += !m->entries.v[i].gone;
	return n;
}

static u8 *value_at(const struct bpfvm_map *m, struct bpfvm_entry *e, u32 cpu)
{
	return e->value + (is_percpu(m) ? cpu * stride_of(m) : 0);
}

void *bpfvm_value(struct bpfvm *vm, u32 map, const void *key, u32 cpu)
{
	struct bpfvm_entry *e = find_entry(vm, map, key);

	return e ? value_at(&vm->maps.v[map], e, cpu) : NULL;
}

void bpfvm_put(struct bpfvm *vm, u32 map, const void *key, const void *value)
{
	struct bpfvm_map *m = &vm->maps.v[map];

	if (!find_entry(vm, map, key))
		add_entry(vm, map, key);
	for (u32 cpu = 0; cpu < (is_percpu(m) ? vm->n_cpus : 1); cpu++)
		memcpy(bpfvm_value(vm, map, key, cpu), value, m->value_size);
}

static u8 *record_mem(struct bpfvm *vm, u64 addr, u32 size)
{
	u64 i = (addr - RECORD_ADDR) >> RECORD_SHIFT;
	struct bpfvm_record *r;

	if (addr < RECORD_ADDR || i >= vm->records.n)
		return NULL;
	r = &vm->records.v[i];
	if (r->state != RECORD_RESERVED || addr + size > r->addr + r->size)
		return NULL;
	return r->data + (addr - r->addr);
}

u8 *bpfvm_map_mem(struct bpfvm *vm, u64 addr, u32 size)
{
	u64 map = (addr >> 32) - 0x100, i, off;
	struct bpfvm_map *m;

	if (addr >= RECORD_ADDR)
		return record_mem(vm, addr, size);
	if (map >= vm->maps.n || !has_values(&vm->maps.v[map]))
		return NULL;
	m = &vm->maps.v[map];
	i = (u32)addr / step_of(vm, m);
	off = (u32)addr % step_of(vm, m);
	if (i >= m->entries.n || off % stride_of(m) + size > m->value_size ||
	    off >= stride_of(m) * (is_percpu(m) ? vm->n_cpus : 1u))
		return NULL;
	return m->entries.v[i].value + off;
}

u64 bpfvm_map_handle(struct bpfvm *vm, u32 map)
{
	if (map >= vm->maps.n)
		bpfvm_fail(vm, "no map %u", map);
	return HANDLE_ADDR + map;
}

u64 bpfvm_map_value_addr(struct bpfvm *vm, u32 map, u32 off)
{
	if (map >= vm->maps.n || vm->maps.v[map].type != BPF_MAP_TYPE_ARRAY ||
	    off >= vm->maps.v[map].value_size)
		bpfvm_fail(vm, "no value at %u of map %u", off, map);
	return WINDOW(map) + off;
}

static s64 map_of(struct bpfvm *vm, u64 handle)
{
	if (handle < HANDLE_ADDR || handle - HANDLE_ADDR >= vm->maps.n) {
		bpfvm_fail(vm, "0x%llx is no map", (unsigned long long)handle);
		return -1;
	}
	return handle - HANDLE_ADDR;
}

void bpfvm_fake(struct bpfvm *vm, u64 addr, const void *mem, u32 size, bool user)
{
	struct bpfvm_fake f = { addr, size, mem, user };

	vec_push(&vm->fakes, f);
}

void bpfvm_free(struct bpfvm *vm)
{
	for (u32 k = 0; k < vm->maps.n; k++) {
		struct bpfvm_map *m = &vm->maps.v[k];

		for (u32 i = 0; i < m->entries.n; i++) {
			mem_free(m->entries.v[i].key);
			mem_free(m->entries.v[i].value);
		}
		vec_free(&m->entries);
	}
	for (u32 i = 0; i < vm->records.n; i++)
		mem_free(vm->records.v[i].data);
	vec_free(&vm->maps);
	vec_free(&vm->records);
	vec_free(&vm->regions);
	vec_free(&vm->fakes);
}

/* ---- helpers on maps ----------------------------------------------- */

static u64 lookup(struct bpfvm *vm, u64 handle, u64 key, u32 cpu)
{
	s64 map = map_of(vm, handle);
	u8 *k = map < 0 ? NULL : bpfvm_mem(vm, key, vm->maps.v[map].key_size, false);
	struct bpfvm_entry *e = k ? find_entry(vm, map, k) : NULL;

	if (!e)
		return 0;
	return e->addr + (value_at(&vm->maps.v[map], e, cpu) - e->value);
}

static u64 h_lookup(struct bpfvm *vm, const u64 r[6])
{
	return lookup(vm, r[1], r[2], vm->cpu);
}

static u64 h_lookup_percpu(struct bpfvm *vm, const u64 r[6])
{
	return r[3] < vm->n_cpus ? lookup(vm, r[1], r[2], r[3]) : 0;
}

static u64 h_update(struct bpfvm *vm, const u64 r[6])
{
	s64 map = map_of(vm, r[1]);
	u8 *key = map < 0 ? NULL : bpfvm_mem(vm, r[2], vm->maps.v[map].key_size, false);
	u8 *value = key ? bpfvm_mem(vm, r[3], vm->maps.v[map].value_size, false) : NULL;

	if (!value)
		return E_INVAL;
	if (find_entry(vm, map, key)) {
		if (r[4] == BPF_NOEXIST)
			return E_EXIST;
	} else {
		if (r[4] == BPF_EXIST)
			return E_NOENT;
		if (is_array(&vm->maps.v[map]) ||
		    bpfvm_count(vm, map) >= vm->maps.v[map].max_entries)
			return E_2BIG;
		add_entry(vm, map, key);
	}
	memcpy(bpfvm_value(vm, map, key, vm->cpu), value, vm->maps.v[map].value_size);
	return 0;
}

static u64 h_delete(struct bpfvm *vm, const u64 r[6])
{
	s64 map = map_of(vm, r[1]);
	u8 *key = map < 0 ? NULL : bpfvm_mem(vm, r[2], vm->maps.v[map].key_size, false);
	struct bpfvm_entry *e = key ? find_entry(vm, map, key) : NULL;

	if (!e || is_array(&vm->maps.v[map]))
		return E_NOENT;
	e->gone = true;
	return 0;
}

static u64 h_for_each(struct bpfvm *vm, const u64 r[6])
{
	s64 map = map_of(vm, r[1]);
	u64 n = 0, stop = 0;

	for (u32 i = 0; map >= 0 && i < vm->maps.v[map].entries.n && !stop; i++) {
		struct bpfvm_entry e = vm->maps.v[map].entries.v[i];
		struct bpfvm_region key = { 0x20000000 + vm->depth * 0x10000ull,
					    vm->maps.v[map].key_size, e.key, true };
		u64 args[4] = { r[1], key.addr,
				e.addr + (value_at(&vm->maps.v[map], &e, vm->cpu) - e.value),
				r[3] };

		if (e.gone)
			continue;
		vec_push(&vm->regions, key);
		n++;
		if (!bpfvm_callback(vm, r[2], args, 4, &stop))
			return 0;
		vm->regions.n--;
	}
	return n;
}

static u64 h_loop(struct bpfvm *vm, const u64 r[6])
{
	u64 stop = 0, i;

	for (i = 0; i < (u32)r[1] && !stop; i++) {
		u64 args[2] = { i, r[3] };

		if (!bpfvm_callback(vm, r[2], args, 2, &stop))
			return 0;
	}
	return i;
}

/* ---- helpers that read memory --------------------------------------- */

enum { FROM_KERNEL = 1, FROM_USER = 2 };

/* Returns how many bytes can be read at addr and sets *p to the first. */
static u32 readable(struct bpfvm *vm, u64 addr, u32 from, u32 size, const u8 **p)
{
	for (u32 i = 0; i < vm->fakes.n; i++) {
		struct bpfvm_fake *f = &vm->fakes.v[i];

		if (!(from & (f->user ? FROM_USER : FROM_KERNEL)) || addr < f->addr ||
		    addr >= f->addr + f->size)
			continue;
		*p = f->mem + (addr - f->addr);
		return f->addr + f->size - addr;
	}
	*p = from & FROM_KERNEL ? bpfvm_find(vm, addr, size, true) : NULL;
	return *p ? size : 0;
}

static u64 read_mem(struct bpfvm *vm, const u64 r[6], u32 from)
{
	u8 *to = bpfvm_mem(vm, r[1], r[2], true);
	const u8 *p;

	if (!to)
		return E_FAULT;
	if (readable(vm, r[3], from, r[2], &p) < r[2]) {
		memset(to, 0, r[2]);
		return E_FAULT;
	}
	memmove(to, p, r[2]);
	return 0;
}

static u64 read_str(struct bpfvm *vm, const u64 r[6], u32 from)
{
	u8 *to = bpfvm_mem(vm, r[1], r[2], true);
	const u8 *p = NULL;
	u32 i;

	if (!to || !r[2])
		return to ? 0 : E_FAULT;
	for (i = 0; i < r[2] && readable(vm, r[3] + i, from, 1, &p); i++) {
		to[i] = *p;
		if (!*p)
			return i + 1;
	}
	if (i < r[2]) {			/* the string runs into unreadable memory */
		memset(to, 0, r[2]);
		return E_FAULT;
	}
	to[r[2] - 1] = 0;
	return r[2];
}

static u64 h_read(struct bpfvm *vm, const u64 r[6])
{
	return read_mem(vm, r, FROM_KERNEL | FROM_USER);
}

static u64 h_read_user(struct bpfvm *vm, const u64 r[6])
{
	return read_mem(vm, r, FROM_USER);
}

static u64 h_read_kernel(struct bpfvm *vm, const u64 r[6])
{
	return read_mem(vm, r, FROM_KERNEL);
}

/* Writes to the memory that a test declares as the user's. */
static u64 h_write_user(struct bpfvm *vm, const u64 r[6])
{
	const u8 *from = bpfvm_mem(vm, r[2], r[3], false), *to;

	if (!from || readable(vm, r[1], FROM_USER, r[3], &to) < r[3])
		return E_FAULT;
	memmove((u8 *)(uintptr_t)to, from, r[3]);
	return 0;
}

static u64 h_read_str(struct bpfvm *vm, const u64 r[6])
{
	return read_str(vm, r, FROM_KERNEL | FROM_USER);
}

static u64 h_read_user_str(struct bpfvm *vm, const u64 r[6])
{
	return read_str(vm, r, FROM_USER);
}

static u64 h_read_kernel_str(struct bpfvm *vm, const u64 r[6])
{
	return read_str(vm, r, FROM_KERNEL);
}

/* Not all kernels zero the bytes after the NUL.  This one doesn't. */
static u64 h_comm(struct bpfvm *vm, const u64 r[6])
{
	u8 *to = bpfvm_mem(vm, r[1], r[2], true);

	for (u32 i = 0; to && i < r[2]; i++) {
		to[i] = i < 15 ? vm->comm[i] : 0;
		if (!to[i])
			break;
	}
	return 0;
}

static u64 h_strncmp(struct bpfvm *vm, const u64 r[6])
{
	u8 *a = bpfvm_mem(vm, r[1], r[2], false);
	u8 *b = bpfvm_find(vm, r[3], 1, false);
	u32 i = 0;

	while (a && b && i < r[2] && a[i] && a[i] == b[i])
		i++;
	return a && b && i < r[2] ? (u64)(s64)(a[i] - b[i]) : 0;
}

/* ---- records -------------------------------------------------------- */

static u64 new_record(struct bpfvm *vm, u64 handle, u64 size, const u8 *data)
{
	s64 map = map_of(vm, handle);
	struct bpfvm_record rec = { .map = map, .size = size,
				    .addr = RECORD_ADDR + ((u64)vm->records.n << RECORD_SHIFT) };

	if (map < 0 || size > 1 << RECORD_SHIFT ||
	    (vm->ringbuf_room && vm->records.n >= vm->ringbuf_room))
		return 0;
	rec.data = mem_alloc(size);
	memset(rec.data, 0xa5, size);	/* old bytes, as in a ring buffer */
	if (data) {
		memcpy(rec.data, data, size);
		rec.state = RECORD_DONE;
	}
	vec_push(&vm->records, rec);
	return rec.addr;
}

static u64 h_reserve(struct bpfvm *vm, const u64 r[6])
{
	return new_record(vm, r[1], r[2], NULL);
}

static u64 h_output(struct bpfvm *vm, const u64 r[6])
{
	u8 *data = bpfvm_mem(vm, r[2], r[3], false);

	return data && new_record(vm, r[1], r[3], data) ? 0 : E_2BIG;
}

static u64 h_perf_output(struct bpfvm *vm, const u64 r[6])
{
	u8 *data = bpfvm_mem(vm, r[4], r[5], false);

	return data && new_record(vm, r[2], r[5], data) ? 0 : E_2BIG;
}

static u64 end_record(struct bpfvm *vm, u64 addr, int state)
{
	u64 i = (addr - RECORD_ADDR) >> RECORD_SHIFT;

	if (addr < RECORD_ADDR || i >= vm->records.n || vm->records.v[i].addr != addr ||
	    vm->records.v[i].state != RECORD_RESERVED)
		bpfvm_fail(vm, "0x%llx is no reserved record", (unsigned long long)addr);
	else
		vm->records.v[i].state = state;
	return 0;
}

static u64 h_submit(struct bpfvm *vm, const u64 r[6])
{
	return end_record(vm, r[1], RECORD_DONE);
}

static u64 h_discard(struct bpfvm *vm, const u64 r[6])
{
	return end_record(vm, r[1], RECORD_DROPPED);
}

/* ---- the table ------------------------------------------------------ */

#define ANSWER(name, field) \
	static u64 name(struct bpfvm *vm, const u64 r[6]) { (void)r; return vm->field; }
ANSWER(h_ktime, ktime)
ANSWER(h_random, random)
ANSWER(h_cpu, cpu)
ANSWER(h_pid_tgid, pid_tgid)
ANSWER(h_uid_gid, uid_gid)
ANSWER(h_task, task)

/* Reading the registers of user space gives zeros. */
static u64 h_task_regs(struct bpfvm *vm, const u64 r[6])
{
	(void)r;
	return vm->task + (1 << 20);
}

ANSWER(h_cgroup, cgroup)
ANSWER(h_stackid, stackid)
ANSWER(h_numa, numa)

static u64 h_zero(struct bpfvm *vm, const u64 r[6])
{
	(void)vm, (void)r;
	return 0;
}

static const char *helper_name(u32 id)
{
	static char name[32];
	struct strbuf sb = { 0 };

	helper_put(&sb, id);
	snprintf(name, sizeof(name), "%s", sb.s);
	sb_free(&sb);
	return name;
}

static const struct {
	u32 id, n_args;
	u64 (*run)(struct bpfvm *vm, const u64 r[6]);
} helpers[] = {
	{ HELPER_map_lookup_elem, 2, h_lookup },
	{ HELPER_map_update_elem, 4, h_update },
	{ HELPER_map_delete_elem, 2, h_delete },
	{ HELPER_map_lookup_percpu_elem, 3, h_lookup_percpu },
	{ HELPER_for_each_map_elem, 4, h_for_each },
	{ HELPER_loop, 4, h_loop },
	{ HELPER_probe_read, 3, h_read },
	{ HELPER_probe_read_user, 3, h_read_user },
	{ HELPER_probe_write_user, 3, h_write_user },
	{ HELPER_probe_read_kernel, 3, h_read_kernel },
	{ HELPER_probe_read_str, 3, h_read_str },
	{ HELPER_probe_read_user_str, 3, h_read_user_str },
	{ HELPER_probe_read_kernel_str, 3, h_read_kernel_str },
	{ HELPER_get_current_comm, 2, h_comm },
	{ HELPER_strncmp, 3, h_strncmp },
	{ HELPER_ringbuf_reserve, 3, h_reserve },
	{ HELPER_ringbuf_output, 4, h_output },
	{ HELPER_ringbuf_submit, 2, h_submit },
	{ HELPER_ringbuf_discard, 2, h_discard },
	{ HELPER_ringbuf_query, 2, h_zero },
	{ HELPER_perf_event_output, 5, h_perf_output },
	{ HELPER_trace_printk, 2, h_zero },
	{ HELPER_send_signal, 1, h_zero },
	{ HELPER_override_return, 2, h_zero },
	{ HELPER_ktime_get_ns, 0, h_ktime },
	{ HELPER_ktime_get_boot_ns, 0, h_ktime },
	{ HELPER_ktime_get_coarse_ns, 0, h_ktime },
	{ HELPER_ktime_get_tai_ns, 0, h_ktime },
	{ HELPER_jiffies64, 0, h_ktime },
	{ HELPER_get_prandom_u32, 0, h_random },
	{ HELPER_get_smp_processor_id, 0, h_cpu },
	{ HELPER_get_numa_node_id, 0, h_numa },
	{ HELPER_get_current_pid_tgid, 0, h_pid_tgid },
	{ HELPER_get_current_uid_gid, 0, h_uid_gid },
	{ HELPER_get_current_task, 0, h_task },
	{ HELPER_get_current_task_btf, 0, h_task },
	{ HELPER_task_pt_regs, 1, h_task_regs },
	{ HELPER_get_current_cgroup_id, 0, h_cgroup },
	{ HELPER_get_stackid, 3, h_stackid },
};

u64 bpfvm_helper(struct bpfvm *vm, u32 id, const u64 r[6], u32 known)
{
	for (u32 i = 0; i < ARRAY_SIZE(helpers); i++) {
		if (helpers[i].id != id)
			continue;
		for (u32 k = 1; k <= helpers[i].n_args; k++)
			if (!(known >> k & 1))
				bpfvm_fail(vm, "%s: r%u holds nothing", helper_name(id), k);
		return vm->error[0] ? 0 : helpers[i].run(vm, r);
	}
	bpfvm_fail(vm, "no helper %s here", helper_name(id));
	return 0;
}
