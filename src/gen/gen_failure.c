/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_failure.c - with -k, a helper that fails sends a record with its place in the script
 * and its result.
 */
#include "gen/gen.h"
#include "builtin/builtin.h"

static const struct builtin failure = { PROTO("failure", "void", ""), .may_wait = true };

static struct action *new_action(struct gen *g, enum helper helper)
{
	const struct type *types[] = { &type_u32, &type_s64 };
	struct action *a = arena_new(g->s->arena, struct action);
	struct strbuf name = { 0 };

	helper_put(&name, helper);
	a->handle = g->s->tell_failure;
	a->id = (u32)g->s->image.actions.n;
	a->builtin = &failure;
	a->prog = g->p;
	a->span = g->at;
	a->record = type_tuple(g->s->arena, types, ARRAY_SIZE(types));
	a->size = ALIGN_UP(a->record->size, 8);
	a->text = arena_strdup(g->s->arena, sb_str(&name));
	sb_free(&name);
	vec_push(&g->s->image.actions, a);
	g->s->image.uses_events = true;
	return a;
}

/* Writes the result.  e is the number of its register. */
static void fill(struct gen *g, struct place dst, struct expr *e)
{
	place_store(g, 8, dst, (vreg)ex_num(e));
}

void gen_failure(struct gen *g, vreg r, enum helper helper)
{
	struct expr *result;

	if (!g->s->tell_failure)
		return;
	result = expr_int(g->s->arena, r, g->at);
	gen_record_with(g, new_action(g, helper), fill, result);
}

/*
 *	if (r cond 0) goto fine;
 *	…send the record…
 *   fine:
 */
void gen_failure_unless(struct gen *g, enum cond cond, vreg r, enum helper helper)
{
	label fine = ir_label(g->ir);

	if (!g->s->tell_failure)
		return;
	ir_jcci(g->ir, cond, r, 0, fine);
	gen_failure(g, r, helper);
	ir_put(g->ir, fine);
}
