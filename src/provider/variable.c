/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variable.c - variables of probed programs, by name, as expressions of the language.
 *
 * At a function's entry the parameters are where calls have them.  At other places the debug
 * information says where a variable is (steps.h).
 */
#include <string.h>

#include "provider/source.h"
#include "provider/steps.h"
#include "script.h"
#include "tables.h"

#ifndef NO_DWARF

/* ---- what is at the place ---- */

/* At the first instruction of a function its arguments are where the ABI says, except in copies. */
static bool may_be_entry(const struct target *t)
{
	return !t->is_inlined && !source_is_specialized(t->func);
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

static bool has_float(const struct type *t)
{
	t = type_complete(t);
	if (t->kind == TY_ARRAY && t->elem && !t->is_float)
		return has_float(t->elem);
	for (u32 i = 0; t->kind == TY_STRUCT && i < t->count; i++)
		if (has_float(t->members[i].type))
			return true;
	return t->is_float;
}

/*
 * Probes can't read the registers of floating-point numbers.  On 64-bit machines the first eight
 * parameters that are such numbers take no other registers.  Otherwise it is not known here what
 * they take (arm has two conventions), so parameters after them have no place either.
 */
#define FLOATS 8
static void place_params(struct script *s, const struct arch_abi *abi, const struct type *result,
			 struct source_params *p)
{
	struct param_place *found = arena_array(s->arena, struct param_place, p->n);
	u32 n = 0, n_floats = 0, i;

	for (i = 0; i < p->n; i++) {
		const struct type *t = p->v[i].type;

		if (!has_float(t))
			found[n++] = p->v[i];
		else if (!t->is_float || t->size > 8 || s->arch->word < 8 || ++n_floats > FLOATS)
			break;
	}
	callabi_place(abi, s->arch->word, result, found, n);
	while (i-- > 0)
		if (!has_float(p->v[i].type))
			p->v[i] = found[--n];
}

static int is_in_register(void *arg, const struct debug_variable *v)
{
	(void)arg;
	return v->is_param && v->what == DEBUG_COMPUTED && v->n_steps &&
	       v->steps[0].kind == STEP_REG;
}

/* Where the convention has no registers for arguments, one in a register shows that the compiler
 * calls this function in a way of its own, as gcc does with static ones on i386.  Then the debug
 * information says where they are. */
static bool is_own_call(const struct arch_abi *abi, struct debug *d, u64 addr)
{
	return !abi->n_regs && debug_each_variable(d, addr, is_in_register, NULL);
}

bool source_params(struct script *s, const struct prog *prog, const struct target *t,
		   struct debug *d, u64 addr, struct source_params *p)
{
	const struct arch_abi *abi = arch_func(s->arch, prog->provider->offers & OFFERS_USER_CTX);

	*p = (struct source_params){ 0 };
	if (!may_be_entry(t) || is_own_call(abi, d, addr))
		return false;
	p->v = arena_array(s->arena, struct param_place, PARAMS);
	p->names = arena_array(s->arena, const char *, PARAMS);
	if (debug_params(d, addr, add_param, p) < 0)
		return false;
	place_params(s, abi, debug_return_type(d, addr), p);
	return true;
}

struct debug *source_of_target(struct script *s, const struct prog *p, const struct target *t,
			       u64 *addr)
{
	bool is_user = p->provider->offers & OFFERS_USER_CTX;
	struct debug *d;

	if (t->args || (!is_user && !t->is_source))
		return NULL;
	d = is_user ? source_debug(s, t->module, SPACE_USER, NULL) :
	    *t->module ? source_module(s, t->module, NULL, NULL) : source_kernel(s, NULL);
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

/* ---- values ---- */

static struct expr *param_value(const struct steps *b, const struct param_place *p)
{
	struct expr *words[32];

	if (!p->words || p->words > ARRAY_SIZE(words))
		return NULL;
	for (u32 i = 0; i < p->words; i++)
		words[i] = steps_call(b, "arg", p->first + i);
	return p->by_address ? steps_deref(b, p->type, words[0]) :
			       steps_typed(b, p->type, words, p->words);
}

struct same { const char *name; u32 n; };

static int count_same(void *arg, const struct elf_symbol *sym)
{
	struct same *x = arg;

	x->n += !strcmp(sym->name, x->name);
	return 0;
}

/* The kernel's debug information if the program's only place is a function of it that returns. */
static struct debug *kernel_at_return(struct script *s, const struct prog *p, const char *name,
				      u64 *addr)
{
	const struct target *t = p->targets.v[0];
	struct same same = { .name = name };
	struct elf_symbol sym;
	struct debug *d;

	if (p->targets.n != 1 || !*t->func || *t->module || !source_has_kernel(s))
		return NULL;
	d = source_kernel(s, NULL);
	if (!d || !elf_find(debug_elf(d), t->func, &sym) || !sym.is_func)
		return NULL;
	*addr = sym.addr;
	elf_each(debug_elf(d), count_same, &same);	/* kaddr() finds any of several */
	return same.n == 1 ? d : NULL;
}

/*
 * When a function has returned only global variables are left.  uaddr() and kaddr() know where
 * these are, or say why not, if the symbol is the variable's.
 */
static struct expr *at_return(struct script *s, const struct prog *p, const char *name,
			      struct span at, const char **gone)
{
	bool is_user = p->provider->offers & OFFERS_USER_CTX;
	struct steps b = { s, is_user ? SPACE_USER : SPACE_KERNEL, at };
	struct elf_symbol sym;
	struct debug_variable v;
	u64 addr = 0;
	struct debug *d = !p->targets.n ? NULL :
			  is_user ? source_of_target(s, p, p->targets.v[0], &addr) :
			  kernel_at_return(s, p, name, &addr);

	if (!d || !debug_variable(d, addr, name, &v) || !v.type)
		return NULL;
	if (v.is_global && elf_find(debug_elf(d), name, &sym) &&
	    debug_is_at(&v, addr, sym.addr))
		return steps_deref(&b, v.type, steps_name(&b, is_user ? "uaddr" : "kaddr", name));
	*gone = source_no_value(s, p, d, addr, &v);
	return NULL;
}

static struct expr *variable(struct script *s, const struct prog *p, const char *name,
			     struct span at, const char **gone)
{
	struct steps b = { s, SPACE_KERNEL, at };
	struct debug_variable v;
	struct source_params params;
	struct expr *e;
	u64 addr = 0;
	struct debug *d = at_place(s, p, &addr);

	if (p->provider->offers & OFFERS_RETVAL)
		return at_return(s, p, name, at, gone);
	if (p->provider->offers & OFFERS_USER_CTX)
		b.space = SPACE_USER;
	if (d)
		b.after = p->targets.v[0]->local + p->targets.v[0]->after;

	if (d && source_params(s, p, p->targets.v[0], d, addr, &params)) {
		for (u32 i = 0; i < params.n; i++) {
			if (strcmp(params.names[i], name))
				continue;
			v = (struct debug_variable){ .name = name, .what = DEBUG_UNREADABLE };
			e = param_value(&b, &params.v[i]);
			if (!e)
				*gone = source_no_value(s, p, d, addr, &v);
			return e;
		}
	}
	if (!d || !debug_variable(d, addr, name, &v))
		return NULL;
	e = steps_value(&b, &v);
	if (!e)
		*gone = source_no_value(s, p, d, addr, &v);
	return e;
}

struct names { bool of_params; struct hash shown; VEC(const char *) valued, gone; };

static void add_name(struct names *x, const char *name, bool has_value)
{
	if (has_value)
		vec_push(&x->valued, name);
	else if (x->of_params)
		vec_push(&x->gone, name);
}

/* An inner variable hides those around it. */
static int on_variable(void *arg, const struct debug_variable *v)
{
	struct names *x = arg;

	if (!v->is_global && !hash_put(&x->shown, v->name, strlen(v->name), x) &&
	    v->is_param == x->of_params)
		add_name(x, v->name, debug_has_value(v) && v->type);
	return 0;
}

/* At a function's entry no local variable has a value yet. */
static void add_params(struct names *x, const struct source_params *p)
{
	for (u32 i = 0; x->of_params && i < p->n; i++)
		add_name(x, p->names[i], p->v[i].words);
}

static const char **names(struct script *s, const struct prog *p, bool of_params)
{
	struct names x = { .of_params = of_params };
	struct source_params params;
	const char **v = NULL;
	u64 addr = 0;
	struct debug *d = at_place(s, p, &addr);
	u32 n;

	if (d && source_params(s, p, p->targets.v[0], d, addr, &params))
		add_params(&x, &params);
	else if (d)
		debug_each_variable(d, addr, on_variable, &x);
	n = x.valued.n ? x.valued.n : x.gone.n;
	if (n) {
		v = arena_array(s->arena, const char *, n + 1);
		for (u32 i = 0; i < n; i++)
			v[i] = arena_strdup(s->arena, x.valued.n ? x.valued.v[i] : x.gone.v[i]);
	}
	hash_free(&x.shown);
	vec_free(&x.valued);
	vec_free(&x.gone);
	return v;
}

static const struct type *return_type(struct script *s, const struct prog *p)
{
	u64 addr = 0;
	struct debug *d = p->targets.n == 1 ?
			  source_of_target(s, p, p->targets.v[0], &addr) : NULL;

	return d ? debug_return_type(d, addr) : NULL;
}

const struct variables source_variables = { variable, names, return_type };

#endif
