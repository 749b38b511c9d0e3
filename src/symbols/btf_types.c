/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf_types.c - make types from BTF records, and find types by name.
 *
 * A type is made once for each id.  A struct is first made without members.  When its members
 * are asked for, the structs inside it are completed, too, so that a struct that contains
 * itself is detected.  The file is not trusted: ids, depths and sizes are checked where they
 * are used.
 */
#include <string.h>

#include "base/find.h"
#include "symbols/btf_impl.h"

#define DEPTH 32	/* limit of nested typedefs, pointers, arrays and structs */

enum { NEW, BUSY, DONE };	/* made.state: members not made, being made, or made */

static const struct type *type_of(struct btf *b, u32 id, u32 depth);

/* ---- made types ---- */

static struct made *made_get(struct btf *b, u32 id)
{
	return hash_get(&b->made, (const char *)&id, sizeof(id));
}

static struct type *make(struct btf *b, u32 id, enum type_kind kind, u32 size)
{
	struct made *m = arena_new(b->arena, struct made);
	struct type *t = arena_new(b->arena, struct type);
	u32 align = size & -size;

	t->kind = kind;
	t->size = size;
	t->align = !size ? 1 : align > 8 ? 8 : align;
	t->complete_from = b;
	t->complete_id = id;
	m->id = id;
	m->type = t;
	hash_put(&b->made, (const char *)&m->id, sizeof(m->id), m);
	return t;
}

static const struct type *bytes(struct btf *b, u32 size)
{
	return type_array(b->arena, &type_u8, size);
}

static bool follows(enum kind k)
{
	return k == K_TYPEDEF || k == K_VOLATILE || k == K_CONST || k == K_RESTRICT ||
	       k == K_TYPE_TAG;
}

/* ---- scalars ---- */

enum { INT_SIGNED = 1, INT_BOOL = 4 };

static const struct type *make_int(struct btf *b, const struct raw *r)
{
	u32 encoding = btf_u32(r->data) >> 24;

	if (encoding & INT_BOOL && r->size == 1)
		return &type_bool;
	/*
	 * char is recognized by its name and gets the machine's sign.  INT_CHAR is no help:
	 * pahole doesn't set it, and gcc -gbtf sets it for unsigned char, too.
	 */
	if (r->size == 1 && !strcmp(btf_str(b, r->name), "char"))
		return &type_char;
	if (r->size == 1 || r->size == 2 || r->size == 4 || r->size == 8)
		return type_int(r->size, encoding & INT_SIGNED);
	return bytes(b, r->size);	/* __int128 */
}

static const struct type *make_ptr(struct btf *b, const struct raw *r, u32 depth)
{
	enum space space = SPACE_KERNEL;
	const struct type *elem;
	struct raw to = { 0 };
	struct type *t;
	u32 id = r->size;

	for (u32 i = 0; i < DEPTH && btf_get(b, id, &to) && follows(to.kind); i++) {
		if (to.kind == K_TYPEDEF)
			break;
		if (to.kind == K_TYPE_TAG && !strcmp(btf_str(b, to.name), "user"))
			space = SPACE_USER;
		id = to.size;
	}
	elem = type_of(b, id, depth + 1);
	t = make(b, r->id, TY_PTR, b->word);
	t->elem = elem && elem->kind != TY_VOID ? elem : NULL;
	t->to_code = to.kind == K_FUNC_PROTO;
	t->space = space;
	return t;
}

static const struct type *make_array(struct btf *b, const struct raw *r, u32 depth)
{
	const struct type *elem = type_of(b, btf_u32(r->data), depth + 1);
	u32 count = btf_u32(r->data + 8);
	struct type *t;

	if (!elem || elem->kind == TY_VOID || (u64)elem->size * count > INT32_MAX)
		return NULL;
	t = make(b, r->id, TY_ARRAY, elem->size * count);
	t->align = elem->align;
	t->elem = elem;
	t->count = count;
	return t;
}

static u32 enum_name(const struct raw *r, u32 i)
{
	return btf_u32(r->data + i * (r->kind == K_ENUM64 ? 12 : 8));
}

static s64 enum_value(const struct raw *r, u32 i, bool is_signed)
{
	const u8 *p = r->data + i * (r->kind == K_ENUM64 ? 12 : 8) + 4;

	if (r->kind == K_ENUM64)
		return (s64)(btf_u32(p) | (u64)btf_u32(p + 4) << 32);
	return is_signed ? (s32)btf_u32(p) : (s64)btf_u32(p);
}

/*
 * Before Linux 6.0 BTF doesn't say that an enum is signed.  It is taken to be signed if it
 * has negative values and all of these could be error numbers, -4095 to -1.
 */
static bool enum_sign(const struct btf *b, const struct raw *r)
{
	bool sign = false;

	if (r->flag || r->kind == K_ENUM64 || b->has_signed_enums ||
	    (b->base && b->base->has_signed_enums))
		return r->flag;
	for (u32 i = 0; i < r->vlen; i++) {
		s64 v = enum_value(r, i, true);

		if (v < -4095)
			return false;
		sign |= v < 0;
	}
	return sign;
}

/* Returns a name such as "struct sock", or NULL if the struct has no tag. */
static const char *tag_name(struct btf *b, const char *tag, u32 name)
{
	const char *s = btf_str(b, name);

	return *s ? arena_printf(b->arena, "%s %s", tag, s) : NULL;
}

static const struct type *make_enum(struct btf *b, const struct raw *r)
{
	struct enumerator *e = arena_array(b->arena, struct enumerator, r->vlen);
	struct type *t;

	if (r->size != 1 && r->size != 2 && r->size != 4 && r->size != 8)
		return NULL;
	t = make(b, r->id, TY_ENUM, r->size);
	t->name = tag_name(b, "enum", r->name);
	t->is_signed = enum_sign(b, r);
	for (u32 i = 0; i < r->vlen; i++) {
		e[i].name = arena_strdup(b->arena, btf_str(b, enum_name(r, i)));
		e[i].value = enum_value(r, i, t->is_signed);
	}
	t->enums = e;
	t->count = r->vlen;
	return t;
}

/* ---- structs ---- */

static const struct type *complete(const struct type *self);

static const struct type *make_struct(struct btf *b, const struct raw *r)
{
	bool is_union = r->kind == K_UNION || (r->kind == K_FWD && r->flag);
	struct type *t = make(b, r->id, TY_STRUCT, r->kind == K_FWD ? 0 : r->size);

	t->is_union = is_union;
	t->name = tag_name(b, is_union ? "union" : "struct", r->name);
	if (r->kind != K_FWD)
		t->complete = complete;
	return t;
}

/* Returns the number of bits of an integer type that has fewer bits than its size, and adds its
 * first bit to *first.  Before kind_flag bitfields were described in this way.  0: it uses all
 * bits. */
static u32 int_bits(struct btf *b, u32 id, u32 *first)
{
	struct raw r;
	u32 data;

	for (u32 i = 0; ; i++) {
		if (i == DEPTH || !btf_get(b, id, &r))
			return 0;
		if (!follows(r.kind))
			break;
		id = r.size;
	}
	if (r.kind != K_INT)
		return 0;
	data = btf_u32(r.data);
	if ((data & 0xff) == r.size * 8)
		return 0;
	*first += data >> 16 & 0xff;
	return data & 0xff;
}

/*
 * Places a bitfield in a unit of its type's size, which is aligned to that size.  A bitfield of
 * a packed struct may cross the end of the unit; then the unit starts at the bitfield's first
 * byte.  Returns false if the unit would need more than eight bytes.
 */
static bool place_bits(struct member *m, u32 pos, u32 bits)
{
	u32 unit = m->type->size;

	if (!type_is_int(m->type) || bits > unit * 8)
		return false;
	m->off = pos / 8 / unit * unit;
	if (pos - m->off * 8 + bits > unit * 8)
		m->off = pos / 8;
	m->bit_off = (u8)(pos - m->off * 8);
	m->bit_size = (u8)bits;
	return m->bit_off + bits <= 64;
}

static bool make_member(struct btf *b, const struct raw *r, const u8 *data, struct member *m)
{
	u32 id = btf_u32(data + 4), pos = btf_u32(data + 8), bits = 0;

	m->name = arena_strdup(b->arena, btf_str(b, btf_u32(data)));
	m->type = type_of(b, id, 0);
	if (!m->type)
		return false;
	if (r->flag) {
		bits = pos >> 24;
		pos &= 0xffffff;
	} else {
		bits = int_bits(b, id, &pos);
	}
	if ((u64)pos + (bits ? bits : (u64)m->type->size * 8) > (u64)r->size * 8)
		return false;
	if (bits)
		return place_bits(m, pos, bits);
	m->off = pos / 8;
	return pos % 8 == 0;
}

static bool complete_made(struct btf *b, struct made *m, u32 depth);

/* Completes the struct that a member contains by value. */
static bool complete_inner(const struct type *t, u32 depth)
{
	struct btf *owner;

	while (t->kind == TY_ARRAY)
		t = t->elem;
	if (t->kind != TY_STRUCT || !t->complete)
		return true;
	owner = t->complete_from;
	return complete_made(owner, made_get(owner, t->complete_id), depth + 1);
}

/* Makes a struct's members, except for invalid ones.  Returns false if this is already under way,
 * because the struct contains itself.  The member that contains it is then left out. */
static bool complete_made(struct btf *b, struct made *m, u32 depth)
{
	struct type *t = m->type;
	struct member *members;
	struct raw r;
	u32 n = 0;

	if (m->state == DONE)
		return true;
	if (m->state == BUSY || depth > DEPTH || !btf_get(b, m->id, &r))
		return false;
	m->state = BUSY;
	members = arena_array(b->arena, struct member, r.vlen);
	for (u32 i = 0; i < r.vlen; i++) {
		members[n] = (struct member){ 0 };
		if (make_member(b, &r, r.data + i * 12, &members[n]) &&
		    complete_inner(members[n].type, depth))
			n++;
	}
	t->members = members;
	t->count = n;
	t->complete = NULL;
	m->state = DONE;
	return true;
}

static const struct type *complete(const struct type *self)
{
	struct btf *b = self->complete_from;

	if (b->data)
		complete_made(b, made_get(b, self->complete_id), 0);
	return self;
}

/* ---- any type ---- */

/* Returns the type that a typedef or qualifier stands for.  A struct or enum without a name gets
 * the name of the typedef: atomic_t. */
static const struct type *make_through(struct btf *b, const struct raw *r, u32 depth)
{
	const struct type *t = type_of(b, r->size, depth + 1);

	if (t && r->kind == K_TYPEDEF && (t->kind == TY_STRUCT || t->kind == TY_ENUM) && !t->name)
		((struct type *)t)->name = arena_strdup(b->arena, btf_str(b, r->name));
	return t;
}

static const struct type *type_of(struct btf *b, u32 id, u32 depth)
{
	struct made *m;
	struct raw r;

	if (!id)
		return &type_void;
	if (b->base && id < b->first_id)
		return type_of(b->base, id, depth);
	m = made_get(b, id);
	if (m)
		return m->type;
	if (depth > DEPTH || !btf_get(b, id, &r))
		return NULL;
	switch (r.kind) {
	case K_INT:
		return make_int(b, &r);
	case K_FLOAT:
		return bytes(b, r.size);
	case K_PTR:
		return make_ptr(b, &r, depth);
	case K_ARRAY:
		return make_array(b, &r, depth);
	case K_ENUM:
	case K_ENUM64:
		return make_enum(b, &r);
	case K_STRUCT:
	case K_UNION:
	case K_FWD:
		return make_struct(b, &r);
	case K_FUNC:
	case K_FUNC_PROTO:
	case K_DATASEC:
	case K_DECL_TAG:
		return &type_void;
	default:
		return make_through(b, &r, depth);
	}
}

const struct type *btf_type(struct btf *b, u32 id)
{
	return b->data ? type_of(b, id, 0) : NULL;
}

/* ---- names ---- */

/* The kinds of search: FIND_TYPE + enum btf_want, a function, a constant of an enum. */
enum { FIND_TYPE, FIND_FUNC = FIND_TYPE + BTF_TYPEDEF + 1, FIND_ENUMERATOR };

struct found { u32 id, index; bool was_sought; };	/* id 0: not found */

/* Is it a function, or the prototype of a tracepoint's functions? */
static bool is_func(const struct btf *b, const struct raw *r)
{
	return r->kind == K_FUNC ||
	       (r->kind == K_TYPEDEF && starts_with(btf_str(b, r->name), "btf_trace_"));
}

/* How well a record fits: 0 is best, NONE is not at all. */
#define NONE 9
static u32 suits(const struct btf *b, u32 what, const struct raw *r)
{
	static const struct { u8 kind, want, rank; } ranks[] = {
		{ K_TYPEDEF, BTF_TYPEDEF, 0 }, { K_STRUCT, BTF_STRUCT, 1 },
		{ K_UNION, BTF_UNION, 2 }, { K_ENUM, BTF_ENUM, 3 },
		{ K_ENUM64, BTF_ENUM, 3 }, { K_FWD, BTF_STRUCT, 4 },
	};

	if (what == FIND_FUNC)
		return is_func(b, r) ? 0 : NONE;
	for (u32 i = 0; i < ARRAY_SIZE(ranks); i++) {
		u32 want = ranks[i].want;

		if (r->kind != ranks[i].kind)
			continue;
		if (r->kind == K_FWD && r->flag)
			want = BTF_UNION;
		if (what == BTF_ANY)
			return ranks[i].rank;
		return what != want ? NONE : r->kind == K_FWD;
	}
	return NONE;
}

static u32 enumerator_named(const struct raw *r, u32 name, u32 *index)
{
	if (r->kind != K_ENUM && r->kind != K_ENUM64)
		return NONE;
	for (*index = 0; *index < r->vlen; ++*index)
		if (enum_name(r, *index) == name)
			return 0;
	return NONE;
}

static void find_name(struct btf *b, u32 what, u32 name, struct found *f)
{
	u32 off = 0, best = NONE, rank, index = 0;
	struct raw r;

	for (u32 id = b->first_id; best && btf_next(b, id, &off, &r); id++) {
		if (what == FIND_ENUMERATOR)
			rank = enumerator_named(&r, name, &index);
		else if (r.name == name)
			rank = suits(b, what, &r);
		else
			continue;
		if (rank < best) {
			best = rank;
			*f = (struct found){ id, index };
		}
	}
}

/* Returns the entry of a name.  If there was none, makes an empty one. */
static struct found *place(struct btf *b, u32 what, const char *name)
{
	char *key = arena_printf(b->arena, "%c%s", (char)('0' + what), name);
	size_t len = strlen(key);
	struct found *f = hash_get(&b->found, key, len);

	if (!f) {
		f = arena_new(b->arena, struct found);
		hash_put(&b->found, key, len, f);
	}
	return f;
}

static void note_functions(struct btf *b)
{
	u32 off = 0;
	struct raw r;

	for (u32 id = b->first_id; btf_next(b, id, &off, &r); id++) {
		struct found *f;

		if (!is_func(b, &r))
			continue;
		f = place(b, FIND_FUNC, btf_str(b, r.name));
		if (!f->id)
			f->id = id;
	}
}

/* Searches this file only, and each name only once.  If many functions are asked for, one pass
 * notes all functions. */
#define MANY 8
static struct found *find_own(struct btf *b, u32 what, const char *name)
{
	struct found *f;
	u32 off;

	if (what == FIND_FUNC && ++b->n_asked == MANY)
		note_functions(b);
	f = place(b, what, name);
	if (!f->was_sought && (what != FIND_FUNC || b->n_asked < MANY) &&
	    btf_find_str(b, name, &off))
		find_name(b, what, off, f);
	f->was_sought = true;
	return f;
}

/* Sets *b to the file that has the name; returns NULL if none has it. */
static struct found *find(struct btf **b, u32 what, const char *name)
{
	for (; *b && (*b)->data; *b = (*b)->base) {
		struct found *f = find_own(*b, what, name);

		if (f->id)
			return f;
	}
	return NULL;
}

const struct type *btf_struct(struct btf *b, enum btf_want want, const char *name)
{
	struct found *f = find(&b, FIND_TYPE + want, name);

	return f ? type_of(b, f->id, 0) : NULL;
}

bool btf_enumerator(struct btf *b, const char *name, s64 *value,
		    const struct type **enum_type)
{
	struct found *f = find(&b, FIND_ENUMERATOR, name);
	struct raw r;

	if (!f || !btf_get(b, f->id, &r))
		return false;
	*value = enum_value(&r, f->index, enum_sign(b, &r));
	if (enum_type)
		*enum_type = type_of(b, f->id, 0);
	return true;
}

/* Finds a function's prototype, or the one that a tracepoint's typedef points to. */
static bool find_prototype(struct btf *b, u32 id, struct raw *r)
{
	for (u32 i = 0; i < 3 && btf_get(b, id, r); i++, id = r->size)
		if (r->kind == K_FUNC_PROTO)
			return true;
	return false;
}

bool btf_func(struct btf *b, const char *name, struct btf_func *out)
{
	struct found *f = find(&b, FIND_FUNC, name);

	return f && btf_func_of_id(b, f->id, out);
}

bool btf_func_of_id(struct btf *b, u32 id, struct btf_func *out)
{
	struct member *params;
	struct raw r;
	u32 n;

	if (!find_prototype(b, id, &r))
		return false;
	n = r.vlen;
	*out = (struct btf_func){ .id = id, .module = "" };
	if (n && !btf_u32(r.data + n * 8 - 4)) {
		out->is_variadic = true;
		n--;
	}
	params = arena_array(b->arena, struct member, n);
	for (u32 i = 0; i < n; i++) {
		params[i].name = arena_strdup(b->arena, btf_str(b, btf_u32(r.data + i * 8)));
		params[i].type = type_of(b, btf_u32(r.data + i * 8 + 4), 0);
		if (!params[i].type)
			return false;
	}
	out->ret = type_of(b, r.size, 0);
	out->params = params;
	out->n_params = n;
	return out->ret != NULL;
}

const char *btf_func_name(struct btf *b, u32 id)
{
	struct raw r;

	return btf_get(b, id, &r) && r.kind == K_FUNC ? btf_str(b, r.name) : "";
}
