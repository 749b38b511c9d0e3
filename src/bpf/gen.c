/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen.c - programs and statements; the driver of code generation.
 *
 * One program per struct prog:
 *
 *	if (!predicate) goto done;
 *	…statements…
 *   done:
 *	return 0;
 */
#include <string.h>

#include "bpf/gen.h"

/* What is computed in a branch is not there after it. */
struct scope { vreg shared[SHARED_KINDS]; };

static void scope_open(const struct gen *g, struct scope *sc)
{
	memcpy(sc->shared, g->shared, sizeof(sc->shared));
}

static void scope_close(struct gen *g, const struct scope *sc)
{
	memcpy(g->shared, sc->shared, sizeof(sc->shared));
}

static void gen_stmts(struct gen *g, struct stmt *s);

static void gen_nested(struct gen *g, struct stmt *s)
{
	struct scope sc;

	scope_open(g, &sc);
	gen_stmts(g, s);
	scope_close(g, &sc);
}

/*
 *	if (!e) goto no;
 *	body
 *	goto end;
 *   no:
 *	other
 *   end:
 */
static void gen_if(struct gen *g, struct stmt *s)
{
	label no = ir_label(g->ir), end = s->other ? ir_label(g->ir) : 0;

	gen_branch(g, s->e, false, no);
	gen_nested(g, s->body);
	if (end)
		ir_jmp(g->ir, end);
	ir_put(g->ir, no);
	if (end) {
		gen_nested(g, s->other);
		ir_put(g->ir, end);
	}
}

static void gen_stmt(struct gen *g, struct stmt *s)
{
	struct operand o;

	g->ir->span = s->span;
	switch (s->kind) {
	case ST_EXPR:
		gen_expr(g, s->e, &o);
		break;
	case ST_BLOCK:
		gen_stmts(g, s->body);
		break;
	case ST_IF:
		gen_if(g, s);
		break;
	case ST_RETURN:
		ir_jmp(g->ir, g->done);
		break;
	default:
		bug("statement %d reached gen", s->kind);
	}
}

static void gen_stmts(struct gen *g, struct stmt *s)
{
	for (; s; s = s->next)
		gen_stmt(g, s);
}

static void init_locals(struct gen *g)
{
	for (struct local *l = g->p->locals; l; l = l->next) {
		const struct type *t = l->type;

		if (!t)
			continue;
		if (type_fits_reg(t)) {
			l->reg = ir_vreg(g->ir);
			if (l->needs_init)
				ir_imm(g->ir, l->reg, 0);
		} else {
			l->slot = gen_slot(g, t->size);
			if (l->needs_init)
				place_zero(g, place_slot(l->slot, 0), t->size);
		}
	}
}

static const char *prog_name(struct script *s, const struct prog *p)
{
	const struct target *t = p->targets.v[0];

	return arena_printf(s->arena, "%s", *t->func ? t->func : p->provider_name);
}

static void gen_prog(struct script *s, struct prog *p, struct ir *ir)
{
	struct gen g = { .s = s, .p = p, .ir = ir };

	g.done = ir_label(ir);
	ir->span = p->span;
	if (p->pred) {
		ir->span = p->pred->span;
		gen_branch(&g, p->pred, false, g.done);
	}
	ir_scratch(ir);
	init_locals(&g);
	gen_stmts(&g, p->body);
	ir->span = p->span;
	ir_put(ir, g.done);
	ir_exit(ir, 0);
}

static void explain_code_error(struct script *s, enum code_error err, struct span at)
{
	switch (err) {
	case CODE_TOO_LONG:
		diag_say(s->diag, E_TOO_LONG, at);
		break;
	case CODE_JUMP_TOO_FAR:
		diag_say(s->diag, E_JUMP_TOO_FAR, at);
		break;
	default:
		diag_say(s->diag, E_TOO_MUCH_STACK, at);
	}
}

int script_gen(struct script *s)
{
	struct code_target ct = {
		.scratch_map = s->scratch_map, .cpu_slots = s->cpu_slots,
		.max_insns = 1000000, .stack_limit = 512, .n_regs = 10,
	};
	int err = 0;

	for (size_t i = 0; i < s->progs.n; i++) {
		struct prog *p = s->progs.v[i];
		struct ir *ir = ir_new(s->arena, prog_name(s, p));
		struct span at;
		enum code_error e;

		gen_prog(s, p, ir);
		if (s->dump_ir)
			ir_dump(s->dump_ir, ir);
		e = code_make(s->arena, &ir, 1, &ct, &p->code, &at);
		ir_free(ir);
		if (e != CODE_OK) {
			explain_code_error(s, e, at.beg ? at : p->span);
			err = -1;
		}
	}
	s->maps.v[s->scratch_map].value_size = ALIGN_UP(ct.scratch_size, 8);
	return err;
}
