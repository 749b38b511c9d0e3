/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * type.c - makes, compares and names types; see type.h.
 *
 * The scalar types are static objects; types derived from them are in the caller's arena.  C's
 * names for integers are recognized by counting their words, so that "long unsigned int" and
 * "unsigned long" are the same type.  The kernel's and the C library's typedefs are a table.
 */
#include "lang/type.h"

#include <string.h>

#include "base/find.h"
#include "base/strbuf.h"

#define INT_TYPE(var, sz, sign, nm) \
	const struct type var = { .kind = TY_INT, .size = sz, .align = sz, \
				  .is_signed = sign, .name = nm }
#define PLAIN_TYPE(var, knd, sz, al, nm) \
	const struct type var = { .kind = knd, .size = sz, .align = al, .name = nm }

INT_TYPE(type_s8, 1, true, "s8");
INT_TYPE(type_s16, 2, true, "s16");
INT_TYPE(type_s32, 4, true, "s32");
INT_TYPE(type_s64, 8, true, "s64");
INT_TYPE(type_u8, 1, false, "u8");
INT_TYPE(type_u16, 2, false, "u16");
INT_TYPE(type_u32, 4, false, "u32");
INT_TYPE(type_u64, 8, false, "u64");
const struct type type_char = { .kind = TY_INT, .size = 1, .align = 1, .is_signed = true,
				.show = SHOW_CHAR, .name = "char" };

PLAIN_TYPE(type_error, TY_ERROR, 8, 8, "error");
PLAIN_TYPE(type_unknown, TY_UNKNOWN, 0, 1, "unknown");
PLAIN_TYPE(type_void, TY_VOID, 0, 1, "void");
PLAIN_TYPE(type_bool, TY_BOOL, 1, 1, "bool");
PLAIN_TYPE(type_ksym, TY_KSYM, 8, 8, "ksym");
PLAIN_TYPE(type_usym, TY_USYM, 16, 8, "usym");
PLAIN_TYPE(type_probe, TY_PROBE, 4, 4, "probe");
PLAIN_TYPE(type_func, TY_FUNC, 4, 4, "func");
PLAIN_TYPE(type_inet, TY_INET, 24, 4, "inet");
PLAIN_TYPE(type_mac, TY_MAC, 6, 1, "macaddr");


const struct type *type_int(u32 size, bool is_signed)
{
	switch (size) {
	case 1:
		return is_signed ? &type_s8 : &type_u8;
	case 2:
		return is_signed ? &type_s16 : &type_u16;
	case 4:
		return is_signed ? &type_s32 : &type_u32;
	default:
		return is_signed ? &type_s64 : &type_u64;
	}
}

const struct type *type_promoted(const struct type *t)
{
	if (t->kind == TY_PTR || t->kind == TY_KSYM || t->kind == TY_FUNC)
		return &type_u64;
	if (t->size < 4 || t->kind == TY_BOOL)
		return &type_s32;
	return type_int(t->size, t->is_signed);
}

const struct type *type_arith(const struct type *a, const struct type *b)
{
	a = type_promoted(a);
	b = type_promoted(b);
	if (a->size == b->size)
		return a->is_signed ? b : a;
	return a->size > b->size ? a : b;
}

/*
 * Typedefs of integers.  Size 0 means the target's word.  Most short names need their "_t" or
 * "__", because "(pid)" is no cast.
 */
enum { BARE, NEEDS_T, NEEDS_US };
static const struct { char name[9]; u8 size; bool is_signed; u8 needs; } typedefs[] = {
	{ "s8", 1, true }, { "s16", 2, true }, { "s32", 4, true }, { "s64", 8, true },
	{ "u8", 1, false }, { "u16", 2, false }, { "u32", 4, false }, { "u64", 8, false },
	{ "int8", 1, true }, { "int16", 2, true }, { "int32", 4, true }, { "int64", 8, true },
	{ "uint8", 1, false }, { "uint16", 2, false }, { "uint32", 4, false },
	{ "uint64", 8, false }, { "uint", 4, false }, { "ulong", 0, false },
	{ "ushort", 2, false },
	{ "size", 0, false, NEEDS_T }, { "ssize", 0, true, NEEDS_T },
	{ "ptrdiff", 0, true, NEEDS_T }, { "intptr", 0, true, NEEDS_T },
	{ "uintptr", 0, false, NEEDS_T }, { "pid", 4, true, NEEDS_T },
	{ "uid", 4, false, NEEDS_T }, { "gid", 4, false, NEEDS_T },
	{ "dev", 4, false, NEEDS_T }, { "umode", 2, false, NEEDS_T },
	{ "loff", 8, true, NEEDS_T }, { "off", 0, true, NEEDS_T },
	{ "gfp", 4, false, NEEDS_T }, { "sector", 8, false, NEEDS_T },
	{ "time64", 8, true, NEEDS_T }, { "ktime", 8, true, NEEDS_T },
	{ "be16", 2, false, NEEDS_US }, { "be32", 4, false, NEEDS_US },
	{ "be64", 8, false, NEEDS_US }, { "le16", 2, false, NEEDS_US },
	{ "le32", 4, false, NEEDS_US }, { "le64", 8, false, NEEDS_US },
	{ "sum16", 2, false, NEEDS_US }, { "wsum", 4, false, NEEDS_US },
};

/* The type that a typedef names: "__u8", "uint8_t" and "u8" differ only in their decoration. */
static const struct type *typedef_named(const char *name, u32 word)
{
	bool us = starts_with(name, "__"), t;
	size_t len, i;

	if (us)
		name += 2;
	if (us && starts_with(name, "kernel_"))
		name += 7;
	len = strlen(name);
	t = len > 2 && !strcmp(name + len - 2, "_t");
	if (t)
		len -= 2;
	for (i = 0; i < ARRAY_SIZE(typedefs); i++) {
		if (strncmp(typedefs[i].name, name, len) || typedefs[i].name[len])
			continue;
		if ((typedefs[i].needs == NEEDS_T && !t) || (typedefs[i].needs == NEEDS_US && !us))
			return NULL;
		return type_int(typedefs[i].size ? typedefs[i].size : word,
				typedefs[i].is_signed);
	}
	return NULL;
}

enum { W_UNSIGNED, W_SIGNED, W_INT, W_LONG, W_SHORT, W_CHAR, W_COUNT };
static const char int_words[W_COUNT][9] = {
	"unsigned", "signed", "int", "long", "short", "char"
};

/* Counts the words of the name of a C integer type; false if there is another word. */
static bool count_words(const char *s, u8 *seen)
{
	while (*s) {
		size_t n = strcspn(s, " "), w;

		for (w = 0; w < W_COUNT; w++)
			if (strlen(int_words[w]) == n && !memcmp(int_words[w], s, n))
				break;
		if (w == W_COUNT || ++seen[w] > 2)
			return false;
		s += n + strspn(s + n, " ");
	}
	return true;
}

static const struct type *c_int_named(const char *name, u32 word)
{
	u8 seen[W_COUNT] = { 0 };
	bool is_signed;

	if (!*name || !count_words(name, seen) || seen[W_UNSIGNED] + seen[W_SIGNED] > 1)
		return NULL;
	if (seen[W_INT] > 1 || seen[W_SHORT] > 1 || seen[W_CHAR] > 1 ||
	    !!seen[W_LONG] + seen[W_SHORT] + seen[W_CHAR] > 1 ||
	    (seen[W_CHAR] && seen[W_INT]))
		return NULL;
	is_signed = !seen[W_UNSIGNED];
	if (seen[W_CHAR])
		return is_signed ? &type_char : &type_u8;
	if (seen[W_SHORT])
		return type_int(2, is_signed);
	if (seen[W_LONG])
		return type_int(seen[W_LONG] == 2 ? 8 : word, is_signed);
	return type_int(4, is_signed);
}

const struct type *type_scalar_named(const char *name, u32 word)
{
	const struct type *t;

	if (!strcmp(name, "bool") || !strcmp(name, "_Bool"))
		return &type_bool;
	if (!strcmp(name, "void"))
		return &type_void;
	t = c_int_named(name, word);
	return t ? t : typedef_named(name, word);
}

static struct type *new_type(struct arena *a, enum type_kind kind, u32 size, u32 align)
{
	struct type *t = arena_new(a, struct type);

	t->kind = kind;
	t->size = size;
	t->align = align;
	return t;
}

const struct type *type_string(struct arena *a, u32 size)
{
	return new_type(a, TY_STRING, size, 1);
}

const struct type *type_ptr(struct arena *a, const struct type *elem,
			    enum space space, u32 word)
{
	struct type *t = new_type(a, TY_PTR, word, word);

	t->elem = elem;
	t->space = space;
	return t;
}

const struct type *type_array(struct arena *a, const struct type *elem, u32 count)
{
	struct type *t;
	u64 size = (u64)elem->size * count;

	if (size > UINT32_MAX)
		return &type_error;
	t = new_type(a, TY_ARRAY, (u32)size, elem->align);
	t->elem = elem;
	t->count = count;
	return t;
}

const struct type *type_tuple(struct arena *a, const struct type *const *types, u32 n)
{
	struct type *t = new_type(a, TY_TUPLE, 0, 1);
	struct member *m = arena_array(a, struct member, n);
	u32 off = 0;

	for (u32 i = 0; i < n; i++) {
		u32 align = types[i]->align ? types[i]->align : 1;

		off = ALIGN_UP(off, align);
		m[i] = (struct member){ .name = "", .type = types[i], .off = off };
		off += types[i]->size;
		if (align > t->align)
			t->align = align;
	}
	t->size = ALIGN_UP(off, t->align);
	t->members = m;
	t->count = n;
	return t;
}

const struct type *type_agg(struct arena *a, const struct agg *agg)
{
	struct type *t = new_type(a, TY_AGG, 8, 8);
	struct agg *own = arena_memdup(a, agg, sizeof(*agg));

	t->is_signed = agg->is_signed;
	if (own->ops->layout)
		own->ops->layout(own);
	t->agg = own;
	t->size = own->ops->words * 8 * (own->buckets ? own->buckets : 1);
	return t;
}

static bool same_name(const struct type *a, const struct type *b)
{
	return a->name && *a->name && b->name && !strcmp(a->name, b->name);
}

static bool same_members(const struct type *a, const struct type *b);

/* Compares structs and enums by name, or by where they were declared; records by their members. */
static bool same_named(const struct type *a, const struct type *b)
{
	if (a->complete_from && a->complete_from == b->complete_from &&
	    a->complete_id == b->complete_id)
		return true;
	if (a->is_record || b->is_record)
		return a->is_record && b->is_record && same_members(a, b);
	return a->is_union == b->is_union && a->size == b->size && same_name(a, b);
}

static bool same_elem(const struct type *a, const struct type *b)
{
	/* NULL is void */
	const struct type *x = a->elem ? a->elem : &type_void;
	const struct type *y = b->elem ? b->elem : &type_void;

	return type_same(x, y);
}

static bool same_ptr(const struct type *a, const struct type *b)
{
	if (a->space != b->space && a->space != SPACE_NONE && b->space != SPACE_NONE)
		return false;
	return a->size == b->size && same_elem(a, b);
}

static bool same_members(const struct type *a, const struct type *b)
{
	if (a->count != b->count)
		return false;
	for (u32 i = 0; i < a->count; i++)
		if (!type_same(a->members[i].type, b->members[i].type) ||
		    (a->is_record && strcmp(a->members[i].name, b->members[i].name)))
			return false;
	return true;
}

bool type_same_agg(const struct agg *a, const struct agg *b)
{
	return a->ops == b->ops && a->how == b->how && a->bits == b->bits &&
	       a->min == b->min && a->max == b->max && a->step == b->step &&
	       a->most == b->most;
}

bool type_is_chars(const struct type *t)
{
	return t->kind == TY_ARRAY && t->elem && t->elem->kind == TY_INT &&
	       t->elem->show == SHOW_CHAR;
}

bool type_same(const struct type *a, const struct type *b)
{
	if (a == b)
		return true;
	if (!a || !b || a->kind != b->kind)
		return false;
	switch (a->kind) {
	case TY_INT:
		return a->size == b->size && a->is_signed == b->is_signed;
	case TY_STRING:
	case TY_BUF:
		return a->size == b->size;
	case TY_ENUM:
	case TY_STRUCT:
		return same_named(a, b);
	case TY_PTR:
		return same_ptr(a, b);
	case TY_ARRAY:
		return a->count == b->count && same_elem(a, b);
	case TY_TUPLE:
		return same_members(a, b);
	case TY_STACK:
		return a->stack.user == b->stack.user && a->stack.mode == b->stack.mode &&
		       a->stack.depth == b->stack.depth && a->stack.skip == b->stack.skip &&
		       a->stack.by_tables == b->stack.by_tables;
	case TY_KSYM:
	case TY_USYM:
		return a->show == b->show;
	case TY_TIME:
		return !strcmp(a->text, b->text);
	case TY_LATE:
		return a->late.show == b->late.show && a->late.arg == b->late.arg;
	case TY_AGG:
		return type_same_agg(a->agg, b->agg) && a->agg->is_signed == b->agg->is_signed;
	default:
		return true;
	}
}

bool type_is_int(const struct type *t)
{
	return t->kind == TY_INT || t->kind == TY_BOOL || t->kind == TY_ENUM;
}

bool type_is_scalar(const struct type *t)
{
	return type_is_int(t) || t->kind == TY_PTR || t->kind == TY_KSYM ||
	       t->kind == TY_PROBE || t->kind == TY_FUNC || t->kind == TY_TIME ||
	       t->kind == TY_LATE;
}

bool type_any(const struct type *t, bool (*fn)(const struct type *t))
{
	bool has_members = (t->kind == TY_TUPLE || t->kind == TY_STRUCT) && t->members;
	bool any = fn(t) || (t->kind == TY_ARRAY && type_any(t->elem, fn));

	for (u32 i = 0; has_members && i < t->count && !any; i++)
		any = type_any(t->members[i].type, fn);
	return any;
}

const struct type *type_complete(const struct type *t)
{
	const struct type *full = t && t->kind == TY_STRUCT && t->complete ? t->complete(t) : NULL;

	return full ? full : t;
}

#define MEMBER_DEPTH 16		/* levels of anonymous structs within each other */

static const struct member *find_member(const struct type *t, const char *name,
					u32 *off, u32 depth)
{
	const struct member *m, *found;

	t = type_complete(t);
	if (!t || t->kind != TY_STRUCT || !t->members)
		return NULL;
	for (m = t->members; m < t->members + t->count; m++)
		if (m->name && *m->name && !strcmp(m->name, name)) {
			*off += m->off;
			return m;
		}
	for (m = t->members; depth && m < t->members + t->count; m++) {
		u32 inner = 0;

		if (m->name && *m->name)
			continue;
		found = find_member(m->type, name, &inner, depth - 1);
		if (found) {
			*off += m->off + inner;
			return found;
		}
	}
	return NULL;
}

const struct member *type_member(const struct type *t, const char *name, u32 *off)
{
	u32 ignored;

	if (!off)
		off = &ignored;
	*off = 0;
	return find_member(t, name, off, MEMBER_DEPTH);
}

#define NAME_MAX_LEN 128

struct name { char *s; size_t n; };

static void add(struct name *out, const char *s)
{
	while (*s && out->n < NAME_MAX_LEN - 1)
		out->s[out->n++] = *s++;
	out->s[out->n] = '\0';
}

static void add_num(struct name *out, u32 n)
{
	char digits[12], *p = digits + sizeof(digits) - 1;

	*p = '\0';
	do {
		*--p = (char)('0' + n % 10);
	} while (n /= 10);
	add(out, p);
}

static void add_type(struct name *out, const struct type *t);

static void add_array(struct name *out, const struct type *t)
{
	const struct type *e = t;

	while (e->kind == TY_ARRAY && e->elem)
		e = e->elem;
	add_type(out, e);
	for (; t->kind == TY_ARRAY && t->elem; t = t->elem) {
		add(out, "[");
		add_num(out, t->count);
		add(out, "]");
	}
}

static void add_tuple(struct name *out, const struct type *t)
{
	add(out, "(");
	for (u32 i = 0; i < t->count; i++) {
		add(out, i ? ", " : "");
		add_type(out, t->members[i].type);
	}
	add(out, ")");
}

static void add_ptr(struct name *out, const struct type *t)
{
	const struct type *e = t->elem ? t->elem : &type_void;

	add_type(out, e);
	add(out, e->kind == TY_PTR ? "*" : " *");
}

static const char *const kind_names[TY_KINDS] = {
	[TY_ENUM] = "enum", [TY_STRUCT] = "struct", [TY_STRING] = "string",
	[TY_BUF] = "buf", [TY_STACK] = "stack", [TY_TIME] = "timestamp",
	[TY_INT] = "int",
};

static void add_type(struct name *out, const struct type *t)
{
	if (t->kind == TY_PTR)
		add_ptr(out, t);
	else if (t->kind == TY_ARRAY && t->elem)
		add_array(out, t);
	else if (t->name && *t->name)
		add(out, t->name);
	else if (t->kind == TY_TUPLE)
		add_tuple(out, t);
	else if (t->kind == TY_AGG)
		add(out, t->agg->ops->name);
	else if (t->kind == TY_STACK)
		add(out, t->stack.user ? "ustack" : "kstack");
	else if (t->kind == TY_STRUCT)
		add(out, t->is_union ? "union" : "struct");
	else
		add(out, t->kind < TY_KINDS && kind_names[t->kind] ?
			 kind_names[t->kind] : "?");
}

const char *type_name(const struct type *t)
{
	static char ring[4][NAME_MAX_LEN];	/* a message has at most three names */
	static unsigned next;
	struct name out = { ring[next++ % ARRAY_SIZE(ring)], 0 };

	out.s[0] = '\0';
	add_type(&out, t);
	return out.s;
}
