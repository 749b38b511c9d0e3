/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check_record.c - args as a whole, and the fields that all tracepoints have.
 */
#include <string.h>

#include "builtin/builtin.h"
#include "lang/check_impl.h"
#include "provider/provider.h"

/*
 * A record begins with 8 bytes of common fields.  Programs can't read them: the kernel
 * keeps a pointer for itself there (perf_trace_buf_prepare(), linux/trace_events.h).
 * Two of them are known otherwise.
 */
const struct type *check_common(struct check *c, struct expr *e)
{
	struct expr *init;

	if (!strcmp(e->name, "common_type") && c->p->targets.n == 1) {
		e->kind = EX_INT;
		e->num = (s64)c->p->targets.v[0]->id;
		return &type_s64;
	}
	if (strcmp(e->name, "common_pid"))
		return check_fail(c, E_COMMON_FIELD, e->name_span, e->name);
	init = arena_new(c->s->arena, struct expr);
	init->kind = EX_NAME;
	init->span = e->span;
	init->name = intern_s(&c->s->names, "init");
	e->kind = EX_CALL;
	e->name = intern_s(&c->s->names, "tid");
	e->args = arena_array(c->s->arena, struct expr *, 1);
	e->args[0] = init;
	e->n_args = 1;
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

/* args of a function whose parameters BTF names: (name = name, ...). */
bool check_params_record(struct check *c, struct expr *e)
{
	struct script *s = c->s;
	u32 offers = c->p ? c->p->provider->offers : 0;
	const char *name;

	if (!check_means_params(c, e) || offers & OFFERS_RECORD ||
	    !(offers & OFFERS_ARGS) || offers & OFFERS_USER_CTX || !s->param_name ||
	    !s->param_name(s->find_ctx, c->p->targets.v[0]->func, 0))
		return false;
	e->kind = EX_RECORD;
	e->args = arena_array(s->arena, struct expr *, 32);
	for (u32 i = 0; i < 32; i++) {
		struct expr *field = arena_new(s->arena, struct expr);
		struct expr *to = arena_new(s->arena, struct expr), *value;

		name = s->param_name(s->find_ctx, c->p->targets.v[0]->func, i);
		if (!name)
			break;
		to->kind = EX_NAME;
		to->span = field->span = e->span;
		to->name = name;
		value = arena_memdup(s->arena, to, sizeof(*to));
		if (!check_param_name(c, value))
			continue;
		field->kind = EX_ASSIGN;
		field->a = to;
		field->b = value;
		e->args[e->n_args++] = field;
	}
	return e->n_args > 0;
}
