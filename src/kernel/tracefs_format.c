/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracefs_format.c - make a record type from a tracepoint's format file.
 *
 * A line is "field:DECLARATION; offset:N; size:N; signed:N;".  The sizes are those of the
 * machine that the file comes from.  The declaration distinguishes arrays, strings, pointers
 * and the __data_loc words that point to a part of variable length.
 * Facts: Documentation/trace/events.rst.
 */
#include "kernel/tracefs.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "base/find.h"
#include "base/number.h"
#include "kernel/tracefs_names.h"

struct field {
	const char *type;	/* the declaration without its name and brackets */
	const char *name;
	const char *count;	/* the text in the brackets; NULL: not an array */
	u32 off, size;
	bool is_signed, is_loc, is_rel_loc;
};

struct format {
	struct arena *a;
	const struct arch *arch;
	bool syscalls;		/* fields are registers, pointers point to user space */
};

static bool has_word(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = text; (p = find_text(p, word)); p += n)
		if ((p == text || !(isalnum((u8)p[-1]) || p[-1] == '_')) &&
		    !(isalnum((u8)p[n]) || p[n] == '_'))
			return true;
	return false;
}

static char *trim(char *s)
{
	size_t n;

	while (isspace((u8)*s))
		s++;
	for (n = strlen(s); n && isspace((u8)s[n - 1]); n--)
		s[n - 1] = '\0';
	return s;
}

static bool drop_prefix(char **s, const char *prefix)
{
	size_t n = strlen(prefix);

	if (strncmp(*s, prefix, n) || !isspace((u8)(*s)[n]))
		return false;
	*s = trim(*s + n);
	return true;
}

static char *last_word(char *s)
{
	char *p = s + strlen(s);

	while (p > s && (isalnum((u8)p[-1]) || p[-1] == '_'))
		p--;
	return p;
}

/* Parses "const char * name", "u8 addr[6]", "__data_loc char[] name". */
static bool parse_decl(struct arena *a, char *decl, struct field *f)
{
	char *s = trim(decl), *open, *close, *name;

	f->is_rel_loc = drop_prefix(&s, "__rel_loc");
	f->is_loc = f->is_rel_loc || drop_prefix(&s, "__data_loc");
	open = strchr(s, '[');
	close = open ? strrchr(open, ']') : NULL;
	if (close) {
		*open = *close = '\0';
		f->count = arena_strdup(a, open + 1);
	}
	trim(s);
	/* The brackets may precede or follow the name. */
	name = last_word(close ? trim(close + 1) : s);
	if (!*name)
		name = last_word(s);
	f->name = arena_strdup(a, name);
	*name = '\0';
	f->type = arena_strdup(a, trim(s));
	return f->name[0] && f->type[0];
}

static bool number_after(const char *line, const char *key, u32 *n)
{
	const char *at = find_text(line, key);
	u64 found;

	if (!at)
		return false;
	at += strlen(key);
	number_decimal(&at, &found);
	*n = (u32)found;
	return true;
}

/* Returns a copy of the type with the name that it has in the kernel's source. */
static const struct type *named(struct format *f, const struct type *t, const char *name)
{
	struct type *copy = arena_memdup(f->a, t, sizeof(*t));

	copy->name = name;
	return copy;
}

static const struct type *pointer(struct format *f, const struct field *d)
{
	enum space space = f->syscalls ? SPACE_USER : SPACE_KERNEL;
	u32 size = d->count || !d->size ? f->arch->word : d->size;
	const struct type *elem = has_word(d->type, "char") ? &type_char : NULL;

	for (const char *p = strchr(d->type, '*'); (p = strchr(p + 1, '*')); )
		elem = type_ptr(f->a, elem, space, f->arch->word);
	return named(f, type_ptr(f->a, elem, space, size), d->type);
}

/*
 * Returns the type of a single value of `size` bytes.  The format describes a system call's
 * argument as an unsigned word, whatever its type.  So size and sign come from the type's name,
 * and an int -1 does not become 4294967295.
 */
static const struct type *scalar(struct format *f, const struct field *d, u32 size)
{
	const struct type *c = type_scalar_named(d->type, f->arch->word);
	bool is_signed = d->is_signed;

	if (strchr(d->type, '*'))
		return pointer(f, d);
	if (f->syscalls && c && c->size && c->size <= size && size == f->arch->word) {
		size = c->size;
		is_signed = c->is_signed;
	}
	if (size == 1 && (has_word(d->type, "bool") || has_word(d->type, "_Bool")))
		return &type_bool;
	if (size == 1 || size == 2 || size == 4 || size == 8)
		return named(f, type_int(size, is_signed), d->type);
	return named(f, type_array(f->a, &type_u8, size), d->type);
}

/* The size of an element: from the count, else from the type's name, else one byte. */
static u32 elem_size(struct format *f, const struct field *d)
{
	const struct type *c = type_scalar_named(d->type, f->arch->word);
	const char *digits = d->count;
	u64 count;

	number_decimal(&digits, &count);

	if (strchr(d->type, '*'))
		return f->arch->word;
	if (!d->is_loc && count && d->size && d->size % count == 0)
		return d->size / (u32)count;
	return c && c->size ? c->size : 1;
}

static bool is_char(const char *type)
{
	return !strcmp(type, "char") || !strcmp(type, "const char");
}

static const struct type *array(struct format *f, const struct field *d)
{
	u32 size = d->is_loc ? 0 : d->size, each = elem_size(f, d);
	const struct type *t;

	if (is_char(d->type))
		return named(f, type_string(f->a, size), size ?
			     arena_printf(f->a, "char[%u]", size) : "char[]");
	t = type_array(f->a, scalar(f, d, each), size / each);
	return named(f, t, size ? arena_printf(f->a, "%s[%u]", d->type, size / each) :
		     arena_printf(f->a, "%s[]", d->type));
}

static const struct type *field_type(struct format *f, const struct field *d)
{
	return d->count ? array(f, d) : scalar(f, d, d->size);
}

/* Returns 1 for a member, 0 if the line is not a field, -EINVAL for an invalid field. */
static int parse_field(struct format *f, char *line, struct member *m)
{
	const char *field = find_text(line, "field:");
	char *decl = field ? line + (field - line) : NULL, *end = decl ? strchr(decl, ';') : NULL;
	struct field d = { 0 };
	u32 is_signed = 0;

	if (!end)
		return 0;
	if (!number_after(end, "offset:", &d.off) || !number_after(end, "size:", &d.size) ||
	    d.off > 1 << 20 || d.size > 1 << 20)
		return -EINVAL;
	number_after(end, "signed:", &is_signed);
	d.is_signed = is_signed != 0;
	*end = '\0';
	if (!parse_decl(f->a, decl + 6, &d))
		return -EINVAL;
	*m = (struct member){
		.name = d.name, .type = field_type(f, &d), .off = d.off,
		.is_loc = d.is_loc, .is_rel_loc = d.is_rel_loc,
	};
	if (f->syscalls && d.size == f->arch->word)
		m->off += arch_low_part(f->arch, m->type->size);
	return 1;
}

/* A dynamic field takes a u32 in the record, whatever its type. */
static u32 record_size(const struct member *m, u32 n)
{
	u32 size = 0;

	for (u32 i = 0; i < n; i++) {
		u32 end = m[i].off + (m[i].is_loc ? 4 : m[i].type->size);

		if (end > size)
			size = end;
	}
	return size;
}

static void make_record(struct format *f, const struct member *m, u32 n, struct tp_event *out)
{
	struct type *t = arena_new(f->a, struct type);
	u16 common = 0;

	while (common < n && starts_with(m[common].name, "common_"))
		common++;
	t->kind = TY_STRUCT;
	t->align = f->arch->word;
	t->size = record_size(m, n);	/* the exact size: programs can't read beyond it */
	t->name = out->name ? out->name : "";
	t->count = n;
	t->members = arena_memdup(f->a, m, n * sizeof(*m));
	out->record = t;
	out->n_common = common;
}

int tracefs_parse_format(struct arena *a, const char *text, const struct arch *arch,
			 struct tp_event *out)
{
	struct format f = {
		.a = a, .arch = arch,
		.syscalls = out->category && !strcmp(out->category, "syscalls"),
	};
	size_t size = strlen(text) + 1;
	char *copy = memcpy(mem_alloc(size), text, size), *rest = copy, *line = NULL;
	VEC(struct member) members = { 0 };
	struct member m;
	int r = 0;

	/* "print fmt:" follows the fields and may contain any text. */
	while (r >= 0 && (line = strsep(&rest, "\n")) && !starts_with(line, "print fmt")) {
		if (starts_with(line, "name: ") && !out->name)
			out->name = arena_strdup(a, line + 6);
		if (starts_with(line, "ID: "))
			number_decimal(&(const char *){ line + 4 }, &out->id);
		r = parse_field(&f, line, &m);
		if (r > 0)
			vec_push(&members, m);
	}
	if (r >= 0 && members.n && line)
		tracefs_names(a, line, members.v, (u32)members.n);
	if (r >= 0 && members.n)
		make_record(&f, members.v, (u32)members.n, out);
	r = r < 0 || !members.n ? -EINVAL : 0;
	vec_free(&members);
	mem_free(copy);
	return r;
}
