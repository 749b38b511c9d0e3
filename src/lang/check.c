/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check.c - what names mean, calls, and the rounds of inference.
 *
 * The types of variables follow from their uses anywhere in the script.  So check walks all
 * programs again and again, with messages switched off, until a round learns nothing new.
 * The last round reports what is wrong.  check_op.c has the operators, check_stmt.c the
 * statements, infer.c the variables.
 */
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "builtin/builtin.h"
#include "lang/check_impl.h"
#include "lang/names.h"
#include "lang/proto.h"
#include "provider/provider.h"

#define MAX_ROUNDS 16	/* enough for a chain of 16 copies, @a = @b; @b = @c; … */

/* ---- names ---- */

/* A name, or name(), that is a field of the record becomes data->name. */
static bool as_field(struct check *c, struct expr *e)
{
	u32 off;

	if (!c->p->source->record || !type_member(c->p->source->record, e->name, &off))
		return false;
	expr_become_arrow(e, expr_name(c->s->arena, "data", e->span), e->name);
	return true;
}

/* Says why a kernel function's arguments have no names. */
static void hint_no_names(struct check *c)
{
	if (c->final && c->s->why_no_btf && *c->p->targets.v[0]->func &&
	    !(c->p->provider->offers & OFFERS_USER_CTX))
		diag_hint(c->s->diag, T_NO_NAMES);
}

static void suggest_name(struct check *c, const char *name)
{
	struct near n;

	if (!c->final)
		return;
	near_init(&n, name);
	for (const struct builtin_table *const *t = c->s->registry->builtins; *t; t++)
		for (size_t i = 0; i < (*t)->n; i++)
			near_offer(&n, (*t)->rows[i].name);
	if (c->p->source->record)
		for (u32 i = 0; i < c->p->source->record->count; i++)
			near_offer(&n, c->p->source->record->members[i].name);
	for (size_t i = 0; i < c->s->image.globals.n; i++)
		near_offer(&n, c->s->image.globals.v[i]->name);
	diag_suggest(c->s->diag, "", n.best);
	check_nameless(c);
}

static struct define *find_define(struct check *c, const char *name)
{
	for (struct define *d = c->s->unit.defines; d; d = d->next)
		if (d->name == name && d->value && !d->is_open)
			return d;
	return NULL;
}

/* Replaces e by the define's value.  As in C, the name is not replaced within that value. */
static const struct type *check_define(struct check *c, struct expr *e, struct define *d)
{
	struct span at = e->span;
	const struct type *t;

	if (!macro_enter(c, e, &d->is_endless)) {
		if (c->final)
			expr_become(e, EX_INT);
		return &type_error;
	}
	*e = *expr_clone(c->s->arena, d->value);
	e->span = at;
	d->is_open = true;
	t = check_expr(c, e);
	d->is_open = false;
	c->macro_depth--;
	return t;
}

/* The builtin that e names.  The name arg alone is none: its row is for arg0, arg1 … */
static const struct builtin *find_builtin(const struct check *c, const struct expr *e)
{
	const struct builtin *b = registry_builtin(c->s->registry, e->name);

	return b && b->is_numbered && !e->n_args && e->kind == EX_NAME ? NULL : b;
}

/* Turns a name or a call into what it means; false after an error was reported. */
static bool resolve(struct check *c, struct expr *e)
{
	const struct builtin *b = find_builtin(c, e);
	s64 num;

	if (b && check_params_record(c, e))
		return true;
	/* path, buf, count: without parentheses, it may be an argument of the function */
	if (b && builtin_wants_args(b) && e->kind == EX_NAME && !(c->assigning && b->is_agg) &&
	    (as_field(c, e) || check_param_name(c, e)))
		return true;
	if (!b && !e->n_args && (b = registry_numbered(c->s->registry, e->name, &num)))
		expr_one_arg(c->s->arena, e, expr_int(c->s->arena, num, e->span));
	if (b) {
		e->has_parens = e->kind == EX_CALL;
		expr_become(e, EX_BUILTIN);
		ex_builtin(e) = b;
		return true;
	}
	if (!e->n_args && (as_field(c, e) || check_param_name(c, e) || check_constant(c, e) ||
			   check_locals(c, e)))
		return true;
	if (e->kind == EX_NAME && !strcmp(e->name, "nil")) {
		check_fail(c, E_NIL_PLACE, e->span);
		return false;
	}
	if (library_load(c, e->name))
		return true;
	if (e->kind == EX_CALL)
		check_fail(c, E_NO_FUNCTION, e->span, e->name);
	else
		check_fail(c, E_NO_NAME, e->span, e->name);
	suggest_name(c, e->name);
	if (e->kind != EX_CALL)
		hint_no_names(c);
	return false;
}

static const struct type *check_name(struct check *c, struct expr *e)
{
	struct define *d;

	if (c->p && macro_expand(c, e))
		return e->type;
	if (e->kind == EX_NAME && !find_builtin(c, e) && (d = find_define(c, e->name)))
		return check_define(c, e, d);
	if (!c->p && e->kind == EX_NAME)
		return check_constant(c, e) ? check_expr(c, e) :
					      check_fail(c, E_WANT_CONST, e->span);
	if (!resolve(c, e)) {
		if (c->final)
			expr_become(e, EX_INT);
		return &type_error;
	}
	return check_expr(c, e);
}

/* An array of the probed program? */
static bool is_variable(struct check *c, const struct expr *e)
{
	struct expr name = *e;

	return check_variables(c) && check_param_name(c, &name);
}

/*
 * Is it ply's bare m[k] or $m[k]?  It is a global unless the name means something else here.
 * The name of a function without arguments has no value, so ply's path[kpid] is a map although
 * path() is a function.
 */
static bool is_bare_global(struct check *c, const struct expr *e)
{
	const struct builtin *b;
	s64 num;

	if (e->a->kind == EX_LOCAL)
		return !infer_is_local(c, e->a->name) && script_global(c->s, e->a->name);
	if (e->kind != EX_INDEX || e->a->kind != EX_NAME || is_variable(c, e->a))
		return false;
	b = registry_builtin(c->s->registry, e->a->name);
	if (b)
		return builtin_wants_args(b) && script_global(c->s, e->a->name);
	return !registry_numbered(c->s->registry, e->a->name, &num) && !find_define(c, e->a->name);
}

static const struct type *check_index(struct check *c, struct expr *e)
{
	if (is_bare_global(c, e)) {
		expr_become(e, EX_GLOBAL);
		e->name = e->a->name;
		e->a = NULL;
		return check_expr(c, e);
	}
	return check_element(c, e);
}

/* ply 1's @[k].count() is @[k] = count(). */
static const struct type *check_method(struct check *c, struct expr *e)
{
	struct expr *call = expr_new(c->s->arena, EX_CALL, e->span);

	call->name = e->name;
	call->has_parens = true;
	call->args = e->args;
	call->n_args = e->n_args;
	if (e->a->kind == EX_LOCAL && !infer_is_local(c, e->a->name)) /* ply's first manual */
		expr_become(e->a, EX_GLOBAL);
	expr_become(e, EX_ASSIGN);
	e->op = OP_NONE;
	e->b = call;
	e->args = NULL;
	e->n_args = 0;
	return check_expr(c, e);
}

/* The record is laid out in the last round, when all types are known.  Earlier rounds get an
 * action that is not used. */
struct action *check_action(struct check *c, struct expr *e, const struct type *const *types,
			    u32 n, action_handler *handle)
{
	const struct type *all[33] = { &type_u32 };
	struct action *a = arena_new(c->s->arena, struct action);

	if (!c->final || n >= ARRAY_SIZE(all))
		return a;
	for (u32 i = 0; i < n; i++) {
		all[i + 1] = check_stored(c, types[i]);
		if (all[i + 1]->kind == TY_ERROR || all[i + 1]->kind == TY_UNKNOWN)
			all[i + 1] = &type_s64;	/* never set: 0, or reported elsewhere */
	}
	a->handle = handle;
	a->id = (u32)c->s->image.actions.n;
	a->builtin = ex_builtin(e);
	a->acts = ex_builtin(e)->acts;
	a->prog = c->p;
	a->span = e->span;
	a->record = type_tuple(c->s->arena, all, n + 1);
	a->size = ALIGN_UP(a->record->size, 8);
	a->is_urgent = !ex_builtin(e)->may_wait;
	for (u32 i = 0; i < n; i++) {	/* their symbols may soon be gone */
		a->is_urgent |= !type_is_scalar(types[i]) && types[i]->kind != TY_STRING;
		a->copies_stack |= types[i]->kind == TY_STACK && types[i]->stack.is_copy;
	}
	c->s->image.uses_events = true;
	if (c->p->provider->runs <= RUN_ITER && !ex_builtin(e)->is_last)
		c->s->image.many_events = true;
	vec_push(&c->s->image.actions, a);
	ex_action(e) = a;
	return a;
}

/* ---- builtins ---- */

static const char *const offer_words[] = {
	"current task", "registers", "function arguments", "return value",
	"fields", "kernel stack", "user stack", "probed function", "user context",
	"arguments one by one", "named arguments", "context in the kernel's memory",
	"return address", "variables", "typed pointers",
};

static void check_not_here(struct check *c, struct expr *e, u32 missing, u32 offers)
{
	check_fail(c, E_NOT_HERE, e->span, ex_builtin(e)->name, c->p->provider->name,
		   offer_words[__builtin_ctz(missing)]);
	if (c->final)
		check_nameless(c);
	if (!c->final || (!ex_builtin(e)->is_numbered && !(ex_builtin(e)->flags & SEES_PARAMS)))
		return;
	if (ex_builtin(e)->flags & SEES_PARAMS)
		hint_no_names(c);
	if (offers & OFFERS_RECORD)
		diag_hint(c->s->diag, T_FIELDS);
	else if (offers & OFFERS_RETVAL)
		diag_hint(c->s->diag, T_KEEP_THEM);
}

static bool check_needs(struct check *c, struct expr *e)
{
	u32 missing = c->p ? ex_builtin(e)->needs & ~c->p->provider->offers : 0;

	if (missing)
		check_not_here(c, e, missing, c->p->provider->offers);
	else if (ex_builtin(e)->is_unsafe && !c->s->opt.unsafe)
		check_fail(c, E_UNSAFE, e->span, ex_builtin(e)->name);
	else
		return true;
	return false;
}

static const struct type *check_builtin(struct check *c, struct expr *e)
{
	bool assigning = c->assigning;

	c->assigning = false;	/* the arguments are not assigned */
	if (!check_needs(c, e) || !proto_check_args(c, e))
		return &type_error;
	/* min(a, b) and max(a, b) are values */
	if (ex_builtin(e)->is_agg && !assigning && !(ex_builtin(e)->gen && e->n_args > 1))
		return check_fail(c, E_AGG_ALONE, e->span, ex_builtin(e)->name,
				  ex_builtin(e)->name);
	if (ex_builtin(e)->check)
		return ex_builtin(e)->check(c, e);
	return proto_type(builtin_result(ex_builtin(e)));
}

/* ---- expressions ---- */

static const struct type *check_int(struct expr *e)
{
	if (e->type && e->type->kind == TY_ENUM)
		return e->type;
	return e->type == &type_bool ? e->type : ex_is_unsigned(e) ? &type_u64 : &type_s64;
}

static const struct type *check_param(struct check *c, struct expr *e)
{
	const struct script_options *o = &c->s->opt;
	s64 n = ex_param(e), num;

	if (n < 0) {
		expr_become_int(e, o->n_params);
		return &type_s64;
	}
	e->is_param = true;
	if (!n || (u64)n > o->n_params) {	/* 0 or "", as in bpftrace */
		expr_become_int(e, 0);
		return &type_s64;
	}
	e->name = o->params[n - 1];
	if (!check_param_number(e->name, &num)) {
		expr_become_string(e, e->name, strlen(e->name));
		return check_expr(c, e);
	}
	expr_become_int(e, num);
	return &type_s64;
}

/*
 * Can e be a constant?  Settings are checked before there is a program, so only what may be a
 * constant can be checked.
 */
static bool may_be_constant(const struct check *c, const struct expr *e)
{
	const struct builtin *b;

	switch (e->kind) {
	case EX_INT:
	case EX_STRING:
	case EX_PARAM:
	case EX_NAME:
	case EX_COND:
		return true;
	case EX_CALL:
		b = registry_builtin(c->s->registry, e->name);
		return b && b->is_constant;
	case EX_BUILTIN:
		return ex_builtin(e)->is_constant;
	case EX_UNARY:
		return e->op != OP_DEREF && e->op != OP_ADDR;
	case EX_BINARY:
		return true;
	case EX_CAST:
	case EX_SIZEOF:
	case EX_OFFSETOF:
		return ex_tn(e);
	default:
		return false;
	}
}

static const struct type *check_one(struct check *c, struct expr *e)
{
	if (!c->p && !may_be_constant(c, e))
		return check_fail(c, E_WANT_CONST, e->span);
	switch (e->kind) {
	case EX_INT:		return check_int(e);
	case EX_STRING:		return type_string(c->s->arena, ex_len(e) + 1);
	case EX_NAME:
	case EX_CALL:		return check_name(c, e);
	case EX_LOCAL:		return infer_local_use(c, e);
	case EX_GLOBAL:		return infer_global_use(c, e);
	case EX_PARAM:		return check_param(c, e);
	case EX_UNARY:		return check_unary(c, e);
	case EX_BINARY:		return check_binary(c, e);
	case EX_ASSIGN:		return check_assign(c, e);
	case EX_INCDEC:		return check_incdec(c, e);
	case EX_COND:		return check_cond(c, e);
	case EX_METHOD:		return check_method(c, e);
	case EX_MEMBER:		return check_member(c, e);
	case EX_INDEX:		return check_index(c, e);
	case EX_CAST:		return check_cast(c, e);
	case EX_SIZEOF:		return check_sizeof(c, e);
	case EX_ARG:		return check_arg_value(c, e);
	case EX_OFFSETOF:	return check_offsetof(c, e);
	case EX_CONTAINER_OF:	return check_container_of(c, e);
	case EX_TUPLE:		return check_tuple(c, e);
	case EX_DELETE:		return check_delete(c, e);
	case EX_BUILTIN:	return check_builtin(c, e);
	case EX_NIL:		return check_fail(c, E_NIL_PLACE, e->span);
	case EX_BLOCK:		return check_block(c, e);
	case EX_TYPE:		return check_fail(c, E_TYPE_VALUE, e->span);
	case EX_RECORD:		return check_record(c, e);
	default:		bug("expression %d", e->kind);
	}
}

/* ---- programs ---- */

/* Is this checked condition always false?  It is if one side of && is. */
static bool is_false(const struct expr *e)
{
	if (e->kind == EX_BINARY && e->op == OP_AND)
		return is_false(e->a) || is_false(e->b);
	return e->kind == EX_INT && !ex_num(e);
}

/* A clause that an option of the script switches off is like a branch that is never taken. */
static void check_prog(struct check *c, struct prog *p)
{
	struct expr *pred = p->source->pred;

	c->p = p;
	c->depth = 0;
	c->in_pred = true;
	if (pred)
		check_condition(c, pred);
	c->in_pred = false;
	c->dead = pred && is_false(pred);
	check_body(c, p->source->body);
	c->dead = 0;
}

static bool round_of_all(struct check *c)
{
	c->changed = false;
	for (size_t i = 0; i < c->s->image.progs.n; i++)
		check_prog(c, c->s->image.progs.v[i]);
	return c->changed;
}

int script_check(struct script *s)
{
	struct check c = { .s = s, .visit = check_one };
	int rounds = 0;

	macro_check_names(s);
	if (settings_apply(&c))
		return -1;
	names_number(&s->image);
	s->diag->muted++;
	while (round_of_all(&c) && ++rounds < MAX_ROUNDS)
		;
	s->diag->muted--;
	c.final = true;
	round_of_all(&c);
	if (s->diag->errors)
		return -1;
	storage_choose(&c);
	return s->diag->errors ? -1 : 0;
}
