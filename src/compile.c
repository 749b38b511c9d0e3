/* SPDX-License-Identifier: GPL-2.0-or-later */
/* compile.c - runs the passes that turn a program's text into an image; see compile.h. */
#include "compile.h"

#include <string.h>
#include <unistd.h>

#include "base/print.h"
#include "base/text.h"
#include "bpf/dump.h"
#include "bundle.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "lang/filter.h"
#include "lang/join.h"
#include "lang/parse.h"
#include "provider/resolved.h"
#include "provider/source.h"
#include "tables.h"

/* ---- the target machine and its kernel ---- */

static u32 slots_for(u32 cpus)
{
	u32 n = 1;

	while (n < cpus)
		n *= 2;
	return n;
}

/* Code for another machine is for the newest kernel, without what its architecture may lack. */
static bool newest_has(enum feature f)
{
	return f != FEATURE_DIV64;
}

int compile_target(struct script *s, const struct options *o)
{
	s->arch = arch_find(o->arch ? o->arch : host_machine());
	if (!s->arch)
		return options_error(T_NO_ARCH, o->arch ? o->arch : host_machine());
	s->image.arch = s->arch;
	s->image.n_cpus = host_cpus_possible();
	s->image.cpu_slots = slots_for(s->image.n_cpus);
	s->image.has = o->arch ? newest_has : feature_has;
	s->opt.no_kernel = o->arch;
	return 0;
}

/* ---- import "file" ---- */

/* The path of an import: relative to the script that imports it, unless it is absolute. */
static const char *import_path(struct script *s, const char *script, const char *name)
{
	const char *slash = strrchr(script, '/');

	if (*name == '/' || !slash)
		return name;
	return arena_printf(s->arena, "%.*s/%s", (int)(slash - script), script, name);
}

static bool imported_before(const struct script *s, const struct expr *e)
{
	for (const struct expr *i = s->unit.imports; i != e; i = i->next)
		if (!strcmp(i->name, e->name))
			return true;
	return false;
}

/* Imported files may import others: the list grows while it is walked. */
static int import_all(struct script *s, struct parse *parse, const struct options *o,
		      const char *script)
{
	int err = 0;

	for (struct expr *e = s->unit.imports; e; e = e->next) {
		const char *path = import_path(s, script, e->name);
		char *text;
		size_t len;

		if (imported_before(s, e))
			continue;
		text = bundle_read(o, path, &len);
		if (!text) {
			diag_say(s->diag, E_NO_FILE, e->span, path, error_text(0));
			err = -1;
			continue;
		}
		err |= parse_source(parse, path, arena_strndup(s->arena, text, len), len);
		mem_free(text);
	}
	return err;
}

struct headers { struct script *s; const struct options *o; const char *script; };

/* Is the header next to the script, in the current directory, or in a directory of -I? */
static bool has_header(void *ctx, const char *name)
{
	const struct headers *h = ctx;
	bool found = !access(import_path(h->s, h->script, name), F_OK) || !access(name, F_OK);

	for (size_t i = 0; i < h->o->includes.n && !found; i++)
		found = !access(arena_printf(h->s->arena, "%s/%s", h->o->includes.v[i], name),
				F_OK);
	return found;
}

static bool has_types(void *ctx)
{
	const struct headers *h = ctx;

	return kern_has_btf(h->s->kern);
}

int compile_parse(struct script *s, const struct options *o, const char *name, const char *text,
		  size_t len)
{
	const struct arch *arch = arch_find(o->arch ? o->arch : host_machine());
	struct headers h = { s, o, name };
	struct parse parse = { .arena = s->arena, .diag = s->diag, .names = &s->names,
			       .unit = &s->unit, .registry = s->registry,
			       .arch = arch ? arch->name : NULL,
			       .has_header = o->files ? NULL : has_header,
			       .has_types = has_types, .ctx = &h };
	int err = parse_source(&parse, name, text, len);

	return err | import_all(s, &parse, o, name);
}

/* ---- the passes ---- */

/* --probe-filter keeps probes whose name matches, and those that the session runs itself. */
static int filter_probes(struct script *s, const char *regex)
{
	int left = regex ? script_keep_probes(s, regex) : 1;

	if (left < 0)
		print_error(TEXT_ARGS(T_BAD_REGEX, regex));
	else if (!left)
		print_error(TEXT_ARGS(T_NO_MATCH, regex));
	return left <= 0;
}

static int filter_benches(struct script *s, const struct options *o)
{
	if (o->list || !script_keep_benches(s, o->session.bench))
		return 0;
	print_error("%s", text_of(T_NEEDS_BENCH));
	return 1;
}

int compile(struct script *s, struct options *o)
{
	struct strbuf dump = { 0 };
	int err = 0;

	if (o->bundle) {
		bundle_pack(o, s->diag);
		resolved_keep(s);
	} else if (o->resolved) {
		err = resolved_open(s, o->resolved, o->types_len);
		if (err)
			return err;
	}
	if (o->dump_ast)
		ast_dump(&dump, &s->unit);
	if (o->dump_ir)
		s->dump_ir = &dump;
	image_reserve_maps(&s->image);
	script_find_names(s);
#ifndef NO_DWARF
	s->variables = &resolved_variables;
	s->image.debug = &source_door;
#endif
	if (!o->no_expand)
		err = script_expand(s) || filter_probes(s, o->probe_filter) ||
		      (!o->list && script_check(s)) || filter_benches(s, o);
	if (!err && !o->no_expand && !o->list) {
		script_filter(s);
		script_choose(s);
		if (!o->session.cost)	/* which is measured for each clause */
			script_join(s);
		script_count_places(s);
		err = script_gen(s);
	}
	if (!err && o->dump_bpf)
		dump_code(&dump, s->diag, &s->image);
	if (!err && o->list && o->session.verbose)
		source_describe_all(s);
	print_buffer(STDOUT_FILENO, &dump);
	sb_free(&dump);
	s->dump_ir = NULL;
	if (o->bundle)
		o->has_resolved = resolved_pack(s, &o->kept);
	resolved_close(s);
	kern_close_lists(s->kern);
	source_close(s);
	return err ? 1 : 0;
}

