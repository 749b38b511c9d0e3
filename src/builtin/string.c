/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * string.c - joins, searches and cuts strings, and reads numbers from them.
 *
 * These are loops over bytes.  The verifier knows a pointer that starts at a known place and
 * advances by one in each round.  So the loops need not be unrolled, and they work on the stack
 * of kernels before 5.12, which allow no variable offsets there.
 */
#include "gen/gen.h"
#include "builtin/builtin.h"
#include "lang/check.h"
#include "tables.h"

static vreg load_byte(struct gen *g, vreg at)
{
	vreg r = ir_vreg(g->ir);

	ir_load(g->ir, 1, r, at, 0);
	return r;
}

static vreg number(struct gen *g, s64 value)
{
	vreg r = ir_vreg(g->ir);

	ir_imm(g->ir, r, value);
	return r;
}

/* ---- searching ---- */

/* A string, its length, and a copy of the same size with zeros after the text. */
struct needle { struct place at, copy; u32 size; vreg len; };

static void make_needle(struct gen *g, struct expr *e, struct needle *n)
{
	struct ir_arg args[3];
	u32 room = 8;

	n->size = e->type->size;
	while (room < n->size)
		room *= 2;
	n->at = gen_string_place(g, e, n->size);
	n->copy = place_slot(gen_slot(g, room), 0);
	place_zero(g, n->copy, n->size);
	if (e->kind == EX_STRING) {
		n->len = number(g, ex_len(e));
		return;
	}
	args[0] = place_arg(n->copy);
	args[1] = ARG_I(n->size);
	args[2] = place_arg(n->at);
	n->len = ir_vreg(g->ir);
	gen_call(g, n->len, gen_read_helper(g, SPACE_KERNEL, true), args, 3);
	ir_alui(g->ir, ALU_SUB, n->len, 1);
	ir_alui(g->ir, ALU_AND, n->len, room - 1);	/* a bound without a branch */
}

/*
 * Fetches as many bytes at p as the needle has, and compares all words at once.  So each place
 * in the haystack has only one branch; the verifier allows 8192 open ones.
 *
 *	probe_read(copy, len, p);
 *	diff = (copy[0] ^ at[0]) | (copy[1] ^ at[1]) | …;
 */
static vreg differs(struct gen *g, vreg p, const struct needle *n)
{
	struct ir_arg args[] = { place_arg(n->copy), ARG_R(n->len), ARG_R(p) };
	vreg diff = number(g, 0), a = ir_vreg(g->ir), b = ir_vreg(g->ir);

	gen_call(g, 0, gen_read_helper(g, SPACE_KERNEL, false), args, 3);
	for (u32 done = 0, size; done < n->size; done += size) {
		size = place_piece(n->copy, n->at, done, n->size);
		place_load(g, a, size, place_at(n->copy, (s32)done));
		place_load(g, b, size, place_at(n->at, (s32)done));
		ir_alu(g->ir, ALU_XOR, a, b);
		ir_alu(g->ir, ALU_OR, diff, a);
	}
	return diff;
}

#define ONES 0x0101010101010101

/* Is 0 if no byte of the word is 0: ((x - ONES) & ~x) & ONES << 7.  Destroys x. */
static vreg zero_bytes(struct gen *g, vreg x)
{
	vreg r = ir_vreg(g->ir);

	ir_mov(g->ir, r, x);
	ir_alu(g->ir, ALU_SUB, r, number(g, ONES));
	ir_alui(g->ir, ALU_XOR, x, -1);
	ir_alu(g->ir, ALU_AND, r, x);
	return r;
}

/*
 * Jumps to `look` if the word at p has a NUL, or the byte that `spread` consists of.  It looks at
 * a whole word because that is faster, and because the verifier keeps each branch until the end
 * of the program and allows 8192.
 */
static void look_into_word(struct gen *g, vreg p, vreg spread, label look)
{
	struct ir *ir = g->ir;
	vreg w = ir_vreg(ir), x = ir_vreg(ir), t;

	ir_load(ir, 8, w, p, 0);
	ir_mov(ir, x, w);
	ir_alu(ir, ALU_XOR, x, spread);
	t = zero_bytes(g, x);
	ir_alu(ir, ALU_OR, t, zero_bytes(g, w));
	ir_alu(ir, ALU_AND, t, number(g, (s64)((u64)ONES << 7)));
	ir_jcci(ir, COND_NE, t, 0, look);
}

/* A place in a string, which is searched by words up to `words`, a multiple of 8. */
struct haystack { vreg p, i; u32 size, words; };

/*
 *   bytes:
 *	if (*p == first && !…differs…) goto found;
 *	if (!*p) goto missing;
 *	p++; i++;
 *	if (i == size) goto missing;
 *	if (i & 7 || i == words) goto bytes;
 */
static void search_bytes(struct gen *g, struct haystack *h, const struct needle *n, vreg first,
			 label found, label missing, label bytes)
{
	struct ir *ir = g->ir;
	label next = ir_label(ir);
	vreg odd = ir_vreg(ir);

	ir_put(ir, bytes);
	ir_jcc(ir, COND_NE, load_byte(g, h->p), first, next);
	ir_jcci(ir, COND_EQ, differs(g, h->p, n), 0, found);
	ir_put(ir, next);
	ir_jcci(ir, COND_EQ, load_byte(g, h->p), 0, missing);
	ir_alui(ir, ALU_ADD, h->p, 1);
	ir_alui(ir, ALU_ADD, h->i, 1);
	ir_jcci(ir, COND_EQ, h->i, h->size, missing);
	if (h->words) {
		ir_mov(ir, odd, h->i);
		ir_alui(ir, ALU_AND, odd, 7);
		ir_jcci(ir, COND_NE, odd, 0, bytes);
		ir_jcci(ir, COND_EQ, h->i, h->words, bytes);
	} else {
		ir_jmp(ir, bytes);
	}
}

/*
 *	p = haystack; i = 0; first = *needle;
 *	if (!first) goto found;
 *   top:
 *	if (…look_into_word…) goto bytes;
 *	p += 8; i += 8;
 *	if (i != words) goto top;
 *	…search_bytes…
 *	goto top;
 *   missing:
 *	i = -1;
 *   found:
 */
static vreg find(struct gen *g, struct expr *e)
{
	struct ir *ir = g->ir;
	struct haystack h = { .size = e->args[0]->type->size };
	struct place hay = gen_string_place(g, e->args[0], h.size);
	label top = ir_label(ir), bytes = ir_label(ir), found = ir_label(ir);
	label missing = ir_label(ir);
	vreg first = ir_vreg(ir), spread = ir_vreg(ir);
	struct needle needle;

	h.p = place_addr(g, hay);
	h.i = number(g, 0);
	h.words = hay.off % 8 ? 0 : h.size & ~7u;
	g->loop_weight += h.size * 2;
	make_needle(g, e->args[1], &needle);
	place_load(g, first, 1, needle.at);
	ir_jcci(ir, COND_EQ, first, 0, found);
	if (h.words) {
		ir_mov(ir, spread, first);
		ir_alu(ir, ALU_MUL, spread, number(g, ONES));
		ir_put(ir, top);
		look_into_word(g, h.p, spread, bytes);
		ir_alui(ir, ALU_ADD, h.p, 8);
		ir_alui(ir, ALU_ADD, h.i, 8);
		ir_jcci(ir, COND_NE, h.i, h.words, top);
		if (h.words == h.size)
			ir_jmp(ir, missing);
	}
	search_bytes(g, &h, &needle, first, found, missing, bytes);
	if (h.words)
		ir_jmp(ir, top);
	ir_put(ir, missing);
	ir_imm(ir, h.i, -1);
	ir_put(ir, found);
	return gen_forget(g, h.i);
}

static void gen_strstr(struct gen *g, struct expr *e, struct operand *out)
{
	operand_set(out, find(g, e));
}

static void gen_strcontains(struct gen *g, struct expr *e, struct operand *out)
{
	vreg at = find(g, e), r = number(g, 1);
	label end = ir_label(g->ir);

	ir_jcci(g->ir, COND_SGE, at, 0, end);
	ir_imm(g->ir, r, 0);
	ir_put(g->ir, end);
	operand_set(out, r);
}

static const struct type *check_strcap(struct check *c, struct expr *e)
{
	(void)c;
	expr_become_int(e, e->args[0]->type->size);
	return &type_s64;
}

/* ---- joining ---- */

static const struct type *check_str_concat(struct check *c, struct expr *e)
{
	u32 size = e->args[0]->type->size + e->args[1]->type->size - 1;

	if (e->args[0]->type->kind != TY_STRING || e->args[1]->type->kind != TY_STRING)
		return &type_unknown;
	return size <= 4096 ? type_string(c->s->arena, size) :
	       check_fail(c, E_ARG_TYPE, e->span, "str_concat", "up to 4096 bytes together",
			  arena_printf(c->s->arena, "%u", size));
}

/*
 *	n = read_str(dst, size of a, a) - 1;
 *	read_str(dst + n, size of b, b);
 */
static void gen_str_concat(struct gen *g, struct expr *e, struct operand *out)
{
	u32 first = e->args[0]->type->size, second = e->args[1]->type->size;
	struct place dst = place_slot(gen_slot(g, e->type->size), 0), a, b;
	vreg n = ir_vreg(g->ir), at;

	place_zero(g, dst, e->type->size);
	a = gen_string_place(g, e->args[0], first);
	gen_call(g, n, gen_read_helper(g, SPACE_KERNEL, true),
		 (struct ir_arg[]){ place_arg(dst), ARG_I(first), place_arg(a) }, 3);
	ir_alui(g->ir, ALU_SUB, n, 1);
	gen_clip(g, n, first - 1);
	b = gen_string_place(g, e->args[1], second);
	at = place_addr(g, dst);
	ir_alu(g->ir, ALU_ADD, at, n);
	gen_keep(g);
	gen_call(g, ir_vreg(g->ir), gen_read_helper(g, SPACE_KERNEL, true),
		 (struct ir_arg[]){ ARG_R(at), ARG_I(second), place_arg(b) }, 3);
	operand_mem(out, dst);
}

/* ---- comparing bytes, and writing them to a process ---- */

/* Has e n bytes?  A pointer, or an integer as an address, has those that it points to. */
static bool has_bytes(struct check *c, const struct expr *call, struct expr *e, s64 n)
{
	const struct type *t = e->type;

	if (t->kind == TY_UNKNOWN || t->kind == TY_PTR || (t->kind == TY_INT && t->size >= 4))
		return true;
	if (!type_is_scalar(t) && t->size >= n)
		return true;
	check_fail(c, E_ARG_TYPE, e->span, ex_builtin(call)->name,
		   "a pointer, or a value of as many bytes", type_name(t));
	return false;
}

static bool check_count(struct check *c, const struct expr *e)
{
	s64 n = ex_num(e->args[2]);

	if (n < 1 || n > 256)
		check_fail(c, E_ARG_TYPE, e->args[2]->span, ex_builtin(e)->name, "1 to 256",
			   "another number");
	return n >= 1 && n <= 256;
}

static const struct type *check_memcmp(struct check *c, struct expr *e)
{
	s64 n = ex_num(e->args[2]);

	if (!check_count(c, e) || !has_bytes(c, e, e->args[0], n) ||
	    !has_bytes(c, e, e->args[1], n))
		return &type_error;
	return &type_s64;
}

static struct place bytes_of(struct gen *g, struct expr *e, u32 n)
{
	u32 size = type_is_scalar(e->type) || n > e->type->size ? n : e->type->size;
	struct place p = place_slot(gen_slot(g, size), 0);

	if (type_is_scalar(e->type))
		gen_probe_read(g, p, n, gen_reg(g, e), 0, gen_space(g, e->type));
	else
		gen_into(g, p, e->type, e);
	return p;
}

static void gen_memcmp(struct gen *g, struct expr *e, struct operand *out)
{
	u32 n = (u32)ex_num(e->args[2]);
	struct place a = bytes_of(g, e->args[0], n), b = bytes_of(g, e->args[1], n);

	operand_set(out, gen_bytes_order(g, a, b, n));
}

static const struct type *check_write_user(struct check *c, struct expr *e)
{
	if (!check_count(c, e) || !has_bytes(c, e, e->args[1], ex_num(e->args[2])))
		return &type_error;
	return &type_bool;
}

/*
 *	r = probe_write_user(to, &bytes, n);
 *	done = 1; if (r) done = 0;
 */
static void gen_write_user(struct gen *g, struct expr *e, struct operand *out)
{
	u32 n = (u32)ex_num(e->args[2]);
	vreg to = gen_fresh(g, e->args[0]), r = ir_vreg(g->ir);
	struct place bytes = bytes_of(g, e->args[1], n);

	gen_call(g, r, HELPER_probe_write_user,
		 (struct ir_arg[]){ ARG_R(to), place_arg(bytes), ARG_I(n) }, 3);
	operand_unless(g, out, COND_NE, r, 0);
}

/* ---- cutting ---- */

static const struct type *check_substr(struct check *c, struct expr *e)
{
	u32 size = e->args[0]->type->size;

	for (u32 i = 1; i < e->n_args; i++)
		if (e->args[i]->kind == EX_INT && ex_num(e->args[i]) < 0)
			return check_fail(c, E_ARG_TYPE, e->args[i]->span, "substr",
					  "0 or more", "a negative number");
	if (e->args[0]->type->kind != TY_STRING)
		return e->args[0]->type;
	if (e->n_args > 2 && e->args[2]->kind == EX_INT && ex_num(e->args[2]) + 1 < size)
		size = (u32)ex_num(e->args[2]) + 1;
	return type_string(c->s->arena, size);
}

/* The string is read like kernel memory, so that the offset may be variable. */
static void gen_substr(struct gen *g, struct expr *e, struct operand *out)
{
	u32 size = e->type->size, whole = e->args[0]->type->size;
	struct place dst;
	vreg at, start, n;

	at = place_addr(g, gen_string_place(g, e->args[0], whole));
	start = gen_fresh(g, e->args[1]);
	gen_clip(g, start, whole - 1);
	ir_alu(g->ir, ALU_ADD, start, at);
	gen_keep(g);
	dst = place_slot(gen_slot(g, size), 0);
	place_zero(g, dst, size);
	if (e->n_args > 2 && e->args[2]->kind != EX_INT) {
		n = gen_fresh(g, e->args[2]);
		ir_alui(g->ir, ALU_ADD, n, 1);
		gen_clip(g, n, size);
	} else {
		n = number(g, size);
	}
	gen_probe_read_sized(g, dst, n, start, SPACE_KERNEL, true);
	operand_mem(out, dst);
}

/* ---- numbers ---- */

/* strtoul(s[, base]): with base 0 the text may begin with 0x or 0, as in C. */
static const struct type *check_strtoul(struct check *c, struct expr *e)
{
	s64 base = e->n_args > 1 ? ex_num(e->args[1]) : 10;

	if (base && (base < 2 || base > 36))
		return check_fail(c, E_ARG_TYPE, e->args[1]->span, "strtoul", "0 or 2 to 36",
				  "another number");
	return &type_u64;
}

/*
 *	base = 10;
 *	if (*p != '0') goto go;
 *	base = 8;			(if it is not 16 anyway)
 *	if ((p[1] | 0x20) != 'x') goto go;
 *	base = 16; p += 2;
 *   go:
 */
static vreg prefix(struct gen *g, vreg p, s64 base)
{
	struct ir *ir = g->ir;
	label go = ir_label(ir);
	vreg b = number(g, base ? base : 10), c;

	if (base && base != 16)
		return b;
	ir_jcci(ir, COND_NE, load_byte(g, p), '0', go);
	if (!base)
		ir_imm(ir, b, 8);
	c = ir_vreg(ir);
	ir_load(ir, 1, c, p, 1);
	ir_alui(ir, ALU_OR, c, 0x20);
	ir_jcci(ir, COND_NE, c, 'x', go);
	ir_imm(ir, b, 16);
	ir_alui(ir, ALU_ADD, p, 2);
	ir_put(ir, go);
	return b;
}

/*
 * c = the digit at p.  Jumps to `end` if it is no digit of base b.  Other characters become a
 * number above all bases without a branch, because the verifier follows both ways of each.
 *
 *	c = *p - '0'; less = (c - 10) s>> 63;		c is less than 10, or above bases
 *	d = (*p | 0x20) - 'a'; d = (d + 10) | (d s>> 63);
 *	c = d ^ ((c ^ d) & less);
 *	if (c >= b) goto end;
 */
static vreg digit(struct gen *g, vreg p, vreg b, label end)
{
	struct ir *ir = g->ir;
	vreg c = load_byte(g, p), d = ir_vreg(ir), sign = ir_vreg(ir), less = ir_vreg(ir);

	ir_mov(ir, d, c);
	ir_alui(ir, ALU_SUB, c, '0');
	ir_mov(ir, less, c);
	ir_alui(ir, ALU_SUB, less, 10);
	ir_alui(ir, ALU_ARSH, less, 63);
	ir_alui(ir, ALU_OR, d, 0x20);
	ir_alui(ir, ALU_SUB, d, 'a');
	ir_mov(ir, sign, d);
	ir_alui(ir, ALU_ARSH, sign, 63);
	ir_alui(ir, ALU_ADD, d, 10);
	ir_alu(ir, ALU_OR, d, sign);
	ir_alu(ir, ALU_XOR, c, d);
	ir_alu(ir, ALU_AND, c, less);
	ir_alu(ir, ALU_XOR, c, d);
	ir_jcc(ir, COND_GE, c, b, end);
	return c;
}

/*
 *	v = 0; left = n;
 *   top:
 *	…digit…
 *	v = v * base + c; p++;
 *	if (--left) goto top;
 *   end:
 */
static void gen_strtoul(struct gen *g, struct expr *e, struct operand *out)
{
	struct ir *ir = g->ir;
	u32 n = e->args[0]->type->size;
	/* two more for "0x" */
	vreg p = place_addr(g, gen_string_place(g, e->args[0], n + 2));
	vreg b = prefix(g, p, e->n_args > 1 ? ex_num(e->args[1]) : 10);
	vreg v = number(g, 0), left = number(g, n), c;
	label top = ir_label(ir), end = ir_label(ir);

	g->loop_weight += n;
	ir_put(ir, top);
	c = digit(g, p, b, end);
	ir_alu(ir, ALU_MUL, v, b);
	ir_alu(ir, ALU_ADD, v, c);
	ir_alui(ir, ALU_ADD, p, 1);
	ir_alui(ir, ALU_SUB, left, 1);
	ir_jcci(ir, COND_NE, left, 0, top);
	ir_put(ir, end);
	operand_set(out, gen_forget(g, v));
}

static const struct builtin rows[] = {
	{ PROTO("memcmp", "s64", "(any a, any b, const n)"), .check = check_memcmp,
	  .gen = gen_memcmp },
	{ PROTO("str_concat", "string", "(string a, string b)"), .check = check_str_concat,
	  .gen = gen_str_concat },
	{ PROTO("strcap", "s64", "(string s)"), .check = check_strcap },
	{ PROTO("strcontains", "bool", "(string s, string part)"), .gen = gen_strcontains },
	{ PROTO("strstr", "s64", "(string s, string part)"), .gen = gen_strstr },
	{ PROTO("strtoul", "u64", "(string s [, const base])"),
	  .check = check_strtoul, .gen = gen_strtoul },
	{ PROTO("substr", "string", "(string s, int start [, int n])"),
	  .check = check_substr, .gen = gen_substr },
	{ PROTO("write_user", "bool", "(ptr to, any bytes, const n)"),
	  .check = check_write_user, .gen = gen_write_user, .is_unsafe = true },
};
const struct builtin_table builtin_string = { rows, ARRAY_SIZE(rows) };
