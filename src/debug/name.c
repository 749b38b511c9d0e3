/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * name.c - types, constants and functions by name; see debug.h.
 *
 * Only units that mention the name are looked into (mention.c); those that number their names in a
 * table of their own (DWARF 5 of clang) are all looked into.  The caller may be using entries, so
 * the tables of units are kept.
 */
#include <string.h>

#include "debug/debug_impl.h"

enum wanted { WANT_CONSTANT = BTF_TYPEDEF + 1 };	/* after the values of enum btf_want */

struct search {
	struct debug *d;
	const char *name;
	u32 want;
	bool in_code;		/* of what functions declare, else of what is outside of them */
	u32 rank;		/* of what was found so far, as rank_of() counts */
	struct entry found, parent;	/* parent: of a constant, its enum */
};

/* How well a type fits: 1 is best; 0: not at all. */
static u32 rank_of(const struct entry *e, u32 want)
{
	static const struct { u8 tag, want; } rows[] = {
		{ DW_TAG_typedef, BTF_TYPEDEF }, { DW_TAG_structure_type, BTF_STRUCT },
		{ DW_TAG_class_type, BTF_STRUCT }, { DW_TAG_union_type, BTF_UNION },
		{ DW_TAG_enumeration_type, BTF_ENUM }, { DW_TAG_base_type, BTF_TYPEDEF },
	};

	for (u32 i = 0; i < ARRAY_SIZE(rows); i++)
		if (e->kind->tag == rows[i].tag)
			return want == BTF_ANY || want == rows[i].want ? i + 1 : 0;
	return 0;
}

static void note(struct search *x, const struct entry *e, u32 rank)
{
	if (!rank || (x->rank && x->rank <= rank) || strcmp(entry_name(e), x->name) ||
	    entry_num(e, DW_AT_declaration, 0))
		return;
	x->rank = rank;
	x->found = *e;
}

/* Looks at the types of a unit that are not inside of others. */
static bool search_unit(struct search *x, struct unit *u)
{
	bool is_constant = x->want == WANT_CONSTANT;
	struct entry e, in = { 0 };
	struct walk w;

	walk_unit(&w, u);
	walk_next(&w, &e);
	while (!(is_constant && x->rank) && walk_next(&w, &e)) {
		if (is_constant && e.kind->tag == DW_TAG_enumeration_type) {
			in = e;
			continue;
		}
		if (!is_constant)
			note(x, &e, rank_of(&e, x->want));
		else if (e.kind->tag == DW_TAG_enumerator)
			note(x, &e, 1);
		if (!x->in_code || !entry_is_scope(&e))
			walk_skip(&w, &e);
	}
	x->parent = in;
	return x->rank;
}

static bool search(struct search *x)
{
	struct mentions m;
	struct unit *u;
	bool found = false;

	mentions_open(&m, x->d, x->name, MENTION_TYPE);
	while (!found && (u = mentions_next(&m)))
		found = search_unit(x, u);
	mentions_close(&m);
	return found;
}

/* ---- what was found before ---- */

struct named { u64 off, parent; bool has; struct btf_func func; };

/* The key of a name: what is looked for, and the name. */
static struct named *get(struct debug *d, char kind, const char *name, bool *is_new)
{
	char *key = arena_printf(d->arena, "%c%s", kind, name);
	struct named *n = hash_get(&d->named, key, strlen(key));

	*is_new = !n;
	if (n)
		return n;
	n = arena_new(d->arena, struct named);
	hash_put(&d->named, key, strlen(key), n);
	return n;
}

static const struct named *find(struct debug *d, u32 want, const char *name, bool in_code)
{
	struct search x = { .d = d, .name = name, .want = want, .in_code = in_code };
	bool is_new;
	struct named *n = get(d, (char)((in_code ? 'A' : '0') + want), name, &is_new);

	if (is_new && *name && search(&x)) {
		n->has = true;
		n->off = x.found.off;
		n->parent = x.parent.off;
	}
	return n;
}

/* What only functions declare is searched for last: that is rare, and takes longer. */
static const struct named *find_any(struct debug *d, u32 want, const char *name)
{
	const struct named *n = find(d, want, name, false);

	return n->has ? n : find(d, want, name, true);
}

static const struct type *type_of(struct debug *d, const struct named *n)
{
	struct entry e;

	return n->has && entry_at(d, n->off, &e) ? entry_as_type(&e) : NULL;
}

const struct type *debug_type(struct debug *d, enum btf_want want, const char *name)
{
	return type_of(d, find_any(d, want, name));
}

const struct type *outer_type(struct debug *d, enum btf_want want, const char *name)
{
	return type_of(d, find(d, want, name, false));
}

bool debug_constant(struct debug *d, const char *name, s64 *value, const struct type **type)
{
	const struct named *n = find_any(d, WANT_CONSTANT, name);
	struct entry e;

	if (!n->has || !entry_at(d, n->off, &e))
		return false;
	*value = (s64)entry_num(&e, DW_AT_const_value, 0);
	if (type)
		*type = entry_at(d, n->parent, &e) ? entry_as_type(&e) : NULL;
	return true;
}

/* ---- functions ---- */

static bool read_function(struct debug *d, const char *name, struct btf_func *out)
{
	VEC(struct member) params = { 0 };
	struct elf_symbol sym;
	struct entry f, e;
	struct walk w;
	bool known = true;

	if (!elf_find(d->file, name, &sym) || !sym.is_func || !function_of_symbol(d, &sym, &f))
		return false;
	walk_from(&w, &f);
	walk_next(&w, &e);
	while (walk_next(&w, &e)) {
		struct member m = { 0 };

		walk_skip(&w, &e);
		out->is_variadic |= e.kind->tag == DW_TAG_unspecified_parameters;
		if (e.kind->tag != DW_TAG_formal_parameter)
			continue;
		m.name = arena_strdup(d->arena, entry_name(&e));
		m.type = entry_type(&e);
		known &= m.type != NULL;
		vec_push(&params, m);
	}
	out->module = "";
	out->n_params = params.n;
	out->params = arena_memdup(d->arena, params.v, params.n * sizeof(*params.v));
	out->ret = entry_returns(&f);
	vec_free(&params);
	return known && out->ret;
}

bool debug_func(struct debug *d, const char *name, struct btf_func *out)
{
	bool is_new;
	struct named *n = get(d, 'f', name, &is_new);

	if (is_new)
		n->has = read_function(d, name, &n->func);
	*out = n->func;
	return n->has;
}
