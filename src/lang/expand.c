/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * expand.c - clauses become programs.
 *
 * The provider of each probe of a clause adds targets.  Targets share a program if they have
 * the same provider and the same layout of the context, or if the clause does not read the
 * context.  Each further program gets a copy of the clause's tree, because types and offsets
 * differ.
 */
#include <ctype.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "builtin/builtin.h"
#include "lang/argspec.h"
#include "lang/decl.h"
#include "provider/provider.h"

int script_bad_probe(struct script *s, const struct prog *p, const char *text)
{
	diag_say(s->diag, E_PROBE_SYNTAX, p->span, text, text_of(p->provider->usage));
	return -1;
}

struct target *script_target(struct script *s, struct span span, const char *name)
{
	struct target *t = arena_new(s->arena, struct target);

	t->index = (u32)s->image.targets.n;
	t->span = span;
	t->name = name;
	t->func = t->module = "";
	t->cpu = t->fd = -1;
	vec_push(&s->image.targets, t);
	return t;
}

/* ---- does a clause look at the fields of its context? ---- */

/* The builtin that a name or a call will mean, or NULL.  Names aren't resolved yet. */
static const struct builtin *builtin_of(const struct script *s, const struct expr *e)
{
	const struct builtin *b;
	s64 num;

	if (e->kind != EX_NAME && e->kind != EX_CALL)
		return NULL;
	b = registry_builtin(s->registry, e->name);
	return b ? b : registry_numbered(s->registry, e->name, &num);
}

static bool has_flag(const struct script *s, const struct expr *e, u32 flag)
{
	const struct builtin *b = builtin_of(s, e);

	return b && b->flags & flag;
}

/* The field that e reads, as data->f, args.f, or ply's f(); NULL if it reads none. */
static const char *field_read(const struct script *s, const struct expr *e)
{
	if (e->kind == EX_MEMBER && e->name && has_flag(s, e->a, SEES_RECORD))
		return e->name;
	if (e->kind == EX_CALL && !e->n_args && !builtin_of(s, e))
		return e->name;
	return NULL;
}

static bool mentions_record(void *arg, const struct expr *e)
{
	const struct script *s = arg;

	return field_read(s, e) || has_flag(s, e, SEES_RECORD);
}

static bool clause_any(const struct clause *c,
		       bool (*fn)(void *arg, const struct expr *e), void *arg)
{
	return expr_any(c->pred, fn, arg) || stmt_any(c->body, fn, arg);
}

/* May e read arguments or variables: by number as argN, by name, or in a macro? */
static bool mentions_args(void *arg, const struct expr *e)
{
	const struct script *s = arg;

	return (e->kind == EX_NAME || e->kind == EX_CALL) &&
	       (!builtin_of(s, e) || has_flag(s, e, SEES_ARG | SEES_PARAMS));
}

struct lack {
	const struct script *s;
	const struct prog *from;
	const struct target *target;
	const char *field;
};

/* The name of e if it is argN and the target has fewer arguments, or NULL. */
static const char *argument_lacking(const struct lack *l, const struct expr *e)
{
	const struct builtin *b;
	s64 n;

	if (!l->target->args || e->kind != EX_NAME)
		return NULL;
	b = registry_numbered(l->s->registry, e->name, &n);
	return b && b->flags & SEES_ARG && n >= argspec_count(l->target->args) ? e->name : NULL;
}

/* Is e a bare name, or arg0, that is a field of some target? */
static bool names_field(void *arg, const struct expr *e)
{
	const struct lack *l = arg;
	const struct prog *from = l->from;
	u32 off;

	if (e->kind != EX_NAME || registry_builtin(l->s->registry, e->name))
		return false;
	for (size_t i = 0; i < from->targets.n; i++)
		if (from->targets.v[i]->record &&
		    (has_flag(l->s, e, SEES_ARG) ||
		     type_member(from->targets.v[i]->record, e->name, &off)))
			return true;
	return false;
}

/* The name of e if it is an argument of some function that the glob matches, or NULL. */
static const char *argument_read(const struct lack *l, const struct expr *e)
{
	const struct prog *from = l->from;
	u32 off;

	if (!(from->source->is_solo || from->provider->offers & OFFERS_FIELDS) ||
	    e->kind != EX_NAME || builtin_of(l->s, e))
		return NULL;
	for (size_t i = 0; i < from->targets.n; i++)
		if (type_member(from->targets.v[i]->record, e->name, &off))
			return e->name;
	return NULL;
}

static bool lacks_field(void *arg, const struct expr *e)
{
	struct lack *l = arg;
	u32 off;

	l->field = argument_lacking(l, e);
	if (l->field || !l->target->record)
		return l->field;
	l->field = field_read(l->s, e);
	if (!l->field)
		l->field = argument_read(l, e);
	return l->field && !type_member(l->target->record, l->field, &off);
}

/* Leaves out events that a glob matches but that lack a field that the clause reads.  If all
 * lack it, check reports the error where the field is read. */
static void drop_lacking(struct script *s, const struct clause *c, struct prog *from)
{
	struct lack l = { .s = s, .from = from };
	const char *name = NULL, *field = NULL;
	size_t kept = 0, dropped = 0;

	for (size_t i = 0; i < from->targets.n; i++) {
		struct target *t = from->targets.v[i];

		l.target = t;
		if (t->from_glob && (t->record || t->args) && clause_any(c, lacks_field, &l)) {
			name = t->name;
			field = l.field;
			dropped++;
		} else {
			from->targets.v[kept++] = t;
		}
	}
	if (!dropped || !kept)
		return;
	from->targets.n = kept;
	diag_say(s->diag, W_NO_FIELD, from->span, (u32)dropped, name, field);
}

/* ---- probes ---- */

static void unknown_provider(struct script *s, struct span at, const char *name)
{
	struct near n;

	near_init(&n, name);
	for (const struct provider *const *p = s->registry->providers; *p; p++)
		near_offer(&n, (*p)->name);
	diag_say(s->diag, E_NO_PROVIDER, at, name);
	if (registry_left_out(s->registry, name))
		diag_hint(s->diag, T_LEFT_OUT);
	else if (!diag_suggest(s->diag, "", n.best))
		diag_hint(s->diag, T_LIST_PROBES);
}

static struct prog *new_prog(struct script *s, const struct clause *c,
			     const struct provider *pv, struct span span)
{
	struct prog *p = arena_new(s->arena, struct prog);

	p->source = arena_new(s->arena, struct prog_source);
	p->clause = c;
	p->is_one_of_list = c->probes->next;
	p->provider = pv;
	p->source->provider_name = pv->name;
	p->span = span;
	p->fd = -1;
	return p;
}

/* Reads "1" or "{1:-default}" after a dollar sign.  Returns what follows; NULL if it is neither. */
static const char *read_param(struct script *s, const char *at, u64 *n, const char **value)
{
	bool braced = *at == '{';
	const char *end;

	at += braced;
	if (*at < '1' || *at > '9')
		return NULL;
	number_decimal(&at, n);
	*value = *n <= s->opt.n_params ? s->opt.params[*n - 1] : NULL;
	if (!braced)
		return at;
	end = strchr(at, '}');
	if (!end || (at != end && strncmp(at, ":-", 2)))
		return NULL;
	if (!*value && at != end)
		*value = arena_strndup(s->arena, at + 2, (size_t)(end - at - 2));
	return end + 1;
}

/* The text of the probe with values for $1 and ${1:-default}; NULL after an error was reported. */
static const char *with_params(struct script *s, const struct probe_spec *spec)
{
	const char *text = spec->text, *value, *rest;
	size_t at = 0;
	u64 n;

	for (; text[at += strcspn(text + at, "$")]; at += value ? strlen(value) : 1) {
		rest = read_param(s, text + at + 1, &n, &value);
		if (!rest) {
			value = NULL;
			continue;
		}
		if (!value) {
			diag_say(s->diag, E_NO_PARAM, spec->span, (u32)n);
			return NULL;
		}
		text = arena_printf(s->arena, "%.*s%s%s", (int)at, text, value, rest);
	}
	return text;
}

/* Splits "name:rest" and calls the provider.  ply and awk write BEGIN without a colon. */
static int expand_probe(struct script *s, const struct clause *c,
			const struct probe_spec *spec, struct prog **out)
{
	const char *text = with_params(s, spec), *colon = text ? strchr(text, ':') : NULL;
	size_t len = colon ? (size_t)(colon - text) : text ? strlen(text) : 0;
	const struct provider *pv = text ? registry_provider(s->registry, text, len) : NULL;
	int err;

	if (!text)
		return -1;
	if (!pv) {
		unknown_provider(s, spec->span, arena_strndup(s->arena, text, len));
		return -1;
	}
	*out = new_prog(s, c, pv, spec->span);
	err = pv->expand(s, *out, colon ? colon + 1 : "");
	if (err)		/* some targets may have been found before the error */
		vec_free(&(*out)->targets);
	return err;
}

static bool same_layout(const struct type *a, const struct type *b)
{
	if (!a || !b || a->count != b->count)
		return a == b;
	for (u32 i = 0; i < a->count; i++)
		if (a->members[i].off != b->members[i].off ||
		    strcmp(a->members[i].name, b->members[i].name) ||
		    !type_same(a->members[i].type, b->members[i].type))
			return false;
	return true;
}

/* Does e ask for which target the program runs?  Only the cookie says that. */
static bool mentions_target(void *arg, const struct expr *e)
{
	return has_flag(arg, e, SEES_TARGET);
}

static bool needs_program_each(struct script *s, const struct clause *c,
			       const struct provider *pv)
{
	if (pv->runs > RUN_ITER || (c->body && !clause_any(c, mentions_target, s)))
		return false;
	return !s->image.has(FEATURE_PERF_LINK);
}

static bool same_args(const struct target *a, const struct target *b)
{
	return a->args == b->args || (a->args && b->args && !strcmp(a->args, b->args));
}

static struct prog *prog_for(struct script *s, struct prog *from, const struct target *t,
			     size_t first, bool mentions)
{
	bool args = !from->clause->body || clause_any(from->clause, mentions_args, s);
	bool each = from->source->is_solo || t->guard || (target_is_source(t) && args) ||
		    needs_program_each(s, from->clause, from->provider);
	struct prog *p;

	for (size_t i = first; i < s->image.progs.n && !each; i++) {
		p = s->image.progs.v[i];
		if (p->provider == from->provider &&
		    (!mentions || same_layout(p->source->record, t->record)) &&
		    (!args || same_args(p->targets.v[0], t)))
			return p;
	}
	p = new_prog(s, from->clause, from->provider, from->span);
	p->index = (u32)s->image.progs.n;
	p->source->is_solo = from->source->is_solo;
	/* a kprobe that replaces an fentry has registers instead */
	p->source->record = from->provider->offers & OFFERS_RECORD ? t->record : NULL;
	vec_push(&s->image.progs, p);
	return p;
}

/* A clause that the provider writes: its guard and its default body.  Messages about it show the
 * script's probe. */
static const struct clause *own_clause(struct script *s, const struct prog *p)
{
	const struct provider *pv = p->provider;
	const char *guard = p->targets.v[0]->guard;
	struct unit unit = { 0 };
	struct parse parse = { .arena = s->arena, .diag = s->diag, .names = &s->names,
			       .unit = &unit };
	char *text = arena_printf(s->arena, "BEGIN /%s/ { %s }", guard ? guard : "1",
				  pv->default_body);

	if (parse_source(&parse, pv->name, text, strlen(text)) || !unit.clauses)
		bug("default body of %s", pv->name);
	s->diag->sources.v[s->diag->sources.n - 1].shown_as = p->span;
	return unit.clauses;
}

/* Makes guard && pred. */
static struct expr *guarded(struct script *s, struct expr *guard, struct expr *pred)
{
	struct expr *e;

	if (!pred)
		return guard;
	e = expr_pair(s->arena, EX_BINARY, guard, pred, pred->span);
	e->op = OP_AND;
	return e;
}

/* The first program of the clause keeps the parsed tree, the others get copies. */
static void give_bodies(struct script *s, const struct clause *c, size_t first)
{
	for (size_t i = first; i < s->image.progs.n; i++) {
		struct prog *p = s->image.progs.v[i];

		if (p->targets.v[p->targets.n - 1]->span.beg != p->span.beg)
			p->where = arena_printf(s->arena, "%s, ...", p->where);
		p->source->pred = expr_clone(s->arena, c->pred);
		if (p->targets.v[0]->guard)
			p->source->pred = guarded(s, own_clause(s, p)->pred, p->source->pred);
		p->source->body = c->body ? stmt_clone(s->arena, c->body) : own_clause(s, p)->body;
	}
}

/* config = { missing_probes = … }, which is needed before settings are checked. */
static enum missing missing_setting(const struct script *s)
{
	static const char *const names[] = { "", "error", "warn", "ignore" };
	enum missing how = s->image.opt.missing;

	for (const struct setting *st = s->unit.settings; st; st = st->next)
		for (u32 i = MISSING_ERROR; i < ARRAY_SIZE(names); i++)
			if (!st->is_map && !strcmp(st->name, "missing_probes") &&
			    st->value->name && !strcmp(st->value->name, names[i]))
				how = (enum missing)i;
	return how;
}

/* Is it an error if a probe of the clause does not exist? */
static bool is_strict(const struct script *s, const struct clause *c)
{
	return s->image.opt.missing == MISSING_ERROR ||
	       (s->image.opt.missing == MISSING_AS_LISTED && !c->probes->next);
}

/* Expands one probe of a list.  It is only a warning if this kernel doesn't have it. */
static int expand_one_of(struct script *s, const struct clause *c,
			 const struct probe_spec *spec, struct prog **from)
{
	int err;

	if (is_strict(s, c))
		return expand_probe(s, c, spec, from);
	s->diag->muted++;
	err = expand_probe(s, c, spec, from);
	s->diag->muted--;
	if (err < 0)
		return expand_probe(s, c, spec, from);
	if (err && s->image.opt.missing != MISSING_IGNORE)
		diag_say(s->diag, W_NO_MATCH, spec->span, spec->text);
	return err;
}

static int expand_clause(struct script *s, const struct clause *c)
{
	bool mentions = !c->body || clause_any(c, mentions_record, s), named;
	size_t first = s->image.progs.n, targets = 0;
	int err = 0;

	for (const struct probe_spec *spec = c->probes; spec; spec = spec->next) {
		struct prog *from = NULL;
		int missing = expand_one_of(s, c, spec, &from);

		if (missing) {
			err |= missing < 0 || is_strict(s, c) ? -1 : 0;
			continue;
		}
		if (!from->targets.n && s->image.opt.missing != MISSING_IGNORE)
			diag_say(s->diag, W_NO_MATCH, spec->span, spec->text);
		drop_lacking(s, c, from);
		named = mentions || clause_any(c, names_field, &(struct lack){ s, from });
		for (size_t i = 0; i < from->targets.n; i++) {
			struct prog *p = prog_for(s, from, from->targets.v[i], first, named);

			if (!p->targets.n)
				p->where = spec->text;
			vec_push(&p->targets, from->targets.v[i]);
			targets++;
		}
		vec_free(&from->targets);
	}
	if (!targets && !err && s->image.opt.missing <= MISSING_ERROR) {
		diag_say(s->diag, E_NO_TARGETS, c->span);
		err = -1;
	}
	s->lacks_clauses |= !targets;
	give_bodies(s, c, first);
	return err;
}

int script_expand(struct script *s)
{
	int err;

	if (!s->unit.clauses && !s->diag->errors) {
		diag_say(s->diag, E_EMPTY, (struct span){ 0 });
		return -1;
	}
	s->image.opt.missing = missing_setting(s);
	err = decl_types(s);		/* a probe may name a type */
	for (const struct clause *c = s->unit.clauses; c; c = c->next)
		if (expand_clause(s, c))
			err = -1;
	if (!s->image.progs.n && !err) {	/* all are missing, which is allowed */
		diag_say(s->diag, E_NO_TARGETS, s->unit.clauses->span);
		err = -1;
	}
	return err;
}

void script_release(struct script *s)
{
	image_release(&s->image);
	hash_free(&s->types);
	intern_free(&s->names);
}
