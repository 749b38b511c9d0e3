/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * types.c - types of debug information as awl's types, made when they are asked for.
 *
 * A type is made once for each entry.  A structure gets its members when they are first looked
 * at (type_complete()), those inside it included, so that one that contains itself is found out
 * and gets none.  Facts: DWARF 5, chapter 5 and 7.8.
 */
#include <string.h>

#include "debug/debug_impl.h"

#define DEPTH 32	/* of nested pointers, arrays, typedefs and structures */

enum { NEW, BUSY, DONE };
struct made { u32 off; u32 state; struct type *type; };


/* The entry's DW_AT_type; void if it has none. */
static const struct type *inner(const struct entry *e, u32 depth)
{
	struct entry to;
	struct attr a;

	if (!entry_attr(e, DW_AT_type, &a))
		return &type_void;
	return entry_ref(e, DW_AT_type, &to) ? type_at(&to, depth + 1) : NULL;
}

static struct made *made_get(struct debug *d, u32 off)
{
	return hash_get(&d->made, (const char *)&off, sizeof(off));
}

static struct type *make(const struct entry *e, enum type_kind kind, u32 size)
{
	struct debug *d = e->u->d;
	struct made *m = arena_new(d->arena, struct made);
	struct type *t = arena_new(d->arena, struct type);
	u32 align = size & -size;

	t->kind = kind;
	t->size = size;
	t->align = !size ? 1 : align > 8 ? 8 : align;
	t->complete_from = d;
	t->complete_id = (u32)e->off;
	m->off = (u32)e->off;
	m->type = t;
	hash_put(&d->made, (const char *)&m->off, sizeof(m->off), m);
	return t;
}

static u32 byte_size(const struct entry *e)
{
	u64 n = entry_num(e, DW_AT_byte_size, 0);

	return n < INT32_MAX ? (u32)n : 0;
}

static const struct type *bytes(const struct entry *e, u32 size)
{
	return type_array(e->u->d->arena, &type_u8, size);
}

static const struct type *make_float(const struct entry *e, u32 size)
{
	struct type *t = arena_memdup(e->u->d->arena, bytes(e, size), sizeof(*t));

	t->is_float = true;
	return t;
}

static const struct type *make_base(const struct entry *e)
{
	u64 encoding = entry_num(e, DW_AT_encoding, 0);
	u32 size = byte_size(e);
	bool is_signed = encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;

	if (encoding == DW_ATE_boolean && size == 1)
		return &type_bool;
	if (size == 1 && !strcmp(entry_name(e), "char"))
		return &type_char;
	if (encoding == DW_ATE_float)
		return make_float(e, size);
	if (encoding == DW_ATE_complex_float)
		return type_array(e->u->d->arena, make_float(e, size / 2), 2);
	if (size == 1 || size == 2 || size == 4 || size == 8)
		return type_int(size, is_signed);
	return bytes(e, size);		/* __int128 */
}

/* Does a chain of pointers and arrays end in t?  Only a damaged file has such types. */
static bool leads_to(const struct type *from, const struct type *t)
{
	while (from && from != t && (from->kind == TY_PTR || from->kind == TY_ARRAY))
		from = from->elem;
	return from == t;
}

static const struct type *make_pointer(const struct entry *e, u32 depth)
{
	struct debug *d = e->u->d;
	struct type *t = make(e, TY_PTR, e->u->word);
	struct entry to;

	t->space = d->space;
	t->elem = inner(e, depth);
	t->to_code = entry_ref(e, DW_AT_type, &to) && to.kind->tag == DW_TAG_subroutine_type;
	if (t->elem && (t->elem->kind == TY_VOID || leads_to(t->elem, t)))
		t->elem = NULL;
	return t;
}

/* The number of elements of one dimension; 0 if it is not constant. */
static u64 dimension(const struct entry *e)
{
	struct attr a;

	if (entry_attr(e, DW_AT_count, &a) && !a.data)
		return a.num;
	return entry_attr(e, DW_AT_upper_bound, &a) && !a.data && a.num + 1 ? a.num + 1 : 0;
}

#define DIMENSIONS 8
static const struct type *make_array(const struct entry *e, u32 depth)
{
	const struct type *t = inner(e, depth);
	u64 n[DIMENSIONS];
	struct entry sub;
	struct walk w;
	u32 count = 0;

	walk_from(&w, e);
	walk_next(&w, &sub);
	while (walk_next(&w, &sub))
		if (sub.kind->tag == DW_TAG_subrange_type && count < DIMENSIONS)
			n[count++] = dimension(&sub);
	while (t && count--) {
		if (t->kind == TY_VOID || n[count] > INT32_MAX ||
		    (u64)t->size * n[count] > INT32_MAX)
			return NULL;
		t = type_array(e->u->d->arena, t, (u32)n[count]);
	}
	return t;
}

/* "struct sock"; NULL if it has no tag. */
static const char *tag_name(const struct entry *e, const char *tag)
{
	const char *name = entry_name(e);

	return *name ? arena_printf(e->u->d->arena, "%s %s", tag, name) : NULL;
}

static const struct type *make_enum(const struct entry *e)
{
	struct debug *d = e->u->d;
	VEC(struct enumerator) all = { 0 };
	u32 size = byte_size(e);
	struct entry one;
	struct type *t;
	struct walk w;
	struct attr a;

	if (size != 1 && size != 2 && size != 4 && size != 8)
		return NULL;
	t = make(e, TY_ENUM, size);
	t->name = tag_name(e, "enum");
	for (walk_from(&w, e); walk_next(&w, &one); ) {
		struct enumerator n = { .name = entry_name(&one) };

		if (one.kind->tag != DW_TAG_enumerator || !entry_attr(&one, DW_AT_const_value, &a))
			continue;
		n.name = arena_strdup(d->arena, n.name);
		n.value = (s64)a.num;
		t->is_signed |= n.value < 0;
		vec_push(&all, n);
	}
	t->count = all.n;
	t->enums = arena_memdup(d->arena, all.v, all.n * sizeof(*all.v));
	vec_free(&all);
	return t;
}

/* ---- structures ---- */

static const struct type *complete(const struct type *self);

static const struct type *make_struct(const struct entry *e, u32 depth)
{
	bool is_union = e->kind->tag == DW_TAG_union_type;
	struct type *t = make(e, TY_STRUCT, byte_size(e));

	t->is_union = is_union;
	t->name = tag_name(e, is_union ? "union" : "struct");
	t->goes_by_address = class_goes_by_address(e, depth);
	t->complete = complete;
	return t;
}

/*
 * DW_AT_data_bit_offset counts from the start of the structure, in the order of the file's
 * machine, as member.bit_off does.  The older DW_AT_bit_offset counts from the highest bit of a
 * unit of DW_AT_byte_size bytes.
 */
static bool place_bits(const struct entry *e, u64 bits, u64 at, struct member *m)
{
	u32 unit = m->type->size, size = byte_size(e);
	struct attr a;
	u64 pos;

	if (!type_is_int(m->type) || !unit || bits > unit * 8)
		return false;
	if (entry_attr(e, DW_AT_data_bit_offset, &a))
		pos = a.num;
	else if (e->u->d->is_big)
		pos = at * 8 + entry_num(e, DW_AT_bit_offset, 0);
	else
		pos = at * 8 + (size ? size : unit) * 8 - entry_num(e, DW_AT_bit_offset, 0) - bits;
	if (pos > INT32_MAX)
		return false;
	m->off = (u32)(pos / 8 / unit * unit);
	if (pos - m->off * 8 + bits > unit * 8)
		m->off = (u32)(pos / 8);
	m->bit_off = (u8)(pos - m->off * 8);
	m->bit_size = (u8)bits;
	return m->bit_off + bits <= 64;
}

/* Sets *at to the offset in bytes of a member.  DWARF 2 writes an expression that adds it.  Returns
 * false for other expressions: where a virtual base class is, only the object knows. */
static bool member_offset(const struct entry *e, u64 *at)
{
	struct cursor c;
	struct attr a;

	*at = 0;
	if (!entry_attr(e, DW_AT_data_member_location, &a))
		return true;
	*at = a.num;
	if (!a.data)
		return true;
	c = (struct cursor){ .p = a.data, .end = a.data + a.len };
	if (cursor_num(&c, 1) != DW_OP_plus_uconst)
		return false;
	*at = cursor_uleb(&c);
	return !c.bad && !cursor_more(&c);
}

static bool make_member(const struct entry *e, u32 size, struct member *m)
{
	u64 at, bits;

	*m = (struct member){ .name = arena_strdup(e->u->d->arena, entry_name(e)) };
	m->type = inner(e, 0);
	if (!m->type || !member_offset(e, &at) || at > size)
		return false;
	bits = entry_num(e, DW_AT_bit_size, 0);
	if (bits)
		return place_bits(e, bits, at, m) && m->off + m->type->size <= size + 8;
	m->off = (u32)at;
	return m->type->size <= size - m->off;
}

static bool complete_made(struct debug *d, struct made *m, u32 depth);

static bool complete_inner(const struct type *t, u32 depth)
{
	while (t->kind == TY_ARRAY)
		t = t->elem;
	if (t->kind != TY_STRUCT || !t->complete)
		return true;
	return complete_made(t->complete_from, made_get(t->complete_from, t->complete_id),
			     depth + 1);
}

/* A unit that only has pointers to a structure declares it.  Its members are those of the first
 * unit that defines one of this name. */
static void complete_declared(struct debug *d, struct type *t, const char *name)
{
	const struct type *there = outer_type(d, t->is_union ? BTF_UNION : BTF_STRUCT, name);

	if (!there || there == t || there->is_union != t->is_union)
		return;
	there = type_complete(there);
	t->size = there->size;
	t->align = there->align;
	t->count = there->count;
	t->members = there->members;
}

/* Members that make no sense are left out. */
static bool complete_made(struct debug *d, struct made *m, u32 depth)
{
	VEC(struct member) all = { 0 };
	struct type *t = m->type;
	struct entry e, one;
	struct walk w;

	if (m->state == DONE)
		return true;
	if (m->state == BUSY || depth > DEPTH || !entry_at(d, m->off, &e))
		return false;
	m->state = BUSY;
	if (entry_num(&e, DW_AT_declaration, 0)) {
		complete_declared(d, t, arena_strdup(d->arena, entry_name(&e)));
		t->complete = NULL;
		m->state = DONE;
		return true;
	}
	walk_from(&w, &e);
	walk_next(&w, &one);
	while (walk_next(&w, &one)) {
		struct member member;

		walk_skip(&w, &one);
		if ((one.kind->tag == DW_TAG_member || one.kind->tag == DW_TAG_inheritance) &&
		    !entry_num(&one, DW_AT_external, 0) && make_member(&one, t->size, &member) &&
		    complete_inner(member.type, depth))
			vec_push(&all, member);
	}
	t->count = all.n;
	t->members = arena_memdup(d->arena, all.v, all.n * sizeof(*all.v));
	vec_free(&all);
	t->complete = NULL;
	m->state = DONE;
	return true;
}

static const struct type *complete(const struct type *self)
{
	struct debug *d = self->complete_from;

	if (d->file)
		complete_made(d, made_get(d, self->complete_id), 0);
	return self;
}

/* ---- any type ---- */

/* A structure without a name gets that of its typedef. */
static const struct type *make_through(const struct entry *e, u32 depth)
{
	const struct type *t = inner(e, depth);

	if (t && e->kind->tag == DW_TAG_typedef && (t->kind == TY_STRUCT || t->kind == TY_ENUM) &&
	    !t->name)
		((struct type *)t)->name = arena_strdup(e->u->d->arena, entry_name(e));
	return t;
}

const struct type *type_at(const struct entry *e, u32 depth)
{
	struct made *m = e->off <= UINT32_MAX ? made_get(e->u->d, (u32)e->off) : NULL;

	if (m)
		return m->type;
	if (depth > DEPTH || e->off > UINT32_MAX)
		return NULL;
	switch (e->kind->tag) {
	case DW_TAG_base_type:
		return make_base(e);
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
		return make_pointer(e, depth);
	case DW_TAG_array_type:
		return make_array(e, depth);
	case DW_TAG_enumeration_type:
		return make_enum(e);
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
		return make_struct(e, depth);
	case DW_TAG_typedef:
	case DW_TAG_const_type:
	case DW_TAG_volatile_type:
	case DW_TAG_restrict_type:
	case DW_TAG_atomic_type:
		return make_through(e, depth);
	case DW_TAG_subroutine_type:
		return &type_void;
	}
	return NULL;
}

const struct type *entry_as_type(const struct entry *e)
{
	return type_at(e, 0);
}

const struct type *entry_returns(const struct entry *e)
{
	struct entry of;
	struct attr a;

	return entry_inherits(e, DW_AT_type, &a, &of) ? inner(&of, 0) : &type_void;
}

const struct type *entry_type(const struct entry *e)
{
	struct entry of;
	struct attr a;

	return entry_inherits(e, DW_AT_type, &a, &of) ? inner(&of, 0) : NULL;
}
