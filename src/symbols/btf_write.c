/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf_write.c - makes BTF of types; see btf_write.h.
 *
 * A type gets its id when it is first mentioned, and its record when all before it have theirs,
 * so that types may refer to each other.  Facts: linux/btf.h, Documentation/bpf/btf.rst.
 */
#include "symbols/btf_write.h"

#include <string.h>

#include "symbols/btf_impl.h"

struct btf_item {
	u32 id;
	enum kind kind;
	const char *name;		/* "": none */
	const struct type *type;	/* the type; of K_TYPE_TAG and K_TYPEDEF, what it means */
	const struct btf_func *func;	/* of K_FUNC and K_FUNC_PROTO; NULL: unknown */
};
struct btf_text { u32 off; };

static struct btf_item *add(struct btf_writer *w, enum kind kind, const char *name,
			    const struct type *t)
{
	struct btf_item *i = arena_new(w->arena, struct btf_item);

	vec_push(&w->items, i);
	*i = (struct btf_item){ .id = w->items.n, .kind = kind, .name = name, .type = t };
	return i;
}

static enum kind kind_of(const struct type *t)
{
	switch (t->kind) {
	case TY_INT:
	case TY_BOOL:
		return K_INT;
	case TY_ENUM:
		return K_ENUM64;
	case TY_PTR:
		return K_PTR;
	case TY_ARRAY:
		return K_ARRAY;
	case TY_STRUCT:
		return t->is_union ? K_UNION : K_STRUCT;
	default:
		return K_VOID;		/* debug information has no others */
	}
}

/* A structure has the name of its tag, as in "struct sock". */
static const char *own_name(const struct type *t)
{
	const char *blank = t->name ? strchr(t->name, ' ') : NULL;

	if (t->kind == TY_STRUCT || t->kind == TY_ENUM)
		return blank ? blank + 1 : "";
	return t->name && (t->kind == TY_INT || t->kind == TY_BOOL) ? t->name : "";
}

u32 btf_write_type(struct btf_writer *w, const struct type *t)
{
	enum kind kind = t ? kind_of(t) : K_VOID;
	struct btf_item *i;

	if (kind == K_VOID)
		return 0;
	i = hash_get(&w->ids, (const char *)&t, sizeof(t));
	if (i)
		return i->id;
	i = add(w, kind, own_name(t), t);
	/* without a tag its typedef stands for it, which may become known later */
	if ((kind == K_STRUCT || kind == K_UNION || kind == K_ENUM64) && !*i->name)
		i = add(w, K_CONST, "", t);
	hash_put(&w->ids, (const char *)&i->type, sizeof(i->type), i);
	return i->id;
}

void btf_write_name(struct btf_writer *w, const char *name, const struct type *t)
{
	btf_write_type(w, t);
	add(w, K_TYPEDEF, name, t);
}

void btf_write_func(struct btf_writer *w, const char *name, const struct btf_func *f)
{
	add(w, K_FUNC, name, NULL)->func = f;
	add(w, K_FUNC_PROTO, "", NULL)->func = f;	/* has the next id */
}

/* ---- records ---- */

static void put(struct btf_writer *w, u32 word)
{
	sb_put(&w->types, &word, sizeof(word));
}

static u32 string(struct btf_writer *w, const char *s)
{
	struct btf_text *t = *s ? hash_get(&w->strings, s, strlen(s)) : NULL;

	if (!*s || t)
		return t ? t->off : 0;
	t = arena_new(w->arena, struct btf_text);
	t->off = (u32)w->strs.n;
	hash_put(&w->strings, s, strlen(s), t);
	sb_put(&w->strs, s, strlen(s) + 1);
	return t->off;
}

static void head(struct btf_writer *w, const struct btf_item *i, bool flag, u32 vlen, u32 size)
{
	put(w, string(w, i->name));
	put(w, (u32)flag << 31 | (u32)i->kind << 24 | vlen);
	put(w, size);
}

/* With the flag, a member's place has the number of bits in its upper byte. */
static void put_struct(struct btf_writer *w, const struct btf_item *i)
{
	const struct type *t = i->type;
	u32 n = t->complete ? 0 : t->count;

	head(w, i, true, n, t->size);
	for (u32 k = 0; k < n; k++) {
		const struct member *m = &t->members[k];

		put(w, string(w, m->name));
		put(w, btf_write_type(w, m->type));
		put(w, (u32)m->bit_size << 24 | (m->off * 8 + m->bit_off));
	}
}

static void put_enum(struct btf_writer *w, const struct btf_item *i)
{
	const struct type *t = i->type;

	head(w, i, t->is_signed, t->count, t->size);
	for (u32 k = 0; k < t->count; k++) {
		put(w, string(w, t->enums[k].name));
		put(w, (u32)t->enums[k].value);
		put(w, (u32)((u64)t->enums[k].value >> 32));
	}
}

/* A pointer to the user's memory points to a type with a tag, one to code to a prototype. */
static u32 target_of(struct btf_writer *w, const struct type *t)
{
	if (t->space == SPACE_USER)
		return add(w, K_TYPE_TAG, "user", t->elem)->id;
	return t->to_code ? add(w, K_FUNC_PROTO, "", NULL)->id : btf_write_type(w, t->elem);
}

static void put_array(struct btf_writer *w, const struct btf_item *i)
{
	u32 elem = btf_write_type(w, i->type->elem);

	head(w, i, false, 0, 0);
	put(w, elem);
	put(w, elem);		/* of the index */
	put(w, i->type->count);
}

static void put_proto(struct btf_writer *w, const struct btf_item *i)
{
	const struct btf_func *f = i->func;
	u32 n = f ? f->n_params : 0;

	head(w, i, false, n + (f && f->is_variadic), f ? btf_write_type(w, f->ret) : 0);
	for (u32 k = 0; k < n; k++) {
		put(w, string(w, f->params[k].name));
		put(w, btf_write_type(w, f->params[k].type));
	}
	if (f && f->is_variadic) {
		put(w, 0);
		put(w, 0);
	}
}

enum { SIGNED = 1, BOOL = 4 };

static void put_record(struct btf_writer *w, struct btf_item *i)
{
	const struct type *t = i->type;

	if (i->kind == K_CONST && t->name) {
		i->kind = K_TYPEDEF;
		i->name = t->name;
	}
	switch (i->kind) {
	case K_INT:
		head(w, i, false, 0, t->size);
		put(w, (t->kind == TY_BOOL ? BOOL : t->is_signed ? SIGNED : 0u) << 24 |
		       t->size * 8);
		break;
	case K_PTR:
		head(w, i, false, 0, target_of(w, t));
		break;
	case K_ARRAY:
		put_array(w, i);
		break;
	case K_STRUCT:
	case K_UNION:
		put_struct(w, i);
		break;
	case K_ENUM64:
		put_enum(w, i);
		break;
	case K_FUNC:
		head(w, i, false, 0, i->id + 1);
		break;
	case K_FUNC_PROTO:
		put_proto(w, i);
		break;
	default:		/* what K_CONST and others mean may be right before them */
		head(w, i, false, 0, t && w->items.v[i->id - 2]->type == t ?
		     i->id - 1 : btf_write_type(w, t));
	}
}

void btf_write_end(struct btf_writer *w, struct strbuf *out)
{
	const struct { u16 magic; u8 version, flags; } start = { BTF_MAGIC, BTF_VERSION, 0 };
	u32 header[] = { BTF_HEADER, 0, 0, 0, 0 };

	sb_putc(&w->strs, 0);
	for (u32 i = 0; i < w->items.n; i++)	/* it grows */
		put_record(w, w->items.v[i]);
	header[2] = header[3] = (u32)w->types.n;
	header[4] = (u32)w->strs.n;
	sb_put(out, &start, sizeof(start));
	sb_put(out, header, sizeof(header));
	sb_put(out, w->types.s, w->types.n);
	sb_put(out, w->strs.s, w->strs.n);
	sb_free(&w->types);
	sb_free(&w->strs);
	vec_free(&w->items);
	hash_free(&w->ids);
	hash_free(&w->strings);
}
