/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_walk.c - code that walks a user stack by tables (bpf/walk.h, symbols/unwind.h).
 *
 * The walk's state is in the scratch map, where the verifier does not follow values.  So it reads
 * the code for one frame only once: the kernel calls it for each frame (bpf_loop, 5.17), or on
 * older kernels a loop does, whose counter is all that differs between rounds.
 */
#include "gen/walk_impl.h"

/* A register of the block by DWARF's number, as an offset. */
static s32 reg_off(const struct arch *arch, u32 number)
{
	return (arch->dwarf ? arch->dwarf[number] : (s32)number) * arch->word;
}

/* ---- the rounds ---- */

/* (round, frame): the kernel calls it for each frame.  The frame has the state's address. */
static u32 frame_function(const struct walk *outer)
{
	struct gen g = *outer->g;
	struct walk w = *outer;
	vreg frame;

	w.g = &g;
	w.ir = g.ir = ir_new(g.s->arena, outer->ir->name);
	g.ir->span = outer->ir->span;
	frame = ir_param(g.ir);
	g.shared = (struct shared_values){ 0 };
	w.end = ir_label(g.ir);
	w.st = walk_get(&w, 8, frame, 0);
	walk_frame(&w);
	ir_exit(g.ir, 0);
	ir_put(g.ir, w.end);
	ir_exit(g.ir, 1);
	outer->g->funcs = g.funcs;
	vec_push(&outer->g->funcs, g.ir);
	return (u32)outer->g->funcs.n - 1;
}

static void call_rounds(struct walk *w)
{
	slot frame = gen_slot(w->g, 8);
	struct ir_arg args[] = { ARG_I(w->depth), ARG_F(0), ARG_S(frame, 0), ARG_I(0) };

	w->ir->slots.v[frame].on_stack = true;
	ir_store_slot(w->ir, 8, frame, 0, w->st);
	args[1].id = frame_function(w);
	gen_call(w->g, 0, HELPER_loop, args, 4);
}

#define MOST_IN_PLACE 64	/* rounds: the verifier reads each of them */

/*
 *	i = 0;
 *   top:
 *	…walk_frame…
 *	i++;
 *	if (i < most) goto top;
 *   end:
 */
static void make_rounds(struct walk *w)
{
	u32 most = MOST_IN_PLACE >> w->g->p->round_shift;
	vreg i = ir_vreg(w->ir);
	label top = ir_label(w->ir);

	w->g->p->has_rounds = true;
	w->end = ir_label(w->ir);
	ir_imm(w->ir, i, 0);
	ir_put(w->ir, top);
	walk_frame(w);
	ir_alui(w->ir, ALU_ADD, i, 1);
	ir_jcci(w->ir, COND_LT, i, most < w->depth ? most : w->depth, top);
	ir_put(w->ir, w->end);
}

/* ---- the beginning ---- */

static void set(struct walk *w, s32 at, s32 reg)
{
	walk_put(w, at, walk_get(w, w->arch->word, w->st, W_REGS + reg));
}

/* Counts a stack that was not walked by tables from its first to its last frame. */
static void count_guess(struct gen *g)
{
	gen_scope_open(g);
	gen_count_at(g, g->s->image.guessed_off);
	gen_scope_close(g);
}

/* Copies the registers.  Others than of user space in the architecture's own mode are those of a
 * kernel thread or of a 32-bit program. */
static void begin_regs(struct walk *w, const struct user_regs *how, label none)
{
	const struct arch *a = w->arch;
	struct ir *ir = w->ir;
	struct ir_arg args[] = { ARG_RO(w->st, W_REGS), ARG_I(a->regs_size), ARG_I(0) };
	vreg err = ir_vreg(ir), mode;

	args[2] = ARG_R(gen_user_regs(w->g, how, place_reg(w->st, W_WORD, SPACE_BPF), none));
	gen_call(w->g, err, gen_read_helper(w->g, SPACE_KERNEL, false), args, 3);
	ir_jcci(ir, COND_NE, err, 0, none);
	if (a->unwind.mode_mask) {
		mode = walk_get(w, a->word, w->st, W_REGS + a->mode_off);
		ir_alui(ir, ALU_AND, mode, a->unwind.mode_mask);
		ir_jcci(ir, COND_NE, mode, a->unwind.mode_user, none);
	}
	set(w, W_IP, a->ip);
	set(w, W_SP, a->sp);
	set(w, W_FP, reg_off(a, a->unwind.fp));
	set(w, W_FP2, reg_off(a, a->unwind.fp2));
	ir_storei(ir, 8, w->st, W_LR, 0);
	if (a->ra_in_reg)
		set(w, W_LR, a->ra);
}

/*
 * The kernel walks the stacks of a process that is not known yet, or not since it executed another
 * program.
 *
 *	p = lookup(procs, &pid);
 *	if (p && execs[pid % WALK_EXECS] <= p->as_of) goto known;
 *	…count a guess…
 *	goto none;
 *   known:
 *	areas = p->areas;
 */
static void begin_areas(struct walk *w, label none)
{
	struct ir *ir = w->ir;
	slot key = gen_slot(w->g, 4);
	struct ir_arg args[] = { ARG_M(w->m->procs), ARG_S(key, 0) };
	vreg pid = ir_vreg(ir), p = ir_vreg(ir), exec;
	label known = ir_label(ir), unknown = ir_label(ir);

	ir_mov(ir, pid, gen_shared(w->g, SHARED_PID_TGID));
	ir_alui(ir, ALU_RSH, pid, 32);
	ir_store_slot(ir, 4, key, 0, pid);
	gen_call(w->g, p, HELPER_map_lookup_elem, args, 2);
	ir_jcci(ir, COND_EQ, p, 0, unknown);
	ir_alui(ir, ALU_AND, pid, WALK_EXECS - 1);
	ir_alui(ir, ALU_LSH, pid, 3);
	exec = walk_get(w, 8, walk_entry(w, w->m->execs, pid), 0);
	ir_jcc(ir, COND_LE, exec, walk_get(w, 8, p, offsetof(struct walk_proc, as_of)), known);
	ir_put(ir, unknown);
	count_guess(w->g);
	ir_jmp(ir, none);
	ir_put(ir, known);
	ir_store(ir, 8, w->st, W_AREAS, walk_get(w, 8, p, 0));
	ir_store(ir, 8, w->st, W_AREAS + 8, walk_get(w, 8, p, 8));
}

void gen_walk_stack(struct gen *g, u32 depth, const struct user_regs *regs, label none,
		    struct walked *out)
{
	const struct arch *arch = g->s->arch;
	u32 cache = (u32)entry_off(arch) + 8 + depth * 8;
	struct walk w = { .g = g, .ir = g->ir, .m = g->s->image.walk, .arch = arch,
			  .depth = depth, .st = ir_vreg(g->ir), .cache = (s32)cache };
	vreg guessed = ir_vreg(g->ir), nowhere = ir_vreg(g->ir);
	label known = ir_label(g->ir);

	ir_imm(g->ir, nowhere, (s64)WINDOW_NOWHERE);
	/* more than the stack has, so it is in the scratch map */
	ir_lea(g->ir, w.st, gen_slot(g, cache + CACHE_BYTES), 0);
	begin_regs(&w, regs, none);
	begin_areas(&w, none);
	walk_put(&w, W_WINDOW_AT, nowhere);
	ir_storei(g->ir, 8, w.st, W_BY_GUESS, 0);
	ir_storei(g->ir, 8, w.st, W_GUESSED, 0);
	ir_storei(g->ir, 8, w.st, W_CALLED, 0);
	ir_storei(g->ir, 8, w.st, W_INTERRUPTED, 0);
	ir_storei(g->ir, 8, w.st, W_N, 0);
	ir_storei(g->ir, 8, w.st, W_HASH, 0);
	if (arch->word == 8 && image_calls_back(&g->s->image, FEATURE_LOOP))
		call_rounds(&w);
	else
		make_rounds(&w);
	out->n = walk_get(&w, 8, w.st, W_N);
	out->hash = walk_get(&w, 8, w.st, W_HASH);
	out->entry = place_reg(w.st, entry_off(arch), SPACE_BPF);
	ir_load(g->ir, 8, guessed, w.st, W_GUESSED);
	ir_jcci(g->ir, COND_EQ, guessed, 0, known);
	count_guess(g);
	ir_put(g->ir, known);
	ir_jcci(g->ir, COND_EQ, out->n, 0, none);
}

/*
 *	if (n < depth)
 *		frames[n] = 0;
 */
void gen_walk_end(struct gen *g, u32 depth, const struct walked *w)
{
	label full = ir_label(g->ir);
	vreg at = ir_vreg(g->ir);

	ir_jcci(g->ir, COND_GE, w->n, depth, full);
	ir_mov(g->ir, at, w->n);
	ir_alui(g->ir, ALU_LSH, at, 3);
	ir_alu(g->ir, ALU_ADD, at, w->entry.id);
	ir_storei(g->ir, 8, at, w->entry.off + 8, 0);
	ir_put(g->ir, full);
}
