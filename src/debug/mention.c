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

#define BIT(form) (1ull << (form))
/* Forms of names that are elsewhere, and of references to functions of other units, as after dwz
 * and link-time optimization. */
#define ELSEWHERE (BIT(DW_FORM_indirect) | BIT(DW_FORM_ref_addr) | BIT(DW_FORM_ref_sup4) | \
		   BIT(DW_FORM_ref_sup8) | BIT(DW_FORM_strp_sup) | BIT(DW_FORM_strx) | \
		   BIT(DW_FORM_strx1) | BIT(DW_FORM_strx2) | BIT(DW_FORM_strx3) | \
		   BIT(DW_FORM_strx4))

/* … and those that mark_forms() can't leave out. */
#define NOTABLE (ELSEWHERE | BIT(DW_FORM_line_strp) | BIT(DW_FORM_string) | BIT(0))

static void mark_form(struct form_marks *m, struct cursor tag_at, u64 form)
{
	u64 tag = cursor_uleb(&tag_at);

	if (form < 64 ? ELSEWHERE & BIT(form) : form == DW_FORM_GNU_ref_alt ||
						form == DW_FORM_GNU_strp_alt)
		m->is_elsewhere = true;
	else if (form == DW_FORM_line_strp)	/* the file that a unit is named after */
		m->is_elsewhere |= tag != DW_TAG_compile_unit;
	else if (form == DW_FORM_string && tag == DW_TAG_subprogram)
		m->has_functions = true;
	else if (form == DW_FORM_string && tag == DW_TAG_variable)
		m->has_variables = true;
}

static inline const u8 *past_num(const u8 *p, const u8 *end)
{
	while (p < end && *p++ & 0x80)
		;
	return p;
}

/* Moves past the tag and the attributes of an abbreviation.  Nearly all attributes are two bytes
 * that are not notable, and there are millions. */
static const u8 *mark_forms(struct form_marks *m, const u8 *p, const u8 *end)
{
	struct cursor tag = { .p = p, .end = end }, c = { .end = end };
	u64 name, form;

	p = past_num(p, end);
	p += p < end;		/* has it children? */
	do {
		while (end - p >= 2 && p[0] < 0x80 && p[1] < 64 && !(NOTABLE & BIT(p[1])))
			p = p[1] == DW_FORM_implicit_const ? past_num(p + 2, end) : p + 2;
		if (end - p >= 2 && !p[0] && !p[1])
			return p + 2;
		c.p = p;
		name = cursor_uleb(&c);
		form = cursor_uleb(&c);
		p = form == DW_FORM_implicit_const ? past_num(c.p, end) : c.p;
		mark_form(m, tag, form);
	} while ((name || form) && !c.bad);
	m->is_elsewhere |= c.bad;
	return p;
}

/* Reads all tables of abbreviations, which follow one another. */
static void mark_tables(struct debug *d)
{
	struct cursor c = debug_at(d, SEC_ABBREV, 0);
	struct form_marks m = { 0 };

	d->has_marks = true;
	for (const u8 *p = c.p; p < c.end; ) {
		if (*p) {
			p = mark_forms(&m, past_num(p, c.end), c.end);
			if (p < c.end)
				continue;
		}
		p += p < c.end;
		m.to = (u64)(p - c.p);
		if (m.has_functions || m.has_variables || m.is_elsewhere)
			vec_push(&d->marks, m);
		m = (struct form_marks){ .from = m.to };
	}
}

/* What is to be known of a unit's table; NULL: nothing. */
static const struct form_marks *marks_of(const struct debug *d, const struct unit *u)
{
	u32 lo = 0, hi = d->marks.n;

	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (d->marks.v[mid].to <= u->abbrev_off)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < d->marks.n && d->marks.v[lo].from <= u->abbrev_off ? &d->marks.v[lo] : NULL;
}

/* Leaves out the strings that are the end of another one. */
static void drop_tails(struct mentions *m, const char *section, size_t n)
{
	u32 kept = 0;

	for (u32 i = 0; i < m->offsets.n; i++)
		if (section[m->offsets.v[i] + n])
			m->offsets.v[kept++] = m->offsets.v[i];
	m->offsets.n = kept;
}

/* Adds the offsets of strings that are the name or begin with it and m->more.
 * Linkers store a string that is the end of another one only once: at the end of any of them,
 * unless it is also there by itself.  Relocatable files have it several times. */
static void add_offsets(struct mentions *m)
{
	struct cursor c = debug_at(m->d, SEC_STR, 0);
	const char *start = (const char *)c.p, *end = (const char *)c.end, *p = start;
	size_t n = strlen(m->name);
	bool has_whole = false;

	while (p < end && (p = find_bytes(p, (size_t)(end - p), m->name, n)) && p + n < end) {
		bool is_whole = !p[n] && (p == start || !p[-1]);

		if (is_whole && !has_whole)
			drop_tails(m, start, n);
		has_whole |= is_whole;
		if (p[n] ? p[n] == m->more : is_whole == has_whole)
			vec_push(&m->offsets, (u32)(p - start));
		p++;
	}
}

void mentions_open(struct mentions *m, struct debug *d, const char *name, enum mention_of of)
{
	struct cursor c = debug_at(d, SEC_STR_OFFSETS, 0);
	bool is_type = of == MENTION_TYPE;

	*m = (struct mentions){ .d = d, .name = name, .of = of };
	m->is_off = is_type && cursor_more(&c);
	if (!is_type && !d->has_marks)
		mark_tables(d);
	m->more = is_type ? '\0' : debug_is_operator(name) ? ' ' : '<';
	add_offsets(m);
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
 * looked for in pieces of BLOCK bytes.  Memory is slower than this loop, so it is asked for AHEAD:
 * processors do that by themselves only up to the end of a page. */
#define BLOCK 64
#define AHEAD 8192
static const u8 *find_four(const u8 *p, const u8 *end, const u8 *what)
{
	word a = (word){ 0 } + what[1], b = (word){ 0 } + what[2];

	while (end - p >= 4) {
		const u8 *stop = end - p >= BLOCK + 3 ? p + BLOCK : end - 3;

		if (end - p >= BLOCK + 3) {
			word x = pairs_at(p + 1, a, b) | pairs_at(p + 17, a, b) |
				 pairs_at(p + 33, a, b) | pairs_at(p + 49, a, b);
			u64 any[2];

			__builtin_prefetch(p + AHEAD);
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

/* Is the name between p and end, with its NUL or with what follows it? */
static bool has_text(const struct mentions *m, const u8 *p, const u8 *end)
{
	const char *name = m->name;
	size_t n = strlen(name);

	while ((p = n < 4 ? (const u8 *)find_bytes((const char *)p, (size_t)(end - p), name, n) :
			    find_four(p, end, (const u8 *)name))) {
		if ((size_t)(end - p) > n && !memcmp(p, name, n) && (!p[n] || p[n] == m->more))
			return true;
		p++;
	}
	return false;
}

/* May names of this kind be in the entries of a unit?  gcc puts the shortest ones there. */
static bool may_have_text(const struct mentions *m, const struct form_marks *marks)
{
	switch (m->of) {
	case MENTION_FUNCTION:
		return marks && marks->has_functions;
	case MENTION_VARIABLE:
		return marks && marks->has_variables;
	case MENTION_TYPE:
		break;
	}
	return strlen(m->name) < 4;
}

static bool has_mention(const struct mentions *m, const struct unit *u, const u8 *p,
			const u8 *end)
{
	const struct form_marks *marks = marks_of(m->d, u);

	if (m->is_off || (m->of != MENTION_TYPE && marks && marks->is_elsewhere) ||
	    (may_have_text(m, marks) && has_text(m, p, end)))
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
		if (is && has_mention(m, &u, c.p + (u.first - at), c.p + (u.end - at)))
			return unit_at_header(m->d, at);
	}
	return NULL;
}
