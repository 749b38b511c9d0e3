/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * resolved.c - reads what a bundle has of debug information; see resolved.h.
 *
 * First there is a text, with an empty line and a line for each answer; its numbers are
 * hexadecimal:
 *
 *	P kprobe:func:9			a probe, followed by its places
 *	T func offset flags module id	flags: PLACE_*; the build id of a module or program
 *	V place name tree		a variable: see read_tree()
 *	N place name name ...		the parameters there
 *	L place name name ...		all other local variables there
 *	R place type			the id of the type that the function returns
 *
 * A place is "func offset", after "uprobe:FILE:text" for one in a program.
 * Then come the kernel's build id, after a byte with its length, and types and functions as BTF.
 */
#include "provider/resolved.h"

#include <string.h>

#include "base/find.h"
#include "base/number.h"
#include "base/print.h"
#include "base/text.h"
#include "kernel/host.h"
#include "provider/keep.h"
#include "provider/source.h"
#include "script.h"

#ifndef NO_DWARF

/* ---- at the start ---- */

static const char version[] = "awl " PACKAGE_VERSION " resolved\n";

bool resolved_reads(const char *awl, size_t n)
{
	return find_bytes(awl, n, version, sizeof(version) - 1);
}

static bool is_running(const char *id, size_t n)
{
	size_t len = 0;
	char *notes = host_read_file("/sys/kernel/notes", &len);
	bool is = notes && find_bytes(notes, len, id, n);

	mem_free(notes);
	return is;
}

int resolved_open(struct script *s, const char *text, size_t len)
{
	struct resolved *r = s->resolved = arena_new(s->arena, struct resolved);
	const char *id = text + strlen(text) + 2;
	u8 n = (u8)id[-1];

	r->text = text;
	btf_open_memory(&r->types, s->arena, id + n, (u32)(len - 1 - n), s->arch->word);
	if (!n || s->opt.no_kernel || is_running(id, n))
		return 0;
	resolved_close(s);
	print_error("%s", text_of(T_BUNDLE_KERNEL));
	return 3;
}

/* What follows the start of a line; NULL if there is no such line. */
static const char *line(const struct script *s, const char *start)
{
	const char *p = s->resolved ? find_text(s->resolved->text, start) : NULL;

	return p ? p + strlen(start) : NULL;
}

void resolved_close(struct script *s)
{
	if (s->resolved)
		btf_close(s->resolved->types);
}

struct btf *resolved_types(const struct script *s)
{
	return s->resolved ? s->resolved->types : NULL;
}

/* ---- places ---- */

/* A word, in the arena, and the blank after it. */
static const char *word(struct script *s, const char **p)
{
	size_t n = strcspn(*p, " \n");
	const char *w = arena_strndup(s->arena, *p, n);

	*p += n + 1;
	return w;
}

static u64 hex(const char **p)
{
	u64 n;

	number_hex(p, &n);
	*p += 1;
	return n;
}

/* Has a loaded module this build id, in hexadecimal digits?  One that is not loaded is refused
 * when its probe is attached. */
static bool is_module(struct script *s, const char *module, const char *id)
{
	const char *path = arena_printf(s->arena, "/sys/module/%s/notes/.note.gnu.build-id",
					module);
	const u8 *bytes;
	size_t len = 0;
	char *notes = host_read_file(path, &len);
	u32 n = notes ? elf_note_build_id((const u8 *)notes, len, s->arch->is_big, &bytes) : 0;
	bool is = !n || s->opt.no_kernel || !*id ||
		  !strcmp(keep_build_id(s, bytes, n), id);

	mem_free(notes);
	return is;
}

static bool is_same(struct script *s, const struct target *t, const struct user_file *f,
		    const char *id)
{
	const u8 *bytes;
	u32 n;

	if (!f)
		return !*t->module || is_module(s, t->module, id);
	n = elf_build_id(f->elf, &bytes);
	return !strcmp(keep_build_id(s, bytes, n), id);
}

/* Adds the places of the probe with this name, in a file or in the kernel; returns as
 * resolved_in_program(). */
static int read_places(struct script *s, struct prog *p, const struct user_file *f,
		       const char *name)
{
	const char *at = line(s, arena_printf(s->arena, "\nP %s\n", name));

	if (!at)
		return 0;
	while (starts_with(at, "T ")) {
		struct target *t = script_target(s, p->span, name);
		u64 flags;

		at += 2;
		t->func = word(s, &at);
		t->addr = hex(&at);
		flags = hex(&at);
		t->module = word(s, &at);
		if (!is_same(s, t, f, word(s, &at))) {
			diag_say(s->diag, E_OTHER_KERNEL, p->span, f ? f->shown : t->module,
				 text_of(f ? T_BUNDLED_PROGRAM : T_BUNDLED_MODULE));
			return -1;
		}
		if (f) {
			t->module = f->path;
			user_know_file(s, t, f);
		}
		t->is_inlined = flags & PLACE_INLINED;
		t->is_source = flags & PLACE_SOURCE;
		t->in_bundle = true;
		t->linked = UINT64_MAX;
		vec_push(&p->targets, t);
	}
	return 1;
}

int resolved_expand(struct script *s, struct prog *p, const char *text)
{
	const char *name = arena_printf(s->arena, "%s:%s", p->provider->name, text);
	u32 first = p->targets.n;
	int err = read_places(s, p, NULL, name);

	if (err)
		return err < 0 ? -1 : 0;
	err = source_expand_kernel(s, p, text);
	if (!err)
		keep_places(s, p, NULL, name, first);
	return err;
}

int resolved_add_inlined(struct script *s, struct prog *p, const char *module, const char *func,
			 const char *text)
{
	const char *name = arena_printf(s->arena, "%s:%s", p->provider->name, text);
	u32 first = p->targets.n;
	int n = read_places(s, p, NULL, name);

	if (n)
		return n;
	n = source_add_only_inlined(s, p, module, func);
	if (n > 0)
		keep_places(s, p, NULL, name, first);
	return n;
}

static const char *name_in(struct script *s, const struct prog *p, const struct user_file *f,
			   const char *text)
{
	return arena_printf(s->arena, "%s:%s:%s", p->provider->name, f->shown, text);
}

int resolved_in_program(struct script *s, struct prog *p, const struct user_file *f,
			const char *text)
{
	return read_places(s, p, f, name_in(s, p, f, text));
}

int resolved_keep_in_program(struct script *s, struct prog *p, const struct user_file *f,
			     const char *text, u32 first)
{
	const u8 *id;

	if (!s->resolved || !s->resolved->keeps || !source_debug(s, f->path, SPACE_USER, NULL))
		return 0;
	if (!elf_build_id(f->elf, &id)) {
		diag_say(s->diag, E_PLACE, p->span, f->shown, text, text_of(T_NO_BUILD_ID));
		return -1;
	}
	for (u32 i = first; i < p->targets.n; i++)
		p->targets.v[i]->in_bundle = true;
	keep_places(s, p, f, name_in(s, p, f, text), first);
	return 0;
}

/* ---- variables ---- */

/* The start of lines about a program's only place; NULL if it has several, or the bundle has
 * nothing about it. */
static const char *place_of(struct script *s, const struct prog *p, char kind)
{
	const struct target *t = p->targets.v[0];
	bool is_user = p->provider->offers & OFFERS_USER_CTX;

	if (!s->resolved || p->targets.n != 1 || (is_user && !t->in_bundle))
		return NULL;
	return arena_printf(s->arena, "\n%c %s%s%s %llx ", kind, is_user ? t->name : "",
			    is_user ? " " : "", t->func, (unsigned long long)t->addr);
}

struct reader { struct script *s; const char *p; struct span at; };

/*
 * A tree is two numbers, its kind and what is said here, and then its parts:
 *
 *	EX_INT		the integer
 *	EX_UNARY	the operator: a
 *	EX_BINARY	the operator: a, b
 *	EX_COND		0: a, b, ex_else
 *	EX_CALL		the number of arguments: name, arguments
 *	EX_ARG		the number of words: the type's id, ex_lost, words
 */
static struct expr *read_tree(struct reader *r)
{
	struct arena *arena = r->s->arena;
	enum expr_kind kind = (enum expr_kind)hex(&r->p);
	u64 n = hex(&r->p);
	struct expr *e;

	if (kind == EX_INT)
		return expr_int(arena, (s64)n, r->at);
	e = expr_new(arena, kind, r->at);
	if (kind == EX_UNARY || kind == EX_BINARY) {
		e->op = (enum op)n;
		e->a = read_tree(r);
		e->b = kind == EX_BINARY ? read_tree(r) : NULL;
		return e;
	}
	if (kind == EX_COND) {
		e->a = read_tree(r);
		e->b = read_tree(r);
		ex_else(e) = read_tree(r);
		return e;
	}
	if (kind == EX_ARG) {
		e->type = btf_type(r->s->resolved->types, (u32)hex(&r->p));
		ex_lost(e) = hex(&r->p);
	} else {
		e->name = intern_s(&r->s->names, word(r->s, &r->p));
	}
	e->has_parens = true;
	e->args = arena_array(arena, struct expr *, n);
	while (e->n_args < n) {
		struct expr *arg = read_tree(r);

		e->args[e->n_args++] = arg;
		if (kind == EX_CALL)
			arg->type = &type_s64;
	}
	return e;
}

static struct expr *variable(struct script *s, const struct prog *p, const char *name,
			     struct span at, const char **gone)
{
	const char *place = place_of(s, p, 'V');
	struct expr *e = NULL;

	place = place ? arena_printf(s->arena, "%s%s ", place, name) : NULL;
	if (place && line(s, place))
		return read_tree(&(struct reader){ s, line(s, place), at });
	e = source_variables.variable(s, p, name, at, gone);
	if (e && place)
		keep_variable(s, place, e);
	return e;
}

/* Reads names up to the end of the line. */
static const char **read_names(struct script *s, const char *at)
{
	VEC(const char *) found = { 0 };
	const char **v;

	do {
		vec_push(&found, word(s, &at));
	} while (at[-1] == ' ');
	v = arena_array(s->arena, const char *, found.n + 1);
	memcpy(v, found.v, found.n * sizeof(*v));
	vec_free(&found);
	return v;
}

static const char **names(struct script *s, const struct prog *p, bool of_params)
{
	const char *place = place_of(s, p, of_params ? 'N' : 'L');
	const char **v;

	if (place && line(s, place))
		return read_names(s, line(s, place));
	v = source_variables.names(s, p, of_params);
	if (v && place)
		keep_names(s, place, v);
	return v;
}

static const struct type *return_type(struct script *s, const struct prog *p)
{
	const char *place = place_of(s, p, 'R'), *at = place ? line(s, place) : NULL;
	const struct type *t;

	if (at)
		return btf_type(s->resolved->types, (u32)hex(&at));
	t = source_variables.return_type(s, p);
	if (t && place)
		keep_type(s, place, t);
	return t;
}

const struct variables resolved_variables = { variable, names, return_type, source_type };

#endif
