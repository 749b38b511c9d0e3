/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memory.c - reads strings and bytes from memory, and compares strings.
 */
#include <string.h>

#include "gen/gen.h"
#include "builtin/builtin.h"
#include "lang/check.h"
#include "tables.h"

#define MAX_READ 4096	/* bytes of one str() or mem() */

/* Sets *size to a constant length; a length known only at run time is limited to *size. */
static bool read_size(struct check *c, struct expr *e, u32 *size)
{
	s64 n = *size;

	if (e->n_args > 1 && type_is_scalar(check_expr(c, e->args[1])) &&
	    e->args[1]->kind != EX_INT)
		return true;
	if (e->n_args > 1 && !check_const(c, e->args[1], &n))
		return false;
	if (n < 1 || n > MAX_READ) {
		check_fail(c, E_READ_SIZE, e->args[e->n_args - 1]->span, 1, MAX_READ);
		return false;
	}
	*size = (u32)n;
	return true;
}

/* If s is text already, str(s, n) is substr(s, 0, n). */
static const struct type *as_substr(struct check *c, struct expr *e)
{
	struct expr **args = arena_array(c->s->arena, struct expr *, 3);

	args[0] = e->args[0];
	args[1] = expr_int(c->s->arena, 0, e->span);
	args[2] = e->args[1];
	ex_builtin(e) = registry_builtin(c->s->registry, "substr");
	e->args = args;
	e->n_args = 3;
	return check_expr(c, e);
}

/* str(p[, n]): n is the number of bytes without the NUL. */
static const struct type *check_str(struct check *c, struct expr *e)
{
	struct expr *p = e->args[0];
	u32 size = c->s->image.opt.strlen - 1;
	const char *s;

	if (!read_size(c, e, &size))
		return &type_error;
	if (p->kind == EX_INT)		/* str($1 + 1) with a number */
		check_param_text(c, p);
	if (p->kind == EX_INT && p->is_param) {	/* str($1) */
		if (!p->name)
			p->name = "";
		check_literal(c, p, &s);
	}
	if (p->type->kind == TY_STRING && e->n_args > 1 &&
	    (e->args[1]->kind != EX_INT || size + 1 < p->type->size))
		return as_substr(c, e);
	if (p->kind == EX_STRING)
		return type_string(c->s->arena, ex_len(p) + 1);
	if (p->type->kind == TY_STRING)
		return type_string(c->s->arena, p->type->size);
	if (!type_is_scalar(p->type))
		return p->type->kind == TY_UNKNOWN ? p->type :
		       check_fail(c, E_ARG_TYPE, p->span, ex_builtin(e)->name,
				  "an address or a string", type_name(p->type));
	c->s->image.cuts_texts |= e->n_args < 2 || e->args[1]->kind != EX_INT;
	return type_string(c->s->arena, size + 1);
}

static bool has_run_time_size(const struct expr *e)
{
	return e->n_args > 1 && e->args[1]->kind != EX_INT;
}

/* The number of bytes to read, at most max, which the verifier must see; 0 means max. */
static vreg run_time_size(struct gen *g, struct expr *e, u32 max)
{
	vreg n;

	if (!has_run_time_size(e))
		return 0;
	n = gen_fresh(g, e->args[1]);
	gen_clip(g, n, max);
	return n;
}

/* BTF marks only few of the pointers to user memory. */
static enum space text_space(struct gen *g, const struct type *t)
{
	enum space space = gen_space(g, t);

	return space == SPACE_KERNEL ? SPACE_NONE : space;
}

static void gen_str(struct gen *g, struct expr *e, struct operand *out)
{
	struct expr *p = e->args[0];
	const struct type *t = e->type;
	struct place dst, src;
	vreg n = 0, want = 0;

	if (p->type->kind == TY_STRING) {	/* the field is text already */
		gen_expr_to(g, p, out->dest, out);
		return;
	}
	dst = gen_dest(g, out->dest, t->size);
	src = place_reg(gen_reg(g, p), 0, text_space(g, p->type));
	if (has_run_time_size(e)) {
		want = gen_fresh(g, e->args[1]);
		ir_alui(g->ir, ALU_ADD, want, 1);
		n = ir_vreg(g->ir);
		ir_mov(g->ir, n, want);
		gen_clip(g, n, t->size);
	}
	place_zero(g, dst, t->size);
	if (n || e->n_args < 2)
		gen_read_open(g, dst, t->size, src, n, want);
	else
		gen_probe_read_str(g, dst, t->size, src.id, 0, src.space, false);
	operand_mem(out, dst);
}

/* mem(p, "128s") is str(p, 127), mem(p, "w") is *(s32 *)p. */
static const struct type *check_mem_format(struct check *c, struct expr *e)
{
	const struct type *t = memfmt_type(c, e->args[1]->name);
	struct expr *p = arena_memdup(c->s->arena, e, sizeof(*e));

	if (!t)
		return check_fail(c, E_MEM_FORMAT, e->args[1]->span);
	if (t->kind == TY_STRING) {
		ex_builtin(e) = registry_builtin(c->s->registry, "str");
		expr_become_int(e->args[1], t->size - 1);
		return check_expr(c, e);
	}
	expr_become(p, EX_CAST);
	p->a = e->args[0];
	p->n_args = 0;
	p->type = type_ptr(c->s->arena, t, SPACE_NONE, c->s->arch->word);
	expr_become(e, EX_UNARY);
	e->op = OP_DEREF;
	e->a = p;
	e->n_args = 0;
	return check_expr(c, e);
}

/* mem(p, n) is n bytes at an address, or of an array or a string.  An array without a known
 * length is read like memory at an address. */
static const struct type *check_mem(struct check *c, struct expr *e)
{
	const struct type *from = e->args[0]->type;
	bool is_open = from->kind == TY_ARRAY && !from->size;
	bool is_array = (from->kind == TY_ARRAY && !is_open) || from->kind == TY_STRING;
	u32 size = e->n_args > 1 ? c->s->image.opt.strlen : 16;
	struct type *t;

	if (e->n_args > 1 && e->args[1]->kind == EX_STRING)
		return check_mem_format(c, e);
	if (!is_array && !is_open && !type_is_scalar(from) && from->kind != TY_UNKNOWN)
		return check_fail(c, E_ARG_TYPE, e->args[0]->span, "mem", "an address or an array",
				  type_name(from));
	if (!read_size(c, e, &size))
		return &type_error;
	if (is_array && (e->n_args < 2 || (size > from->size &&
					   (from->kind == TY_ARRAY || e->args[1]->kind != EX_INT))))
		size = from->size;
	t = arena_new(c->s->arena, struct type);
	*t = (struct type){ .kind = TY_BUF, .size = size + 4, .align = 4, .name = "buf" };
	return t;
}

/*
 * Limits n to the number of bytes that the field has:
 *
 *	if (has <= n) goto fits;	-- both are bounded, which the verifier must see
 *	has = n;
 *   fits:
 */
static vreg dynamic_size(struct gen *g, vreg has, vreg n, u32 max)
{
	label fits = ir_label(g->ir);

	gen_clip(g, has, max);
	if (n) {
		ir_jcc(g->ir, COND_LE, has, n, fits);
		gen_keep(g);
		ir_mov(g->ir, has, n);
	}
	ir_put(g->ir, fits);
	return has;
}

static void gen_mem(struct gen *g, struct expr *e, struct operand *out)
{
	struct expr *p = e->args[0];
	u32 max = e->type->size - 4, size = p->type->size;	/* NULs follow the text */
	bool is_array = !type_fits_reg(p->type) && size;
	struct place dst = gen_dest(g, out->dest, max + 4), from = { 0 };
	vreg n, has;

	if (is_array && size < max)
		place_zero(g, dst, max + 4);
	if (is_array)
		gen_bytes(g, place_at(dst, 4), p, size < max ? size : max);
	else
		from = type_fits_reg(p->type) ?
			place_reg(gen_reg(g, p), 0, gen_space(g, p->type)) : gen_place(g, p);
	has = g->loc_bytes;
	n = run_time_size(g, e, max);
	if (expr_is_dynamic(p))
		n = dynamic_size(g, has, n, max);
	if (!is_array && n)
		place_zero(g, dst, max + 4);
	if (n)
		place_store(g, 4, dst, n);
	else
		place_storei(g, 4, dst, max);
	dst = place_at(dst, 4);
	if (!is_array && n)
		gen_probe_read_sized(g, dst, n, place_addr(g, from), from.space, false);
	else if (!is_array)
		gen_probe_read(g, dst, max, place_addr(g, from), 0, from.space);
	operand_mem(out, place_at(dst, -4));
}

/* hex(x) shows a number or bytes in hexadecimal.  A number keeps its own size. */
static const struct type type_hex = { .kind = TY_INT, .size = 8, .align = 8,
				      .show = SHOW_HEX, .name = "u64" };

static const struct type *check_hex(struct check *c, struct expr *e)
{
	const struct type *from = e->args[0]->type;
	struct type *t;

	if (type_is_scalar(from) || from->kind == TY_UNKNOWN)
		return &type_hex;
	if (from->kind != TY_BUF)
		return check_fail(c, E_ARG_TYPE, e->args[0]->span, "hex", "a number or mem()",
				  type_name(from));
	t = arena_memdup(c->s->arena, from, sizeof(*from));
	t->show = SHOW_HEX;
	return t;
}

static void gen_hex(struct gen *g, struct expr *e, struct operand *out)
{
	const struct type *from = e->args[0]->type;

	gen_expr_to(g, e->args[0], out->dest, out);
	if (e->type == &type_hex)
		operand_set(out, gen_convert(g, out, from, type_int(from->size, false), false));
}

/* dyn(data->field): the field is of variable length and has its offset. */
static const struct type *check_dyn(struct check *c, struct expr *e)
{
	(void)c;
	return e->args[0]->type;
}

static void gen_dyn(struct gen *g, struct expr *e, struct operand *out)
{
	gen_expr_to(g, e->args[0], out->dest, out);
}

/* ---- where a pointer points ---- */

static const struct type *in_space(struct check *c, struct expr *e, enum space space)
{
	const struct type *t = e->args[0]->type;

	return type_ptr(c->s->arena, t->kind == TY_PTR ? t->elem : NULL, space,
			c->s->arch->word);
}

static const struct type *check_kptr(struct check *c, struct expr *e)
{
	return in_space(c, e, SPACE_KERNEL);
}

static const struct type *check_uptr(struct check *c, struct expr *e)
{
	return in_space(c, e, SPACE_USER);
}

static void gen_pointer(struct gen *g, struct expr *e, struct operand *out)
{
	operand_set(out, gen_reg(g, e->args[0]));
}

/* ---- lengths ---- */

/* The helper that reads a string returns its length, including the NUL. */
static void gen_strlen(struct gen *g, struct expr *e, struct operand *out)
{
	u32 size = e->args[0]->type->size;
	struct place from = place_slot(gen_slot(g, size), 0);
	struct place to = place_slot(gen_slot(g, size), 0);
	struct ir_arg args[] = { place_arg(to), ARG_I(size), place_arg(from) };
	label some = ir_label(g->ir);
	vreg r = ir_vreg(g->ir);

	gen_into(g, from, e->args[0]->type, e->args[0]);
	gen_call(g, r, gen_read_helper(g, SPACE_KERNEL, true), args, 3);
	ir_jcci(g->ir, COND_SGE, r, 1, some);
	ir_imm(g->ir, r, 1);
	ir_put(g->ir, some);
	ir_alui(g->ir, ALU_SUB, r, 1);
	operand_set(out, r);
}

/* ---- comparing ---- */

static void gen_strcmp(struct gen *g, struct expr *e, struct operand *out)
{
	operand_set(out, gen_string_order(g, e->args[0], e->args[1], 0));
}

static const struct type *check_strncmp(struct check *c, struct expr *e)
{
	s64 n;

	if (!check_const(c, e->args[2], &n))
		return &type_error;
	if (n < 1 || n > MAX_READ)
		return check_fail(c, E_READ_SIZE, e->args[2]->span, 1, MAX_READ);
	return &type_s64;
}

static void gen_strncmp(struct gen *g, struct expr *e, struct operand *out)
{
	operand_set(out, gen_string_order(g, e->args[0], e->args[1], (u32)ex_num(e->args[2])));
}

static const struct builtin rows[] = {
	{ PROTO("buf", "buf", "(any p [, int n])"), .check = check_mem, .gen = gen_mem },
	{ PROTO("dyn", "string", "(any field)"), .check = check_dyn, .gen = gen_dyn },
	{ PROTO("hex", "any", "(any x)"), .check = check_hex, .gen = gen_hex },
	{ PROTO("kptr", "ptr", "(ptr p)"), .check = check_kptr, .gen = gen_pointer },
	{ PROTO("mem", "buf", "(any p [, any n])"), .check = check_mem, .gen = gen_mem },
	{ PROTO("str", "string", "(any p [, int n])"), .check = check_str,
	  .gen = gen_str, .flags = IS_STR },
	{ PROTO("strcmp", "s64", "(string a, string b)"), .gen = gen_strcmp },
	{ PROTO("strlen", "s64", "(string s)"), .gen = gen_strlen },
	{ PROTO("strncmp", "s64", "(string a, string b, const n)"),
	  .check = check_strncmp, .gen = gen_strncmp },
	{ PROTO("uptr", "ptr", "(ptr p)"), .check = check_uptr, .gen = gen_pointer },
};
const struct builtin_table builtin_memory = { rows, ARRAY_SIZE(rows) };
