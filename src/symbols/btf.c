/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf.c - open and check a BTF file, walk over its records, and find names.
 *
 * Kernels before 6.16 don't let their BTF be mapped.  Then the file is read into an anonymous
 * mapping of the same size: all strings, and the pages of types that are asked for.  Walks over
 * all types read into a window instead.  The length of a record of an unknown kind is not
 * known, so the types after such a record are ignored.  The file of a machine with the other byte
 * order is turned around in memory, where it is a private mapping.
 */
#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/find.h"
#include "symbols/btf_impl.h"
#include "symbols/elf.h"

#define INDEX_STEP 16
#define READ_MAX (64u << 20)	/* bytes of a file that can't be mapped */
#define WINDOW (8 * BTF_PAGE)

/* ---- the records ---- */

const struct btf_tails btf_tails[K_KINDS] = {
	[K_INT] = { 4, 0 },	[K_ARRAY] = { 12, 0 },	[K_STRUCT] = { 0, 12 },
	[K_UNION] = { 0, 12 },	[K_ENUM] = { 0, 8 },	[K_FUNC_PROTO] = { 0, 8 },
	[K_VAR] = { 4, 0 },	[K_DATASEC] = { 0, 12 }, [K_DECL_TAG] = { 4, 0 },
	[K_ENUM64] = { 0, 12 },
};

/* Decodes the record at p, where `left` bytes remain. */
static bool step(const u8 *p, u32 left, u32 id, u32 *off, struct raw *r)
{
	u32 tail;

	if (left < BTF_RECORD || !btf_head(p, r))
		return false;
	r->id = id;
	tail = btf_tail(r);
	if (left - BTF_RECORD < tail)
		return false;
	*off += BTF_RECORD + tail;
	return true;
}

/* Reads the pages with the len bytes at `from`, if they have not been read. */
static void fetch(const struct btf *b, const void *from, size_t len)
{
	size_t at = (size_t)((const u8 *)from - b->data), end = at + len;

	for (at /= BTF_PAGE; b->have && at * BTF_PAGE < end; at++)
		if (!b->have[at])
			b->have[at] = pread(b->file.fd, b->data + at * BTF_PAGE, BTF_PAGE,
				    (off_t)(at * BTF_PAGE)) > 0;
}

/* Decodes a record in the copy or in the mapped file. */
static bool next(const struct btf *b, u32 id, u32 *off, struct raw *r)
{
	const u8 *p = b->types + *off;
	u32 left = b->file.types_len - *off;

	if (b->have && left >= BTF_RECORD) {
		fetch(b, p, BTF_RECORD);
		if (btf_head(p, r) && left >= BTF_RECORD + btf_tail(r))
			fetch(b, p, BTF_RECORD + btf_tail(r));
	}
	return step(p, left, id, off, r);
}

bool btf_next_far(struct btf *b, u32 id, u32 *off, struct raw *r)
{
	u32 at, left = b->file.types_len - *off;
	const u8 *p;

	if (!b->have)
		return next(b, id, off, r);
	at = b->file.types + *off;
	p = left >= BTF_RECORD ? btf_file_get(&b->file, at, BTF_RECORD) : NULL;
	if (p && btf_head(p, r))
		p = btf_file_get(&b->file, at, BTF_RECORD + btf_tail(r));
	/* A record that is too long for the window is read into the copy. */
	return p ? step(p, left, id, off, r) : next(b, id, off, r);
}

bool btf_get(const struct btf *b, u32 id, struct raw *r)
{
	u32 off, i;

	if (b->base && id < b->first_id)
		return btf_get(b->base, id, r);
	if (!b->data || !id || id >= b->end_id)
		return false;
	i = id - b->first_id;
	off = b->index[i / INDEX_STEP];
	for (i = id - i % INDEX_STEP; next(b, i, &off, r); i++)
		if (i == id)
			return true;
	return false;
}

/* Counts the types and fills in the index. */
static void make_index(struct btf *b)
{
	u32 off = 0, at = 0, id = b->first_id;
	size_t cap = b->file.types_len / BTF_RECORD / INDEX_STEP + 1;
	struct raw r;

	b->index = mem_alloc(cap * sizeof(*b->index));
	if (!id)
		id = 1;		/* id 0 is void, which has no record */
	b->first_id = id;
	for (; btf_next(b, id, &off, &r); id++) {
		if ((id - b->first_id) % INDEX_STEP == 0)
			b->index[(id - b->first_id) / INDEX_STEP] = at;
		b->has_signed_enums |= r.flag && (r.kind == K_ENUM || r.kind == K_ENUM64);
		at = off;
	}
	b->end_id = id;
}

/* ---- strings ---- */

const char *btf_str(const struct btf *b, u32 off)
{
	if (b->base && off < b->first_str)
		return btf_str(b->base, off);
	off -= b->first_str;
	return b->data && off < b->file.strs_len ? b->strs + off : "";
}

static bool find_own_str(const struct btf *b, const char *name, u32 *off)
{
	size_t n = strlen(name) + 1;	/* with its NUL */
	const char *p = b->strs, *end = b->strs + b->file.strs_len;

	while (b->data && (p = find_bytes(p, (size_t)(end - p), name, n))) {
		if (p == b->strs || !p[-1]) {
			*off = b->first_str + (u32)(p - b->strs);
			return true;
		}
		p++;
	}
	return false;
}

bool btf_find_str(const struct btf *b, const char *name, u32 *off)
{
	if (!*name)
		return false;
	return find_own_str(b, name, off) ||
	       (b->base && btf_find_str(b->base, name, off));
}

/* ---- files ---- */

/* Finds the section .BTF of an ELF file; false if there is none. */
static bool find_section(const struct btf *b, u32 *off, u32 *len)
{
	int err;
	struct elf *e = elf_in_memory(b->data, b->file.size, &err);
	struct elf_section s = { 0 };
	const u8 *p = e ? elf_section(e, ".BTF", &s) : NULL;

	elf_close(e);
	*off = p ? (u32)(p - b->data) : 0;
	*len = (u32)s.size;
	return p;
}

/* Makes room for a copy of a file that can't be mapped. */
static int make_copy(struct btf *b)
{
	size_t size = b->file.size;

	if (size > READ_MAX)
		return -EFBIG;
	b->data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (b->data == MAP_FAILED) {
		b->data = NULL;
		return -ENOMEM;
	}
	madvise(b->data, size, MADV_NOHUGEPAGE);	/* else each 4 kB page may use 2 MB */
	b->have = mem_alloc(size / BTF_PAGE + 1);
	return 0;
}

static int parse_file(struct btf *b)
{
	struct btf_file *f = &b->file;
	u32 off = 0, len = f->size;

	fetch(b, b->data, BTF_HEADER);
	if (!memcmp(b->data, ELFMAG, SELFMAG)) {
		fetch(b, b->data, f->size);
		if (!find_section(b, &off, &len))
			return -EINVAL;
	}
	if (btf_file_is_turned(b->data + off, len)) {
		if (b->have || (f->map && mprotect(f->map, f->size, PROT_READ | PROT_WRITE)))
			return -EINVAL;
		btf_file_turn(b->data + off, len);
	}
	if (btf_file_header(f, b->data + off, off, len))
		return -EINVAL;
	b->types = b->data + f->types;
	b->strs = (const char *)b->data + f->strs;
	fetch(b, b->strs, f->strs_len);
	/* The last string must end in a NUL. */
	return f->strs_len && !b->strs[f->strs_len - 1] ? 0 : -EINVAL;
}

/* Makes *out of a file that was opened, unless err says that it wasn't. */
static int finish(struct btf **out, struct btf *b, int err)
{
	if (!err)
		err = parse_file(b);
	if (err) {
		btf_close(b);
		*out = NULL;
		return err;
	}
	make_index(b);
	*out = b;
	return 0;
}

static int open_file(struct btf **out, struct btf *b, const char *path)
{
	int err = btf_file_open(&b->file, path, WINDOW);

	b->data = b->file.map;
	return finish(out, b, !err && !b->data ? make_copy(b) : err);
}

int btf_open(struct btf **out, struct arena *a, const char *path, u32 word)
{
	struct btf *b = arena_new(a, struct btf);

	b->arena = a;
	b->word = word;
	return open_file(out, b, path);
}

int btf_open_memory(struct btf **out, struct arena *a, const void *p, u32 size, u32 word)
{
	struct btf *b = arena_new(a, struct btf);

	b->arena = a;
	b->word = word;
	b->data = btf_file_is_turned(p, size) ? arena_memdup(a, p, size) : (u8 *)(uintptr_t)p;
	b->file = (struct btf_file){ .fd = -1, .size = size, .buf = b->data, .n = size };
	return finish(out, b, size < BTF_HEADER ? -EINVAL : 0);
}

int btf_open_module(struct btf **out, struct btf *base, const char *path)
{
	struct btf *b = arena_new(base->arena, struct btf);

	b->arena = base->arena;
	b->word = base->word;
	b->base = base;
	b->first_id = base->end_id;
	b->first_str = base->first_str + base->file.strs_len;
	return open_file(out, b, path);
}

void btf_close(struct btf *b)
{
	if (!b)
		return;
	if (b->have && b->data)
		munmap(b->data, b->file.size);
	b->data = NULL;
	mem_free(b->have);
	b->have = NULL;
	btf_file_close(&b->file);
	mem_free(b->index);
	b->index = NULL;
	hash_free(&b->made);
	hash_free(&b->found);
}

u32 btf_last_id(const struct btf *b)
{
	return b->end_id - 1;
}
