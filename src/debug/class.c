/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * class.c - does C++ pass an object of a class by its address?
 *
 * It does if the class, or what an object of it contains, is copied or destroyed by a function, or
 * has virtual functions or bases (Itanium C++ ABI, 1.1, "non-trivial for the purposes of calls").
 * clang says it, and gcc only lists the functions.
 */
#include <string.h>

#include "debug/debug_impl.h"

#define NAMES 16	/* most names, qualifiers and arrays around a class */

static bool is_class(const struct entry *e)
{
	return e->kind->tag == DW_TAG_structure_type || e->kind->tag == DW_TAG_class_type ||
	       e->kind->tag == DW_TAG_union_type;
}

/* Follows DW_AT_type through names, qualifiers and arrays.  Returns false at the end. */
static bool to_plain(const struct entry *e, struct entry *out)
{
	*out = *e;
	for (u32 i = 0; i < NAMES && entry_ref(out, DW_AT_type, out); i++)
		switch (out->kind->tag) {
		case DW_TAG_typedef:
		case DW_TAG_const_type:
		case DW_TAG_volatile_type:
		case DW_TAG_array_type:
			break;
		default:
			return true;
		}
	return false;
}

/* Is it a constructor's only other parameter, and a reference to the class? */
static bool copies(const struct entry *function, const struct entry *class)
{
	struct entry e, to;
	struct walk w;
	u32 n = 0;
	bool is_own = false;

	walk_from(&w, function);
	walk_next(&w, &e);
	while (walk_next(&w, &e)) {
		walk_skip(&w, &e);
		if (e.kind->tag != DW_TAG_formal_parameter || !n++)
			continue;
		if (!entry_ref(&e, DW_AT_type, &to))
			return false;
		is_own = (to.kind->tag == DW_TAG_reference_type ||
			  to.kind->tag == DW_TAG_rvalue_reference_type) &&
			 to_plain(&to, &to) && to.off == class->off;
	}
	return n == 2 && is_own;
}

/* Is it a function that copies or destroys objects?  Default ones only copy or drop their bytes. */
static bool is_special(const struct entry *e, const struct entry *class)
{
	const char *name = entry_name(e), *own = entry_name(class);
	size_t n = strcspn(own, "<");	/* constructors of own<int> are called own */

	if (entry_num(e, DW_AT_virtuality, 0))
		return true;
	if (entry_num(e, DW_AT_defaulted, 0) == DW_DEFAULTED_in_class ||
	    entry_num(e, DW_AT_deleted, 0))
		return false;
	if (name[0] == '~')
		return true;
	return !strncmp(name, own, n) && !name[n] && n && copies(e, class);
}

/* Is it of a class that goes by its address? */
static bool contains_one(const struct entry *member, u32 depth)
{
	const struct type *t;
	struct entry e;

	if (entry_num(member, DW_AT_external, 0) || !to_plain(member, &e) || !is_class(&e))
		return false;
	t = type_at(&e, depth + 1);
	return t && t->goes_by_address;
}

static bool is_nontrivial(const struct entry *class, u32 depth)
{
	struct entry e;
	struct walk w;

	walk_from(&w, class);
	walk_next(&w, &e);
	while (walk_next(&w, &e)) {
		walk_skip(&w, &e);
		switch (e.kind->tag) {
		case DW_TAG_subprogram:
			if (is_special(&e, class))
				return true;
			break;
		case DW_TAG_inheritance:
			if (entry_num(&e, DW_AT_virtuality, 0))
				return true;
			/* fallthrough */
		case DW_TAG_member:
			if (contains_one(&e, depth))
				return true;
			break;
		}
	}
	return false;
}

bool class_goes_by_address(const struct entry *e, u32 depth)
{
	u64 said = entry_num(e, DW_AT_calling_convention, 0);

	return said ? said == DW_CC_pass_by_reference : !e->u->is_c && is_nontrivial(e, depth);
}
