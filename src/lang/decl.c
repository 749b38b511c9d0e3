/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * decl.c - types by name: first those of the script, then C's and BTF's.
 *
 * All declarations are put into a table first, and then laid out in order; a declaration that
 * another one needs is laid out at that moment.  A pointer does not need the layout of what it
 * points to, so a struct may point to itself, and to an unknown type.
 */
#include "lang/decl.h"

#include <string.h>

#include "base/text.h"
#include "lang/decl_impl.h"
#include "lang/fold.h"

/* Keys of the table are 's' and a tag, 't' and the name of a typedef, 'e' and the name of an
 * enumerator.  Values are struct type_decl and, for 'e', struct constant. */
struct constant { s64 value; const struct type *type; };

enum { DECL_NEW, DECL_BUSY, DECL_DONE };

static const struct type *decl_type(struct script *s, struct type_decl *d, bool whole,
				    struct span at);

static char *key_of(struct script *s, char space, const char *name)
{
	return arena_printf(s->arena, "%c%s", space, name);
}

static void *get(struct script *s, char space, const char *name)
{
	char *key;

	if (!s->types.n)
		return NULL;
	key = key_of(s, space, name);
	return hash_get(&s->types, key, strlen(key));
}

/* ---- names ---- */

/* C's floating types have a size, but their values can't be used. */
static const struct type *float_named(struct script *s, const char *name)
{
	u32 size = !strcmp(name, "float") ? 4 : !strcmp(name, "double") ? 8 : 0;
	struct type *t;

	if (!size)
		return NULL;
	t = arena_memdup(s->arena, type_array(s->arena, &type_u8, size), sizeof(*t));
	t->align = size;
	return t;
}

static bool right_tag(const struct type_decl *d, int tag)
{
	return tag == TN_PLAIN || tag == (int)d->kind;
}

/* The type of the name, without stars and dimensions; whole: it must be laid out. */
static const struct type *named(struct script *s, const struct typename *tn, bool whole)
{
	struct type_decl *d = tn->tag == TN_PLAIN ? get(s, 't', tn->name) : NULL;
	const struct type *t = NULL;

	if (!d)
		d = get(s, 's', tn->name);
	if (d && right_tag(d, tn->tag))
		return decl_type(s, d, whole, tn->span);
	if (tn->tag == TN_PLAIN) {
		t = type_scalar_named(tn->name, s->arch->word);
		if (!t)
			t = float_named(s, tn->name);
	}
#ifndef NO_DWARF
	if (!t && s->types_of)
		t = s->variables->type(s, s->types_of, (int)tn->tag, tn->name);
#endif
	if (!t && s->find_type)
		t = s->find_type(s->find_ctx, (int)tn->tag, tn->name);
	return t;
}

/* Applies the stars and dimensions of a declarator. */
const struct type *type_derived(struct script *s, const struct type *t,
				const struct typename *tn)
{
	if (t->kind == TY_ERROR || t->kind == TY_UNKNOWN)
		return t;
	for (u32 i = 0; i < tn->stars; i++)
		t = type_ptr(s->arena, t->kind == TY_VOID ? NULL : t, SPACE_NONE,
			     s->arch->word);
	for (u32 i = tn->dims; i-- > 0; )
		t = type_array(s->arena, t, tn->dim[i]);
	return t;
}

const struct type *type_lookup(struct script *s, const struct typename *tn)
{
	const struct type *t = named(s, tn, !tn->stars);

	return t ? type_derived(s, t, tn) : NULL;
}

void decl_compare(struct script *s, const struct type *t, const struct member *m, u32 off,
		  struct span at)
{
	const char *name = t->name ? strchr(t->name, ' ') : NULL;
	struct type_decl *d = name ? get(s, 's', ++name) : NULL;
	const struct type *theirs = NULL;
	const struct member *it;
	u32 there;

	if (d && d->type == t && !d->compared && s->find_type)
		theirs = s->find_type(s->find_ctx, (int)d->kind, name);
	if (!theirs)
		return;
	it = type_member(theirs, m->name, &there);
	if (it && there == off && it->type->size == m->type->size &&
	    it->bit_off == m->bit_off && it->bit_size == m->bit_size)
		return;
	if (it)
		diag_say(s->diag, W_MISFIT, at, m->name, t->name, it->type->size, there);
	else
		diag_say(s->diag, W_NOT_THERE, at, m->name, t->name);
	diag_hint(s->diag, T_HAS_TYPES);
	d->compared = true;
}

/* ---- declarations ---- */

static const char *tag_name(struct script *s, const struct type_decl *d)
{
	static const char *const tags[] = {
		[TD_STRUCT] = "struct", [TD_UNION] = "union", [TD_ENUM] = "enum"
	};

	return d->name ? arena_printf(s->arena, "%s %s", tags[d->kind], d->name) : NULL;
}

/* An unknown type, which may be pointed to. */
static const struct type *opaque(struct script *s, const struct typename *tn)
{
	struct type *t = arena_new(s->arena, struct type);

	t->kind = TY_STRUCT;
	t->align = 1;
	t->is_union = tn->tag == TN_UNION;
	t->name = arena_printf(s->arena, "%s %s", t->is_union ? "union" : "struct", tn->name);
	return t;
}

static const struct type *field_type(struct script *s, const struct field_decl *f, bool whole)
{
	const struct typename *tn = f->tn;
	const struct type *t;

	whole = (whole || tn->dims) && !tn->stars;
	if (f->tn->inner)
		t = decl_type(s, f->tn->inner, whole, tn->span);
	else
		t = named(s, tn, whole);
	if (!t && !whole && (tn->tag == TN_STRUCT || tn->tag == TN_UNION))
		t = opaque(s, tn);
	if (!t)
		diag_say(s->diag, E_NO_TYPE, tn->span, tn->name);
	if (!t || t->kind == TY_ERROR)
		return NULL;
	t = type_derived(s, t, tn);
	if (t->kind == TY_ERROR)
		diag_say(s->diag, E_TYPE_SIZE, f->span);
	return t->kind == TY_ERROR ? NULL : t;
}

const struct type *decl_field_type(struct script *s, const struct field_decl *f)
{
	const struct type *t = field_type(s, f, true);

	if (t && t->kind == TY_VOID) {
		diag_say(s->diag, E_NO_TYPE, f->tn->span, "void");
		return NULL;
	}
	return t;
}

static void add_constant(struct script *s, const struct expr *e, s64 value,
			 const struct type *t)
{
	struct constant *k = arena_new(s->arena, struct constant);
	char *key = key_of(s, 'e', e->name);

	k->value = value;
	k->type = t;
	if (hash_put(&s->types, key, strlen(key), k))
		diag_say(s->diag, E_REDEFINED, e->span, e->name);
}

/* An enum has 4 bytes if all values fit, as everywhere on Linux; if packed, as few as possible. */
static void size_enum(struct type *t, bool packed)
{
	s64 lo = 0, hi = 0;
	u32 size = packed ? 1 : 4;

	for (u32 i = 0; i < t->count; i++) {
		lo = t->enums[i].value < lo ? t->enums[i].value : lo;
		hi = t->enums[i].value > hi ? t->enums[i].value : hi;
	}
	t->is_signed = lo < 0;
	while (size < 8 && (hi >> (size * 8 - t->is_signed) ||
			    lo < -(1ll << (size * 8 - 1))))
		size *= 2;
	t->size = t->align = size;
}

static void fill_enum(struct script *s, const struct type_decl *d, struct type *t)
{
	struct enumerator *list;
	s64 next = 0;
	u32 n = 0;

	for (const struct expr *e = d->enumerators; e; e = e->next)
		n++;
	list = arena_array(s->arena, struct enumerator, n);
	for (const struct expr *e = d->enumerators; e; e = e->next, next++) {
		if (e->b && !const_value(&s->unit, e->b, &next))
			diag_say(s->diag, E_WANT_CONST, e->b->span);
		list[t->count++] = (struct enumerator){ e->name, next };
		add_constant(s, e, next, t);
	}
	t->enums = list;
	size_enum(t, d->packed);
}

static const struct type *poison(struct script *s, struct type_decl *d, struct span at)
{
	diag_say(s->diag, E_TYPE_RECURSIVE, at, d->name ? d->name : "this");
	return &type_error;
}

/* A typedef gives its name to a type that has none. */
static const struct type *typedef_type(struct script *s, struct type_decl *d, bool whole,
				       struct span at)
{
	const struct type *t;

	if (d->state != DECL_NEW)	/* without a type: an error was reported */
		return d->state == DECL_BUSY ? poison(s, d, at) : &type_error;
	d->state = DECL_BUSY;
	t = field_type(s, d->fields, false);
	d->state = t ? DECL_NEW : DECL_DONE;
	if (t && whole)		/* this may come back here through a pointer */
		t = field_type(s, d->fields, true);
	if (t && d->fields->tn->inner && d->fields->tn->inner->type == t && !t->name)
		d->fields->tn->inner->type->name = d->name;
	return t ? t : &type_error;
}

static const struct type *decl_type(struct script *s, struct type_decl *d, bool whole,
				    struct span at)
{
	struct type *t = d->type;

	if (d->kind == TD_TYPEDEF)
		return typedef_type(s, d, whole, at);
	if (!t) {
		t = d->type = arena_new(s->arena, struct type);
		t->kind = d->kind == TD_ENUM ? TY_ENUM : TY_STRUCT;
		t->is_union = d->kind == TD_UNION;
		t->name = tag_name(s, d);
		t->align = 1;
	}
	if (!whole || d->state == DECL_DONE)
		return t;
	if (d->state == DECL_BUSY)
		return poison(s, d, at);
	d->state = DECL_BUSY;
	if (d->kind == TD_ENUM)
		fill_enum(s, d, t);
	else
		layout_struct(s, d, t);
	d->state = DECL_DONE;
	return t;
}

static void declare(struct script *s, struct type_decl *d)
{
	struct type_decl *inner = NULL;

	if (d->name) {
		char *key = key_of(s, d->kind == TD_TYPEDEF ? 't' : 's', d->name);
		struct type_decl *first = hash_get(&s->types, key, strlen(key));

		if (!first) {
			hash_put(&s->types, key, strlen(key), d);
		} else if (d->kind != TD_TYPEDEF ||
			   !type_same(decl_type(s, first, true, d->span),
				      decl_type(s, d, true, d->span))) {
			diag_say(s->diag, E_REDEFINED, d->span, d->name);
			diag_note(s->diag, first->span, "first here");
		}
	}
	for (struct field_decl *f = d->fields; f; f = f->next) {
		if (f->tn->inner && f->tn->inner != inner)
			declare(s, f->tn->inner);
		inner = f->tn->inner;
	}
}

int decl_types(struct script *s)
{
	unsigned before = s->diag->errors;

	for (struct type_decl *d = s->unit.types; d; d = d->next)
		declare(s, d);
	for (struct type_decl *d = s->unit.types; d; d = d->next)
		decl_type(s, d, true, d->span);
	return s->diag->errors > before ? -1 : 0;
}

bool decl_enumerator(const struct script *s, const char *name, s64 *value,
		     const struct type **type)
{
	const struct constant *k = get((struct script *)s, 'e', name);

	if (!k)
		return false;
	*value = k->value;
	if (type)
		*type = k->type;
	return true;
}
