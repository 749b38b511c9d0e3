/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fakemap.c - maps of the test kernels.
 *
 * Descriptors are real: of /dev/null, or of shared memory if the map can be mapped.  So the library
 * may close them.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arch/arch.h"
#include "kernel/host.h"
#include "tests/fake/fakebpf_priv.h"

struct fake fake;

/* The newest map is meant: descriptors of closed ones are used again. */
u32 fakemap_of(int fd)
{
	for (u32 i = (u32)fake.map_fds.n; i-- > 0; )
		if (fake.map_fds.v[i] == fd)
			return i;
	return UINT32_MAX;
}

static u32 map_ref(struct bpfvm *vm, s32 imm)
{
	(void)vm;
	return fakemap_of(imm);
}

static struct bpfvm_map *map_at(int fd)
{
	u32 i = fakemap_of(fd);

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

void fakemap_init(void)
{
	if (fake.vm.n_cpus)
		return;
	bpfvm_init(&fake.vm, NULL, 0);
	fake.vm.n_cpus = FAKE_CPUS;
	fake.vm.spaces_overlap = arch_find(host_machine())->spaces_overlap;
	fake.vm.map_ref = map_ref;
	fake.vm.helper = fake.helper;
}

/* The values of a mappable array are in the mapped memory. */
static int share_values(struct bpfvm_map *m)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct fake_shared s = { .original = m->entries.v[0].value,
				 .len = ALIGN_UP(ALIGN_UP(m->value_size, 8), page) };
	int fd = memfd_create("vars", MFD_CLOEXEC);

	if (fd < 0 || ftruncate(fd, (off_t)s.len))
		return -errno;
	s.at = mmap(NULL, s.len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (s.at == MAP_FAILED)
		return -errno;
	vec_push(&fake.shared, s);
	m->entries.v[0].value = s.at;
	return fd;
}

int fakemap_create(u32 type, u32 key_size, u32 value_size, u32 max_entries, u32 flags)
{
	struct bpfvm_map *made;
	u32 index;
	int fd;

	fakemap_init();
	index = bpfvm_map(&fake.vm, type, key_size, value_size, max_entries);
	made = &fake.vm.maps.v[index];
	fd = flags & BPF_F_MMAPABLE ? share_values(made) : open("/dev/null", O_RDWR | O_CLOEXEC);
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

/* Copies the frames of a stack id; all other frames are 0. */
static int stack_of(const void *key, void *value, u32 size)
{
	u32 id;

	memcpy(&id, key, 4);
	memset(value, 0, size);
	if (id < fake.stacks.n)
		memcpy(value, fake.stacks.v[id].frames, size < sizeof(*fake.stacks.v) ?
		       size : sizeof(*fake.stacks.v));
	return 0;
}

int fakemap_lookup(int fd, const void *key, void *value)
{
	struct bpfvm_map *m = map_at(fd);
	struct bpfvm_entry *e;

	if (!m)
		return -EBADF;
	if (m->type == BPF_MAP_TYPE_STACK_TRACE) {
		return stack_of(key, value, m->value_size);
	}
	e = entry_of(m, key);
	if (!e)
		return -ENOENT;
	memcpy(value, e->value, value_bytes(m));
	return 0;
}

int fakemap_update(int fd, const void *key, const void *value, u64 flags)
{
	struct bpfvm_map *m = map_at(fd);
	struct bpfvm_entry *e;

	if (!m)
		return -EBADF;
	e = entry_of(m, key);
	if (!e && flags == BPF_EXIST)
		return -ENOENT;
	if (!e) {
		bpfvm_put(&fake.vm, fakemap_of(fd), key, value);
		e = entry_of(m, key);
	}
	memcpy(e->value, value, value_bytes(m));
	return 0;
}

int fakemap_delete(int fd, const void *key)
{
	struct bpfvm_map *m = map_at(fd);
	struct bpfvm_entry *e = m ? entry_of(m, key) : NULL;

	if (!e)
		return -ENOENT;
	e->gone = true;
	return 0;
}

int fakemap_next(int fd, const void *key, void *next)
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

#define BUCKET 300	/* entries, so that a large map has buckets that don't fit */

/* As many buckets as fit are read, all or nothing of each: kernel/bpf/hashtab.c. */
int fakemap_batch(int fd, const void *in, void *out, void *keys, void *values,
		     u32 *count, bool del)
{
	struct bpfvm_map *m = map_at(fd);
	u32 i = 0, n = 0, bytes, end;

	if (!m)
		return -EBADF;
	bytes = value_bytes(m);
	if (in)
		memcpy(&i, in, 4);
	end = i + *count / BUCKET * BUCKET;
	if (end > m->entries.n || m->entries.n - i <= *count)
		end = (u32)m->entries.n;
	if (i < m->entries.n && end == i) {
		*count = 0;
		return -ENOSPC;
	}
	for (; i < end; i++) {
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

/* Gives the map with this value its own memory again. */
static void unshare(struct fake_shared *s)
{
	for (u32 i = 0; i < fake.vm.maps.n; i++)
		for (u32 k = 0; k < fake.vm.maps.v[i].entries.n; k++)
			if (s->at && fake.vm.maps.v[i].entries.v[k].value == s->at)
				fake.vm.maps.v[i].entries.v[k].value = s->original;
	if (s->at)
		munmap(s->at, s->len);
	s->at = NULL;
}

void fakemap_close(int fd)
{
	u32 i = fakemap_of(fd);
	const struct bpfvm_map *m = map_at(fd);

	for (size_t k = 0; m && m->entries.n && k < fake.shared.n; k++)
		if (m->entries.v[0].value == fake.shared.v[k].at)
			unshare(&fake.shared.v[k]);
	if (m)
		fake.map_fds.v[i] = -1;
}

void fakemap_free(void)
{
	for (size_t k = 0; k < fake.shared.n; k++)
		unshare(&fake.shared.v[k]);
	vec_free(&fake.shared);
	vec_free(&fake.map_fds);
	vec_free(&fake.stacks);
	if (fake.vm.n_cpus)
		bpfvm_free(&fake.vm);
}
