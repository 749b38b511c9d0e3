/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variable.c - parameters and local variables that can be seen at an address.
 *
 * Those of the innermost block or inlined function come first, then those around it, and the
 * global ones of the unit last.
 */
#include <string.h>

#include "debug/debug_impl.h"

/* Finds the scopes of a unit that contain s->pc. */
static bool find_scopes(struct unit *u, struct scopes *s)
{
	struct entry e;
	struct walk w;

	walk_unit(&w, u);
	if (!walk_next(&w, &e) || !entry_contains(&e, s->pc))
		return false;
	s->v[s->n++] = e;
	while (walk_next_scope(&w, &e) && (!s->function.kind || e.depth > s->function.depth)) {
		if (!entry_contains(&e, s->pc)) {
			if (s->n > 1)
				walk_skip(&w, &e);
			continue;
		}
		if (s->n < NESTED)
			s->v[s->n++] = e;
		if (e.kind->tag == DW_TAG_subprogram)
			s->function = e;
	}
	return true;
}

const struct scopes *scopes_at(struct debug *d, u64 pc)
{
	struct unit *u;

	if (d->scopes && d->scopes->pc == pc)
		return d->scopes;
	u = unit_at(d, pc);
	if (!u)
		return NULL;
	if (!d->scopes)
		d->scopes = arena_new(d->arena, struct scopes);
	*d->scopes = (struct scopes){ .pc = pc };
	if (find_scopes(u, d->scopes))
		return d->scopes;
	d->scopes = NULL;
	return NULL;
}

void variable_place(const struct entry *e, const struct scopes *s, u64 pc,
		    struct debug_variable *v)
{
	struct location l = { .pc = pc, .at = s->function, .u = e->u };
	struct entry of;
	struct attr a;

	v->what = DEBUG_GONE;
	/* A static one in a copy of a function has the function's. */
	if (entry_inherits(e, DW_AT_location, &a, &of)) {
		if (!l.at.kind)
			l.at = *e;
		v->what = !location_of(&l, &a) ? l.what :
			  l.is_wrong ? DEBUG_WRONG : DEBUG_UNREADABLE;
		memcpy(v->steps, l.steps, sizeof(l.steps));
		v->n_steps = l.n;
	} else if (entry_inherits(e, DW_AT_const_value, &a, &of) && !a.data) {
		v->what = DEBUG_COMPUTED;
		v->steps[0] = (struct debug_step){ STEP_NUM, a.num };
		v->n_steps = 1;
	}
}

static bool is_variable(const struct entry *e)
{
	return e->kind->tag == DW_TAG_formal_parameter || e->kind->tag == DW_TAG_variable;
}

/* A declaration has no place; the definition is elsewhere. */
static bool is_named(const struct entry *e)
{
	return *entry_name(e) && !entry_num(e, DW_AT_declaration, 0);
}

/* What each_in() has found in a scope: entries of the function that the scope is a copy of. */
#define ORIGINS 64
struct origins { u64 v[ORIGINS]; u32 n; };

/* The variables of one scope, not those of scopes inside it. */
static int each_in(const struct scopes *s, u32 i, struct origins *found, scope_fn *fn, void *arg)
{
	struct entry e, origin;
	struct walk w;
	int stop = 0;

	walk_from(&w, &s->v[i]);
	walk_next(&w, &e);
	while (!stop && walk_next(&w, &e)) {
		if (!is_variable(&e)) {
			walk_skip(&w, &e);
			continue;
		}
		if (found->n < ORIGINS && entry_ref(&e, DW_AT_abstract_origin, &origin))
			found->v[found->n++] = origin.off;
		if (is_named(&e))
			stop = fn(arg, &e, i);
	}
	return stop;
}

/*
 * Variables of the function that a scope is a copy of, of which nothing is left in the copy.
 * They must be known because they hide those of outer scopes.
 */
static int each_lost(const struct scopes *s, u32 i, const struct origins *found, scope_fn *fn,
		     void *arg)
{
	struct entry e;
	struct walk w;
	int stop = 0;

	if (!entry_ref(&s->v[i], DW_AT_abstract_origin, &e) || found->n == ORIGINS)
		return 0;
	walk_from(&w, &e);
	walk_next(&w, &e);
	while (!stop && walk_next(&w, &e)) {
		u32 n = 0;

		walk_skip(&w, &e);
		while (n < found->n && found->v[n] != e.off)
			n++;
		if (n == found->n && is_variable(&e) && is_named(&e))
			stop = fn(arg, &e, i);
	}
	return stop;
}

int scopes_each(const struct scopes *s, scope_fn *fn, void *arg)
{
	int stop = 0;

	for (u32 i = s->n; i-- > 0 && !stop; ) {
		struct origins found = { .n = 0 };

		stop = each_in(s, i, &found, fn, arg);
		if (!stop)
			stop = each_lost(s, i, &found, fn, arg);
	}
	return stop;
}

struct each { const struct scopes *s; u64 pc; debug_variable_fn *fn; void *arg; };

static int give_variable(void *arg, const struct entry *e, u32 scope)
{
	const struct each *x = arg;
	struct debug_variable v = { .name = entry_name(e), .is_global = !scope };

	v.type = entry_type(e);
	v.is_param = e->kind->tag == DW_TAG_formal_parameter;
	variable_place(e, x->s, x->pc, &v);
	return x->fn(x->arg, &v);
}

int debug_each_variable(struct debug *d, u64 pc, debug_variable_fn *fn, void *arg)
{
	const struct scopes *s = scopes_at(d, pc);
	struct each x = { s, pc, fn, arg };

	return s ? scopes_each(s, give_variable, &x) : 0;
}

struct wanted { const char *name; bool only_globals; struct debug_variable *out; };

static int is_wanted(void *arg, const struct debug_variable *v)
{
	struct wanted *w = arg;

	if (strcmp(v->name, w->name) || (w->only_globals && !v->is_global))
		return 0;
	*w->out = *v;
	return 1;
}

/* The unit's own variable with this name that has a place. */
static bool find_in_unit(struct unit *u, const char *name, struct entry *out)
{
	struct walk w;
	struct attr a;

	walk_unit(&w, u);
	if (!walk_next(&w, out))
		return false;
	while (walk_next(&w, out)) {
		walk_skip(&w, out);
		if (out->kind->tag == DW_TAG_variable && entry_attr(out, DW_AT_location, &a) &&
		    !strcmp(entry_name(out), name))
			return true;
	}
	return false;
}

/* A variable with a symbol, of any unit. */
static bool search_global(struct debug *d, const char *name, struct entry *out)
{
	struct mentions m;
	struct unit *u;
	bool found = false;

	mentions_open(&m, d, name, MENTION_VARIABLE);
	for (u32 i = 1; !found && (u = mentions_next(&m)); i++) {
		found = find_in_unit(u, name, out);
		if (!found && i % FORGET == 0)
			units_forget(d);
	}
	mentions_close(&m);
	return found;
}

/* All units may have to be read, so only what the symbols know as data is looked for. */
static bool find_global(struct debug *d, const char *name, struct entry *out)
{
	struct elf_symbol sym;

	if (d->global.name && !strcmp(d->global.name, name))
		return entry_at(d, d->global.off, out);
	if (!elf_find(d->file, name, &sym) || sym.is_func)
		return false;
	d->global.name = arena_strdup(d->arena, name);
	d->global.off = search_global(d, name, out) ? out->off : NOWHERE;
	return d->global.off != NOWHERE;
}

static bool find_variable(struct debug *d, u64 pc, struct wanted *w)
{
	struct scopes none = { .n = 0 };
	struct entry e;

	if (debug_each_variable(d, pc, is_wanted, w))
		return true;
	if (!find_global(d, w->name, &e))
		return false;
	*w->out = (struct debug_variable){ .name = entry_name(&e), .is_global = true };
	w->out->type = entry_type(&e);
	variable_place(&e, &none, pc, w->out);
	return true;
}

bool debug_variable(struct debug *d, u64 pc, const char *name, struct debug_variable *out)
{
	return find_variable(d, pc, &(struct wanted){ name, false, out });
}

bool debug_global(struct debug *d, u64 pc, const char *name, struct debug_variable *out)
{
	return find_variable(d, pc, &(struct wanted){ name, true, out });
}

/* An address is counted from pc (location.c). */
bool debug_is_at(const struct debug_variable *v, u64 pc, u64 addr)
{
	return v->what == DEBUG_IN_MEMORY && v->n_steps == 3 && v->steps[0].kind == STEP_IP &&
	       v->steps[1].kind == STEP_NUM && v->steps[1].num == addr - pc &&
	       v->steps[2].kind == STEP_ADD;
}

const struct type *debug_variable_type(struct debug *d, const char *name)
{
	struct entry e;

	return find_global(d, name, &e) ? entry_type(&e) : NULL;
}

/* ---- parameters at a function's entry ---- */

/* Finds the function that contains pc and begins in the `size` bytes from `from` on. */
static bool function_from(struct debug *d, u64 pc, u64 from, u64 size, struct entry *out)
{
	const struct scopes *s = scopes_at(d, pc);
	u64 start;

	for (u32 i = 0; s && i < s->n; i++) {
		*out = s->v[i];
		if (out->kind->tag == DW_TAG_subprogram && entry_start(out, &start) &&
		    start - from < size)
			return true;
	}
	return false;
}

bool function_at(struct debug *d, u64 pc, struct entry *out)
{
	return function_from(d, pc, pc, 1, out);
}

/* On most machines gcc puts the nops of -fpatchable-function-entry before what it calls the
 * function, but after its symbol. */
bool function_of_symbol(struct debug *d, const struct elf_symbol *sym, struct entry *out)
{
	u64 last = sym->addr + sym->size - 1;

	return function_at(d, sym->addr, out) ||
	       (sym->size && function_from(d, last, sym->addr, sym->size, out));
}

bool debug_is_entry(struct debug *d, const struct elf_symbol *sym, u64 addr)
{
	struct entry function;
	u64 start;

	return addr == sym->addr || (function_of_symbol(d, sym, &function) &&
				     entry_start(&function, &start) && start == addr);
}

bool debug_has_value(const struct debug_variable *v)
{
	for (u32 i = 0; v->what == DEBUG_IN_PARTS && i < v->n_steps; i++)
		if (v->steps[i].kind == STEP_LOST_PART)
			return false;
	return v->what <= DEBUG_IN_PARTS;
}

int debug_params(struct debug *d, u64 pc, debug_variable_fn *fn, void *arg)
{
	struct debug_variable v = { .what = DEBUG_GONE };
	struct entry function, e;
	struct walk w;
	int stop = 0;

	if (!function_at(d, pc, &function))
		return -1;
	walk_from(&w, &function);
	walk_next(&w, &e);
	while (!stop && walk_next(&w, &e)) {
		walk_skip(&w, &e);
		if (e.kind->tag != DW_TAG_formal_parameter)
			continue;
		v = (struct debug_variable){ .is_param = true, .name = entry_name(&e) };
		v.type = entry_type(&e);
		stop = fn(arg, &v);
	}
	return stop;
}

const struct type *debug_return_type(struct debug *d, u64 pc)
{
	struct entry function;

	return function_at(d, pc, &function) ? entry_type(&function) : NULL;
}
