/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * name.c - types, constants and functions by name; see debug.h.
 *
 * There is no index of types.  Entries say a name by its offset in .debug_str, and compilers
 * write names of up to three letters into the entry itself.  So the bytes of that number or
 * name are searched in .debug_info, and only units that have them are looked into.  Units that
 * number their names in a table of their own (DWARF 5 of clang) are all looked into.  The caller
 * may be using entries, so the tables of units are kept.
 */
#include <string.h>

#include "base/find.h"
#include "debug/debug_impl.h"

enum wanted { WANT_CONSTANT = BTF_TYPEDEF + 1 };	/* after the values of enum btf_want */

struct search {
	struct debug *d;
	const char *name;
	u32 want;
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
		walk_skip(&w, &e);
	}
	x->parent = in;
	return x->rank;
}

static bool search_all(struct search *x)
{
	struct unit *u;

	for (u32 i = 0; (u = unit_next(x->d, i)); i++) {
		if (search_unit(x, u))
			return true;
		if (i % FORGET == FORGET - 1)
			elf_forget(x->d->file);
	}
	return false;
}

/*
 * The offsets that may be the name's.  Linkers store a name that is the end of another one only
 * once, so that it is at the end of any of them, unless it is also there by itself.
 */
struct offsets { VEC(u32) v; u8 mark[4096]; };	/* in order; mark: some hash to this number */

static u32 mark_of(u32 off)
{
	return (off ^ off >> 12) & 4095;
}

static void find_offsets(const struct search *x, struct offsets *o)
{
	struct cursor c = debug_at(x->d, SEC_STR, 0);
	size_t n = strlen(x->name) + 1;
	const char *start = (const char *)c.p, *end = (const char *)c.end, *p = start;

	while (p && (u64)(end - start) <= UINT32_MAX &&
	       (p = find_bytes(p, (size_t)(end - p), x->name, n))) {
		bool is_whole = p == start || !p[-1];

		if (is_whole)
			o->v.n = 0;
		vec_push(&o->v, (u32)(p - start));
		if (is_whole)
			break;
		p++;
	}
	for (u32 i = 0; i < o->v.n; i++)
		o->mark[mark_of(o->v.v[i])] = 1;
}

static bool has_offset(const struct offsets *o, u32 off)
{
	u32 lo = 0, hi = o->v.n;

	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (o->v.v[mid] == off)
			return true;
		if (o->v.v[mid] < off)
			lo = mid + 1;
		else
			hi = mid;
	}
	return false;
}

/* The first place from p on where the name or one of its offsets is written; NULL: none. */
static const u8 *next_mention(const u8 *p, const u8 *end, const char *name,
			      const struct offsets *o)
{
	u32 word;

	if (name)
		return (const u8 *)find_bytes((const char *)p, (size_t)(end - p), name,
					      strlen(name) + 1);
	for (; end - p >= (ptrdiff_t)sizeof(word); p++) {
		memcpy(&word, p, sizeof(word));
		if (o->mark[mark_of(word)] && has_offset(o, word))
			return p;
	}
	return NULL;
}

#define WINDOW (4u << 20)	/* bytes that are searched before their memory is given back */
#define OVERLAP 3		/* of windows: a mention has at most four bytes */

/* Looks into the units that have mentions; name: NULL for offsets. */
static bool search_mentions(struct search *x, const char *name, const struct offsets *o)
{
	struct cursor info = debug_at(x->d, SEC_INFO, 0);
	u64 size = (u64)(info.end - info.p), at = 0;

	while (at < size) {
		u64 len = size - at < WINDOW ? size - at : WINDOW;
		const u8 *from = info.p + at, *p = next_mention(from, from + len, name, o);
		struct unit *u;

		if (!p) {
			at += len < WINDOW ? len : len - OVERLAP;
			elf_forget(x->d->file);
			continue;
		}
		at += (u64)(p - from);
		u = unit_of(x->d, at);
		if (u && search_unit(x, u))
			return true;
		at = u ? u->end : at + 1;
	}
	return false;
}

static bool search(struct search *x)
{
	struct cursor c = debug_at(x->d, SEC_STR_OFFSETS, 0);
	struct offsets o = { 0 };
	bool found;

	if (cursor_more(&c))
		return search_all(x);
	find_offsets(x, &o);
	found = o.v.n && search_mentions(x, NULL, &o);
	vec_free(&o.v);
	return found || (strlen(x->name) < 4 && search_mentions(x, x->name, NULL));
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

static const struct named *find(struct debug *d, u32 want, const char *name)
{
	struct search x = { .d = d, .name = name, .want = want };
	bool is_new;
	struct named *n = get(d, (char)('0' + want), name, &is_new);

	if (is_new && *name && search(&x)) {
		n->has = true;
		n->off = x.found.off;
		n->parent = x.parent.off;
	}
	return n;
}

const struct type *debug_type(struct debug *d, enum btf_want want, const char *name)
{
	const struct named *n = find(d, want, name);
	struct entry e;

	return n->has && entry_at(d, n->off, &e) ? entry_as_type(&e) : NULL;
}

bool debug_constant(struct debug *d, const char *name, s64 *value, const struct type **type)
{
	const struct named *n = find(d, WANT_CONSTANT, name);
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

	if (!elf_find(d->file, name, &sym) || !sym.is_func || !function_at(d, sym.addr, &f))
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
