/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf_scan.c - a few functions of a large BTF file, in one pass; see btf_scan.h.
 *
 * The strings are read first, for the offsets of the names, then the records.  The offset of
 * each 64th record is noted, so that the types of parameters can be looked up afterwards.
 */
#include "symbols/btf_scan.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "symbols/btf_impl.h"

#define STEP 64
#define MOST_TYPES (1u << 20)

struct scan {
	int fd;
	u32 at, n;		/* buf holds n bytes of the file from offset `at` */
	const u8 *buf;
	u8 *map;		/* the whole file (from 6.16 on), or NULL */
	u32 types, types_end, strs, strs_end;	/* offsets in the file */
	u32 index[MOST_TYPES / STEP];	/* file offsets; unused pages cost nothing */
	u32 n_types;
	u32 task;		/* the id of struct task_struct */
	u32 step;		/* distance between the groups of letters that are checked */
	bool mark[4096];	/* mark[h]: a part (later: a whole) of a name hashes to h */
	u8 page[4096];		/* one read(2) returns at most this */
};

static void fill(struct scan *s, u32 off)
{
	ssize_t got;

	if (s->map)
		return;
	got = pread(s->fd, s->page, sizeof(s->page), (off_t)off);
	s->at = off;
	s->n = got < 0 ? 0 : (u32)got;
}

/* Returns n bytes at off; NULL at the end of the file. */
static inline const u8 *need(struct scan *s, u32 off, u32 n)
{
	if (off < s->at || off + n > s->at + s->n)
		fill(s, off);
	return off + n <= s->at + s->n ? s->buf + (off - s->at) : NULL;
}

static int read_header(struct scan *s)
{
	const u8 *p = need(s, 0, BTF_HEADER);
	u32 head;

	if (!p || (btf_u32(p) & 0xffffff) != BTF_MAGIC_V1)
		return -EINVAL;
	head = btf_u32(p + 4);
	s->types = head + btf_u32(p + 8);
	s->types_end = s->types + btf_u32(p + 12);
	s->strs = head + btf_u32(p + 16);
	s->strs_end = s->strs + btf_u32(p + 20);
	return s->types > s->types_end || s->strs > s->strs_end || s->strs_end > INT32_MAX ||
	       s->types_end > INT32_MAX ? -EINVAL : 0;
}

/* Is "\0name\0" at p? */
static bool is_name(const struct scan *s, const struct btf_brief *v, const u8 *p)
{
	size_t len;

	if (*p || p[1] != (u8)v->name[0])
		return false;
	len = strlen(v->name) + 1;
	return p + len < s->buf + s->n && !memcmp(p + 1, v->name, len);
}

static void name_at(const struct scan *s, struct btf_brief *v, const u8 *p)
{
	if (is_name(s, v, p))
		v->str = s->at + (u32)(p + 1 - s->buf) - s->strs;
}

static u32 bucket(const void *p)
{
	return btf_u32(p) * 2654435761u >> 20;
}

static bool can_find(const struct btf_brief *v)
{
	size_t len = strlen(v->name);

	return len >= BTF_BRIEF_MIN && len <= BTF_BRIEF_NAME;
}

/* A name of n letters and the NULs around it contain n - 1 groups of 4 bytes, one of which starts
 * at a multiple of n - 1.  So only groups at such offsets are checked. */
static void mark_names(struct scan *s, const struct btf_brief *v, u32 n)
{
	s->step = BTF_BRIEF_NAME;
	for (u32 i = 0; i < n; i++)
		if (can_find(&v[i]) && strlen(v[i].name) <= s->step)
			s->step = (u32)strlen(v[i].name) - 1;
	for (u32 i = 0; i < n; i++) {
		char text[BTF_BRIEF_NAME + 2] = "";

		if (!can_find(&v[i]))
			continue;
		memcpy(text + 1, v[i].name, strlen(v[i].name));
		for (u32 k = 0; k < s->step; k++)
			s->mark[bucket(text + k)] = true;
	}
}

static void find_names(const struct scan *s, u32 from, struct btf_brief *v, u32 n)
{
	for (u32 at = from; at + 4 <= s->n; at += s->step)
		if (s->mark[bucket(s->buf + at)])
			for (u32 i = 0; i < n; i++)
				for (u32 k = 0; k < s->step && k <= at; k++)
					name_at(s, &v[i], s->buf + at - k);
}

/* Buffers overlap by the length of the longest name. */
static bool scan_strings(struct scan *s, struct btf_brief *v, u32 n)
{
	bool any = false;

	mark_names(s, v, n);
	for (u32 off = s->strs; off < s->strs_end; ) {
		fill(s, off);
		find_names(s, off - s->at, v, n);
		if (s->n <= BTF_BRIEF_NAME + 2)
			break;
		off = s->at + s->n - BTF_BRIEF_NAME - 2;
		if (s->map)
			break;
	}
	memset(s->mark, 0, sizeof(s->mark));
	for (u32 i = 0; i < n; i++)
		if (v[i].str)
			any = s->mark[v[i].str % ARRAY_SIZE(s->mark)] = true;
	return any;
}

static inline bool get_record(struct scan *s, u32 off, struct raw *r)
{
	const u8 *p = off < s->types_end ? need(s, off, BTF_RECORD) : NULL;

	return p && btf_head(p, r);
}

/* Checks a record whose name may be one of the wanted ones. */
static void note_named(struct btf_brief *v, u32 n, const struct raw *r, u32 id, u32 off)
{
	for (u32 i = 0; i < n; i++) {
		if (!v[i].str || v[i].str != r->name || r->kind != (u32)v[i].kind)
			continue;
		v[i].id = v[i].count++ ? v[i].id : id;
		v[i].proto = r->kind == K_STRUCT ? off : r->size;
	}
}

/* Scans the records in buf from off on, and returns the offset of the next record.  There are a
 * hundred thousand records, so this does little for each. */
static u32 scan_piece(struct scan *s, u32 off, struct btf_brief *v, u32 n)
{
	u32 till = s->at + s->n < s->types_end ? s->at + s->n : s->types_end;
	const u8 *p = s->buf + (off - s->at), *end = s->buf + (till - s->at);
	u32 id = s->n_types + 1;
	struct raw r;

	for (; p + BTF_RECORD <= end && id < MOST_TYPES; id++) {
		if (!btf_head(p, &r))
			break;
		if (s->mark[r.name % ARRAY_SIZE(s->mark)])
			note_named(v, n, &r, id, off);
		if (id % STEP == 0)
			s->index[id / STEP] = off;
		off += BTF_RECORD + btf_tail(&r);
		p = s->buf + (off - s->at);
	}
	s->n_types = id - 1;
	return off;
}

static void scan_types(struct scan *s, struct btf_brief *v, u32 n)
{
	u32 off = s->types, before = 0;

	while (off > before && off < s->types_end) {
		before = off;
		fill(s, off);
		off = scan_piece(s, off, v, n);
	}
}

/* Reads the record of an id.  Returns its offset, or 0. */
static u32 find_type(struct scan *s, u32 id, struct raw *r)
{
	u32 off = id < STEP ? s->types : s->index[id / STEP];

	if (!id || id > s->n_types)
		return 0;
	for (u32 i = id < STEP ? 1 : id - id % STEP; get_record(s, off, r); i++) {
		if (i == id)
			return off;
		off += BTF_RECORD + btf_tail(r);
	}
	return 0;
}

static enum btf_fit fit_of(struct scan *s, u32 id)
{
	struct raw r;

	for (u32 depth = 0; depth < 32; depth++, id = r.size) {
		if (!id)
			return BTF_VOID;
		if (!find_type(s, id, &r))
			break;
		switch (r.kind) {
		case K_PTR:
			return r.size == s->task ? BTF_TO_TASK : BTF_WORD;
		case K_INT:
		case K_ENUM:
		case K_ENUM64:
			return r.size == 8 ? BTF_WORD : r.size < 8 ? BTF_NARROW : BTF_ODD;
		case K_TYPEDEF:
		case K_CONST:
		case K_VOLATILE:
		case K_RESTRICT:
		case K_TYPE_TAG:
			break;
		default:
			return BTF_ODD;
		}
	}
	return BTF_ODD;
}

static void look_at(struct scan *s, struct btf_brief *v)
{
	struct raw r;
	u32 off = find_type(s, v->proto, &r);

	if (off && r.kind == K_PTR)
		off = find_type(s, r.size, &r);
	if (!off || r.kind != K_FUNC_PROTO) {
		v->count = 0;
		return;
	}
	v->n_params = r.vlen;
	v->ret = fit_of(s, r.size);
	for (u32 i = 0; i < r.vlen; i++) {
		const u8 *p = need(s, off + BTF_RECORD + i * 8, 8);
		enum btf_fit fit = p ? fit_of(s, btf_u32(p + 4)) : BTF_ODD;

		if (fit <= BTF_WORD && i < 32)
			v->words |= 1u << i;
		if (fit == BTF_TO_TASK && i < 32)
			v->tasks |= 1u << i;
		v->is_odd |= fit == BTF_ODD || fit == BTF_VOID;
	}
}

const char btf_task_members[TASK_MEMBERS][5] = { "pid", "prio", "comm" };

/* Finds the members of struct task_struct.  comm has 128 bits; pid and prio have 32 and are
 * followed by a member of the same type.  Only the names of such members are compared, as each
 * takes a read(2). */
static void find_members(struct scan *s, struct btf_brief *v)
{
	struct raw r;

	if (v->count != 1 || !get_record(s, v->proto, &r))
		return;
	for (u32 i = 1; i < r.vlen; i++) {
		const u8 *p = need(s, v->proto + i * 12, 24);
		u32 bits = p ? btf_u32(p + 8) : 0, size = p ? btf_u32(p + 20) - bits : 0;
		char name[6] = "";

		if (size != 128 && (size != 32 || btf_u32(p + 4) != btf_u32(p + 16)))
			continue;
		pread(s->fd, name, 5, (off_t)(s->strs + btf_u32(p)));
		for (u32 k = 0; k < TASK_MEMBERS; k++)
			if ((k == TASK_COMM) == (size == 128) && !strcmp(name, btf_task_members[k]))
				v->off[k] = bits / 8;
	}
}

static void map_all(struct scan *s)
{
	struct stat st;
	u8 *map;

	s->buf = s->page;
	if (fstat(s->fd, &st) || st.st_size <= 0 || st.st_size > INT32_MAX)
		return;
	map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, s->fd, 0);
	if (map == MAP_FAILED)
		return;
	s->buf = s->map = map;
	s->n = (u32)st.st_size;
}

int btf_scan(const char *path, struct btf_brief *v, u32 n)
{
	struct scan *s;
	int fd = open(path, O_RDONLY | O_CLOEXEC), err;

	if (fd < 0)
		return minus_errno();
	s = mem_alloc(sizeof(*s));
	s->fd = fd;
	map_all(s);
	err = read_header(s);
	if (!err && scan_strings(s, v, n)) {
		scan_types(s, v, n);
		s->task = v[n - 1].id;
		for (u32 i = 0; i < n; i++)
			if (v[i].kind == BTF_TASK)
				find_members(s, &v[i]);
			else if (v[i].count)
				look_at(s, &v[i]);
	}
	if (s->map)
		munmap(s->map, s->n);
	close(fd);
	mem_free(s);
	return err;
}
