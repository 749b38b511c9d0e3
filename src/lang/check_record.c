/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check_record.c - args as a whole, and the fields that all tracepoints have (common_…).
 */
#include <string.h>

#include "base/find.h"
#include "builtin/builtin.h"
#include "lang/check_impl.h"
#include "provider/provider.h"

static struct expr *name_at(struct check *c, const struct expr *at, const char *name)
{
	return expr_name(c->s->arena, intern_s(&c->s->names, name), at->span);
}

/*
 * A record begins with 8 bytes of common fields.  Programs can't read them: the kernel
 * keeps a pointer for itself there (perf_trace_buf_prepare(), linux/trace_events.h).
 * Two of them are known without reading them.
 */
const struct type *check_common(struct check *c, struct expr *e)
{
	if (!strcmp(e->name, "common_type") && c->p->targets.n == 1) {
		expr_become_int(e, (s64)c->p->targets.v[0]->id);
		return &type_s64;
	}
	if (strcmp(e->name, "common_pid"))
		return check_fail(c, E_COMMON_FIELD, expr_name_at(e), e->name);
	expr_become(e, EX_CALL);
	e->name = intern_s(&c->s->names, "tid");
	expr_one_arg(c->s->arena, e, name_at(c, e, "init"));
	e->a = NULL;
	return check_expr(c, e);
}

bool check_means_params(const struct check *c, const struct expr *e)
{
	const struct builtin *b = NULL;

	if (e->kind == EX_NAME)
		b = registry_builtin(c->s->registry, e->name);
	return b && b->flags & SEES_PARAMS;
}

#define NAMES 32	/* that a record is made of, at most */

/* The names of the probed function's parameters; NULL if there are none, or they aren't known. */
static const char **param_names(const struct check *c)
{
	const struct variables *v = check_variables(c);
	u32 offers = c->p->provider->offers, n = 0;
	struct script *s = c->s;
	const char **names = v ? v->names(s, c->p, true) : NULL;

	if (names || !(offers & OFFERS_ARGS) || offers & OFFERS_USER_CTX || !s->param_name)
		return names;
	names = arena_array(s->arena, const char *, NAMES + 1);
	while (n < NAMES &&
	       (names[n] = s->param_name(s->find_ctx, c->p->targets.v[0]->func, n)))
		n++;
	return n ? names : NULL;
}

/* e becomes (name = name, ...). */
static bool become_record(struct check *c, struct expr *e, const char **names)
{
	struct script *s = c->s;

	expr_become(e, EX_RECORD);
	e->args = arena_array(s->arena, struct expr *, NAMES);
	for (u32 i = 0; i < NAMES && names[i]; i++) {
		struct expr *value = expr_name(s->arena, names[i], e->span);

		if (check_param_name(c, value))
			e->args[e->n_args++] = expr_pair(s->arena, EX_ASSIGN,
				expr_name(s->arena, names[i], e->span), value, e->span);
	}
	return e->n_args > 0;
}

/* args of a function whose parameters have names. */
bool check_params_record(struct check *c, struct expr *e)
{
	u32 offers = c->p ? c->p->provider->offers : 0;
	const char **names = check_means_params(c, e) && !(offers & OFFERS_RECORD) ?
			     param_names(c) : NULL;

	return names && become_record(c, e, names);
}

bool check_locals(struct check *c, struct expr *e)
{
	const char **names;

	if (e->kind != EX_NAME || !check_variables(c) || strcmp(e->name, "locals"))
		return false;
	names = check_variables(c)->names(c->s, c->p, false);
	if (!names)
		check_gone(c, e, c->p->targets.v[0]->name);
	else
		become_record(c, e, names);
	return true;
}

/*
 * The probe's record is gone when the probe ends.  So where args, of type t, is stored, its
 * fields are stored instead: it becomes (name = args.name, ...).
 */
const struct type *check_kept(struct check *c, struct expr *e, const struct type *t)
{
	const struct type *rec = c->p ? c->p->source->record : NULL;
	struct expr *args;

	if (e->kind != EX_BUILTIN || !(ex_builtin(e)->flags & SEES_PARAMS) ||
	    t->kind != TY_PTR || t->space != SPACE_CTX || t->elem != rec || rec->count > 32)
		return t;
	args = expr_clone(c->s->arena, e);
	e->args = arena_array(c->s->arena, struct expr *, rec->count);
	e->n_args = 0;
	for (u32 i = 0; i < rec->count; i++) {
		const struct member *m = &rec->members[i];
		struct expr *part;

		if (!m->name || starts_with(m->name, "common_") ||
		    (m->is_loc && m->type->kind != TY_STRING))
			continue;
		part = expr_arrow(c->s->arena, expr_clone(c->s->arena, args), m->name, e->span);
		e->args[e->n_args++] = expr_pair(c->s->arena, EX_ASSIGN, name_at(c, e, m->name),
						 part, e->span);
	}
	if (!e->n_args)
		return t;
	expr_become(e, EX_RECORD);
	return check_expr(c, e);
}

/*
 * func is stored as the number of a name.  Where addresses are stored, as in @name[1] = func
 * after @name[0] = ksym(0), it becomes ksym(reg("ip")).  Not so in return probes, where ip is
 * not in the function.
 */
const struct type *check_func_address(struct check *c, struct expr *e, const struct type *kept,
				      const struct type *t)
{
	struct expr *reg, *ip;
	u32 offers = c->p ? c->p->provider->offers : 0;

	if (t->kind != TY_FUNC || !kept || kept->kind != TY_KSYM || e->kind != EX_BUILTIN ||
	    !(ex_builtin(e)->flags & SEES_TARGET) || !(offers & OFFERS_REGS) ||
	    offers & (OFFERS_RETVAL | OFFERS_USER_CTX))
		return t;
	ip = expr_new(c->s->arena, EX_STRING, e->span);
	expr_become_string(ip, "ip", 2);
	reg = name_at(c, e, "reg");
	expr_become(reg, EX_CALL);
	expr_one_arg(c->s->arena, reg, ip);
	expr_become(e, EX_CALL);
	e->name = intern_s(&c->s->names, "ksym");
	expr_one_arg(c->s->arena, e, reg);
	return check_expr(c, e);
}
