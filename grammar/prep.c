/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * prep.c - handles directives and runs the parser.
 *
 * A first pass reads the lines: it notes #define and chooses by #if.  #include is not followed,
 * because types come from BTF.  The parser gets a copy in which directives and branches that are
 * not taken are blanks, so that all offsets are those of the source.
 */
#include "base/find.h"
#include "grammar/build.h"
#include "grammar/parser.h"
#include "lang/fold.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAX_IFS 64
#define MAX_SOURCE (64u << 20)

struct prep {
	struct lexer *lx;	/* has the text, and serves the scan_ functions */
	char *text;
	struct hash names;	/* of the #defines so far */
	struct define **tail;
	bool in_comment;
	u32 n_ifs;
	struct branch { u32 at; bool live, taken, seen_else, outer; } ifs[MAX_IFS];
};

/* ---- running the parser */

static void find_tails(struct lexer *lx)
{
	struct unit *u = lx->p->unit;
	struct tails *t = &lx->tails;

	for (t->clauses = &u->clauses; *t->clauses; t->clauses = &(*t->clauses)->next)
		;
	for (t->macros = &u->macros; *t->macros; t->macros = &(*t->macros)->next)
		;
	for (t->settings = &u->settings; *t->settings; t->settings = &(*t->settings)->next)
		;
	for (t->imports = &u->imports; *t->imports; t->imports = &(*t->imports)->next)
		;
	for (t->types = &u->types; *t->types; t->types = &(*t->types)->next)
		if ((*t->types)->kind == TD_TYPEDEF)
			hash_put(&lx->typedefs, (*t->types)->name, strlen((*t->types)->name),
				 *t->types);
}

static void run(struct lexer *lx)
{
	lx->budget = 8 * (u64)lx->len + (1 << 20);
	find_tails(lx);
	lex_open(lx);
	if (awl_yyparse(lx))
		lx->failed = true;
	lex_close(lx);
}

struct expr *parse_value(struct parse *p, const char *text, u32 beg, u32 end, u32 base,
			 bool is_if)
{
	struct lexer lx = {
		.p = p, .text = text, .len = end, .pos = beg, .base = base,
		.mode = LEX_VALUE, .first = START_VALUE, .if_value = is_if,
	};

	run(&lx);
	return lx.failed ? NULL : lx.result;
}

/* ---- directives */

static void complain(struct prep *pp, u32 beg, u32 end, const char *text)
{
	lex_fail(pp->lx, E_SYNTAX, lex_span(pp->lx, beg, end), text);
}

static bool live(const struct prep *pp)
{
	return !pp->n_ifs || pp->ifs[pp->n_ifs - 1].live;
}

static void define(struct prep *pp, u32 pos, u32 end)
{
	struct lexer *lx = pp->lx;
	u32 name_end = scan_word(lx, pos);
	struct define *d;

	if (name_end == pos) {
		complain(pp, pos, pos + 1, "expected a name after #define");
		return;
	}
	d = arena_new(lx->p->arena, struct define);
	d->span = lex_span(lx, pos, name_end);
	d->name = intern_n(lx->p->names, lx->text + pos, name_end - pos);
	hash_put(&pp->names, d->name, name_end - pos, d);
	if (lx->text[name_end] == '(')
		return;		/* it has parameters, for which there is `macro` */
	if (scan_blank(lx, name_end) < end) {
		lx->p->diag->muted++;
		d->value = parse_value(lx->p, lx->text, name_end, end, lx->base, false);
		lx->p->diag->muted--;
	}
	*pp->tail = d;
	pp->tail = &d->next;
}

static bool condition(struct prep *pp, u32 pos, u32 end)
{
	struct lexer *lx = pp->lx;
	struct expr *e;
	s64 v = 0;

	lx->p->diag->muted++;
	e = scan_blank(lx, pos) < end ?
		parse_value(lx->p, lx->text, pos, end, lx->base, true) : NULL;
	lx->p->diag->muted--;
	if (!e)
		complain(pp, pos, end, "expected a constant condition");
	else
		const_value(lx->p->unit, e, &v);
	return v != 0;
}

/* Only a script that uses HAVE_BTF pays for looking whether the file with the types exists. */
static bool is_defined(struct prep *pp, u32 pos)
{
	const struct parse *p = pp->lx->p;

	return hash_get(&pp->names, pp->text + pos, scan_word(pp->lx, pos) - pos) ||
	       (scan_is(pp->lx, pos, "HAVE_BTF") && p->has_types && p->has_types(p->ctx));
}

static void push_if(struct prep *pp, u32 at, bool taken)
{
	struct branch *b = &pp->ifs[pp->n_ifs];
	bool outer = live(pp);

	if (pp->n_ifs == MAX_IFS) {
		complain(pp, at, at + 1, "#if nested too deeply");
		return;
	}
	*b = (struct branch){ .at = at, .live = outer && taken, .taken = taken, .outer = outer };
	pp->n_ifs++;
}

static void next_branch(struct prep *pp, u32 at, u32 pos, u32 end, bool is_else)
{
	struct branch *b = pp->n_ifs ? &pp->ifs[pp->n_ifs - 1] : NULL;
	bool wanted;

	if (!b || b->seen_else) {
		complain(pp, at, pos, b ? "this directive follows #else" :
			 "no #if for this directive");
		return;
	}
	wanted = b->outer && !b->taken && (is_else || condition(pp, pos, end));
	b->live = wanted;
	b->taken |= wanted;
	b->seen_else = is_else;
}

static void end_if(struct prep *pp, u32 at, u32 pos)
{
	if (pp->n_ifs)
		pp->n_ifs--;
	else
		complain(pp, at, pos, "no #if for this directive");
}

static void undef(struct prep *pp, u32 pos)
{
	u32 end = scan_word(pp->lx, pos);
	struct define *d = hash_get(&pp->names, pp->text + pos, end - pos);

	if (d)		/* a table can't remove entries: use a name that can't be written */
		hash_put(&pp->names, d->name, end - pos, NULL);
}

/* Headers are not read, as BTF has the types.  But a file named in quotes must exist. */
static void include(struct prep *pp, u32 pos, u32 end)
{
	const struct parse *p = pp->lx->p;
	const char *close = memchr(pp->text + pos + 1, '"', end - pos);
	u32 beg = pos + 1;

	if (pp->text[pos] != '"' || !close || !p->has_header)
		return;
	end = (u32)(close - pp->text);
	close = arena_strndup(p->arena, pp->text + beg, end - beg);
	if (!p->has_header(p->ctx, close))
		lex_fail(pp->lx, E_NO_FILE, lex_span(pp->lx, pos, end + 1), close,
			 error_text(-ENOENT));
}

enum directive { D_DEFINE, D_ELIF, D_ELSE, D_ENDIF, D_ERROR, D_IF, D_IFDEF, D_IFNDEF,
		 D_INCLUDE, D_LINE, D_PRAGMA, D_UNDEF, D_NONE };
static const char directives[][8] = { "define", "elif", "else", "endif", "error", "if",
	"ifdef", "ifndef", "include", "line", "pragma", "undef" };

static enum directive which(const struct lexer *lx, u32 pos)
{
	enum directive d = 0;

	while (d < D_NONE && !scan_is(lx, pos, directives[d]))
		d++;
	return d;
}

static void directive(struct prep *pp, enum directive d, u32 at, u32 pos, u32 end)
{
	switch (d) {
	case D_IF:
		push_if(pp, at, live(pp) && condition(pp, pos, end));
		break;
	case D_IFDEF:
		push_if(pp, at, is_defined(pp, pos));
		break;
	case D_IFNDEF:
		push_if(pp, at, !is_defined(pp, pos));
		break;
	case D_ELIF:
	case D_ELSE:
		next_branch(pp, at, pos, end, d == D_ELSE);
		break;
	case D_ENDIF:
		end_if(pp, at, pos);
		break;
	case D_DEFINE:
		if (live(pp))
			define(pp, pos, end);
		break;
	case D_UNDEF:
		if (live(pp))
			undef(pp, pos);
		break;
	case D_INCLUDE:
		if (live(pp))
			include(pp, pos, end);
		break;
	case D_ERROR:
		if (live(pp))
			complain(pp, at, end, "the script says #error");
		break;
	default:
		break;
	}
}

/* ---- lines */

static u32 end_of_line(const struct prep *pp, u32 pos)
{
	const char *nl = memchr(pp->text + pos, '\n', pp->lx->len - pos);

	return nl ? (u32)(nl - pp->text) : pp->lx->len;
}

/* The end of a directive, which continues after a backslash at the end of a line. */
static u32 end_of_directive(struct prep *pp, u32 pos)
{
	u32 end = end_of_line(pp, pos);

	while (end > pos && end < pp->lx->len && pp->text[end - 1] == '\\') {
		pp->text[end - 1] = pp->text[end] = ' ';
		end = end_of_line(pp, end);
	}
	return end;
}

/* Is the slash-star at pos part of a probe such as uprobe:/bin/[*]:f? */
static bool in_probe(const struct prep *pp, u32 pos)
{
	u32 least = pos > 256 ? pos - 256 : 0;	/* a limit keeps the time linear */

	while (pos-- > least) {
		char c = pp->text[pos];

		if (c == ':')
			return true;
		if (!c || strchr(" \t\n\"'();{}", c))
			break;
	}
	return false;
}

/* Notes whether a comment that starts in this line continues after it. */
static void track_comment(struct prep *pp, u32 pos, u32 end)
{
	const char *t = pp->text, *close;

	while (pos < end) {
		if (pp->in_comment) {
			close = find_bytes(t + pos, end - pos, "*/", 2);
			if (!close)
				return;
			pp->in_comment = false;
			pos = (u32)(close - t) + 2;
			continue;
		}
		if (t[pos] == '"' || t[pos] == '\'')
			pos = lit_end(pp->lx, pos);
		else if (t[pos] == '$' && t[pos + 1] == '#')
			pos++;
		else if (t[pos] == '#' || (t[pos] == '/' && t[pos + 1] == '/' &&
					   !in_probe(pp, pos)))
			return;
		else if (t[pos] == '/' && t[pos + 1] == '*' && !in_probe(pp, pos))
			pp->in_comment = true, pos++;
		pos++;
	}
}

static void blank_out(struct prep *pp, u32 beg, u32 end)
{
	for (; beg < end; beg++)
		if (pp->text[beg] != '\n')
			pp->text[beg] = ' ';
}

static u32 one_line(struct prep *pp, u32 beg)
{
	u32 end = end_of_line(pp, beg), pos = beg;
	enum directive d = D_NONE;

	while (pos < end && (pp->text[pos] == ' ' || pp->text[pos] == '\t'))
		pos++;
	if (!pp->in_comment && pp->text[pos] == '#')
		d = which(pp->lx, pos + 1);
	if (d != D_NONE) {
		u32 word = scan_word(pp->lx, pos + 1), value = word;

		end = end_of_directive(pp, pos);
		while (value < end && (pp->text[value] == ' ' || pp->text[value] == '\t'))
			value++;
		directive(pp, d, pos, value, end);
		blank_out(pp, beg, end);
	} else {
		track_comment(pp, pos, end);
		if (!live(pp))
			blank_out(pp, beg, end);
	}
	return end + 1;
}

static struct define have_btf = { .name = "BPFTRACE_HAVE_BTF" };	/* constant */

/* Defines what C compilers define: __x86_64__, __aarch64__, __arm__. */
static void define_arch(struct prep *pp, const struct parse *p)
{
	struct define *d;

	if (!p->arch)
		return;
	d = arena_new(p->arena, struct define);
	d->name = arena_printf(p->arena, "__%s__", p->arch);
	hash_put(&pp->names, d->name, strlen(d->name), d);
}

static void prepare(struct lexer *lx, char *text)
{
	struct prep *pp = mem_alloc(sizeof(*pp));

	pp->lx = lx;
	pp->text = text;
	pp->tail = &lx->p->unit->defines;
	lx->p->prep_names = &pp->names;
	while (*pp->tail) {
		hash_put(&pp->names, (*pp->tail)->name, strlen((*pp->tail)->name), *pp->tail);
		pp->tail = &(*pp->tail)->next;
	}
	/* bpftrace's scripts include headers without it, which awl never reads. */
	hash_put(&pp->names, have_btf.name, strlen(have_btf.name), &have_btf);
	define_arch(pp, lx->p);
	for (u32 pos = 0; pos < lx->len; )
		pos = one_line(pp, pos);
	if (pp->n_ifs)
		lex_fail(lx, E_UNTERMINATED,
			 lex_span(lx, pp->ifs[pp->n_ifs - 1].at, pp->ifs[pp->n_ifs - 1].at + 1),
			 "#if");
	lx->p->prep_names = NULL;
	hash_free(&pp->names);
	mem_free(pp);
}

int parse_source(struct parse *p, const char *name, const char *text, size_t len)
{
	struct lexer lx = { .p = p, .mode = LEX_TOP };
	char *copy;

	if (len > MAX_SOURCE) {
		diag_say(p->diag, E_SYNTAX, (struct span){ 0 }, "the program is too large");
		return -1;
	}
	copy = mem_alloc(len + 4);	/* the NULs are for looking ahead */
	memcpy(copy, text, len);
	if (starts_with(copy, "\xef\xbb\xbf"))	/* a byte order mark */
		memset(copy, ' ', 3);
	lx.text = copy;
	lx.len = (u32)len;
	lx.base = diag_source(p->diag, name, text, len);
	prepare(&lx, copy);
	run(&lx);
	mem_free(copy);
	return lx.failed ? -1 : 0;
}

bool parse_looks_like_program(const char *text)
{
	struct lexer lx = { .text = text, .len = (u32)strnlen(text, MAX_SOURCE) };
	u32 pos = scan_blank(&lx, 0);

	return strpbrk(text, "{\n;") || scan_item(&lx, pos) || scan_is(&lx, pos, "BEGIN") ||
		scan_is(&lx, pos, "END");
}
