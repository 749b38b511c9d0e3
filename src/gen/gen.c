/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen.c - generates programs and statements.
 *
 * One program per struct prog:
 *
 *	if (!predicate) goto done;
 *	…statements…
 *   done:
 *	return 0;
 */

#include "builtin/builtin.h"
#include "gen/gen_impl.h"
#include "lang/join.h"
#include "provider/provider.h"

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

static void gen_let(struct gen *g, struct stmt *s)
{
	struct operand o;

	if (!s->e)
		return;
	if (type_fits_reg(s->local->type)) {
		gen_expr(g, s->e, &o);
		gen_local_store(g, s->local, &o, s->e->type);
	} else {
		gen_into(g, gen_local_place(g, s->local), s->local->type, s->e);
	}
}

static void visit_stmt(struct gen *g, struct stmt *s)
{
	struct operand o;

	g->ir->span = s->span;
	gen_piece_find(g, s->kind == ST_EXPR || s->kind == ST_IF || s->kind == ST_LET ?
			  s->e : NULL);
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
	case ST_LET:
		gen_let(g, s);
		break;
	case ST_WHILE:
	case ST_FOR_RANGE:
	case ST_UNROLL:
		gen_loop(g, s);
		break;
	case ST_FOR_MAP:
		gen_for_map(g, s);
		break;
	case ST_BREAK:
		ir_jmp(g->ir, g->loop_break);
		break;
	case ST_CONTINUE:
		ir_jmp(g->ir, g->loop_continue);
		break;
	case ST_RETURN:
		gen_leave(g, g->done);
		ir_jmp(g->ir, g->done);
		break;
	default:
		bug("statement %d reached gen", s->kind);
	}
}

/* Gives variables a place in the frame.  Returns the frame's size.  A lent variable is there only
 * while rounds are called, unless the script has its address: then it can't move. */
static u32 lay_out_frame(struct gen *g)
{
	bool has_address = false;
	u32 size = FRAME_LOCALS;

	for (struct local *l = g->p->source->locals; l; l = l->next) {
		if (l->in_frame)	/* the program was generated before */
			l->in_frame = l->in_memory = false;
		if (!l->type || (!l->is_shared && !(l->is_lent && g->p->calls_rounds)))
			continue;
		l->in_memory = l->in_frame = l->is_shared || l->has_address;
		has_address |= l->has_address;
		l->off = size;
		size += ALIGN_UP(l->type->size, 8);
	}
	g->self_off = has_address ? size : 0;
	return has_address ? size + 8 : size;
}

/* Makes room for the frame, if the program has functions.  Variables that live there begin as
 * zeros.  lend_all() fills it with others where a loop needs them. */
static void init_frame(struct gen *g)
{
	u32 size = lay_out_frame(g);

	if (!g->p->source->has_callbacks && !g->p->calls_rounds)
		return;
	g->frame_size = size;
	g->frame = place_slot(gen_slot(g, size), 0);
	g->ir->slots.v[g->frame.id].on_stack = true;
	for (struct local *l = g->p->source->locals; l; l = l->next)
		if (l->in_frame)
			place_zero(g, gen_local_place(g, l), l->type->size);
	if (g->p->source->has_callbacks)
		gen_frame_begin(g);
}

static void init_locals(struct gen *g)
{
	init_frame(g);
	for (struct local *l = g->p->source->locals; l; l = l->next) {
		const struct type *t = l->type;

		if (!t || l->in_memory)
			continue;
		if (type_fits_reg(t) && !l->has_address) {
			l->reg = ir_vreg(g->ir);
			if (l->needs_init)
				ir_imm(g->ir, l->reg, 0);
		} else {
			l->slot = gen_slot(g, t->size);
			if (l->needs_init || l->has_address)
				place_zero(g, place_slot(l->slot, 0), t->size);
		}
	}
}

/* A pointer to a variable may be used anywhere.  A write at the end of the program keeps the
 * variable's slot, or the frame's, from being shared. */
static void keep_addressed(struct gen *g)
{
	for (struct local *l = g->p->source->locals; l; l = l->next)
		if (l->has_address && l->type && (l->in_frame || !l->in_memory))
			place_storei(g, 1, gen_local_place(g, l), 0);
}

static const char *prog_name(struct script *s, const struct prog *p)
{
	const struct target *t = p->targets.v[0];

	return arena_printf(s->arena, "%s", *t->func ? t->func : p->source->provider_name);
}

/* The statements from s up to (not including) `end`. */
static void gen_until(struct gen *g, struct stmt *s, const struct stmt *end)
{
	for (; s != end; s = s->next)
		visit_stmt(g, s);
}

/*
 * An iterator writes one byte for each object, so that a read(2) of n bytes ends after n
 * objects.  Then the session can take their records before the buffer is full.
 *
 *	seq_write(ctx->meta->seq, &byte, 1);
 */
static void gen_iter_step(struct gen *g)
{
	vreg seq = ir_vreg(g->ir);
	slot byte = gen_slot(g, 8);
	struct ir_arg args[] = { ARG_R(seq), ARG_S(byte, 0), ARG_I(1) };

	place_zero(g, place_slot(byte, 0), 8);
	ir_load(g->ir, 8, seq, g->ir->ctx, 0);
	ir_load(g->ir, 8, seq, seq, 0);
	gen_call(g, 0, HELPER_seq_write, args, 3);
}

/* The predicate and the statements from `from` to `end` of the clause of g->p. */
static void gen_clause(struct gen *g, struct stmt *from, const struct stmt *end, bool first)
{
	struct prog *p = g->p;
	struct ir *ir = g->ir;
	bool early = first && p->source->pred_binds;

	if (first)
		gen_filter(g);
	if (p->provider->runs == RUN_ITER)
		gen_iter_step(g);
	if (early) {
		ir_scratch(ir);
		init_locals(g);
	}
	if (first && p->source->pred) {
		ir->span = p->source->pred->span;
		gen_piece_find(g, p->source->pred);
		gen_branch(g, p->source->pred, false, g->done);
	}
	if (!early) {
		ir_scratch(ir);
		init_locals(g);
	}
	gen_until(g, from, end);
	ir->span = p->span;
}

/*
 * The clauses of the programs that are joined with g->p.  What ends a clause, as `return` does,
 * leads to the next one.
 *
 *   done of the clause before:
 *	if (!predicate) goto done;
 *	…statements…
 */
static void gen_joined(struct gen *g)
{
	struct prog *first = g->p;

	for (struct prog *p = first->joined; p; p = p->joined) {
		gen_arrive(g);
		keep_addressed(g);
		g->p = p;
		g->done = ir_label(g->ir);
		g->ir->span = p->span;
		gen_clause(g, p->source->body, NULL, true);
	}
}

/*
 * Generates one part of a program: the statements from `from` to `end`, or the body of a loop
 * over a map, which the session runs once per entry.  A part returns a PART_…, by which the
 * session knows how to go on.
 */
static void gen_part(struct gen *g, struct stmt *from, const struct stmt *end, bool first)
{
	struct prog *p = g->p;
	struct ir *ir = g->ir;
	bool parts = p->source->has_map_loop;
	label over = ir_label(ir);

	g->done = over;
	gen_start(g);
	g->done = ir_label(ir);
	g->loop_break = ir_label(ir);
	g->loop_continue = ir_label(ir);
	ir->span = p->span;
	if (p->runs_off) {
		gen_shared(g, SHARED_CPU_BLOCK);	/* now, for the whole program */
		gen_count_at(g, p->runs_off);
	}
	gen_clause(g, from, end, first);
	gen_joined(g);
	ir_put(ir, g->loop_continue);
	if (parts) {
		ir_exit(ir, PART_NEXT);
		ir_put(ir, g->loop_break);
		ir_exit(ir, PART_BREAK);
	}
	ir_put(ir, g->done);
	keep_addressed(g);
	gen_end(g, p);
	ir_put(ir, over);
	ir_exit(ir, parts ? PART_RETURN : 0);
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

#define MAX_FRAME 288	/* of 512 bytes of stack; functions get half of the rest */

static bool counts_comm(void *arg, const struct expr *e)
{
	u32 *n = arg;

	*n += e->kind == EX_BUILTIN && ex_builtin(e)->flags & SEES_COMM && !e->n_args;
	return *n > 1;
}

static bool reads_comm_again(const struct prog *p)
{
	u32 n = 0;

	for (; p; p = p->joined)
		if (expr_any(p->source->pred, counts_comm, &n) ||
		    stmt_any(p->source->body, counts_comm, &n))
			return true;
	return false;
}

static enum code_error try_code(struct script *s, struct code_target *ct, struct prog *p,
				struct stmt *from, const struct stmt *end, bool first,
				struct span *at)
{
	struct gen g = { .s = s, .p = p, .ir = ir_new(s->arena, prog_name(s, p)),
			 .visit = gen_visit, .visit_stmt = visit_stmt,
			 .reads_comm_again = reads_comm_again(p) };
	enum code_error e = CODE_STACK;

	vec_push(&g.funcs, g.ir);
	gen_part(&g, from, end, first);
	p->uses_types = g.uses_types;
	p->uses_front = g.uses_front;
	p->is_typed_raw = g.uses_slots && p->provider->prog_type == BPF_PROG_TYPE_RAW_TRACEPOINT;
	for (u32 i = 0; s->dump_ir && i < g.funcs.n; i++)
		ir_dump(s->dump_ir, g.funcs.v[i]);
	ct->guard = !p->is_preempted || p->written ? GUARD_NONE :
		    p->is_guarded ? GUARD_ALWAYS : GUARD_MEMORY;
	if (g.frame_size <= MAX_FRAME)
		e = code_make(s->arena, g.funcs.v, (u32)g.funcs.n, ct, &p->code, at);
	for (u32 i = 0; i < g.funcs.n; i++)
		ir_free(g.funcs.v[i]);
	vec_free(&g.funcs);
	vec_free(&g.scopes);
	return e;
}

/* Generates p and those that are joined with it into one program.  Returns false if that is not
 * possible or not wanted: if they are too large or too complex for one, or need scratch memory, of
 * which each must have its own after the kernel has refused to load them together. */
static bool make_joined(struct script *s, const struct code_target *ct, struct prog *p)
{
	struct code_target with = *ct;
	struct span at;
	bool rounds = false;

	if (try_code(s, &with, p, p->source->body, NULL, true, &at) != CODE_OK)
		return false;
	for (const struct prog *q = p; q; q = q->joined)
		rounds |= q->has_rounds;
	return !rounds && !p->code.scratch;
}

/* Must it leave if an interrupt runs it again?  Yes if it keeps more than sums on its CPU. */
static bool must_skip_nested(const struct prog *p)
{
	return p->nested_off && !p->skips_nested && (p->is_guarded || p->code.scratch);
}

/* Functions for the rounds of loops need stack.  If there is too little, tries again with all
 * rounds in place.  Returns 0, or -1 after a message. */
static int make_code(struct script *s, struct code_target *ct, struct prog *p,
		     struct stmt *from, const struct stmt *end, bool first)
{
	struct span at = { 0 };
	u32 used = ct->scratch_size;
	enum code_error e = try_code(s, ct, p, from, end, first, &at);

	if (e == CODE_OK && must_skip_nested(p)) {
		p->skips_nested = true;
		ct->scratch_size = used;
		e = try_code(s, ct, p, from, end, first, &at);
	}
	if (e == CODE_STACK && p->calls_rounds) {
		p->calls_rounds = false;
		e = try_code(s, ct, p, from, end, first, &at);
	}
	if (e != CODE_OK)
		explain_code_error(s, e, at.beg ? at : p->span);
	return e == CODE_OK ? 0 : -1;
}

static struct prog *add_part(struct script *s, struct prog *p, struct prog *last,
			     struct stmt *loop)
{
	struct prog *part = arena_memdup(s->arena, p, sizeof(*p));

	part->next_part = NULL;
	part->loop = (struct part_loop){ 0 };
	if (loop)
		part->loop = (struct part_loop){ ex_global(loop->e), loop->local->type,
						 loop->local->off };
	last->next_part = part;
	return part;
}

/* Cuts the program at loops over maps: the code before a loop, its body, the code after it, … */
static int make_parts(struct script *s, struct code_target *ct, struct prog *p)
{
	struct stmt *body = p->source->body, *from = body->kind == ST_BLOCK ? body->body : body;
	struct prog *last = p;
	bool first = true;
	int err = 0;

	for (struct stmt *at = from; ; at = at->next) {
		if (at && at->kind != ST_FOR_MAP)
			continue;
		if (!first)
			last = add_part(s, p, last, NULL);
		err |= make_code(s, ct, last, from, at, first);
		if (!at)
			return err;
		last = add_part(s, p, last, at);
		err |= make_code(s, ct, last, at->body, NULL, false);
		from = at->next;
		first = false;
	}
}

static struct code_target target_of(const struct script *s)
{
	return (struct code_target){
		.scratch_map = s->image.scratch_map, .cpu_slots = s->image.cpu_slots,
		.max_insns = 1000000, .stack_limit = 512, .n_regs = 10,
		.is_big = s->arch->is_big, .may_lack_div64 = s->arch->word == 4,
		.has = s->image.has,
	};
}

/* Generates p once more.  Returns 0, or -1 if it needs more scratch memory than there is. */
static int gen_same(struct script *s, struct prog *p)
{
	struct code_target ct = target_of(s);

	ct.scratch_size = p->scratch_off;
	if (make_code(s, &ct, p, p->source->body, NULL, true))
		return -1;
	return ct.scratch_size > s->image.maps.v[s->image.scratch_map].value_size ? -1 : 0;
}

/* Generates p for the probe as it was written, without a cheaper way to attach it. */
static int gen_as_written(struct script *s, struct prog *p)
{
	for (struct prog *q = p; q; q = q->joined) {
		q->provider = q->written;
		q->written = NULL;
		q->nested_off = 0;	/* perf runs nothing on a CPU while a program runs there */
		q->skips_nested = false;
		q->ctx_form = CTX_AS_WRITTEN;
	}
	return gen_same(s, p);
}

#define LAST_SHIFT 6

/* Generates p again with an eighth of the rounds in place. */
static int gen_shorter(struct script *s, struct prog *p)
{
	struct code_target ct = target_of(s);
	u32 end = p->scratch_off + p->code.scratch * ct.cpu_slots;

	if (!p->has_rounds || p->source->has_map_loop || p->round_shift == LAST_SHIFT)
		return -1;
	p->round_shift += 3;
	ct.scratch_size = p->scratch_off;
	if (make_code(s, &ct, p, p->source->body, NULL, true))
		return -1;
	return ct.scratch_size > end ? -1 : 0;
}

/* Generates p and the programs that are joined with it, each for itself. */
static int gen_apart(struct script *s, struct prog *p)
{
	struct code_target ct = target_of(s);
	int err = 0;

	for (struct prog *q = p, *next; q && !err; q = next) {
		next = script_part(s, q);
		q->scratch_off = ct.scratch_size = p->scratch_off;
		err = make_code(s, &ct, q, q->source->body, NULL, true) || q->code.scratch;
	}
	return err ? -1 : 0;
}

/* image.again: returns 0, or -1 if there is no such form. */
static int gen_again(struct image *im, struct prog *p, enum again how)
{
	struct script *s = (void *)((char *)im - offsetof(struct script, image));

	/* The written form has not been refused yet. */
	for (struct prog *q = p; q; q = q->joined)
		q->is_plain = how != AGAIN_AS_WRITTEN;
	switch (how) {
	case AGAIN_PLAIN:	return gen_same(s, p);
	case AGAIN_SHORTER:	return gen_shorter(s, p);
	case AGAIN_APART:	return gen_apart(s, p);
	default:		return gen_as_written(s, p);
	}
}

int script_gen(struct script *s)
{
	struct code_target ct = target_of(s);
	int err = 0;

	for (size_t i = 0; i < s->image.progs.n; i++) {
		struct prog *p = s->image.progs.v[i];

		p->scratch_off = ct.scratch_size;
		if (p->joined && make_joined(s, &ct, p))
			continue;
		for (struct prog *q = p; q; )
			q = script_part(s, q);
		if (p->source->has_map_loop)
			err |= make_parts(s, &ct, p);
		else
			err |= make_code(s, &ct, p, p->source->body, NULL, true);
	}
	s->image.maps.v[s->image.scratch_map].value_size = ALIGN_UP(ct.scratch_size, 8);
	s->image.again = gen_again;
	return err;
}
