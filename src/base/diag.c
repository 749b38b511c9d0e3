/* SPDX-License-Identifier: GPL-2.0-or-later */
/* diag.c - located messages with the source line and a caret; see diag.h. */
#include "base/diag.h"

#include <string.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/print.h"
#include "base/text.h"

static const u8 severities[] = {
#define X(tag, severity, text) DIAG_##severity,
#include "base/diag.def"
#undef X
};

u32 diag_source(struct diag *d, const char *name, const char *text, size_t len)
{
	u32 base = 1;

	if (d->sources.n) {
		const struct source *last = &d->sources.v[d->sources.n - 1];

		base = last->base + last->len + 1;
	}
	vec_push(&d->sources, ((struct source){ name, text, base, (u32)len, { 0 } }));
	return base;
}

const struct source *diag_find(const struct diag *d, u32 offset)
{
	for (size_t i = 0; i < d->sources.n; i++) {
		const struct source *s = &d->sources.v[i];

		if (offset >= s->base && offset <= s->base + s->len)
			return s;
	}
	return NULL;
}

void diag_place(const struct diag *d, u32 offset, const char **name,
		unsigned *line, unsigned *col)
{
	const struct source *s = diag_find(d, offset);

	*name = s ? s->name : "program";
	*line = *col = 1;
	if (!s)
		return;
	for (u32 i = 0; i < offset - s->base; i++) {
		(*col)++;
		if (s->text[i] == '\n') {
			(*line)++;
			*col = 1;
		}
	}
}

const char *diag_line(const struct diag *d, u32 offset, size_t *len)
{
	const struct source *s = diag_find(d, offset);
	u32 beg, end;

	*len = 0;
	if (!s)
		return "";
	beg = end = offset - s->base;
	while (beg > 0 && s->text[beg - 1] != '\n')
		beg--;
	while (end < s->len && s->text[end] != '\n')
		end++;
	*len = end - beg;
	return s->text + beg;
}

#define SHOWN 160	/* columns of a source line that are shown */

/* Prints the source line and the marker below it.  A long line is cut around the marker. */
static void show_line(struct diag *d, struct span at, unsigned line, unsigned col)
{
	size_t len, from = 0, mark = at.end > at.beg ? at.end - at.beg : 1;
	const char *text = diag_line(d, at.beg, &len);

	if (col - 1 > SHOWN / 2)
		from = col - 1 - SHOWN / 2;
	if (mark > len - (col - 1))
		mark = len > col - 1 ? len - (col - 1) : 1;
	sb_printf(&d->out, "%5u | ", line);
	for (size_t i = from; i < len && i < from + SHOWN; i++) {
		unsigned char c = (unsigned char)text[i];

		sb_putc(&d->out, c < 32 && c != '\t' ? '?' : (char)c);
	}
	sb_puts(&d->out, "\n      | ");
	for (size_t i = from; i < col - 1; i++)
		sb_putc(&d->out, text[i] == '\t' ? '\t' : ' ');
	if (mark > SHOWN)
		mark = SHOWN;
	sb_puts(&d->out, d->is_coloured ? "\033[1;32m^" : "^");
	sb_pad(&d->out, '~', mark - 1);
	sb_puts(&d->out, d->is_coloured ? "\033[m\n" : "\n");
}

static const char *const severity_word[] = { "error", "warning", "note" };
static const char *const severity_colour[] = { "1;31", "1;35", "1;36" };

/* Puts text in a colour of ECMA-48. */
static void put_coloured(struct diag *d, const char *colour, const char *text)
{
	if (d->is_coloured)
		sb_printf(&d->out, "\033[%sm%s\033[m", colour, text);
	else
		sb_puts(&d->out, text);
}

/* Ends the line of JSON to which hints could be added until now. */
static void json_close(struct diag *d)
{
	if (d->is_open)
		sb_puts(&d->out, d->has_hints ? "]}\n" : "}\n");
	d->is_open = d->has_hints = false;
}

static void json_say(struct diag *d, enum diag_severity sev, struct span at, const char *text)
{
	unsigned line, col;
	const char *name;

	json_close(d);
	sb_printf(&d->out, "{\"severity\": \"%s\"", severity_word[sev]);
	if (at.beg) {
		diag_place(d, at.beg, &name, &line, &col);
		sb_puts(&d->out, ", \"file\": ");
		escape_json(&d->out, name, strlen(name));
		sb_printf(&d->out, ", \"line\": %u, \"column\": %u", line, col);
		diag_place(d, at.end > at.beg ? at.end : at.beg + 1, &name, &line, &col);
		sb_printf(&d->out, ", \"end_line\": %u, \"end_column\": %u", line, col);
	}
	sb_puts(&d->out, ", \"message\": ");
	escape_json(&d->out, text, strlen(text));
	d->is_open = true;
}

/* Puts a message and, if it has a place, the line there. */
static void say(struct diag *d, enum diag_severity sev, struct span at, const char *text)
{
	unsigned line = 0, col = 0;
	const char *name;

	if (d->as_json) {
		json_say(d, sev, at, text);
		return;
	}
	if (at.beg) {
		diag_place(d, at.beg, &name, &line, &col);
		sb_printf(&d->out, "%s:%u:%u: ", name, line, col);
	} else {
		sb_puts(&d->out, "awl: ");
	}
	put_coloured(d, severity_colour[sev], severity_word[sev]);
	sb_printf(&d->out, ": %s\n", text);
	if (at.beg)
		show_line(d, at, line, col);
}

void diag_vsay(struct diag *d, enum diag_tag tag, struct span at, va_list ap)
{
	enum diag_severity sev = severities[tag];
	const struct source *s = diag_find(d, at.beg);
	struct strbuf text = { 0 };

	if (s && s->shown_as.beg)
		at = s->shown_as;
	d->last_dropped = d->muted || (sev == DIAG_WARNING && d->quiet) ||
			  (sev == DIAG_ERROR && d->errors >= MAX_ERRORS);
	if (d->muted)
		return;
	for (unsigned i = 0; i < d->errors && i < MAX_ERRORS && at.beg; i++)
		if (d->said[i].at == at.beg && d->said[i].tag == tag) {	/* in another program */
			d->last_dropped = true;
			return;
		}
	if (sev == DIAG_ERROR && d->errors < MAX_ERRORS) {
		d->said[d->errors].at = at.beg;
		d->said[d->errors].tag = tag;
	}
	if (sev == DIAG_ERROR && ++d->errors == MAX_ERRORS + 1)
		say(d, DIAG_NOTE, (struct span){ 0 }, "more errors not shown");
	if (sev == DIAG_WARNING)
		d->warnings++;
	if (d->last_dropped)
		return;
	sb_vprintf(&text, text_of(tag), ap);
	say(d, sev, at, sb_str(&text));
	sb_free(&text);
	d->last = tag;
}

void (diag_say)(struct diag *d, enum diag_tag tag, struct span at, ...)
{
	va_list ap;

	va_start(ap, at);
	diag_vsay(d, tag, at, ap);
	va_end(ap);
}

void diag_note(struct diag *d, struct span at, const char *text)
{
	if (!d->last_dropped)
		say(d, DIAG_NOTE, at, text);
}

void (diag_hint)(struct diag *d, u32 text, ...)
{
	struct strbuf hint = { 0 };
	va_list ap;

	if (d->last_dropped)
		return;
	va_start(ap, text);
	sb_vprintf(&hint, text_of(text), ap);
	va_end(ap);
	if (d->as_json) {
		sb_puts(&d->out, d->has_hints ? ", " : ", \"hints\": [");
		escape_json(&d->out, sb_str(&hint), hint.n);
		d->has_hints = true;
	} else {
		sb_printf(&d->out, "      = %s\n", sb_str(&hint));
	}
	sb_free(&hint);
}

bool diag_suggest(struct diag *d, const char *prefix, const char *best)
{
	if (best)
		diag_hint(d, T_DID_YOU_MEAN, prefix, best);
	return best;
}

void diag_flush(struct diag *d)
{
	json_close(d);
	print_buffer(STDERR_FILENO, &d->out);
}

void diag_free(struct diag *d)
{
	vec_free(&d->sources);
	sb_free(&d->out);
}
