/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slice.c - what happens on a timeline: slice_begin(), slice_end(), instant() and counter().
 *
 *	slice_begin(("CPU", cpu), args.next_comm, (pid = args.next_pid, prio = args.next_prio));
 *
 * A record has the time, the parts of the track, the name and the fields.  Tuples and records
 * that are written in the call are taken apart, so that the record has plain values.
 */
#include "builtin/builtin.h"
#include "builtin/field.h"
#include "builtin/printf.h"
#include "gen/gen.h"
#include "lang/check.h"
#include "run/timeline.h"
#include "tables.h"

#define PARTS 31		/* most values of a record: gen_record.c */

/* The values of a record and their names. */
struct parts {
	struct expr **exprs;
	const char **names;
	const struct type *types[PARTS];
	u32 n;
};

static int handle_moment(struct session *s, const struct action *a, const void *record)
{
	timeline_take(s, a, record);
	return 0;
}

/* The word that the script uses for a value, or the value's number. */
static const char *word_for(struct check *c, const struct expr *e, u32 i)
{
	while (e->kind == EX_CAST && e->a)
		e = e->a;
	if ((e->kind == EX_BUILTIN || e->kind == EX_MEMBER || e->kind == EX_LOCAL ||
	     e->kind == EX_GLOBAL) && e->name && *e->name)
		return e->name;
	return arena_printf(c->s->arena, "value%u", i);
}

/* Adds a value.  A field of a tracepoint is sent as the text that the kernel prints for it. */
static void add(struct check *c, struct parts *p, struct expr *e, const struct type *t,
		const char *name)
{
	const struct type *text = NULL;

	if (e->kind == EX_MEMBER && ex_member(e))
		text = field_text_type(c, ex_member(e));
	if (p->n < PARTS) {
		p->exprs[p->n] = e;
		p->types[p->n] = text ? text : t;
		p->names[p->n] = name;
	}
	p->n++;
}

static void add_track(struct check *c, struct parts *p, struct expr *e)
{
	if (e->kind != EX_TUPLE)
		add(c, p, e, e->type, "");
	for (u32 i = 0; e->kind == EX_TUPLE && i < e->n_args; i++)
		add(c, p, e->args[i], e->args[i]->type, "");
}

/* name: of a value that is not a record; NULL: the script's word for it. */
static void add_field(struct check *c, struct parts *p, struct expr *e, u32 number,
		      const char *name)
{
	if (e->kind != EX_RECORD)
		add(c, p, e, e->type, name ? name : word_for(c, e, number));
	for (u32 i = 0; e->kind == EX_RECORD && i < e->n_args; i++)
		add(c, p, e->args[i]->b, e->type->members[i].type, e->args[i]->a->name);
}

/* The time at which the program runs. */
static struct expr *make_time(struct check *c, struct span span)
{
	struct expr *e = expr_new(c->s->arena, EX_BUILTIN, span);

	ex_builtin(e) = registry_builtin(c->s->registry, "nsecs");
	e->type = &type_u64;
	return e;
}

/* The values of counters are numbers. */
static bool check_counts(struct check *c, const struct parts *p, u32 first)
{
	for (u32 i = first; i < p->n && i < PARTS; i++)
		if (!type_is_int(p->types[i])) {
			check_fail(c, E_ARG_TYPE, p->exprs[i]->span, "counter", "a number",
				   type_name(p->types[i]));
			return false;
		}
	return true;
}

/* Replaces the arguments by the values of the record. */
static const struct type *make_record(struct check *c, struct expr *e, enum moment_kind kind,
				      u32 named)
{
	struct parts p = { arena_array(c->s->arena, struct expr *, PARTS),
			   arena_array(c->s->arena, const char *, PARTS), .n = 0 };
	struct action *a;
	u32 on;

	add(c, &p, make_time(c, e->span), &type_u64, "time");
	add_track(c, &p, e->args[0]);
	on = p.n - 1;
	if (named)
		add(c, &p, e->args[1], e->args[1]->type, "name");
	for (u32 i = 1 + named; i < e->n_args; i++)
		add_field(c, &p, e->args[i], i, kind == MOMENT_COUNTER ? "value" : NULL);
	if (p.n > PARTS)
		return check_fail(c, E_TOO_MANY_ARGS, e->span, PARTS);
	if (kind == MOMENT_COUNTER && !check_counts(c, &p, 1 + on))
		return &type_error;
	a = check_action(c, e, p.types, p.n, handle_moment);
	a->arg[0] = kind;
	a->arg[1] = on;
	a->columns = p.names;
	e->args = p.exprs;
	e->n_args = p.n;
	return &type_void;
}

static const struct type *check_moment(struct check *c, struct expr *e, enum moment_kind kind)
{
	u32 named = kind == MOMENT_BEGIN || kind == MOMENT_INSTANT;

	for (u32 i = 1 + named; i < e->n_args; i++)
		check_whole_record(c, &e->args[i]);
	return c->final ? make_record(c, e, kind, named) : &type_void;
}

static const struct type *check_begin(struct check *c, struct expr *e)
{
	return check_moment(c, e, MOMENT_BEGIN);
}

static const struct type *check_end(struct check *c, struct expr *e)
{
	return check_moment(c, e, MOMENT_END);
}

static const struct type *check_instant(struct check *c, struct expr *e)
{
	return check_moment(c, e, MOMENT_INSTANT);
}

static const struct type *check_counter(struct check *c, struct expr *e)
{
	return check_moment(c, e, MOMENT_COUNTER);
}

static void gen_moment(struct gen *g, struct expr *e, struct operand *out)
{
	(void)out;
	gen_record(g, ex_action(e), e->args, e->n_args);
}

static const struct builtin rows[] = {
	{ PROTO("counter", "void", "(any track, any value)"),
	  .check = check_counter, .gen = gen_moment, .may_wait = true },
	{ PROTO("instant", "void", "(any track, any name, ...)"),
	  .check = check_instant, .gen = gen_moment, .may_wait = true },
	{ PROTO("slice_begin", "void", "(any track, any name, ...)"),
	  .check = check_begin, .gen = gen_moment, .may_wait = true },
	{ PROTO("slice_end", "void", "(any track, ...)"),
	  .check = check_end, .gen = gen_moment, .may_wait = true },
};
const struct builtin_table builtin_slice = { rows, ARRAY_SIZE(rows) };
