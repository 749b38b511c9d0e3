/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf_scan.c - find a few functions in a large BTF file in one pass; see btf_scan.h.
 *
 * The strings are read first, to find the offsets of the names, then the records.  The offset of
 * each 64th record is noted, so that the types of parameters can be looked up afterwards.
 */
#include "symbols/btf_scan.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "symbols/btf_impl.h"

#define STEP 64
#define MOST_TYPES (1u << 20)

struct scan {
	struct btf_file file;
	u32 index[MOST_TYPES / STEP];	/* file offsets; unused pages cost nothing */
	u32 n_types;
	u32 task;		/* the id of struct task_struct */
	u32 step;		/* distance between the groups of letters that are checked */
	bool mark[4096];	/* mark[h]: a part (later: a whole) of a name hashes to h */
};

static u32 types_end(const struct scan *s)
{
	return s->file.types + s->file.types_len;
}

/* Is "\0name\0" at p? */
static bool is_name(const struct scan *s, const struct btf_brief *v, const u8 *p)
{
	size_t len;

	if (*p || p[1] != (u8)v->name[0])
		return false;
	len = strlen(v->name) + 1;
	return p + len < s->file.buf + s->file.n && !memcmp(p + 1, v->name, len);
}

static void name_at(const struct scan *s, struct btf_brief *v, const u8 *p)
{
	if (is_name(s, v, p))
		v->str = s->file.at + (u32)(p + 1 - s->file.buf) - s->file.strs;
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

/* Marks the groups of 4 bytes in the names.  A name of n letters and the NULs around it contain
 * n - 1 such groups, one of which starts at a multiple of n - 1.  So only groups at multiples of
 * s->step have to be checked; the shortest name gives the step. */
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
	for (u32 at = from; at + 4 <= s->file.n; at += s->step)
		if (s->mark[bucket(s->file.buf + at)])
			for (u32 i = 0; i < n; i++)
				for (u32 k = 0; k < s->step && k <= at; k++)
					name_at(s, &v[i], s->file.buf + at - k);
}

/* Sets v[].str for the names that the file has.  Returns true if it has any.  Consecutive buffers
 * overlap by the length of the longest name. */
static bool scan_strings(struct scan *s, struct btf_brief *v, u32 n)
{
	bool any = false;

	mark_names(s, v, n);
	for (u32 off = s->file.strs; off < s->file.strs + s->file.strs_len; ) {
		btf_file_fill(&s->file, off);
		find_names(s, off - s->file.at, v, n);
		if (s->file.n <= BTF_BRIEF_NAME + 2)
			break;
		off = s->file.at + s->file.n - BTF_BRIEF_NAME - 2;
		if (s->file.map)
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
	const u8 *p = off < types_end(s) ? btf_file_get(&s->file, off, BTF_RECORD) : NULL;

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
	u32 till = s->file.at + s->file.n < types_end(s) ? s->file.at + s->file.n : types_end(s);
	const u8 *p = s->file.buf + (off - s->file.at), *end = s->file.buf + (till - s->file.at);
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
		p = s->file.buf + (off - s->file.at);
	}
	s->n_types = id - 1;
	return off;
}

static void scan_types(struct scan *s, struct btf_brief *v, u32 n)
{
	u32 off = s->file.types, before = 0;

	while (off > before && off < types_end(s)) {
		before = off;
		btf_file_fill(&s->file, off);
		off = scan_piece(s, off, v, n);
	}
}

/* Reads the record of an id.  Returns its offset, or 0. */
static u32 find_type(struct scan *s, u32 id, struct raw *r)
{
	u32 off = id < STEP ? s->file.types : s->index[id / STEP];

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
		const u8 *p = btf_file_get(&s->file, off + BTF_RECORD + i * 8, 8);
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
 * followed by a member of the same type.  Only the names of such members are compared, because
 * each takes a read(2). */
static void find_members(struct scan *s, struct btf_brief *v)
{
	struct raw r;

	if (v->count != 1 || !get_record(s, v->proto, &r))
		return;
	for (u32 i = 1; i < r.vlen; i++) {
		const u8 *p = btf_file_get(&s->file, v->proto + i * 12, 24);
		u32 bits = p ? btf_u32(p + 8) : 0, size = p ? btf_u32(p + 20) - bits : 0;
		char name[6] = "";

		if (size != 128 && (size != 32 || btf_u32(p + 4) != btf_u32(p + 16)))
			continue;
		pread(s->file.fd, name, 5, (off_t)(s->file.strs + btf_u32(p)));
		for (u32 k = 0; k < TASK_MEMBERS; k++)
			if ((k == TASK_COMM) == (size == 128) && !strcmp(name, btf_task_members[k]))
				v->off[k] = bits / 8;
	}
}

int btf_scan(const char *path, struct btf_brief *v, u32 n)
{
	struct scan *s = mem_alloc(sizeof(*s));
	int err = btf_file_open(&s->file, path, BTF_PAGE);
	const u8 *head = err ? NULL : btf_file_get(&s->file, 0, BTF_HEADER);

	if (!err)
		err = head ? btf_file_header(&s->file, head, 0, s->file.size) : -EINVAL;
	if (!err && scan_strings(s, v, n)) {
		scan_types(s, v, n);
		s->task = v[n - 1].id;
		for (u32 i = 0; i < n; i++)
			if (v[i].kind == BTF_TASK)
				find_members(s, &v[i]);
			else if (v[i].count)
				look_at(s, &v[i]);
	}
	btf_file_close(&s->file);
	mem_free(s);
	return err;
}
