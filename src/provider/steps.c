/* SPDX-License-Identifier: GPL-2.0-or-later */
/* steps.c - see steps.h. */
#include <string.h>

#include "provider/steps.h"
#include "tables.h"

#ifndef NO_DWARF

static struct expr *call(const struct steps *b, const char *name, struct expr *arg)
{
	struct expr *e = expr_new(b->s->arena, EX_CALL, b->at);

	e->name = intern_s(&b->s->names, name);
	e->has_parens = true;
	expr_one_arg(b->s->arena, e, arg);
	return e;
}

struct expr *steps_call(const struct steps *b, const char *name, s64 n)
{
	struct expr *arg = expr_int(b->s->arena, n, b->at);

	arg->type = &type_s64;		/* reg() takes it as it is */
	return call(b, name, arg);
}

struct expr *steps_name(const struct steps *b, const char *name, const char *text)
{
	struct expr *arg = expr_int(b->s->arena, 0, b->at);

	expr_become_string(arg, arena_strdup(b->s->arena, text), strlen(text));
	return call(b, name, arg);
}

struct expr *steps_typed(const struct steps *b, const struct type *t, struct expr **words, u32 n)
{
	struct expr *e = expr_new(b->s->arena, EX_ARG, b->at);

	e->type = t;
	e->n_args = n;
	e->args = arena_array(b->s->arena, struct expr *, n);
	memcpy(e->args, words, n * sizeof(*words));
	return e;
}

struct expr *steps_deref(const struct steps *b, const struct type *t, struct expr *address)
{
	struct script *s = b->s;
	struct expr *e = expr_new(s->arena, EX_UNARY, address->span);

	e->op = OP_DEREF;
	e->a = steps_typed(b, type_ptr(s->arena, t, b->space, s->arch->word), &address, 1);
	return e;
}

static struct expr *pair(const struct steps *b, enum op op, struct expr *x, struct expr *y)
{
	struct expr *e = expr_pair(b->s->arena, EX_BINARY, x, y, b->at);

	e->op = op;
	return e;
}

static struct expr *reg_value(const struct steps *b, u64 dwarf)
{
	u32 at = arch_dwarf_reg(b->s->arch, dwarf);

	return at < UINT32_MAX ? steps_call(b, "reg", at) : NULL;
}

/* The address that the places of variables are counted from. */
static struct expr *ip_value(const struct steps *b)
{
	const struct arch *arch = b->s->arch;
	struct expr *ip = steps_call(b, "reg", arch->ip / arch->word);

	return b->after ? pair(b, OP_SUB, ip, expr_int(b->s->arena, b->after, b->at)) : ip;
}

/* ---- the stack ---- */

struct number { struct expr *e; const struct type *type; };	/* NULL: a word */
struct stack { struct number v[DEBUG_STEPS]; u32 n; };

/* A number as one of type t, which is that of a word if it is NULL. */
static struct expr *as(const struct steps *b, const struct number *x, const struct type *t,
		       bool is_signed)
{
	struct expr *e = x->e;

	if (!t)
		t = type_int(b->s->arch->word, is_signed);
	return steps_typed(b, t, &e, 1);
}

/* Operators of two numbers.  Those whose result depends on the sign get signed operands. */
static const struct { u8 op; bool is_signed, is_exact, is_test; } binary[STEP_KINDS] = {
	[STEP_ADD] = { .op = OP_ADD }, [STEP_SUB] = { .op = OP_SUB },
	[STEP_MUL] = { .op = OP_MUL }, [STEP_AND] = { .op = OP_BAND },
	[STEP_OR] = { .op = OP_BOR }, [STEP_XOR] = { .op = OP_BXOR },
	[STEP_SHL] = { .op = OP_SHL }, [STEP_SHR] = { .op = OP_SHR, .is_exact = true },
	[STEP_SAR] = { .op = OP_SHR, .is_exact = true, .is_signed = true },
	[STEP_DIV] = { .op = OP_DIV, .is_exact = true, .is_signed = true },
	[STEP_MOD] = { .op = OP_MOD, .is_exact = true },
	[STEP_EQ] = { OP_EQ, true, true, true }, [STEP_NE] = { OP_NE, true, true, true },
	[STEP_LT] = { OP_LT, true, true, true }, [STEP_LE] = { OP_LE, true, true, true },
	[STEP_GT] = { OP_GT, true, true, true }, [STEP_GE] = { OP_GE, true, true, true },
};

static struct number do_binary(const struct steps *b, enum debug_step_kind kind,
			       const struct number *x, const struct number *y)
{
	struct number out = { .type = x->type };
	struct expr *l = x->e, *r = y->e;

	if (binary[kind].is_exact && !x->type) {
		l = as(b, x, NULL, binary[kind].is_signed);
		r = as(b, y, NULL, binary[kind].is_signed);
	}
	out.e = pair(b, (enum op)binary[kind].op, l, r);
	if (binary[kind].is_test)
		out.type = NULL;
	else if (x->type)
		out.e = as(b, &out, x->type, false);
	return out;
}

/* (last ? first : second) */
static struct number select_one(const struct steps *b, const struct number *x)
{
	struct expr *e = expr_pair(b->s->arena, EX_COND, x[2].e, as(b, &x[0], x[0].type, true),
				   b->at);

	ex_else(e) = as(b, &x[1], x[1].type, true);
	return (struct number){ e, x[0].type };
}

/* Steps that push a number. */
static bool push(const struct steps *b, const struct debug_step *step, struct stack *st)
{
	struct number x = { NULL, NULL };

	if (step->kind == STEP_NUM)
		x.e = expr_int(b->s->arena, (s64)step->num, b->at);
	else if (step->kind == STEP_REG)
		x.e = reg_value(b, step->num);
	else if (step->kind == STEP_IP)
		x.e = ip_value(b);
	else if (step->num < st->n) {
		x = st->v[st->n - 1 - step->num];
		x.e = expr_clone(b->s->arena, x.e);
	}
	if (x.e)
		st->v[st->n++] = x;
	return x.e;
}

/* How many numbers a step takes from the stack. */
static u32 takes(enum debug_step_kind kind)
{
	switch (kind) {
	case STEP_ROT:
	case STEP_SELECT:
		return 3;
	case STEP_DEREF:
	case STEP_TYPE:
	case STEP_NEG:
	case STEP_NOT:
	case STEP_DROP:
		return 1;
	default:
		return 2;
	}
}

/* Replaces the last numbers, from *x on, by the result of a step. */
static bool replace(const struct steps *b, const struct debug_step *step, struct stack *st,
		    struct number *x)
{
	const struct type *t = type_int((u32)step->num & 0xf, step->num & DEBUG_SIGNED);
	struct number last = st->v[st->n - 1];
	struct expr *e;

	st->n -= takes(step->kind) - (step->kind != STEP_DROP);
	switch (step->kind) {
	case STEP_DROP:
		return true;
	case STEP_DEREF:
		*x = (struct number){ t ? steps_deref(b, t, x->e) : NULL, NULL };
		return t;
	case STEP_TYPE:		/* a word is unsigned */
		x->e = as(b, &(struct number){ as(b, x, x->type, false) }, t, false);
		x->type = t;
		return t || !step->num;
	case STEP_NEG:
	case STEP_NOT:
		e = expr_new(b->s->arena, EX_UNARY, b->at);
		e->op = step->kind == STEP_NEG ? OP_NEG : OP_COMPL;
		e->a = x->e;
		x->e = e;
		return true;
	case STEP_SWAP:
		x[1] = x[0];
		x[0] = last;
		st->n++;
		return true;
	case STEP_ROT:
		x[2] = x[1];
		x[1] = x[0];
		x[0] = last;
		st->n += 2;
		return true;
	case STEP_SELECT:
		*x = select_one(b, x);
		return true;
	default:
		if (!binary[step->kind].op)
			return false;
		*x = do_binary(b, step->kind, &x[0], &x[1]);
		return true;
	}
}

static bool do_step(const struct steps *b, const struct debug_step *step, struct stack *st)
{
	u32 n = takes(step->kind);

	if (step->kind <= STEP_PICK)
		return push(b, step, st);
	return st->n >= n && replace(b, step, st, &st->v[st->n - n]);
}

/* ---- parts ---- */

#define WORDS 8
struct words {
	struct expr *v[WORDS];
	u32 room;	/* the bytes of a word that the value has, the low ones */
	u32 at;		/* bytes of the parts so far */
	u32 size;	/* … and of the value */
	u64 lost;
};

/* Does a structure begin at its word's first byte, on a big-endian machine, too? */
static bool is_left(const struct steps *b)
{
	return arch_func(b->s->arch, b->space == SPACE_USER)->left;
}

/* Adds bytes at an offset to the word that they are in. */
static void add_bytes(const struct steps *b, struct words *w, u32 off, u32 size, struct expr *e)
{
	const struct arch *arch = b->s->arch;
	u32 i = off / arch->word, in = off % arch->word;
	u32 shift = 8 * (arch->is_big ? w->room - in - size : in);
	struct number bytes = { steps_typed(b, type_int(size, false), &e, 1) };

	e = as(b, &bytes, NULL, false);
	if (shift)
		e = pair(b, OP_SHL, e, expr_int(b->s->arena, shift, b->at));
	w->v[i] = w->v[i] ? pair(b, OP_BOR, w->v[i], e) : e;
}

/* A part in memory is read in pieces that are numbers and don't cross the end of a word. */
static void add_memory(const struct steps *b, struct words *w, u32 size, struct expr *address)
{
	struct arena *a = b->s->arena;
	u32 word = b->s->arch->word, n;

	for (u32 done = 0; done < size; done += n) {
		struct expr *at = expr_clone(a, address);

		for (n = word; (w->at + done) % n || n > size - done; )
			n /= 2;
		if (done)
			at = pair(b, OP_ADD, at, expr_int(a, done, b->at));
		add_bytes(b, w, w->at + done, n, steps_deref(b, type_int(n, false), at));
	}
}

static void lose(struct words *w, u32 size)
{
	w->lost |= (size < 64 ? (1ull << size) - 1 : UINT64_MAX) << w->at;
}

static bool add_part(const struct steps *b, const struct debug_step *step, struct stack *st,
		     struct words *w)
{
	u32 word = b->s->arch->word, size = (u32)step->num;

	if (step->num > w->size - w->at || !step->num)
		return false;
	if (st->n != (step->kind != STEP_LOST_PART))
		return false;
	if (step->kind == STEP_LOST_PART)
		lose(w, size);
	else if (step->kind == STEP_MEMORY_PART)
		add_memory(b, w, size, st->v[0].e);
	else if (type_int(size, false) && w->at % word + size <= w->room)
		add_bytes(b, w, w->at, size, st->v[0].e);
	else
		return false;
	w->at += size;
	st->n = 0;
	return true;
}

static struct expr *value_in_parts(const struct steps *b, const struct debug_variable *v)
{
	struct stack st = { .n = 0 };
	u32 size = v->type->size, word = b->s->arch->word;
	struct words w = { .size = size, .room = word };
	struct expr *e;

	if (size > WORDS * word)
		return NULL;
	if (size < word && (type_is_scalar(v->type) || !is_left(b)))
		w.room = size;		/* as gen_arg_words() takes it */
	for (u32 i = 0; i < v->n_steps; i++)
		if (v->steps[i].kind >= STEP_MEMORY_PART ?
		    !add_part(b, &v->steps[i], &st, &w) : !do_step(b, &v->steps[i], &st))
			return NULL;
	if (w.at < size)
		lose(&w, size - w.at);
	for (u32 i = 0; i < WORDS; i++)
		if (!w.v[i])
			w.v[i] = expr_int(b->s->arena, 0, b->at);
	e = steps_typed(b, v->type, w.v, (size + word - 1) / word);
	e->name = intern_s(&b->s->names, v->name);
	ex_lost(e) = w.lost;
	return e;
}

struct expr *steps_value(const struct steps *b, const struct debug_variable *v)
{
	struct stack st = { .n = 0 };

	if (v->what > DEBUG_IN_PARTS || !v->type || v->type->kind == TY_VOID)
		return NULL;
	if (v->what == DEBUG_IN_PARTS)
		return value_in_parts(b, v);
	for (u32 i = 0; i < v->n_steps; i++)
		if (!do_step(b, &v->steps[i], &st))
			return NULL;
	if (st.n != 1)
		return NULL;
	if (v->what == DEBUG_IN_MEMORY)
		return steps_deref(b, v->type, st.v[0].e);
	return v->type->size <= b->s->arch->word ? steps_typed(b, v->type, &st.v[0].e, 1) : NULL;
}

#endif
