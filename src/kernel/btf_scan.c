/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf_scan.c - a few functions of a large BTF file, in one pass; see btf_scan.h.
 *
 * First the strings, for the names' offsets, then the records.  Where each
 * 64th record is gets noted, so that the types of the parameters can be looked
 * at afterwards.
 */
#include "kernel/btf_scan.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "kernel/btf_impl.h"

#define HEADER 24
#define RECORD 12
#define STEP 64
#define MOST_TYPES (1u << 20)

struct scan {
	int fd;
	u32 at, n;		/* what of the file is in buf */
	u32 types, types_end, strs, strs_end;	/* where */
	u32 index[MOST_TYPES / STEP];	/* file offsets; pages that aren't used cost nothing */
	u32 n_types;
	u32 arrays[32], n_arrays;	/* ids: of 16 elements */
	bool mark[4096];	/* by bucket: may be in a name */
	u8 buf[4096];		/* the kernel gives no more at once */
};

static void fill(struct scan *s, u32 off)
{
	ssize_t got = pread(s->fd, s->buf, sizeof(s->buf), (off_t)off);

	s->at = off;
	s->n = got < 0 ? 0 : (u32)got;
}

/* n bytes of the file; NULL at its end. */
static inline const u8 *need(struct scan *s, u32 off, u32 n)
{
	if (off < s->at || off + n > s->at + s->n)
		fill(s, off);
	return off + n <= s->at + s->n ? s->buf + (off - s->at) : NULL;
}

static int read_header(struct scan *s)
{
	const u8 *p = need(s, 0, HEADER);
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

/* "\0name\0" at p?  p may be anywhere in buf. */
static bool is_name(const struct scan *s, const struct btf_brief *v, const u8 *p)
{
	size_t len = strlen(v->name) + 1;

	return p >= s->buf && p + len < s->buf + s->n && !*p && !memcmp(p + 1, v->name, len);
}

static void name_at(const struct scan *s, struct btf_brief *v, const u8 *p)
{
	if (is_name(s, v, p))
		v->str = s->at + (u32)(p + 1 - s->buf) - s->strs;
}

/* A name with the NULs around it has, wherever it is, one of its first four
 * groups of 4 bytes at a multiple of 4: only those are looked at. */
static u32 bucket(const void *p)
{
	return btf_u32(p) * 2654435761u >> 20;
}

static void mark_names(struct scan *s, const struct btf_brief *v, u32 n)
{
	for (u32 i = 0; i < n; i++) {
		char text[BTF_BRIEF_NAME + 2] = "";
		size_t len = strlen(v[i].name);

		if (len > BTF_BRIEF_NAME || len < BTF_BRIEF_MIN)
			continue;
		memcpy(text + 1, v[i].name, len);
		for (u32 k = 0; k < 4; k++)
			s->mark[bucket(text + k)] = true;
	}
}

static void find_names(const struct scan *s, struct btf_brief *v, u32 n)
{
	for (u32 at = 0; at + 4 <= s->n; at += 4)
		if (s->mark[bucket(s->buf + at)])
			for (u32 i = 0; i < n; i++)
				for (u32 k = 0; k < 4; k++)
					name_at(s, &v[i], s->buf + at - k);
}

/* Pieces overlap by the longest name. */
static bool scan_strings(struct scan *s, struct btf_brief *v, u32 n)
{
	bool any = false;

	mark_names(s, v, n);
	for (u32 off = s->strs; off < s->strs_end; off += s->n - BTF_BRIEF_NAME - 2) {
		fill(s, off);
		find_names(s, v, n);
		if (s->n <= BTF_BRIEF_NAME + 2)
			break;
	}
	for (u32 i = 0; i < n; i++)
		any |= v[i].str > 0;
	return any;
}

static inline bool get_record(struct scan *s, u32 off, struct raw *r)
{
	const u8 *p = off < s->types_end ? need(s, off, RECORD) : NULL;

	return p && btf_head(p, r);
}

static void note_function(struct btf_brief *v, u32 n, const u8 *p, u32 id)
{
	for (u32 i = 0; i < n; i++)
		if (!v[i].member && v[i].str && v[i].str == btf_u32(p)) {
			v[i].id = v[i].count++ ? v[i].id : id;
			v[i].proto = btf_u32(p + 8);
		}
}

static void note_struct(struct btf_brief *v, u32 n, const u8 *p, u32 off)
{
	for (u32 i = 0; i < n; i++)
		if (v[i].member && v[i].str && v[i].str == btf_u32(p)) {
			v[i].count++;
			v[i].proto = off;
		}
}

static void note_array(struct scan *s, const u8 *p, u32 id)
{
	if (p && btf_u32(p) == 16 && s->n_arrays < ARRAY_SIZE(s->arrays))
		s->arrays[s->n_arrays++] = id;
}

/* A hundred thousand records: little is done for each. */
static void scan_types(struct scan *s, struct btf_brief *v, u32 n)
{
	const u8 *p;
	u32 off = s->types, info;
	struct raw r;

	for (u32 id = 1; id < MOST_TYPES && off < s->types_end; id++) {
		p = need(s, off, RECORD);
		if (!p)
			return;
		info = btf_u32(p + 4);
		r.kind = info >> 24 & 0x1f;
		r.vlen = info & 0xffff;
		if (!r.kind || r.kind >= K_KINDS)
			return;
		if (r.kind == K_FUNC)
			note_function(v, n, p, id);
		else if (r.kind == K_STRUCT)
			note_struct(v, n, p, off);
		else if (r.kind == K_ARRAY)
			note_array(s, need(s, off + RECORD + 8, 4), id);
		if (id % STEP == 0)
			s->index[id / STEP] = off;
		off += RECORD + btf_tail(&r);
		s->n_types = id;
	}
}

/* The record of an id; its offset, or 0. */
static u32 find_type(struct scan *s, u32 id, struct raw *r)
{
	u32 off = id < STEP ? s->types : s->index[id / STEP];

	if (!id || id > s->n_types)
		return 0;
	for (u32 i = id < STEP ? 1 : id - id % STEP; get_record(s, off, r); i++) {
		if (i == id)
			return off;
		off += RECORD + btf_tail(r);
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
			return BTF_WORD;
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
	u32 off = find_type(s, v->proto, &(struct raw){ 0 });
	struct raw r;

	if (!off || !get_record(s, off, &r) || r.kind != K_FUNC_PROTO) {
		v->count = 0;
		return;
	}
	v->n_params = r.vlen;
	v->ret = fit_of(s, r.size);
	for (u32 i = 0; i < r.vlen; i++) {
		const u8 *p = need(s, off + RECORD + i * 8, 8);
		enum btf_fit fit = p ? fit_of(s, btf_u32(p + 4)) : BTF_ODD;

		if (fit == BTF_WORD && i < 32)
			v->words |= 1u << i;
		v->is_odd |= fit == BTF_ODD || fit == BTF_VOID;
	}
}

static bool is_called(struct scan *s, u32 str, const char *name)
{
	u32 len = (u32)strlen(name) + 1;
	const u8 *p = need(s, s->strs + str, len);

	return p && !memcmp(p, name, len);
}

/* The names are asked only of members of the right type: each is a read. */
static void find_member(struct scan *s, struct btf_brief *v)
{
	struct raw r;

	if (v->count != 1 || !get_record(s, v->proto, &r))
		return;
	for (u32 i = 0; i < r.vlen; i++) {
		const u8 *p = need(s, v->proto + RECORD + i * 12, 12);
		u32 str = p ? btf_u32(p) : 0, type = p ? btf_u32(p + 4) : 0;
		u32 bits = p ? btf_u32(p + 8) & 0xffffff : 0;

		for (u32 k = 0; k < s->n_arrays; k++)
			if (s->arrays[k] == type && is_called(s, str, v->member))
				v->off = bits / 8;
	}
}

int btf_scan(const char *path, struct btf_brief *v, u32 n)
{
	struct scan *s;
	int fd = open(path, O_RDONLY | O_CLOEXEC), err;

	if (fd < 0)
		return -errno;
	s = mem_alloc(sizeof(*s));
	s->fd = fd;
	err = read_header(s);
	if (!err && scan_strings(s, v, n)) {
		scan_types(s, v, n);
		for (u32 i = 0; i < n; i++)
			if (v[i].member)
				find_member(s, &v[i]);
			else if (v[i].count)
				look_at(s, &v[i]);
	}
	close(fd);
	mem_free(s);
	return err;
}
