/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * decl_layout.c - where the members of a declared struct are.
 *
 * Layout keeps a running offset in bits, as compilers do.  A bitfield does not cross the end
 * of a unit of its type unless the struct is packed.  Units begin where the type may be aligned:
 * on i386 a unit of 8 bytes begins at a multiple of 4.  A bitfield is described by the byte offset
 * of its unit if that is a multiple of its size, else by that of the byte in which it starts.
 */
#include "lang/decl_impl.h"

struct layout {
	struct script *s;
	const struct type_decl *d;
	u64 bits;		/* used so far; in a union by this member */
	u64 most;		/* in a union: bits of the largest member */
	u32 align;
	struct member *m;
	u32 n;
};

u32 type_c_align(const struct type *t)
{
	const struct type *e = t;
	u32 align = 1;

	while (e->kind == TY_ARRAY && e->elem)
		e = e->elem;
	if (e->kind != TY_STRUCT || !e->complete_from)
		return t->align ? t->align : 1;
	t = type_complete(e);
	for (u32 i = 0; i < t->count; i++) {
		u32 a = type_c_align(t->members[i].type);

		if (t->members[i].off % a == 0 && t->size % a == 0 && a > align)
			align = a;
	}
	return align;
}

static void raise_align(struct layout *l, u32 align)
{
	if (!l->d->packed && align > l->align)
		l->align = align;
}

static struct member *add_member(struct layout *l, const struct field_decl *f,
				 const struct type *t)
{
	struct member *m = &l->m[l->n++];

	m->name = f->name ? f->name : "";
	m->type = t;
	return m;
}

static u32 member_align(const struct layout *l, const struct type *t)
{
	u32 align = type_c_align(t), most = l->s->arch->most_align;

	return most && align > most ? most : align;
}

static void add_plain(struct layout *l, const struct field_decl *f, const struct type *t)
{
	u32 align = l->d->packed ? 1 : member_align(l, t);

	l->bits = ALIGN_UP(l->bits, align * 8);
	raise_align(l, align);
	if (l->bits / 8 + t->size > INT32_MAX) {
		diag_say(l->s->diag, E_TYPE_SIZE, f->span);
		return;
	}
	add_member(l, f, t)->off = (u32)(l->bits / 8);
	l->bits += (u64)t->size * 8;
}

/* ": 0" ends the unit.  On arm it also aligns the struct, even a packed one. */
static void end_unit(struct layout *l, const struct type *t)
{
	l->bits = ALIGN_UP(l->bits, (u64)member_align(l, t) * 8);
	if (l->s->arch->anon_bits_align && t->align > l->align)
		l->align = t->align;
}

static void place_bits(struct member *m, u64 pos, u32 bits)
{
	u32 unit = m->type->size;

	m->off = (u32)(pos / 8 / unit * unit);
	if (pos % (unit * 8) + bits > unit * 8)
		m->off = (u32)(pos / 8);
	m->bit_off = (u8)(pos - (u64)m->off * 8);
	m->bit_size = (u8)bits;
}

static void add_bits(struct layout *l, const struct field_decl *f, const struct type *t)
{
	u32 unit = t->size * 8, align = member_align(l, t) * 8;

	if (!type_is_int(t) || f->bits > unit) {
		diag_say(l->s->diag, E_BITFIELD, f->span, type_name(t), f->bits);
		return;
	}
	if (!f->bits) {
		end_unit(l, t);
		return;
	}
	if (!l->d->packed && l->bits % align + f->bits > unit)
		l->bits = ALIGN_UP(l->bits, align);
	if (l->bits % 8 + f->bits > 64) {
		diag_say(l->s->diag, E_BITFIELD, f->span, type_name(t), f->bits);
		return;
	}
	if (f->name || l->s->arch->anon_bits_align)
		raise_align(l, member_align(l, t));
	if (f->name)
		place_bits(add_member(l, f, t), l->bits, f->bits);
	l->bits += f->bits;
}

/* A field without a name is a member only if it is a struct defined in place or padding. */
static bool is_member(const struct field_decl *f)
{
	if (f->name || f->bits)
		return true;
	if (f->tn->inner)
		return f->tn->inner->kind != TD_ENUM && !f->tn->inner->name;
	return (f->tn->tag == TN_PLAIN || f->tn->tag == TN_ENUM) && !f->tn->stars && !f->tn->dims;
}

static void add_field(struct layout *l, const struct field_decl *f)
{
	const struct type *t = decl_field_type(l->s, f);

	if (!t || !is_member(f))
		return;
	if (l->d->kind == TD_UNION)
		l->bits = 0;
	if (f->bits || (!f->name && !f->tn->inner))
		add_bits(l, f, t);
	else
		add_plain(l, f, t);
	if (l->bits > l->most)
		l->most = l->bits;
}

void layout_struct(struct script *s, const struct type_decl *d, struct type *t)
{
	struct layout l = { .s = s, .d = d, .align = 1 };
	u32 n = 0;

	for (const struct field_decl *f = d->fields; f; f = f->next)
		n++;
	l.m = arena_array(s->arena, struct member, n);
	for (const struct field_decl *f = d->fields; f; f = f->next)
		add_field(&l, f);
	t->members = l.m;
	t->count = l.n;
	t->align = l.align;
	t->size = (u32)ALIGN_UP((l.most + 7) / 8, l.align);
}
