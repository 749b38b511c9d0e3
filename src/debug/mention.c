/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mention.c - which units may have an entry of a name, by the bytes of their entries.
 *
 * There is no index of names, and reading all entries of a kernel takes a second.  An entry with a
 * name has either the name's offset in .debug_str or the name itself, so a unit without these
 * bytes has no such entry.  They are searched in all of .debug_info, at several bytes in a
 * nanosecond.
 */
#include <string.h>

#include "base/find.h"
#include "base/order.h"
#include "debug/debug_impl.h"

/* Forms of names that are elsewhere, and of references to functions of other units, as after dwz
 * and link-time optimization. */
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

/* Most have one byte, and there are millions. */
static inline u64 uleb(struct cursor *c)
{
	return cursor_more(c) && *c->p < 0x80 ? *c->p++ : cursor_uleb(c);
}

/* Do all tables of abbreviations, which follow one another, have plain forms only? */
static bool has_plain_forms(struct debug *d)
{
	struct cursor c = debug_at(d, SEC_ABBREV, 0);
	u64 tag, name, form;

	while (cursor_more(&c)) {
		if (!uleb(&c))		/* the end of a table */
			continue;
		tag = uleb(&c);
		cursor_num(&c, 1);
		do {
			name = uleb(&c);
			form = uleb(&c);
			if (form == DW_FORM_implicit_const)
				cursor_sleb(&c);
			if (is_elsewhere(tag, form))
				return false;
		} while ((name || form) && !c.bad);
	}
	return !c.bad;
}

/* Adds the offsets of strings that begin with n bytes of text.  Linkers store a string that is the
 * end of another one only once: at the end of any of them, unless it is also there by itself.
 * Relocatable files have it several times. */
static void add_offsets(struct mentions *m, const char *text, size_t n)
{
	struct cursor c = debug_at(m->d, SEC_STR, 0);
	const char *start = (const char *)c.p, *end = (const char *)c.end, *p = start;
	u32 first = m->offsets.n;
	bool has_whole = false;

	while (p < end && (p = find_bytes(p, (size_t)(end - p), text, n))) {
		bool is_whole = !text[n - 1] && (p == start || !p[-1]);

		if (is_whole && !has_whole)
			m->offsets.n = first;
		has_whole |= is_whole;
		if (is_whole == has_whole)
			vec_push(&m->offsets, (u32)(p - start));
		p++;
	}
}

void mentions_open(struct mentions *m, struct debug *d, const char *name, bool of_functions)
{
	size_t n = strlen(name);
	struct cursor c;

	*m = (struct mentions){ .d = d, .name = name, .has_text = of_functions || n < 4 };
	c = debug_at(d, SEC_STR_OFFSETS, 0);
	m->is_off = of_functions ? !has_plain_forms(d) : cursor_more(&c);
	if (m->is_off)
		return;
	add_offsets(m, name, n + 1);
	if (of_functions)
		add_offsets(m, arena_printf(d->arena, debug_is_operator(name) ? "%s " : "%s<",
					    name), n + 1);
}

void mentions_close(struct mentions *m)
{
	vec_free(&m->offsets);
}

typedef u8 word __attribute__((vector_size(16)));

/* Marks the bytes from p on that equal `byte` and are followed by `next`. */
static inline word pairs_at(const u8 *p, word byte, word next)
{
	word x, y;

	memcpy(&x, p, sizeof(x));
	memcpy(&y, p + 1, sizeof(y));
	return (word)(x == byte) & (word)(y == next);
}

/* Finds four bytes.  The two in the middle, which are the most varied ones of offsets, are first
 * looked for in pieces of BLOCK bytes. */
#define BLOCK 64
static const u8 *find_four(const u8 *p, const u8 *end, const u8 *what)
{
	word a = (word){ 0 } + what[1], b = (word){ 0 } + what[2];

	while (end - p >= 4) {
		const u8 *stop = end - p >= BLOCK + 3 ? p + BLOCK : end - 3;

		if (end - p >= BLOCK + 3) {
			word x = pairs_at(p + 1, a, b) | pairs_at(p + 17, a, b) |
				 pairs_at(p + 33, a, b) | pairs_at(p + 49, a, b);
			u64 any[2];

			memcpy(any, &x, sizeof(any));
			if (!(any[0] | any[1])) {
				p = stop;
				continue;
			}
		}
		for (; p < stop; p++)
			if (!memcmp(p, what, 4))
				return p;
	}
	return NULL;
}

/* Are the bytes of the name, with their NUL, between p and end? */
static bool has_text(const u8 *p, const u8 *end, const char *name)
{
	size_t n = strlen(name) + 1;

	if (n < 4)
		return find_bytes((const char *)p, (size_t)(end - p), name, n);
	while ((p = find_four(p, end, (const u8 *)name)))
		if ((size_t)(end - p) >= n && !memcmp(p, name, n))
			return true;
		else
			p++;
	return false;
}

static bool has_mention(const struct mentions *m, const u8 *p, const u8 *end)
{
	if (m->is_off || (m->has_text && has_text(p, end, m->name)))
		return true;
	for (u32 i = 0; i < m->offsets.n; i++) {
		u8 bytes[4];

		order_put(bytes, sizeof(bytes), m->d->is_big, m->offsets.v[i]);
		if (find_four(p, end, bytes))
			return true;
	}
	return false;
}

struct unit *mentions_next(struct mentions *m)
{
	struct cursor c;
	struct unit u;

	while ((c = debug_at(m->d, SEC_INFO, m->at), cursor_more(&c))) {
		u64 at = m->at;
		bool is = unit_header(m->d, at, &u);

		if (at / WINDOW != u.end / WINDOW)
			elf_forget(m->d->file);
		m->at = u.end;
		if (is && has_mention(m, c.p + (u.first - at), c.p + (u.end - at)))
			return unit_at_header(m->d, at);
	}
	return NULL;
}
