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

static struct expr *name_at(struct check *c, const struct expr *at, const char *name)
{
	struct expr *e = arena_new(c->s->arena, struct expr);

	e->kind = EX_NAME;
	e->span = at->span;
	e->name = intern_s(&c->s->names, name);
	return e;
}

/*
 * The probe's record is gone when the probe ends, so where args is kept, its fields are:
 * it becomes (name = args.name, ...).  t: its type.
 */
const struct type *check_kept(struct check *c, struct expr *e, const struct type *t)
{
	const struct type *rec = c->p ? c->p->record : NULL;

	if (e->kind != EX_BUILTIN || strcmp(e->builtin->name, "args") || t->kind != TY_PTR ||
	    t->space != SPACE_CTX || t->elem != rec || rec->count > 32)
		return t;
	e->args = arena_array(c->s->arena, struct expr *, rec->count);
	e->n_args = 0;
	for (u32 i = 0; i < rec->count; i++) {
		const struct member *m = &rec->members[i];
		struct expr *field, *part;

		if (!m->name || !strncmp(m->name, "common_", 7) ||
		    (m->is_loc && m->type->kind != TY_STRING))
			continue;
		part = name_at(c, e, m->name);
		part->kind = EX_MEMBER;
		part->name_span = e->span;
		part->a = name_at(c, e, "args");
		field = name_at(c, e, m->name);
		field->kind = EX_ASSIGN;
		field->a = name_at(c, e, m->name);
		field->b = part;
		e->args[e->n_args++] = field;
	}
	if (!e->n_args)
		return t;
	e->kind = EX_RECORD;
	return check_expr(c, e);
}

/*
 * func is kept as the number of a name.  Where addresses are kept, as after
 * @name[0] = ksym(0), it is ksym(reg("ip")); in a return probe that isn't in the function.
 */
const struct type *check_func_address(struct check *c, struct expr *e, const struct type *kept,
				      const struct type *t)
{
	struct expr *reg, *ip;
	u32 offers = c->p ? c->p->provider->offers : 0;

	if (t->kind != TY_FUNC || !kept || kept->kind != TY_KSYM || e->kind != EX_BUILTIN ||
	    strcmp(e->builtin->name, "func") || !(offers & OFFERS_REGS) ||
	    offers & (OFFERS_RETVAL | OFFERS_USER_CTX))
		return t;
	ip = name_at(c, e, "ip");
	ip->kind = EX_STRING;
	ip->len = 2;
	reg = name_at(c, e, "reg");
	reg->kind = e->kind = EX_CALL;
	e->name = intern_s(&c->s->names, "ksym");
	reg->args = arena_memdup(c->s->arena, &ip, sizeof(ip));
	e->args = arena_memdup(c->s->arena, &reg, sizeof(reg));
	reg->n_args = e->n_args = 1;
	return check_expr(c, e);
}
