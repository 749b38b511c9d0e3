/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * entry.c - entries of debug information, their attributes, and walks through their tree.
 *
 * An entry says by its code how its attributes are written, and they must be read to find its
 * end.  Facts: DWARF 5, 2.3 and 7.5.2.
 */
#include "debug/debug_impl.h"

#define HOPS 8		/* from an instance to its function, to its declaration … */

static bool read_entry(struct unit *u, struct cursor *c, struct entry *out)
{
	u64 off = u->end - (u64)(c->end - c->p), code = cursor_uleb(c);

	*out = (struct entry){ .u = u, .off = off };
	out->kind = code && !c->bad ? abbrev_find(u->abbrevs, code) : NULL;
	out->attrs = *c;
	return out->kind;
}

static struct cursor unit_cursor(struct unit *u, u64 off)
{
	struct cursor c = debug_at(u->d, SEC_INFO, off);

	if (!c.bad)
		c.end = c.p + (u->end - off);
	return c;
}

bool entry_at(struct debug *d, u64 off, struct entry *out)
{
	struct unit *u = !d || off == NOWHERE ? NULL : unit_of(d, off);
	struct cursor c;

	if (!u || !unit_load(u))
		return false;
	c = unit_cursor(u, off);
	return read_entry(u, &c, out);
}

bool entry_attr(const struct entry *e, u32 name, struct attr *out)
{
	const struct spec *s = &e->u->abbrevs->specs[e->kind->first];
	struct cursor c = e->attrs;

	for (u32 i = 0; i < e->kind->n; i++) {
		attr_read(&c, e->u, &s[i], out);
		if (s[i].name == name)
			return !c.bad;
	}
	return false;
}

bool entry_ref(const struct entry *e, u32 name, struct entry *out)
{
	struct attr a;

	return entry_attr(e, name, &a) &&
	       entry_at(attr_debug(e->u, &a), attr_entry(e->u, &a), out);
}

bool entry_inherits(const struct entry *e, u32 name, struct attr *out, struct entry *of)
{
	struct entry next;

	*of = *e;
	for (u32 i = 0; i < HOPS; i++) {
		if (entry_attr(of, name, out))
			return true;
		if (!entry_ref(of, DW_AT_abstract_origin, &next) &&
		    !entry_ref(of, DW_AT_specification, &next))
			return false;
		*of = next;
	}
	return false;
}

const char *entry_name(const struct entry *e)
{
	struct entry of;
	struct attr a;

	return entry_inherits(e, DW_AT_name, &a, &of) ? attr_text(of.u, &a) : "";
}

u64 entry_num(const struct entry *e, u32 name, u64 otherwise)
{
	struct attr a;

	return entry_attr(e, name, &a) ? a.num : otherwise;
}

/* ---- walks ---- */

void walk_unit(struct walk *w, struct unit *u)
{
	*w = (struct walk){ .u = u, .ended = !unit_load(u) };
	if (!w->ended)
		w->at = unit_cursor(u, u->first);
}

void walk_from(struct walk *w, const struct entry *e)
{
	*w = (struct walk){ .u = e->u, .at = unit_cursor(e->u, e->off) };
}

static void skip_attrs(const struct entry *e, struct cursor *c)
{
	const struct spec *s = &e->u->abbrevs->specs[e->kind->first];
	const struct attr_sizes *n = &e->kind->sizes;
	struct attr a;

	if (!n->is_varying) {
		cursor_take(c, n->bytes + (u64)n->addresses * e->u->word +
			       (u64)n->offsets * e->u->offset);
		return;
	}
	for (u32 i = 0; i < e->kind->n; i++)
		attr_read(c, e->u, &s[i], &a);
}

/* The code 0 ends the entries that are in another one. */
bool walk_next(struct walk *w, struct entry *e)
{
	while (!w->ended && cursor_more(&w->at)) {
		bool is_first = !w->depth;

		if (*w->at.p == 0 && w->depth) {
			w->at.p++;
			w->depth--;
			w->ended = !w->depth;
			continue;
		}
		if (!read_entry(w->u, &w->at, e))
			break;
		e->depth = w->depth;
		skip_attrs(e, &w->at);
		w->depth += e->kind->has_children;
		w->ended = w->at.bad || (is_first && !e->kind->has_children);
		return !w->at.bad;
	}
	w->ended = true;
	return false;
}

bool entry_is_scope(const struct entry *e)
{
	return e->kind->tag == DW_TAG_subprogram || e->kind->tag == DW_TAG_lexical_block ||
	       e->kind->tag == DW_TAG_inlined_subroutine;
}

/* Structures contain functions in C++ and Rust. */
static bool has_no_scopes(const struct entry *e)
{
	switch (e->kind->tag) {
	case DW_TAG_array_type:
	case DW_TAG_call_site:
	case DW_TAG_GNU_call_site:
	case DW_TAG_enumeration_type:
	case DW_TAG_subroutine_type:
		return true;
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
		return e->u->is_c;
	}
	return false;
}

bool walk_next_scope(struct walk *w, struct entry *e)
{
	while (walk_next(w, e)) {
		if (entry_is_scope(e))
			return true;
		if (has_no_scopes(e))
			walk_skip(w, e);
	}
	return false;
}

void walk_skip(struct walk *w, const struct entry *e)
{
	struct entry inner;
	struct attr a;
	u64 next;

	if (!e->kind->has_children || w->ended)
		return;
	next = entry_attr(e, DW_AT_sibling, &a) ? attr_entry(e->u, &a) : NOWHERE;
	if (next > e->off && next < w->u->end) {
		const u8 *to = w->at.end - (w->u->end - next);

		if (to >= w->at.p) {
			w->at.p = to;
			w->depth = e->depth;
			w->ended = !w->depth;
			return;
		}
	}
	while (!w->ended && w->depth > e->depth) {
		if (cursor_more(&w->at) && *w->at.p == 0) {
			w->at.p++;
			w->depth--;
			w->ended = !w->depth;
		} else if (!walk_next(w, &inner)) {
			break;
		}
	}
}
