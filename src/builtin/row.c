/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * row.c - row("PID %-7d COMM %s", pid, comm): a row of a table.
 *
 * The format has a name and a conversion for each column.  As text this is a header, once, and a
 * line for each row.  JSON and CSV get the names with the values.  A column whose value is
 * `absent` is left out:
 *
 *	row("TIME %-9s PID %d", getopt("T") ? strftime("%H:%M:%S", nsecs) : absent, pid);
 */
#include <string.h>

#include "base/strbuf.h"
#include "builtin/printf.h"
#include "gen/gen.h"
#include "lang/check.h"
#include "run/rows.h"
#include "tables.h"

#define COLUMNS 32

struct column { const char *name, *conv; u32 name_len, conv_len; };

static int handle_row(struct session *s, const struct action *a, const void *record)
{
	rows_show(s, a, record);
	return 0;
}

/* The word at s, after blanks.  Returns its length. */
static u32 word(const char **s)
{
	*s += strspn(*s, " ");
	return (u32)strcspn(*s, " ");
}

/* Splits the format to columns.  Returns how many there are; 0 if it is wrong. */
static u32 split(const char *s, struct column *columns)
{
	u32 n = 0;

	while (*(s += strspn(s, " "))) {
		struct column *col = &columns[n++];

		col->name_len = word(&s);
		col->name = s;
		s += col->name_len;
		col->conv_len = word(&s);
		col->conv = s;
		s += col->conv_len;
		if (n == COLUMNS || *col->name == '%' || *col->conv != '%' ||
		    memchr(col->conv, '*', col->conv_len))
			return 0;
	}
	return n;
}

static bool is_absent(const struct expr *e)
{
	return e->kind == EX_BUILTIN && ex_builtin(e)->flags & IS_ABSENT;
}

/* Checks the values, and takes those that are absent out of the call.  Returns how many are
 * left. */
static u32 drop_absent(struct check *c, struct expr *e, struct column *columns, u32 n)
{
	struct strbuf format = { 0 };
	u32 kept = 0;

	for (u32 i = 0; i < n; i++) {
		check_expr(c, e->args[i + 1]);
		if (is_absent(e->args[i + 1]))
			continue;
		sb_printf(&format, "%.*s %.*s ", (int)columns[i].name_len, columns[i].name,
			  (int)columns[i].conv_len, columns[i].conv);
		columns[kept++] = columns[i];
		e->args[kept] = e->args[i + 1];
	}
	if (kept && kept < n) {
		e->args[0] = printf_literal(c, &format, e->args[0]->span);
		e->n_args = kept + 1;
	}
	sb_free(&format);
	return kept;
}

/* The conversions alone: a line of text. */
static struct expr *line_format(struct check *c, const struct column *columns, u32 n,
				struct span span)
{
	struct strbuf text = { 0 };
	struct expr *e;

	for (u32 i = 0; i < n; i++) {
		sb_put(&text, columns[i].conv, columns[i].conv_len);
		sb_putc(&text, i + 1 < n ? ' ' : '\n');
	}
	e = printf_literal(c, &text, span);
	sb_free(&text);
	return e;
}

/* Sets the names of the columns, and the header, in which they are as wide as the values. */
static void set_header(struct check *c, struct action *a, const struct column *columns, u32 n)
{
	const char **names = arena_array(c->s->arena, const char *, n);
	struct strbuf header = { 0 };

	for (u32 i = 0; i < n; i++) {
		const struct format_item *it = &a->format->items[i];
		int width = it->minus && i + 1 < n ? -it->width : it->minus ? 0 : it->width;

		names[i] = arena_strndup(c->s->arena, columns[i].name, columns[i].name_len);
		sb_printf(&header, "%*s%c", width, names[i], i + 1 < n ? ' ' : '\n');
	}
	a->columns = names;
	a->text = arena_strndup(c->s->arena, header.s, header.n);
	sb_free(&header);
}

static const struct type *check_row(struct check *c, struct expr *e)
{
	struct column columns[COLUMNS];
	struct expr *names = e->args[0];
	u32 n = split(names->name, columns);
	const struct type *t;

	if (n && n != e->n_args - 1)
		return check_fail(c, E_FORMAT_COUNT, e->span, n, e->n_args - 1);
	if (n)
		n = drop_absent(c, e, columns, n);
	if (!n)
		return check_fail(c, E_ROW, names->span);
	names = e->args[0];
	e->args[0] = line_format(c, columns, n, names->span);
	t = check_printf(c, e, handle_row);
	e->args[0] = names;
	if (c->final && t == &type_void)
		set_header(c, ex_action(e), columns, n);
	return t;
}

/* As a statement it does nothing. */
static void gen_absent(struct gen *g, struct expr *e, struct operand *out)
{
	(void)g;
	(void)e;
	(void)out;
}

static const struct builtin rows[] = {
	{ PROTO("absent", "void", ""), .gen = gen_absent, .flags = IS_ABSENT },
	{ PROTO("row", "void", "(literal format, columns)"),
	  .check = check_row, .gen = gen_printf, .may_wait = true },
};
const struct builtin_table builtin_row = { rows, ARRAY_SIZE(rows) };
