/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check_type.c - types by name, offsets of members, constants of enums.
 */
#include <string.h>

#include "base/find.h"
#include "base/text.h"
#include "builtin/builtin.h"
#include "lang/check_impl.h"
#include "lang/constants.h"
#include "lang/decl.h"
#include "provider/provider.h"

const struct type *check_type_name(struct check *c, const struct typename *tn)
{
	static const char *const tags[] = {
		[TN_PLAIN] = "", [TN_STRUCT] = "struct ", [TN_UNION] = "union ",
		[TN_ENUM] = "enum ",
	};
	const struct type *t;

	if (tn->of)
		return type_derived(c->s, check_type_of(c, NULL, tn->of), tn);
	c->s->types_of = check_variables(c) ? c->p : NULL;
	t = type_lookup(c->s, tn);
	c->s->types_of = NULL;
	if (t)
		return t;
	check_fail(c, E_NO_TYPE, tn->span,
		   arena_printf(c->s->arena, "%s%s", tags[tn->tag], tn->name));
	if (c->final && !c->s->find_type)
		diag_hint(c->s->diag, T_AS_IT_IS, text_of(c->s->why_no_btf));
	return &type_error;
}

const struct type *check_type_of(struct check *c, const struct typename *tn, struct expr *e)
{
	if (!tn && e->kind == EX_TYPE)
		tn = ex_tn(e);
	return tn ? check_type_name(c, tn) : check_expr(c, e);
}

/* The format of a tracepoint has only the C name of a pointer's type: "struct timespec *". */
const struct type *check_pointee(struct check *c, const struct type *ptr)
{
	struct typename tn = { .tag = TN_STRUCT };
	struct type *t;
	const char *s = ptr->name;
	size_t n;

	if (ptr->kind != TY_PTR || ptr->elem || !s)
		return ptr;
	if (starts_with(s, "const "))
		s += 6;
	if (!starts_with(s, "struct "))
		return ptr;
	n = strcspn(s + 7, " *");
	if (strcmp(s + 7 + n + strspn(s + 7 + n, " "), "*"))
		return ptr;
	tn.name = intern_n(&c->s->names, s + 7, n);
	t = arena_memdup(c->s->arena, ptr, sizeof(*t));
	t->elem = type_lookup(c->s, &tn);
	return t->elem ? t : ptr;
}

/* ---- places ---- */

enum space check_space(const struct expr *e)
{
	for (; e; e = e->a) {
		if (e->type->kind == TY_PTR)
			return e->type->space;
		if (e->kind != EX_MEMBER && e->kind != EX_INDEX &&
		    (e->kind != EX_UNARY || e->op != OP_DEREF))
			break;
	}
	return SPACE_NONE;
}

const struct type *check_open_text(struct check *c)
{
	struct type *t = arena_memdup(c->s->arena, type_string(c->s->arena, c->s->image.opt.strlen),
				      sizeof(*t));

	c->s->image.cuts_texts = t->is_open = true;
	return t;
}

/*
 * The type of the text in an array of n chars, which need not have a NUL.  An array without a
 * size is read like str().  The kernel keeps a NUL at the end of task_struct's comm.
 */
static const struct type *check_chars(struct check *c, const struct expr *e, u32 n)
{
	struct type *t;

	if (!n)
		return check_open_text(c);
	if (n == TASK_NAME && e->kind == EX_MEMBER && e->name && !strcmp(e->name, "comm"))
		return type_string(c->s->arena, n);
	t = arena_memdup(c->s->arena, type_string(c->s->arena, n + 1), sizeof(*t));
	t->count = n;
	return t;
}

/*
 * A pointer in user memory points to user memory, although BTF mostly does not say so.  A
 * pointer in kernel memory points to kernel memory unless BTF says otherwise.
 */
const struct type *check_placed(struct check *c, const struct expr *e, const struct type *t)
{
	const struct expr *object = e->a;
	enum space sp;

	if (type_is_chars(t))
		return check_chars(c, e, t->count);
	if (t->kind != TY_PTR)
		return t;
	sp = check_space(object);
	if ((sp == SPACE_USER && t->space == SPACE_KERNEL) ||
	    (t->space == SPACE_NONE && (sp == SPACE_USER || sp == SPACE_KERNEL)))
		return type_ptr(c->s->arena, t->elem, sp, t->size);
	return t;
}

/* ---- members by path ---- */

/* Offers the names of t's members, and of members of anonymous structs in it. */
static void offer_members(struct near *n, const struct type *t, u32 depth)
{
	t = type_complete(t);
	if (t->kind != TY_STRUCT || depth > 8)
		return;
	for (u32 i = 0; i < t->count; i++) {
		if (*t->members[i].name)
			near_offer(n, t->members[i].name);
		else
			offer_members(n, t->members[i].type, depth + 1);
	}
}

void check_nameless(struct check *c)
{
	u32 why = c->p->targets.v[0]->nameless;

#ifndef NO_DWARF
	if (why && check_variables(c)) {
		diag_hint(c->s->diag, T_VARIABLES, text_of(why));
		return;
	}
#endif
	if (why)
		diag_hint(c->s->diag, T_AS_IT_IS, text_of(why));
}

void check_no_member(struct check *c, const struct expr *e, const struct type *t,
		     const char *name)
{
	struct near n;

	check_fail(c, E_NO_MEMBER, expr_name_at(e), name, t->name ? t->name : "this record");
	if (!c->final)
		return;
	near_init(&n, name);
	offer_members(&n, t, 0);
	diag_suggest(c->s->diag, "", n.best);
	if (c->p && t == c->p->source->record)
		check_nameless(c);
}

/* Finds the offset in bytes of a.b.c in t; false after an error was reported. */
static bool path_offset(struct check *c, struct expr *e, const struct type *t, u32 *off)
{
	*off = 0;
	for (u32 i = 0; i < e->n_args; i++) {
		const struct member *m;
		u32 here;

		t = type_complete(t);
		if (t->kind != TY_STRUCT) {
			check_fail(c, E_NO_STRUCT, e->args[i]->span, type_name(t),
				   e->args[i]->name);
			return false;
		}
		m = type_member(t, e->args[i]->name, &here);
		if (!m) {
			check_no_member(c, e->args[i], t, e->args[i]->name);
			return false;
		}
		*off += here;
		t = m->type;
	}
	return true;
}

const struct type *check_offsetof(struct check *c, struct expr *e)
{
	const struct type *t = check_type_of(c, ex_tn(e), e->a);
	u32 off;

	if (t->kind == TY_PTR && t->elem)
		t = t->elem;
	if (t->kind == TY_ERROR || t->kind == TY_UNKNOWN)
		return t;
	if (!path_offset(c, e, t, &off))
		return &type_error;
	expr_become_int(e, off);
	return &type_s64;
}

/* container_of(p, type, path) is p minus the path's offset. */
const struct type *check_container_of(struct check *c, struct expr *e)
{
	const struct type *p = check_expr(c, e->a), *t = check_type_name(c, ex_tn(e));

	if (p->kind == TY_ERROR || p->kind == TY_UNKNOWN)
		return p;
	if (t->kind == TY_ERROR || !path_offset(c, e, t, &ex_off(e)))
		return &type_error;
	if (!type_is_scalar(p))
		return check_fail(c, E_DEREF, e->a->span, type_name(p));
	return type_ptr(c->s->arena, t, p->kind == TY_PTR ? p->space : SPACE_NONE,
			c->s->arch->word);
}

/* ---- prototypes ---- */

#define PROTOTYPES 16	/* with more targets prototypes are not compared */

static const struct arch_abi *calling(const struct check *c)
{
	u32 offers = c->p->provider->offers;

	return offers & OFFERS_CTX_ARGS ? &callabi_slots :
	       arch_func(c->s->arch, offers & OFFERS_USER_CTX);
}

static bool same_place(const struct param_place *a, const struct param_place *b)
{
	return a->first == b->first && a->words == b->words && a->by_address == b->by_address &&
	       type_same(a->type, b->type);
}

/*
 * Finds the parameter that all functions of this program have by that name or, if name is
 * NULL, in the word p->first.  False if they differ, are too many, or are unknown.
 */
static bool find_param(struct check *c, const char *name, struct param_place *p)
{
	struct script *s = c->s;
	struct param_place all = { 0 };

	if (!s->find_param || c->p->targets.n > PROTOTYPES)
		return false;
	for (size_t i = 0; i < c->p->targets.n; i++) {
		const struct target *t = c->p->targets.v[i];
		struct param_place one = { .first = p->first };

		if (!t->func || !*t->func || t->addr || t->bpf_prog ||
		    !s->find_param(s->find_ctx, t->func, name, calling(c), &one) ||
		    (all.type && !same_place(&all, &one)))
			return false;
		all = one;
	}
	*p = all;
	return all.type;
}

/* What a program's function returns, by its debug information; NULL if that is no word. */
static const struct type *user_return_type(struct check *c, struct prog_source *src)
{
	const struct variables *v = check_variables(c);
	const struct type *t;

	if (c->p->targets.v[0]->args)
		return &type_s32;
	if (!src->return_known && v) {
		t = v->return_type(c->s, c->p);
		src->return_type = t && type_is_scalar(t) ? t : NULL;
	}
	src->return_known = true;
	return src->return_type;
}

/* The type if, by the kernel's BTF, all functions of the program return an integer narrower than
 * a word: the other bits of the register mean nothing.  int for 32-bit programs.  Else NULL. */
const struct type *check_return_type(struct check *c)
{
	struct param_place p = { .first = PARAM_RETURN };
	struct prog_source *src = c->p->source;

	if (c->p->provider->offers & OFFERS_USER_CTX)
		return user_return_type(c, src);
	if (src->return_known)
		return src->return_type;
	src->return_known = true;	/* BTF is asked once */
	if (!find_param(c, NULL, &p))
		return NULL;
	src->returns = p.type;
	if (type_is_int(p.type) && p.type->size < c->s->arch->word)
		src->return_type = p.type;
	return src->return_type;
}

const struct type *check_word_type(struct check *c, const struct expr *e)
{
	u32 offers = c->p->provider->offers;
	struct param_place p = { .first = PARAM_RETURN };

	if (e->kind != EX_BUILTIN || offers & OFFERS_USER_CTX)
		return NULL;
	if (offers & OFFERS_ARGS && ex_builtin(e)->flags & SEES_ARG)
		p.first = (u32)ex_num(e->args[0]);
	else if (!(offers & OFFERS_RETVAL) || !(ex_builtin(e)->flags & SEES_RETVAL))
		return NULL;
	return find_param(c, NULL, &p) ? p.type : NULL;
}

/* The type of arg0 or retval if that is a pointer to a struct in the kernel's BTF; or NULL. */
const struct type *check_pointer_arg(struct check *c, const struct expr *e)
{
	const struct type *t = check_word_type(c, e);

	return t && t->kind == TY_PTR && t->elem ? t : NULL;
}

/* The word argN, as an expression. */
static struct expr *arg_word(struct check *c, u32 n, struct span at)
{
	struct expr *arg = expr_new(c->s->arena, EX_BUILTIN, at);

	ex_builtin(arg) = registry_builtin(c->s->registry, "arg");
	expr_one_arg(c->s->arena, arg, expr_int(c->s->arena, n, at));
	return arg;
}

/* Turns e into EX_ARG of type t in these words. */
static void become_arg(struct check *c, struct expr *e, const struct type *t,
		       const struct param_place *p)
{
	expr_become(e, EX_ARG);
	e->type = t;
	e->n_args = p->words;
	e->args = arena_array(c->s->arena, struct expr *, p->words);
	for (u32 i = 0; i < p->words; i++)
		e->args[i] = arg_word(c, p->first + i, e->span);
}

/* Has no words, only the text for the message of check_arg_value(). */
void check_gone(struct check *c, struct expr *e, const char *where)
{
	expr_become(e, EX_ARG);
	e->args = arena_array(c->s->arena, struct expr *, 1);
	e->args[0] = expr_name(c->s->arena, where, e->span);
}

/* A variable of the probed program: e becomes what the provider makes of it. */
static bool check_variable(struct check *c, struct expr *e)
{
	const char *gone = NULL;
	struct expr *value = check_variables(c)->variable(c->s, c->p, e->name, e->span, &gone);

	if (value)
		*e = *value;
	else if (gone)
		check_gone(c, e, gone);
	return value || gone;
}

/* If e names a parameter, turns it into EX_ARG, or into *EX_ARG if it is passed by address. */
bool check_param_name(struct check *c, struct expr *e)
{
	u32 offers = c->p->provider->offers;
	struct param_place p = { 0 };
	const struct type *t;

	if (e->kind == EX_NAME && check_variables(c) && check_variable(c, e))
		return true;
	if (e->kind != EX_NAME || !(offers & OFFERS_ARGS) || offers & OFFERS_USER_CTX ||
	    !find_param(c, e->name, &p) || !p.words ||
	    (!type_is_scalar(p.type) && p.type->kind != TY_STRUCT))
		return false;
	if (!p.by_address) {
		become_arg(c, e, p.type, &p);
		return true;
	}
	t = type_ptr(c->s->arena, p.type, SPACE_KERNEL, c->s->arch->word);
	expr_become(e, EX_UNARY);
	e->op = OP_DEREF;
	e->a = expr_new(c->s->arena, EX_ARG, e->span);
	become_arg(c, e->a, t, &p);
	return true;
}

const struct type *check_lost(struct check *c, const struct expr *e)
{
	return check_fail(c, E_NO_VALUE_HERE, e->span, e->name,
			  arena_printf(c->s->arena, "%s: the compiler optimized it out, or a part",
				       c->p->targets.v[0]->name));
}

const struct type *check_arg_value(struct check *c, struct expr *e)
{
	const struct type *t = e->type;

	if (!e->n_args)
		return check_fail(c, E_NO_VALUE_HERE, e->span, e->name, e->args[0]->name);
	if (ex_lost(e) && (e != c->whole || t->kind != TY_STRUCT))
		return check_lost(c, e);
	for (u32 i = 0; i < e->n_args; i++)
		if (check_expr(c, e->args[i])->kind == TY_ERROR)
			t = &type_error;
	return t;
}

/* ---- constants ---- */

/* __NR_read is the number of a system call on the target. */
static bool syscall_constant(const struct script *s, const char *name, s64 *value)
{
	if (!starts_with(name, "__NR_"))
		return false;
	*value = arch_syscall_number(s->arch, name + 5);
	return *value >= 0;
}

bool check_constant(struct check *c, struct expr *e)
{
	struct script *s = c->s;
	const struct type *type = NULL;
	s64 value;

	if (e->kind != EX_NAME)
		return false;
	if (!decl_enumerator(s, e->name, &value, &type) &&
	    !constant_of_headers(s->arch, e->name, &value) &&
	    !syscall_constant(s, e->name, &value) &&
	    !(s->find_constant && s->find_constant(s->find_ctx, e->name, &value, &type)))
		return false;
	expr_become_int(e, value);
	e->type = type;		/* it is shown by its name */
	return true;
}
