/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * merge.c - one type for two uses of a variable.
 *
 * A literal adapts to the other type.  Other integers widen to 64 bits.  Strings get the
 * greater length.  Tuples merge part by part, records member by member.
 */
#include <string.h>

#include "lang/check_impl.h"
#include "lang/names.h"

static const struct type *merge_ints(struct seen a, struct seen b)
{
	bool is_signed;

	if (a.literal != b.literal && (a.literal ? b : a).type->size == 8)
		return a.literal ? b.type : a.type;
	if (a.type->kind == TY_PTR || a.type->kind == TY_KSYM)
		return a.type;
	if (b.type->kind == TY_PTR || b.type->kind == TY_KSYM)
		return b.type;
	if (a.type->kind == TY_INT && a.type->show == SHOW_WORD)
		return a.type;
	if (b.type->kind == TY_INT && b.type->show == SHOW_WORD)
		return b.type;
	is_signed = a.type->is_signed || b.type->is_signed;
	return is_signed ? &type_s64 : &type_u64;
}

static const struct type *merge_tuples(struct check *c, struct seen a, struct seen b)
{
	const struct type **types = arena_array(c->s->arena, const struct type *, a.type->count);

	if (a.type->count != b.type->count)
		return NULL;
	for (u32 i = 0; i < a.type->count; i++) {
		types[i] = infer_merge(c, (struct seen){ a.type->members[i].type, false },
				 (struct seen){ b.type->members[i].type, false });
		if (!types[i])
			return NULL;
	}
	return type_tuple(c->s->arena, types, a.type->count);
}

const struct type *infer_record(struct check *c, const struct type *const *types,
				const struct member *names, u32 n)
{
	struct type *t = arena_memdup(c->s->arena, type_tuple(c->s->arena, types, n), sizeof(*t));
	struct member *members = arena_memdup(c->s->arena, t->members, n * sizeof(*members));

	for (u32 i = 0; i < n; i++)
		members[i].name = names[i].name;
	t->kind = TY_STRUCT;
	t->is_record = true;
	t->name = "record";
	t->members = members;
	return t;
}

static const struct member *named(const struct type *t, const char *name)
{
	for (u32 i = 0; i < t->count; i++)
		if (!strcmp(t->members[i].name, name))
			return &t->members[i];
	return NULL;
}

/* Records merge by the names of their members, in any order. */
static const struct type *merge_records(struct check *c, struct seen a, struct seen b)
{
	const struct type **types = arena_array(c->s->arena, const struct type *, a.type->count);

	if (a.type->count != b.type->count)
		return NULL;
	for (u32 i = 0; i < a.type->count; i++) {
		const struct member *m = &a.type->members[i], *o = named(b.type, m->name);

		types[i] = !o ? NULL : infer_merge(c, (struct seen){ m->type, false },
					     (struct seen){ o->type, false });
		if (!types[i])
			return NULL;
	}
	return infer_record(c, types, a.type->members, a.type->count);
}

/* The name of a probe or function stays a number if the other uses are literals. */
static const struct type *merge_name(struct check *c, struct seen name, struct seen other)
{
	u32 size;

	if (other.type->kind != TY_STRING)
		return NULL;
	if (other.literal)
		return name.type;
	size = names_size(&c->s->image, name.type);
	return other.type->size >= size ? other.type : type_string(c->s->arena, size);
}

const struct type *infer_merge(struct check *c, struct seen a, struct seen b)
{
	if (!a.type || a.type->kind == TY_UNKNOWN || a.type->kind == TY_ERROR)
		return b.type;
	if (b.type->kind == TY_UNKNOWN || b.type->kind == TY_ERROR)
		return a.type;
	if (type_same(a.type, b.type))
		return a.type;
	if (names_is(a.type))
		return merge_name(c, a, b);
	if (names_is(b.type))
		return merge_name(c, b, a);
	if ((a.type->kind == TY_TIME || a.type->kind == TY_LATE) && a.type->kind == b.type->kind)
		return NULL;	/* they are shown in different ways */
	if (a.type->kind == TY_USYM && b.type->kind == TY_USYM)
		return a.type;	/* offsets are shown if the first use has them */
	if (type_is_scalar(a.type) && type_is_scalar(b.type))
		return merge_ints(a, b);
	if (a.type->kind == TY_STRING && b.type->kind == TY_STRING)
		return a.type->size >= b.type->size ? a.type : b.type;
	if (a.type->kind == TY_TUPLE && b.type->kind == TY_TUPLE)
		return merge_tuples(c, a, b);
	if (a.type->is_record && b.type->is_record)
		return merge_records(c, a, b);
	return NULL;
}

const struct type *infer_common(struct check *c, const struct type *a, const struct type *b)
{
	return infer_merge(c, (struct seen){ a, false }, (struct seen){ b, false });
}
