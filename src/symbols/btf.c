/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf.c - a BTF file: opens and checks it, walks over its records, finds names.
 *
 * Kernels before 6.16 don't let their BTF be mapped.  Then the file is read into an anonymous
 * mapping of the same size: all strings, and the pages of types that are asked for.  Walks over
 * all types read into a window instead.  The length of a record of an unknown kind is not
 * known, so the types end there; those before it remain usable.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/find.h"
#include "symbols/btf_impl.h"

#define INDEX_STEP 16
#define READ_MAX (64u << 20)	/* bytes of a file that can't be mapped */
#define PAGE 4096u		/* one read(2) returns at most this */
#define WINDOW (8 * PAGE)

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

/* Makes sure that len bytes at `from` were read. */
static void fetch(const struct btf *b, const void *from, size_t len)
{
	size_t at = (size_t)((const u8 *)from - b->map), end = at + len;

	for (at /= PAGE; b->have && at * PAGE < end; at++)
		if (!b->have[at])
			b->have[at] = pread(b->fd, b->map + at * PAGE, PAGE,
				    (off_t)(at * PAGE)) > 0;
}

static bool next(const struct btf *b, u32 id, u32 *off, struct raw *r)
{
	const u8 *p = b->types + *off;
	u32 left = b->types_len - *off;

	if (b->have && left >= BTF_RECORD) {
		fetch(b, p, BTF_RECORD);
		if (btf_head(p, r) && left >= BTF_RECORD + btf_tail(r))
			fetch(b, p, BTF_RECORD + btf_tail(r));
	}
	return step(p, left, id, off, r);
}

static bool next_in_window(struct btf *b, u32 id, u32 *off, struct raw *r)
{
	u32 at = *off - b->window_at;

	return at < b->window_len && step(b->window + at, b->window_len - at, id, off, r);
}

static void fill(struct btf *b, u32 off)
{
	off_t from = b->types - b->map + off;
	u32 most = b->types_len - off < WINDOW ? b->types_len - off : WINDOW;
	ssize_t n = 1;

	b->window_at = off;
	for (b->window_len = 0; b->window_len < most && n > 0; b->window_len += n > 0 ? (u32)n : 0)
		n = pread(b->fd, b->window + b->window_len, most - b->window_len,
			  from + b->window_len);
}

bool btf_next(struct btf *b, u32 id, u32 *off, struct raw *r)
{
	if (!b->have)
		return next(b, id, off, r);
	if (next_in_window(b, id, off, r))
		return true;
	fill(b, *off);
	/* not in a window: a long record, or the end */
	return next_in_window(b, id, off, r) || next(b, id, off, r);
}

bool btf_get(const struct btf *b, u32 id, struct raw *r)
{
	u32 off, i;

	if (b->base && id < b->first_id)
		return btf_get(b->base, id, r);
	if (!b->map || !id || id >= b->end_id)
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
	size_t cap = b->types_len / BTF_RECORD / INDEX_STEP + 1;
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
	return b->map && off < b->strs_len ? b->strs + off : "";
}

static bool find_own_str(const struct btf *b, const char *name, u32 *off)
{
	size_t n = strlen(name) + 1;	/* with its NUL */
	const char *p = b->strs, *end = b->strs + b->strs_len;

	while (b->map && (p = find_bytes(p, (size_t)(end - p), name, n))) {
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
#define FIND_SECTION(bits)							\
static bool find_section##bits(const u8 *p, size_t size, size_t *off, size_t *len) \
{										\
	Elf##bits##_Ehdr eh;							\
	Elf##bits##_Shdr sh, names;						\
	size_t at;								\
										\
	if (size < sizeof(eh))							\
		return false;							\
	memcpy(&eh, p, sizeof(eh));						\
	at = (size_t)eh.e_shoff;						\
	if (eh.e_shentsize != sizeof(sh) || eh.e_shstrndx >= eh.e_shnum ||	\
	    at > size || (size - at) / sizeof(sh) < eh.e_shnum)			\
		return false;							\
	memcpy(&names, p + at + eh.e_shstrndx * sizeof(sh), sizeof(sh));	\
	if (names.sh_offset > size || names.sh_size > size - names.sh_offset)	\
		return false;							\
	for (u32 i = 0; i < eh.e_shnum; i++) {					\
		memcpy(&sh, p + at + i * sizeof(sh), sizeof(sh));		\
		if (sh.sh_name >= names.sh_size || names.sh_size - sh.sh_name < 5 || \
		    memcmp(p + names.sh_offset + sh.sh_name, ".BTF", 5))	\
			continue;						\
		*off = (size_t)sh.sh_offset;					\
		*len = (size_t)sh.sh_size;					\
		return sh.sh_offset <= size && sh.sh_size <= size - sh.sh_offset; \
	}									\
	return false;								\
}
FIND_SECTION(32)
FIND_SECTION(64)

static bool find_section(const u8 *p, size_t size, size_t *off, size_t *len)
{
	if (size < EI_NIDENT || p[EI_DATA] != ELFDATA2LSB)
		return false;
	return p[EI_CLASS] == ELFCLASS64 ? find_section64(p, size, off, len) :
					   find_section32(p, size, off, len);
}

static bool section_ok(u32 off, u32 len, size_t size)
{
	return off <= size && len <= size - off;
}

/* Sets types and strs from the header at p.  Returns 0 or -EINVAL. */
static int parse_header(struct btf *b, const u8 *p, size_t size)
{
	u32 hdr, type_off, str_off;

	if (size < BTF_HEADER || (btf_u32(p) & 0xffffff) != BTF_MAGIC_V1)
		return -EINVAL;
	hdr = btf_u32(p + 4);
	type_off = btf_u32(p + 8);
	b->types_len = btf_u32(p + 12);
	str_off = btf_u32(p + 16);
	b->strs_len = btf_u32(p + 20);
	if (hdr < BTF_HEADER || hdr > size)
		return -EINVAL;
	p += hdr;
	size -= hdr;
	if (!section_ok(type_off, b->types_len, size) ||
	    !section_ok(str_off, b->strs_len, size))
		return -EINVAL;
	b->types = p + type_off;
	b->strs = (const char *)p + str_off;
	fetch(b, b->strs, b->strs_len);
	/* the last string must end; the first must be "", except in modules */
	if (!b->strs_len || b->strs[b->strs_len - 1])
		return -EINVAL;
	return 0;
}

static int get_file(struct btf *b, const char *path)
{
	struct stat st;

	b->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (b->fd < 0 || fstat(b->fd, &st))
		return minus_errno();
	if (st.st_size < BTF_HEADER)
		return -EINVAL;
	b->map_size = (size_t)st.st_size;
	b->map = mmap(NULL, b->map_size, PROT_READ, MAP_PRIVATE, b->fd, 0);
	if (b->map != MAP_FAILED)
		return 0;
	b->map = NULL;
	if (b->map_size > READ_MAX)
		return -EFBIG;
	b->map = mmap(NULL, b->map_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		      -1, 0);
	if (b->map == MAP_FAILED) {
		b->map = NULL;
		return -ENOMEM;
	}
	madvise(b->map, b->map_size, MADV_NOHUGEPAGE);	/* else 2 MB would be used to read 4 kB */
	b->window = mem_alloc(WINDOW + b->map_size / PAGE + 1);
	b->have = (bool *)b->window + WINDOW;
	return 0;
}

static int parse_file(struct btf *b)
{
	size_t off = 0, len = b->map_size;

	fetch(b, b->map, BTF_HEADER);
	if (b->map_size >= SELFMAG && !memcmp(b->map, ELFMAG, SELFMAG)) {
		fetch(b, b->map, b->map_size);
		if (!find_section(b->map, b->map_size, &off, &len))
			return -EINVAL;
	}
	return parse_header(b, b->map + off, len);
}

static int open_file(struct btf **out, struct btf *b, const char *path)
{
	int err = get_file(b, path);

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

int btf_open(struct btf **out, struct arena *a, const char *path, u32 word)
{
	struct btf *b = arena_new(a, struct btf);

	b->arena = a;
	b->word = word;
	return open_file(out, b, path);
}

int btf_open_module(struct btf **out, struct btf *base, const char *path)
{
	struct btf *b = arena_new(base->arena, struct btf);

	b->arena = base->arena;
	b->word = base->word;
	b->base = base;
	b->first_id = base->end_id;
	b->first_str = base->first_str + base->strs_len;
	return open_file(out, b, path);
}

void btf_close(struct btf *b)
{
	if (!b)
		return;
	if (b->map)
		munmap(b->map, b->map_size);
	if (b->fd >= 0)
		close(b->fd);
	b->fd = -1;
	b->map = NULL;
	mem_free(b->window);
	b->window = NULL;
	mem_free(b->index);
	b->index = NULL;
	hash_free(&b->made);
	hash_free(&b->found);
}

u32 btf_last_id(const struct btf *b)
{
	return b->end_id - 1;
}
