/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * names.c - probe and func: strings in the script, numbers when it runs.
 *
 * The number of a name is the index of the first target with that name, so that func has the
 * same value in two clauses or two kinds of probe on one function.  check turns a literal that
 * is compared with such a name, or used as a key together with one, into its number.  Literals
 * that name no target have numbers above those of all targets.  A target's cookie has the
 * number of its probe's name in the low half and that of its function's name in the high half.
 */
#include "lang/names.h"

#include <string.h>

#include "base/demangle.h"
#include "base/hash.h"

bool names_is(const struct type *t)
{
	return t->kind == TY_PROBE || t->kind == TY_FUNC;
}

u32 names_part(const struct type *t, u64 cookie)
{
	return (u32)(t->kind == TY_FUNC ? cookie >> 32 : cookie);
}

bool names_is_quoted(const struct target *t)
{
	return HAS_DEMANGLE && t->name[strlen(t->name) - 1] == '"';
}

static const char *target_text(const struct target *t, const struct type *type)
{
	const char *colon = type->kind == TY_FUNC ? strrchr(t->name, ':') : NULL;

	if (colon && (names_is_quoted(t) || target_is_source(t)))
		return t->func;
	return colon ? colon + 1 : t->name;
}

/* The index of the first target with t's name.  Notes t if it is the first. */
static u32 first_of(struct hash *seen, struct target *t, const struct type *type)
{
	const char *text = target_text(t, type);
	struct target *first = hash_get(seen, text, strlen(text));

	if (first)
		return first->index;
	hash_put(seen, text, strlen(text), t);
	return t->index;
}

void names_number(struct image *im)
{
	struct hash probes = { 0 }, funcs = { 0 };

	for (size_t i = 0; i < im->targets.n; i++) {
		struct target *t = im->targets.v[i];
		u64 func = first_of(&funcs, t, &type_func);

		t->cookie = func << 32 | first_of(&probes, t, &type_probe);
	}
	hash_free(&probes);
	hash_free(&funcs);
}

u32 names_id(struct image *im, const struct type *t, const char *text)
{
	u32 n = (u32)im->targets.n;

	for (u32 i = 0; i < n; i++)
		if (!strcmp(target_text(im->targets.v[i], t), text))
			return i;
	for (u32 i = 0; i < im->other_names.n; i++)
		if (!strcmp(im->other_names.v[i], text))
			return n + i;
	vec_push(&im->other_names, text);
	return n + (u32)im->other_names.n - 1;
}

const char *names_text(const struct image *im, const struct type *t, u32 id)
{
	u32 n = (u32)im->targets.n;

	if (id < n)
		return target_text(im->targets.v[id], t);
	return id - n < im->other_names.n ? im->other_names.v[id - n] : NULL;
}

u32 names_size(const struct image *im, const struct type *t)
{
	size_t most = 1;

	for (u32 i = 0; i < im->targets.n + im->other_names.n; i++) {
		size_t n = strlen(names_text(im, t, i)) + 1;

		most = n > most ? n : most;
	}
	return (u32)ALIGN_UP(most, 8);
}
