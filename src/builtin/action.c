/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * action.c - calls that make user space do something: printf, print, clear, exit, time.
 *
 * The program sends a record with the action's id and typed fields.  The session calls
 * handle() for each record in the order in which they arrive.
 */
#include <linux/bpf.h>
#include <string.h>

#include "builtin/builtin.h"
#include "builtin/printf.h"
#include "gen/gen.h"
#include "lang/check.h"
#include "run/session.h"
#include "run/showmap.h"
#include "show/render.h"
#include "tables.h"

static void gen_action(struct gen *g, struct expr *e, struct operand *out)
{
	(void)out;
	gen_record(g, ex_action(e), NULL, 0);
}

/* ---- printf ---- */

static __attribute__((noinline)) int any_printf(struct session *s, const struct action *a,
						const void *record)
{
	struct strbuf *text = outlet_text_begin(s);

	if (render_is_plain(a->format, a->record))
		render_plain(text, a->format, record, 0);
	else
		render_printf(text, a->format, decode_record(s, a, record));
	outlet_text_end(s, OUT_PRINTF);
	return 0;
}

static int handle_printf(struct session *s, const struct action *a, const void *record)
{
	if (a->format->how != FORMAT_PLAIN || !s->output->is_text)
		return any_printf(s, a, record);
	return render_plain(&s->outlet.text, a->format, record, s->room);
}

static const struct type *check_text(struct check *c, struct expr *e)
{
	printf_fold(c, e);
	return check_printf(c, e, handle_printf);
}

/* ---- print ---- */

/* print(a, b, c) is one line: the values with a comma and a blank between. */
static int handle_print(struct session *s, const struct action *a, const void *record)
{
	struct value *v, tuple;

	if (a->global && a->record->count > 1) {
		showmap_entry(s, a->global, (const u8 *)record + a->record->members[1].off);
		return 0;
	}
	if (a->global) {
		if (a->takes && !a->global->is_taken)
			showmap_take(s, a->global);
		showmap_print(s, a->global, (u32)a->arg[0], (u64)a->arg[1]);
		return 0;
	}
	v = decode_record(s, a, record);
	if (a->record->count == 2) {
		showmap_value(s, v);
		return 0;
	}
	tuple = (struct value){ .kind = V_TUPLE, .n = a->record->count - 1, .items = v };
	showmap_value(s, &tuple);
	return 0;
}

static bool names_map(struct check *c, struct expr *e)
{
	return (e->kind == EX_GLOBAL && !e->n_args) ||
	       (e->kind == EX_NAME && script_global(c->s, e->name) &&
		!registry_builtin(c->s->registry, e->name));
}

static const struct type *check_print_map(struct check *c, struct expr *e)
{
	s64 v[2] = { 0, 0 };
	struct global *g = check_map_arg(c, e->args[0]);
	struct action *a;

	for (u32 i = 1; i < e->n_args && i < 3; i++)
		if (!check_const(c, e->args[i], &v[i - 1]))
			return &type_error;
	if (!g || e->n_args > 3 || v[0] < 0 || v[1] < 0)
		return check_fail(c, E_PRINT_MAP, e->span);
	a = check_action(c, e, NULL, 0, handle_print);
	a->global = g;
	a->arg[0] = v[0];
	a->arg[1] = v[1];
	return &type_void;
}

/* print() of an aggregation's entry sends the key.  The value is read when it is shown. */
static const struct type *check_print_entry(struct check *c, struct expr *e)
{
	struct global *g = ex_global(e->args[0]);
	const struct type *key;

	g->uses->key_wide = true;
	if (e->n_args > 1)
		return check_fail(c, E_PRINT_MAP, e->span);
	if (!check_key_type(c, g))
		return &type_unknown;
	key = type_tuple(c->s->arena, g->uses->keys, g->n_keys);
	check_action(c, e, &key, 1, handle_print)->global = g;
	return &type_void;
}

static bool names_entry(struct check *c, struct expr *e)
{
	if (e->kind != EX_GLOBAL || !e->n_args)
		return false;
	check_keys(c, e);
	return ex_global(e)->is_agg && ex_global(e)->n_keys == e->n_args;
}

static void fill_key(struct gen *g, struct place dst, struct expr *e)
{
	gen_key_into(g, dst, ex_global(e), e->args);
}

static const struct type *check_print(struct check *c, struct expr *e)
{
	const struct type *types[16];

	if (names_map(c, e->args[0]))
		return check_print_map(c, e);
	if (names_entry(c, e->args[0]))
		return check_print_entry(c, e);
	if (e->n_args > ARRAY_SIZE(types))
		return check_fail(c, E_TOO_MANY_ARGS, e->span, (u32)ARRAY_SIZE(types));
	for (u32 i = 0; i < e->n_args; i++) {
		check_expr(c, e->args[i]);
		check_whole_record(c, &e->args[i]);
		types[i] = e->args[i]->type;
		if (check_no_value(c, types[i], e->args[i]->span))
			return &type_error;
	}
	check_action(c, e, types, e->n_args, handle_print);
	return &type_void;
}

static void gen_print(struct gen *g, struct expr *e, struct operand *out)
{
	(void)out;
	if (ex_action(e)->global && e->args[0]->n_args)
		gen_record_with(g, ex_action(e), fill_key, e->args[0]);
	else if (ex_action(e)->global)
		gen_record(g, ex_action(e), NULL, 0);
	else
		gen_record(g, ex_action(e), e->args, e->n_args);
}

/* ---- clear, zero ---- */

static const struct type *check_on_map(struct check *c, struct expr *e, action_handler *handle)
{
	check_action(c, e, NULL, 0, handle)->global = ex_global(e->args[0]);
	return &type_void;
}

/* If the record of the print() before it was lost, the values are kept for the next print(). */
static int clear(struct session *s, const struct action *a, bool keep)
{
	if (!a->takes || a->global->is_taken)
		showmap_clear(s, a->global, keep);
	return 0;
}

static int handle_clear(struct session *s, const struct action *a, const void *record)
{
	(void)record;
	return clear(s, a, false);
}

static const struct type *check_clear(struct check *c, struct expr *e)
{
	ex_global(e->args[0])->uses->loses_entries = true;
	return check_on_map(c, e, handle_clear);
}

static int handle_zero(struct session *s, const struct action *a, const void *record)
{
	(void)record;
	return clear(s, a, true);
}

static const struct type *check_zero(struct check *c, struct expr *e)
{
	ex_global(e->args[0])->uses->loses_entries = true;
	return check_on_map(c, e, handle_zero);
}

/* ---- exit ---- */

static int handle_exit(struct session *s, const struct action *a, const void *record)
{
	struct value *v = decode_record(s, a, record);

	pace_exit(s, a->record->count > 1 ? (int)v->i : 0);
	return 0;
}

static const struct type *check_exit(struct check *c, struct expr *e)
{
	const struct type *t = &type_s64;

	check_action(c, e, &t, e->n_args ? 1 : 0, handle_exit);
	return &type_void;
}

/* exit() also ends its clause. */
static void gen_exit(struct gen *g, struct expr *e, struct operand *out)
{
	(void)out;
	gen_record(g, ex_action(e), e->args, e->n_args);
	gen_leave(g, g->done);
	ir_jmp(g->ir, g->done);
}

/* ---- time ---- */

static int handle_time(struct session *s, const struct action *a, const void *record)
{
	struct strbuf text = { 0 };

	(void)record;
	render_time(&text, a->text, (s64)pace_now() + s->decode.env.realtime_minus_boot);
	outlet_text(s, OUT_TIME, sb_str(&text), text.n);
	sb_free(&text);
	return 0;
}

static const struct type *check_time(struct check *c, struct expr *e)
{
	const char *s = "%H:%M:%S\n";

	if (!e->has_parens) {	/* ply's time is a value in nanoseconds */
		ex_builtin(e) = registry_builtin(c->s->registry, "nsecs");
		return &type_u64;
	}
	if (e->n_args && !check_literal(c, e->args[0], &s))
		return &type_error;
	check_action(c, e, NULL, 0, handle_time)->text = s;
	return &type_void;
}

/* ---- arithmetic ---- */

static void gen_log2(struct gen *g, struct expr *e, struct operand *out)
{
	vreg v = gen_fresh(g, e->args[0]), r = ir_vreg(g->ir);

	ir_imm(g->ir, r, 0);
	gen_add_log2(g, v, r, 64);
	operand_set(out, r);
}

static const struct type *check_abs(struct check *c, struct expr *e)
{
	(void)c;
	return type_arith(e->args[0]->type, e->args[0]->type);
}

static void gen_abs(struct gen *g, struct expr *e, struct operand *out)
{
	vreg v = gen_fresh(g, e->args[0]);
	label positive = ir_label(g->ir);

	if (e->type->is_signed) {
		ir_jcci(g->ir, COND_SGE, v, 0, positive);
		ir_alui(g->ir, ALU_NEG, v, 0);
		ir_put(g->ir, positive);
	}
	operand_set(out, v);
}

static const struct builtin rows[] = {
	{ PROTO("abs", "int", "(int x)"), .check = check_abs, .gen = gen_abs },
	{ PROTO("clear", "void", "(map m)"), .check = check_clear, .gen = gen_action,
	  .flags = EMPTIES_MAP, .acts = true },
	{ PROTO("exit", "void", "([int code])"), .check = check_exit,
	  .gen = gen_exit, .is_last = true, .acts = true },
	{ PROTO("log2", "u64", "(int x)"), .gen = gen_log2 },
	{ PROTO("print", "void", "(raw x, ...)"), .check = check_print, .gen = gen_print,
	  .flags = SHOWS_MAP },
	{ PROTO("printf", "void", "(literal format, ...)"),
	  .check = check_text, .gen = gen_printf, .may_wait = true },
	{ PROTO("time", "void", "([literal format])"), .check = check_time, .gen = gen_action },
	{ PROTO("zero", "void", "(map m)"), .check = check_zero, .gen = gen_action,
	  .flags = EMPTIES_MAP, .acts = true },
};
const struct builtin_table builtin_action = { rows, ARRAY_SIZE(rows) };
