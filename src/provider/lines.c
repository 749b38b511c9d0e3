/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lines.c - -L: the source of a function or file, with marks where probes can be.
 *
 * The shape is that of `perf probe -L`: lines that have code have their number before them,
 * which kprobe and uprobe take.  In functions they are counted from the function's first line.
 */
#include "provider/source.h"

#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "base/print.h"
#include "base/text.h"
#include "kernel/host.h"
#include "script.h"

#ifndef NO_DWARF

#define MORE 3		/* lines after the last one with code, if no end was given */

struct shown {
	struct script *s;
	const char *what;	/* the function or the file of the source */
	const char *from;
	struct debug_query query;
	u64 first, last;	/* lines, as they are counted; last is UINT64_MAX if not given */
	struct strbuf out;
};

/* Cuts ":N", ":N-M" or ":N+COUNT" off the end of text.  False if the range is empty. */
static bool take_range(struct shown *x, char *text)
{
	char *colon = strrchr(text, ':');
	const char *p = colon ? colon + 1 : "";
	char sign;

	x->last = UINT64_MAX;
	if (!number_decimal(&p, &x->first))
		return true;
	sign = *p;
	if (sign == '-' || sign == '+') {
		p++;
		if (!number_decimal(&p, &x->last))
			return false;
		if (sign == '+')
			x->last += x->first;
	}
	*colon = '\0';
	return !*p && x->last >= x->first && x->first < INT32_MAX;
}

/* The text of a file; NULL if there is none.  Below `from` the file may lie without some of the
 * folders that its path begins with. */
static char *read_source(struct shown *x, const char *path, size_t *len)
{
	struct strbuf full = { 0 };
	char *text = NULL;

	if (!x->from)
		return host_read_file(path, len);
	for (; !text && path; path = strchr(path, '/')) {
		path += *path == '/';
		sb_reset(&full);
		sb_printf(&full, "%s/%s", x->from, path);
		text = host_read_file(sb_str(&full), len);
	}
	sb_free(&full);
	return text;
}

static bool has_code(const struct debug_source *f, u64 line, u32 *next)
{
	while (*next < f->lines.n && f->lines.v[*next] < line)
		++*next;
	return *next < f->lines.n && f->lines.v[*next] == line;
}

/* Shows the lines first to last of the file. */
static void show_text(struct shown *x, const struct debug_source *f, u64 first, u64 last,
		      const char *text, size_t len)
{
	u64 line = 1;
	u32 next = 0;

	for (const char *end = text + len; text < end && line <= last; line++) {
		const char *eol = memchr(text, '\n', (size_t)(end - text));
		size_t n = (size_t)((eol ? eol : end) - text);

		if (line >= first) {
			if (has_code(f, line, &next))
				sb_printf(&x->out, "%7llu  ", (unsigned long long)line - f->first);
			else
				sb_puts(&x->out, "         ");
			sb_put(&x->out, text, n);
			sb_putc(&x->out, '\n');
		}
		text += n + 1;
	}
}

static void show_source(struct shown *x, const struct debug_source *f)
{
	bool has_end = x->last != UINT64_MAX;
	u64 first = f->first + x->first, last = has_end ? f->first + x->last : f->end + MORE;
	size_t len = 0;
	char *text = read_source(x, f->path, &len);

	if (f->first)
		sb_printf(&x->out, "<%s@%s:%llu>\n", x->query.func, f->path,
			  (unsigned long long)x->first);
	else
		sb_printf(&x->out, "<%s:%llu>\n", f->path, (unsigned long long)x->first);
	if (text)
		show_text(x, f, first, last, text, len);
	else
		print_error(TEXT_ARGS(T_NO_SOURCE, f->path));
	for (u32 i = 0; !text && i < f->lines.n; i++)
		if (f->lines.v[i] >= first && f->lines.v[i] <= last)
			sb_printf(&x->out, "%7u\n", f->lines.v[i] - f->first);
	mem_free(text);
}

static int show_all(struct shown *x, struct debug *d, const char *shown,
		    const struct debug_why *why)
{
	struct debug_sources all;
	bool has_any;

	if (!d) {
		print_error("%s: %s", why->file ? why->file : shown,
			    text_of(source_cure(why->error)));
		return 1;
	}
	debug_lines(d, &x->query, &all);
	for (u32 i = 0; i < all.v.n; i++)
		show_source(x, &all.v.v[i]);
	has_any = all.v.n;
	if (!has_any)
		print_error(TEXT_ARGS(E_NO_USER_SYMBOL, shown, x->query.func ? "function" :
				      "source file", x->what));
	debug_free_lines(&all);
	print_buffer(STDOUT_FILENO, &x->out);
	sb_free(&x->out);
	return !has_any;
}

static int show_in(void *arg, const struct user_file *f)
{
	struct shown *x = arg;
	struct debug_why why = { .error = DEBUG_NONE };
	struct debug *d = source_debug(x->s, f->path, SPACE_USER, &why);

	return show_all(x, d, f->shown, &why);
}

static int show_kernel(struct shown *x)
{
	struct debug_why why = { .error = DEBUG_NONE };
	struct kern *k = x->s->kern;
	struct debug *d;

	if (k->vmlinux && !*k->sysroot)		/* it may be another machine's */
		k->sysroot = NO_SYSROOT;
	d = source_kernel(x->s, &why);
	if (x->s->kern->vmlinux)
		return show_all(x, d, x->s->kern->vmlinux, &why);
	print_error("-L %s: %s", x->what, text_of(E_NO_VMLINUX));
	return 1;
}

int source_show(struct script *s, const char *text, const char *from)
{
	char *copy = arena_strdup(s->arena, text);
	struct shown x = { .s = s, .what = copy, .from = from };
	const char *file = NULL;
	int err;

	if (!take_range(&x, copy) ||
	    ((s->kern->pid || strchr(copy, ':')) && !user_split(s->kern, copy, &file, &x.what)) ||
	    !debug_parse_query(s->arena, arena_printf(s->arena, "%s:1", x.what), &x.query)) {
		print_error("-L %s: %s", text, text_of(T_LINES));
		return 2;
	}
	x.query.has_line = false;
	if (!file)
		return show_kernel(&x);
	err = user_files(s->kern, file, show_in, &x);
	if (err < 0)
		print_error("%s: %s", file, error_text(err));
	return err ? 1 : 0;
}

#endif
