/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * filter.c - which units may have a function, by the bytes of their entries.
 *
 * Reading all entries of a kernel takes a second.  An entry with a name has either the name's
 * offset in .debug_str or the name itself, so a unit without these bytes has no such entry.  This
 * does not hold for files with other forms of names, or with functions that are described in
 * another unit, as after dwz and link-time optimization; there all units are read.
 */
#include <string.h>

#include "base/find.h"
#include "debug/debug_impl.h"

static bool is_elsewhere(u64 tag, u64 form)
{
	switch (form) {
	case DW_FORM_indirect:
	case DW_FORM_ref_addr:
	case DW_FORM_ref_sup4:
	case DW_FORM_ref_sup8:
	case DW_FORM_strp_sup:
	case DW_FORM_GNU_ref_alt:
	case DW_FORM_GNU_strp_alt:
	case DW_FORM_strx:
	case DW_FORM_strx1:
	case DW_FORM_strx2:
	case DW_FORM_strx3:
	case DW_FORM_strx4:
		return true;
	case DW_FORM_line_strp:		/* the file that a unit is named after */
		return tag != DW_TAG_compile_unit;
	}
	return false;
}

/* Do all tables of abbreviations, which follow one another, have plain forms only? */
static bool has_plain_forms(struct debug *d)
{
	struct cursor c = debug_at(d, SEC_ABBREV, 0);
	u64 tag, name, form;

	while (cursor_more(&c)) {
		if (!cursor_uleb(&c))		/* the end of a table */
			continue;
		tag = cursor_uleb(&c);
		cursor_num(&c, 1);
		do {
			name = cursor_uleb(&c);
			form = cursor_uleb(&c);
			if (form == DW_FORM_implicit_const)
				cursor_sleb(&c);
			if (is_elsewhere(tag, form))
				return false;
		} while ((name || form) && !c.bad);
	}
	return !c.bad;
}

/*
 * How far the next offset may be away, by the byte where its third one would be.  The fourth is
 * 0 in all but huge files, and says nothing.
 */
static void add_offset(struct filter *f, u32 off)
{
	u8 *first = &f->skip[(u8)off], *second = &f->skip[(u8)(off >> 8)];

	vec_push(&f->offsets, off);
	if (*first > 2)
		*first = 2;
	if (*second > 1)
		*second = 1;
	f->skip[(u8)(off >> 16)] = 0;
}

void filter_open(struct filter *f, struct debug *d, const char *name)
{
	struct cursor c = debug_at(d, SEC_STR, 0);
	const char *start = (const char *)c.p, *end = (const char *)c.end, *p = start;
	size_t n = strlen(name) + 1;

	*f = (struct filter){ .name = name, .is_off = !has_plain_forms(d) };
	memset(f->skip, 3, sizeof(f->skip));
	/* linkers let a string be the end of another one */
	while (!f->is_off && p < end && (p = find_bytes(p, (size_t)(end - p), name, n)))
		add_offset(f, (u32)(p++ - start));
}

void filter_close(struct filter *f)
{
	vec_free(&f->offsets);
}

static bool is_offset(const struct filter *f, const u8 *p)
{
	u32 off = (u32)(p[0] | p[1] << 8 | p[2] << 16);

	for (u32 i = 0; i < f->offsets.n; i++)
		if ((f->offsets.v[i] & 0xffffff) == off)
			return true;
	return false;
}

static bool has_offset(const struct filter *f, const u8 *p, const u8 *end)
{
	while (end - p >= 3) {
		u8 skip = f->skip[p[2]];

		if (!skip && is_offset(f, p))
			return true;
		p += skip ? skip : 1;
	}
	return false;
}

bool filter_has(const struct filter *f, const struct unit *u)
{
	struct cursor c = debug_at(u->d, SEC_INFO, u->first);
	size_t n = (size_t)(u->end - u->first);

	return f->is_off || has_offset(f, c.p, c.p + n) ||
	       find_bytes((const char *)c.p, n, f->name, strlen(f->name) + 1);
}
