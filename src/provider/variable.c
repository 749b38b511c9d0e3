/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variable.c - variables of probed programs, by name, as expressions of the language.
 *
 * At a function's entry the parameters are where calls have them.  At other places the debug
 * information says where a variable is: its steps become an expression of registers, numbers
 * and memory, which the passes treat like one of the script's.
 */
#include <string.h>

#include "debug/debug.h"
#include "provider/user.h"
#include "script.h"

#ifndef NO_DWARF

/* ---- what is at the place ---- */

struct params { struct param_place *v; const char **names; u32 n, room; };

static int add_param(void *arg, const struct debug_variable *v)
{
	struct params *p = arg;

	if (!v->type || p->n == p->room)
		return 1;
	p->names[p->n] = v->name;
	p->v[p->n++] = (struct param_place){ .type = v->type };
	return 0;
}

#define PARAMS 32
static bool entry_params(struct script *s, struct debug *d, u64 addr, struct params *p)
{
	*p = (struct params){ .room = PARAMS };
	p->v = arena_array(s->arena, struct param_place, PARAMS);
	p->names = arena_array(s->arena, const char *, PARAMS);
	if (debug_params(d, addr, add_param, p) < 0)
		return false;
	callabi_place(&s->arch->func, s->arch->word, p->v, p->n);
	return true;
}

/* The debug information about a program's only place, and that place's address. */
static struct debug *at_place(struct script *s, const struct prog *p, u64 *addr)
{
	const struct target *t = p->targets.v[0];
	struct debug *d;

	if (p->targets.n != 1 || t->args)
		return NULL;
	d = source_debug(s, t->module, NULL);
	*addr = d ? debug_address(d, t->addr) : UINT64_MAX;
	return *addr == UINT64_MAX ? NULL : d;
}

/* At the first instruction of a function its arguments are where the ABI says.  gcc's copies
 * with a dot in their name, as work.isra.0, have others. */
static bool may_be_entry(const struct target *t)
{
	return !t->is_inlined && !strchr(t->func, '.');
}

/* ---- expressions ---- */

/* name(n) */
static struct expr *call_of(struct script *s, const char *name, s64 n, struct span at)
{
	struct expr *e = expr_new(s->arena, EX_CALL, at), *arg = expr_int(s->arena, n, at);

	arg->type = &type_s64;		/* reg() takes it as it is */
	e->name = intern_s(&s->names, name);
	e->has_parens = true;
	expr_one_arg(s->arena, e, arg);
	return e;
}

/* words as a value of type t */
static struct expr *typed(struct script *s, const struct type *t, struct expr **words, u32 n,
			  struct span at)
{
	struct expr *e = expr_new(s->arena, EX_ARG, at);

	e->type = t;
	e->n_args = n;
	e->args = arena_array(s->arena, struct expr *, n);
	memcpy(e->args, words, n * sizeof(*words));
	return e;
}

/* The t at an address in the process. */
static struct expr *deref(struct script *s, const struct type *t, struct expr *address)
{
	struct expr *e = expr_new(s->arena, EX_UNARY, address->span);

	e->op = OP_DEREF;
	e->a = typed(s, type_ptr(s->arena, t, SPACE_USER, s->arch->word), &address, 1,
		     address->span);
	return e;
}

static struct expr *param_value(struct script *s, const struct param_place *p, struct span at)
{
	struct expr *words[32];

	if (!p->words || p->words > ARRAY_SIZE(words))
		return NULL;
	for (u32 i = 0; i < p->words; i++)
		words[i] = call_of(s, "arg", p->first + i, at);
	return p->by_address ? deref(s, p->type, words[0]) :
			       typed(s, p->type, words, p->words, at);
}

static struct expr *reg_value(struct script *s, u64 dwarf, struct span at)
{
	const struct arch *arch = s->arch;

	if (dwarf >= arch->n_dwarf)
		return NULL;
	return call_of(s, "reg", arch->dwarf ? arch->dwarf[dwarf] : (s64)dwarf, at);
}

static enum op op_of(enum debug_step_kind kind)
{
	static const u8 ops[] = {
		[STEP_NEG] = OP_NEG, [STEP_NOT] = OP_COMPL, [STEP_ADD] = OP_ADD,
		[STEP_SUB] = OP_SUB, [STEP_MUL] = OP_MUL, [STEP_AND] = OP_BAND,
		[STEP_OR] = OP_BOR, [STEP_XOR] = OP_BXOR, [STEP_SHL] = OP_SHL,
		[STEP_SHR] = OP_SHR,
	};

	return kind < ARRAY_SIZE(ops) ? (enum op)ops[kind] : OP_NONE;
}

/* Takes what a step needs from the stack of *n expressions and puts its result there. */
static bool do_step(struct script *s, const struct debug_step *step, struct span at,
		    struct expr **stack, u32 *n)
{
	struct expr *e;

	switch (step->kind) {
	case STEP_NUM:
		e = expr_int(s->arena, (s64)step->num, at);
		break;
	case STEP_REG:
		e = reg_value(s, step->num, at);
		break;
	case STEP_IP:
		e = call_of(s, "reg", s->arch->ip / s->arch->word, at);
		break;
	case STEP_DEREF:
		if (!*n || !type_int((u32)step->num, false))
			return false;
		e = deref(s, type_int((u32)step->num, false), stack[--*n]);
		break;
	case STEP_NEG:
	case STEP_NOT:
		if (!*n)
			return false;
		e = expr_new(s->arena, EX_UNARY, at);
		e->op = op_of(step->kind);
		e->a = stack[--*n];
		break;
	default:
		if (*n < 2 || op_of(step->kind) == OP_NONE)
			return false;
		e = expr_pair(s->arena, EX_BINARY, stack[*n - 2], stack[*n - 1], at);
		e->op = op_of(step->kind);
		*n -= 2;
	}
	stack[(*n)++] = e;
	return e;
}

static struct expr *value_of(struct script *s, const struct debug_variable *v, struct span at)
{
	struct expr *stack[DEBUG_STEPS + 1];
	u32 n = 0;

	if (v->what > DEBUG_COMPUTED || !v->type || v->type->kind == TY_VOID)
		return NULL;
	for (u32 i = 0; i < v->n_steps; i++)
		if (!do_step(s, &v->steps[i], at, stack, &n))
			return NULL;
	if (n != 1)
		return NULL;
	if (v->what == DEBUG_IN_MEMORY)
		return deref(s, v->type, stack[0]);
	return type_is_scalar(v->type) ? typed(s, v->type, stack, 1, at) : NULL;
}

struct expr *user_variable(struct script *s, const struct prog *p, const char *name,
			   struct span at, bool *is_gone)
{
	struct debug_variable v;
	struct params params;
	struct expr *e;
	u64 addr;
	struct debug *d = at_place(s, p, &addr);

	if (d && may_be_entry(p->targets.v[0]) && entry_params(s, d, addr, &params))
		for (u32 i = 0; i < params.n; i++)
			if (!strcmp(params.names[i], name))
				return param_value(s, &params.v[i], at);
	if (!d || !debug_variable(d, addr, name, &v))
		return NULL;
	e = value_of(s, &v, at);
	*is_gone = !e;
	return e;
}

struct nth { u32 left; const char *name; };

static int is_nth(void *arg, const struct debug_variable *v)
{
	struct nth *n = arg;

	if (!v->is_param || n->left--)
		return 0;
	n->name = v->name;
	return 1;
}

const char *user_param_name(struct script *s, const struct prog *p, u32 n)
{
	struct nth nth = { .left = n };
	u64 addr;
	struct debug *d = at_place(s, p, &addr);

	if (d && (!may_be_entry(p->targets.v[0]) || debug_params(d, addr, is_nth, &nth) < 0))
		debug_each_variable(d, addr, is_nth, &nth);
	return nth.name ? arena_strdup(s->arena, nth.name) : NULL;
}

#endif
