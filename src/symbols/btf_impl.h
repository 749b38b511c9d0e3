/* SPDX-License-Identifier: GPL-2.0-or-later */
/* btf_impl.h - declarations shared by btf.c (records) and btf_types.c (types). */
#ifndef AWL_BTF_IMPL_H
#define AWL_BTF_IMPL_H

#include "base/hash.h"
#include "symbols/btf.h"
#include "symbols/btf_file.h"

/* All kinds of records by number; an older linux/btf.h may lack the last ones. */
enum kind {
	K_VOID, K_INT, K_PTR, K_ARRAY, K_STRUCT, K_UNION, K_ENUM, K_FWD,
	K_TYPEDEF, K_VOLATILE, K_CONST, K_RESTRICT, K_FUNC, K_FUNC_PROTO,
	K_VAR, K_DATASEC, K_FLOAT, K_DECL_TAG, K_TYPE_TAG, K_ENUM64, K_KINDS
};

struct raw {			/* one record */
	enum kind kind;
	u32 id, name;		/* name: offset of the string */
	u32 size;		/* bytes, or the id of another type */
	u32 vlen;
	bool flag;		/* kind_flag */
	const u8 *data;		/* the data after the header */
};

struct btf {
	struct arena *arena;
	struct btf *base;	/* for a module: the kernel's BTF; else NULL */
	u32 word;
	struct btf_file file;
	u8 *data;		/* the whole file; NULL when closed */
	bool *have;		/* [page] was read into data; NULL: the file is mapped */
	const u8 *types;	/* in data */
	const char *strs;
	u32 first_id, first_str;	/* 0 except in modules */
	u32 end_id;		/* the last id plus one */
	bool has_signed_enums;	/* the file marks signed enums (Linux 6.0) */
	u32 *index;		/* offset of every INDEX_STEPth type */
	struct hash made;	/* id to struct made */
	struct hash found;	/* kind of search and name ("3name") to struct found */
	u32 n_asked;		/* number of functions looked up so far */
};

struct made { u32 id; u32 state; struct type *type; };

static inline u32 btf_u32(const u8 *p)
{
	u32 v;

	__builtin_memcpy(&v, p, sizeof(v));
	return v;
}

#define BTF_RECORD 12		/* bytes of the header of each record */

/* Bytes after a record's header: a fixed number, and a number for each of vlen. */
extern const struct btf_tails { u8 fixed, each; } btf_tails[K_KINDS];

/* Decodes the 12 bytes of a record's header.  Does not set r->id.  Returns false if the kind is
 * unknown. */
static inline bool btf_head(const u8 *p, struct raw *r)
{
	u32 info = btf_u32(p + 4);

	r->kind = info >> 24 & 0x1f;
	r->name = btf_u32(p);
	r->vlen = info & 0xffff;
	r->flag = info >> 31;
	r->size = btf_u32(p + 8);
	r->data = p + 12;
	return r->kind != K_VOID && r->kind < K_KINDS;
}

static inline u32 btf_tail(const struct raw *r)
{
	return btf_tails[r->kind].fixed + btf_tails[r->kind].each * r->vlen;
}

/* The same as btf_next(), for a record that may not be in the file's window. */
bool btf_next_far(struct btf *b, u32 id, u32 *off, struct raw *r);

/* Reads the record at *off and moves *off to the next one.  Returns false at the end.  r->data is
 * valid until the next call.  Walks over a hundred thousand records call this, so it is inline. */
static inline bool btf_next(struct btf *b, u32 id, u32 *off, struct raw *r)
{
	const struct btf_file *f = &b->file;
	u32 at = f->types + *off - f->at, len;

	if (f->types_len - *off < BTF_RECORD || at >= f->n || f->n - at < BTF_RECORD ||
	    !btf_head(f->buf + at, r))
		return btf_next_far(b, id, off, r);
	len = BTF_RECORD + btf_tail(r);
	if (f->types_len - *off < len || f->n - at < len)
		return btf_next_far(b, id, off, r);
	r->id = id;
	*off += len;
	return true;
}

/* Reads the record with this id, of this file or its base.  Returns false if there is none. */
bool btf_get(const struct btf *b, u32 id, struct raw *r);
/* Returns the string at an offset, or "" if the offset is 0 or invalid. */
const char *btf_str(const struct btf *b, u32 off);
/* Finds the offset of a name.  Returns false if the file and its base don't have the name. */
bool btf_find_str(const struct btf *b, const char *name, u32 *off);

#endif
