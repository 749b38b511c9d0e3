/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variable.c - variables of probed programs, by name, as expressions of the language.
 *
 * At a function's entry the parameters are where calls have them.  At other places the debug
 * information says where a variable is: its steps become an expression of registers, numbers
 * and memory, which the passes treat like one of the script's.
 */
#include <string.h>

#include "provider/source.h"
#include "script.h"
#include "tables.h"

#ifndef NO_DWARF

/* ---- what is at the place ---- */

/* At the first instruction of a function its arguments are where the ABI says.  gcc's copies
 * with a dot in their name, as work.isra.0, have others. */
static bool may_be_entry(const struct target *t)
{
	return !t->is_inlined && !strchr(t->func, '.');
}

#define PARAMS 32
static int add_param(void *arg, const struct debug_variable *v)
{
	struct source_params *p = arg;

	if (!v->type || p->n == PARAMS)
		return 1;
	p->names[p->n] = v->name;
	p->v[p->n++] = (struct param_place){ .type = v->type };
	return 0;
}

bool source_params(struct script *s, const struct target *t, struct debug *d, u64 addr,
		   struct source_params *p)
{
	*p = (struct source_params){ 0 };
	if (!may_be_entry(t))
		return false;
	p->v = arena_array(s->arena, struct param_place, PARAMS);
	p->names = arena_array(s->arena, const char *, PARAMS);
	if (debug_params(d, addr, add_param, p) < 0)
		return false;
	callabi_place(&s->arch->func, s->arch->word, p->v, p->n);
	return true;
}

struct debug *source_of_target(struct script *s, const struct prog *p, const struct target *t,
			       u64 *addr)
{
	bool is_user = p->provider->offers & OFFERS_USER_CTX;
	struct debug *d;

	if (t->args || (!is_user && !t->is_source))
		return NULL;
	d = is_user ? source_debug(s, t->module, SPACE_USER, NULL) : source_kernel(s, NULL);
	if (d)
		*addr = t->is_source ? t->linked : debug_address(d, t->addr);
	return d && *addr != UINT64_MAX ? d : NULL;
}

/* The same for a program's only place.  At a function's return its variables are gone. */
static struct debug *at_place(struct script *s, const struct prog *p, u64 *addr)
{
	if (p->targets.n != 1 || p->provider->offers & OFFERS_RETVAL)
		return NULL;
	return source_of_target(s, p, p->targets.v[0], addr);
}

/* ---- expressions ---- */

struct build { struct script *s; enum space space; struct span at; };

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

/* The t at an address. */
static struct expr *deref(struct build *b, const struct type *t, struct expr *address)
{
	struct script *s = b->s;
	struct expr *e = expr_new(s->arena, EX_UNARY, address->span);

	e->op = OP_DEREF;
	e->a = typed(s, type_ptr(s->arena, t, b->space, s->arch->word), &address, 1,
		     address->span);
	return e;
}

static struct expr *param_value(struct build *b, const struct param_place *p)
{
	struct script *s = b->s;
	struct expr *words[32];

	if (!p->words || p->words > ARRAY_SIZE(words))
		return NULL;
	for (u32 i = 0; i < p->words; i++)
		words[i] = call_of(s, "arg", p->first + i, b->at);
	return p->by_address ? deref(b, p->type, words[0]) :
			       typed(s, p->type, words, p->words, b->at);
}

static struct expr *reg_value(struct script *s, u64 dwarf, struct span at)
{
	const struct arch *arch = s->arch;

	if (dwarf >= arch->n_dwarf)
		return NULL;
	return call_of(s, "reg", arch->dwarf ? arch->dwarf[dwarf] : (s64)dwarf, at);
}

/* On x86_64 the kernel's own probes find it after the breakpoint, which has one byte
 * (kprobe_ftrace_handler() in arch/x86/kernel/kprobes/ftrace.c does the same). */
static struct expr *ip_value(struct build *b)
{
	const struct arch *arch = b->s->arch;
	struct expr *ip = call_of(b->s, "reg", arch->ip / arch->word, b->at);

	if (b->space == SPACE_USER || arch != &arch_x86_64)
		return ip;
	ip = expr_pair(b->s->arena, EX_BINARY, ip, expr_int(b->s->arena, 1, b->at), b->at);
	ip->op = OP_SUB;
	return ip;
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
static bool do_step(struct build *b, const struct debug_step *step, struct expr **stack, u32 *n)
{
	struct script *s = b->s;
	struct span at = b->at;
	struct expr *e;

	switch (step->kind) {
	case STEP_NUM:
		e = expr_int(s->arena, (s64)step->num, at);
		break;
	case STEP_REG:
		e = reg_value(s, step->num, at);
		break;
	case STEP_IP:
		e = ip_value(b);
		break;
	case STEP_DEREF:
		if (!*n || !type_int((u32)step->num, false))
			return false;
		e = deref(b, type_int((u32)step->num, false), stack[--*n]);
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

static struct expr *value_of(struct build *b, const struct debug_variable *v)
{
	struct expr *stack[DEBUG_STEPS + 1];
	u32 n = 0;

	if (v->what > DEBUG_COMPUTED || !v->type || v->type->kind == TY_VOID)
		return NULL;
	for (u32 i = 0; i < v->n_steps; i++)
		if (!do_step(b, &v->steps[i], stack, &n))
			return NULL;
	if (n != 1)
		return NULL;
	if (v->what == DEBUG_IN_MEMORY)
		return deref(b, v->type, stack[0]);
	return type_is_scalar(v->type) ? typed(b->s, v->type, stack, 1, b->at) : NULL;
}

static struct expr *variable(struct script *s, const struct prog *p, const char *name,
			     struct span at, const char **gone)
{
	struct build b = { s, SPACE_KERNEL, at };
	struct debug_variable v;
	struct source_params params;
	struct expr *e;
	u64 addr = 0;
	struct debug *d = at_place(s, p, &addr);

	if (p->provider->offers & OFFERS_USER_CTX)
		b.space = SPACE_USER;

	if (d && source_params(s, p->targets.v[0], d, addr, &params))
		for (u32 i = 0; i < params.n; i++)
			if (!strcmp(params.names[i], name))
				return param_value(&b, &params.v[i]);
	if (!d || !debug_variable(d, addr, name, &v))
		return NULL;
	e = value_of(&b, &v);
	if (!e)
		*gone = source_no_value(s, p, d, addr, &v);
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

static const char *param_name(struct script *s, const struct prog *p, u32 n)
{
	struct nth nth = { .left = n };
	u64 addr = 0;
	struct debug *d = at_place(s, p, &addr);

	if (d && (!may_be_entry(p->targets.v[0]) || debug_params(d, addr, is_nth, &nth) < 0))
		debug_each_variable(d, addr, is_nth, &nth);
	return nth.name ? arena_strdup(s->arena, nth.name) : NULL;
}

struct locals { u32 left; const char *name; struct hash shown; };

/* An inner variable hides those around it. */
static int is_nth_local(void *arg, const struct debug_variable *v)
{
	struct locals *l = arg;

	if (v->is_global || hash_put(&l->shown, v->name, strlen(v->name), l) || v->is_param ||
	    v->what > DEBUG_COMPUTED || !v->type || l->left--)
		return 0;
	l->name = v->name;
	return 1;
}

static const char *local_name(struct script *s, const struct prog *p, u32 n)
{
	struct locals l = { .left = n };
	u64 addr = 0;
	struct debug *d = at_place(s, p, &addr);
	struct source_params params;

	if (d && !source_params(s, p->targets.v[0], d, addr, &params))
		debug_each_variable(d, addr, is_nth_local, &l);
	hash_free(&l.shown);
	return l.name ? arena_strdup(s->arena, l.name) : NULL;
}

static const struct type *return_type(struct script *s, const struct prog *p)
{
	u64 addr = 0;
	struct debug *d = p->targets.n == 1 ?
			  source_of_target(s, p, p->targets.v[0], &addr) : NULL;

	return d ? debug_return_type(d, addr) : NULL;
}

const struct variables source_variables = { variable, param_name, local_name, return_type };

#endif
