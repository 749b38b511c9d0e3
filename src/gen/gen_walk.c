/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_walk.c - code that walks a user stack by tables (bpf/walk.h, symbols/unwind.h).
 *
 * The walk's state is in the scratch map, where the verifier does not follow values.  So it reads
 * the code for one frame only once: the kernel calls it for each frame (bpf_loop, 5.17), or on
 * older kernels a loop does, whose counter is all that differs between rounds.
 */
#include "gen/gen_impl.h"
#include "bpf/walk.h"
#include "symbols/unwind.h"

enum {	/* the state: offsets */
	W_IP = 0, W_SP = 8, W_FP = 16, W_FP2 = 24, W_LR = 32,
	W_WORD = 40,		/* read from the stack */
	W_CALLED = 48,		/* 1: ip is where a call returns to; 0: it was interrupted there */
	W_N = 56,		/* frames so far */
	W_HASH = 64,		/* of these */
	W_GUESSED = 72,		/* some frame's table or mapping is not known */
	W_AREAS = 80,		/* the process's part of the areas: struct walk_range */
	W_REGS = 96		/* the innermost frame's registers; then u64 id, u64 frames[] */
};

#define LEAST_SCRATCH 520	/* bytes: more than the stack has, so it is in the scratch map */

struct walk {
	struct gen *g;
	struct ir *ir;
	const struct walk_maps *m;
	const struct arch *arch;
	u32 depth;
	vreg st;	/* the state's address */
	label end;	/* there are no more frames */
};

static s32 entry_off(const struct arch *arch)
{
	return W_REGS + (s32)ALIGN_UP(arch->regs_size, 8);
}

/* A register of the block by DWARF's number, as an offset. */
static s32 reg_off(const struct arch *arch, u32 number)
{
	return (arch->dwarf ? arch->dwarf[number] : (s32)number) * arch->word;
}

static vreg get(struct walk *w, u32 size, vreg base, s32 off)
{
	vreg v = ir_vreg(w->ir);

	ir_load(w->ir, size, v, base, off);
	return v;
}

/* Loads a signed number of 4 bytes. */
static vreg get_s32(struct walk *w, vreg base, s32 off)
{
	vreg v = get(w, 4, base, off);

	gen_extend(w->g, v, 4, true);
	return v;
}

static void put(struct walk *w, s32 off, vreg v)
{
	ir_store(w->ir, 8, w->st, off, v);
}

/* The address of the entry `at` bytes into a table. */
static vreg entry_at(struct walk *w, u32 map, vreg at)
{
	vreg p = ir_vreg(w->ir);

	ir_mapval(w->ir, p, map, 0);
	ir_alu(w->ir, ALU_ADD, p, at);
	return p;
}

struct table { u32 map, n, size, key_size; };

/*
 * Finds the last entry up to key in the range at `off` from an address.  Each begins with its key.
 * If the first one is greater already, the result is the first one.
 *
 *	lo = first & mask;  i = lo + skip;
 *   look:
 *	i &= mask;
 *	if (key >= table[i]) lo = i;
 *	i = lo + half;  half >>= 1;
 *	if (half (before that) >= size) goto look;
 */
static vreg search(struct walk *w, const struct table *t, vreg key, vreg range, s32 off)
{
	struct ir *ir = w->ir;
	vreg lo = ir_vreg(ir), i = ir_vreg(ir), half = ir_vreg(ir), step = ir_vreg(ir);
	label look = ir_label(ir), less = ir_label(ir);
	s64 mask = (s64)(t->n - 1) * t->size;

	ir_load(ir, 4, lo, range, off + (s32)offsetof(struct walk_range, first));
	ir_alui(ir, ALU_AND, lo, mask);
	ir_mov(ir, i, lo);
	ir_alu(ir, ALU_ADD, i, get(w, 4, range, off + (s32)offsetof(struct walk_range, skip)));
	ir_load(ir, 4, half, range, off + (s32)offsetof(struct walk_range, half));
	ir_alui(ir, ALU_AND, half, mask);
	ir_put(ir, look);
	ir_alui(ir, ALU_AND, i, mask);
	ir_jcc(ir, COND_LT, key, get(w, t->key_size, entry_at(w, t->map, i), 0), less);
	ir_mov(ir, lo, i);
	ir_put(ir, less);
	ir_mov(ir, i, lo);
	ir_alu(ir, ALU_ADD, i, half);
	ir_mov(ir, step, half);
	ir_alui(ir, ALU_RSH, half, 1);
	ir_jcci(ir, COND_GE, step, t->size, look);
	ir_alui(ir, ALU_AND, lo, mask);
	return entry_at(w, t->map, lo);
}

/* ---- one frame ---- */

/*
 *	if (!ip || n >= depth) goto end;
 *	frames[n] = ip;  state.n = n + 1;
 *	hash = (hash ^ ip) * odd;  hash ^= hash >> 29;
 */
static void add_frame(struct walk *w, vreg n, vreg ip)
{
	struct ir *ir = w->ir;
	vreg at = ir_vreg(ir), h, odd = ir_vreg(ir), t = ir_vreg(ir);

	ir_jcci(ir, COND_EQ, ip, 0, w->end);
	ir_jcci(ir, COND_GE, n, w->depth, w->end);
	ir_mov(ir, at, n);
	ir_alui(ir, ALU_LSH, at, 3);
	ir_alu(ir, ALU_ADD, at, w->st);
	ir_store(ir, 8, at, entry_off(w->arch) + 8, ip);
	ir_mov(ir, t, n);
	ir_alui(ir, ALU_ADD, t, 1);
	put(w, W_N, t);
	h = get(w, 8, w->st, W_HASH);
	ir_imm(ir, odd, (s64)0x9e3779b97f4a7c15);	/* 2^64 / the golden ratio */
	ir_alu(ir, ALU_XOR, h, ip);
	ir_alu(ir, ALU_MUL, h, odd);
	ir_mov(ir, t, h);
	ir_alui(ir, ALU_RSH, t, 29);
	ir_alu(ir, ALU_XOR, h, t);
	put(w, W_HASH, h);
}

/*
 * rule = that of pc, or the first one, which follows frame pointers:
 *
 *	area = search(areas, pc);
 *	if (pc < area.start || pc >= area.end) goto guess;
 *	file = &files[area.file];
 *	if (file.state != READY) goto not_ready;
 *	row = search(rows, pc - area.bias);
 *	if (row.at > pc - area.bias) goto none;
 *	rule = &rules[row.rule];
 *	goto have;
 *   not_ready:
 *	if (file.state == NONE) goto none;
 *	file.state = WANTED;
 *   guess:
 *	guessed = 1;
 *   none:
 *	rule = &rules[0];
 *   have:
 */
static vreg find_rule(struct walk *w, vreg pc)
{
	const struct table areas = { w->m->areas, w->m->n_areas, sizeof(struct walk_area), 8 };
	const struct table rows = { w->m->rows, w->m->n_rows, sizeof(struct unwind_row), 4 };
	struct ir *ir = w->ir;
	label guess = ir_label(ir), not_ready = ir_label(ir), none = ir_label(ir),
	      have = ir_label(ir);
	vreg area, file, row, rule = ir_vreg(ir), index, off = ir_vreg(ir), state;

	area = search(w, &areas, pc, w->st, W_AREAS);
	ir_jcc(ir, COND_LT, pc, get(w, 8, area, offsetof(struct walk_area, start)), guess);
	ir_jcc(ir, COND_GE, pc, get(w, 8, area, offsetof(struct walk_area, end)), guess);
	ir_mov(ir, off, pc);
	ir_alu(ir, ALU_SUB, off, get(w, 8, area, offsetof(struct walk_area, bias)));
	index = get(w, 4, area, offsetof(struct walk_area, file));
	ir_alui(ir, ALU_AND, index, w->m->n_files - 1);
	ir_alui(ir, ALU_LSH, index, 4);
	file = entry_at(w, w->m->files, index);
	state = get(w, 4, file, offsetof(struct walk_range, state));
	ir_jcci(ir, COND_NE, state, WALK_READY, not_ready);
	row = search(w, &rows, off, file, 0);
	ir_jcc(ir, COND_LT, off, get(w, 4, row, offsetof(struct unwind_row, at)), none);
	index = get(w, 4, row, offsetof(struct unwind_row, rule));
	ir_alui(ir, ALU_AND, index, w->m->n_rules - 1);
	ir_alui(ir, ALU_LSH, index, 5);
	ir_mov(ir, rule, entry_at(w, w->m->rules, index));
	ir_jmp(ir, have);
	ir_put(ir, not_ready);
	ir_jcci(ir, COND_EQ, state, WALK_NONE, none);
	ir_storei(ir, 4, file, offsetof(struct walk_range, state), WALK_WANTED);
	ir_put(ir, guess);
	ir_storei(ir, 8, w->st, W_GUESSED, 1);
	ir_put(ir, none);
	ir_mapval(ir, rule, w->m->rules, 0);
	ir_put(ir, have);
	return rule;
}

#define RULE(member) ((s32)offsetof(struct unwind_rule, member))

/* v = the word at an address of the process.  The walk ends if it can't be read. */
static void read_word(struct walk *w, vreg v, vreg addr)
{
	struct ir_arg args[] = { ARG_RO(w->st, W_WORD), ARG_I(w->arch->word), ARG_R(addr) };
	vreg err = ir_vreg(w->ir);

	gen_call(w->g, err, gen_read_helper(w->g, SPACE_USER, false), args, 3);
	ir_jcci(w->ir, COND_NE, err, 0, w->end);
	ir_load(w->ir, w->arch->word, v, w->st, W_WORD);
}

/*
 * v = the caller's register, unless the rule says that it is the same:
 *
 *	if (from == SAME) goto same;
 *	a = cfa;
 *	if (from == AT_CFA) goto have;
 *	a = state.sp;
 *	if (from == AT_SP) goto have;
 *	a = state.fp;
 *   have:
 *	v = *(a + off);
 */
static void read_saved(struct walk *w, vreg v, vreg rule, s32 from_off, s32 off, vreg cfa,
		       label same)
{
	struct ir *ir = w->ir;
	vreg from = get(w, 1, rule, from_off), a = ir_vreg(ir);
	label have = ir_label(ir);

	ir_jcci(ir, COND_EQ, from, UNWIND_SAME, same);
	ir_mov(ir, a, cfa);
	ir_jcci(ir, COND_EQ, from, UNWIND_AT_CFA, have);
	ir_load(ir, 8, a, w->st, W_SP);
	ir_jcci(ir, COND_EQ, from, UNWIND_AT_SP, have);
	ir_load(ir, 8, a, w->st, W_FP);
	ir_put(ir, have);
	ir_alu(ir, ALU_ADD, a, get_s32(w, rule, off));
	read_word(w, v, a);
}

/* The register that the CFA is counted from.  Others than sp and frame pointers are known in the
 * innermost frame only. */
static vreg base_of(struct walk *w, vreg rule, vreg n)
{
	struct ir *ir = w->ir;
	vreg reg = get(w, 1, rule, RULE(reg)), base = ir_vreg(ir);
	label have = ir_label(ir);

	ir_load(ir, 8, base, w->st, W_SP);
	ir_jcci(ir, COND_EQ, reg, UNWIND_SP, have);
	ir_load(ir, 8, base, w->st, W_FP);
	ir_jcci(ir, COND_EQ, reg, UNWIND_FP, have);
	ir_load(ir, 8, base, w->st, W_FP2);
	ir_jcci(ir, COND_EQ, reg, UNWIND_FP2, have);
	ir_jcci(ir, COND_NE, n, 0, w->end);
	ir_alui(ir, ALU_SUB, reg, UNWIND_OTHER);
	ir_jcci(ir, COND_GE, reg, w->arch->regs_size / w->arch->word, w->end);
	ir_alui(ir, ALU_MUL, reg, w->arch->word);
	ir_alu(ir, ALU_ADD, reg, w->st);
	ir_load(ir, w->arch->word, base, reg, W_REGS);
	ir_put(ir, have);
	ir_alu(ir, ALU_ADD, base, get_s32(w, rule, RULE(cfa)));
	return base;
}

/*
 * The sp of the caller.
 *
 *	if (kind == CFA) goto have;
 *	if (kind == END) goto end;
 *	if (kind == WORD) cfa = *cfa + add;
 *	else if ((ip & 15) >= add) cfa += word;
 *   have:
 */
static vreg find_cfa(struct walk *w, vreg rule, vreg n)
{
	struct ir *ir = w->ir;
	vreg kind = get(w, 1, rule, RULE(kind)), cfa, add, ip;
	label have = ir_label(ir), plt = ir_label(ir);

	ir_jcci(ir, COND_EQ, kind, UNWIND_END, w->end);
	cfa = base_of(w, rule, n);
	kind = get(w, 1, rule, RULE(kind));
	ir_jcci(ir, COND_EQ, kind, UNWIND_CFA, have);
	ir_jcci(ir, COND_NE, kind, UNWIND_WORD, plt);
	read_word(w, cfa, cfa);
	ir_alu(ir, ALU_ADD, cfa, get_s32(w, rule, RULE(add)));
	ir_jmp(ir, have);
	ir_put(ir, plt);
	add = get_s32(w, rule, RULE(add));
	ip = get(w, 8, w->st, W_IP);
	ir_alui(ir, ALU_AND, ip, 15);
	ir_jcc(ir, COND_LT, ip, add, have);
	ir_alui(ir, ALU_ADD, cfa, w->arch->word);
	ir_put(ir, have);
	return cfa;
}

/*
 * Ends the walk where the stack doesn't grow.  A signal may have been handled on another stack, and
 * a leaf function may need none.
 *
 *	if (cfa > sp || is_signal) goto fine;
 *	if (cfa < sp || ra_from != SAME) goto end;
 *   fine:
 */
static void check_growth(struct walk *w, vreg rule, vreg cfa)
{
	struct ir *ir = w->ir;
	vreg sp = get(w, 8, w->st, W_SP);
	label fine = ir_label(ir);

	ir_jcc(ir, COND_GT, cfa, sp, fine);
	ir_jcci(ir, COND_NE, get(w, 1, rule, RULE(is_signal)), 0, fine);
	ir_jcc(ir, COND_LT, cfa, sp, w->end);
	ir_jcci(ir, COND_NE, get(w, 1, rule, RULE(ra_from)), UNWIND_SAME, w->end);
	ir_put(ir, fine);
}

/* state.ip = the return address. */
static void find_ip(struct walk *w, vreg rule, vreg cfa)
{
	struct ir *ir = w->ir;
	vreg ip = ir_vreg(ir);
	label same = ir_label(ir);

	ir_load(ir, 8, ip, w->st, W_LR);
	read_saved(w, ip, rule, RULE(ra_from), RULE(ra), cfa, same);
	ir_put(ir, same);
	if (w->arch->unwind.ip_bits)
		ir_alui(ir, ALU_AND, ip, (s64)((1ull << w->arch->unwind.ip_bits) - 1));
	put(w, W_IP, ip);
}

/* state[at] = a register that functions save if they change it. */
static void find_saved(struct walk *w, vreg rule, s32 from, s32 off, vreg cfa, s32 at)
{
	vreg v = ir_vreg(w->ir);
	label same = ir_label(w->ir);

	read_saved(w, v, rule, from, off, cfa, same);
	put(w, at, v);
	ir_put(w->ir, same);
}

/* Replaces the frame in the state by its caller's. */
static void find_caller(struct walk *w, vreg rule, vreg n)
{
	struct ir *ir = w->ir;
	vreg cfa = find_cfa(w, rule, n), called;

	check_growth(w, rule, cfa);
	find_ip(w, rule, cfa);
	if (w->arch->ra_in_reg) {	/* a caller has saved it, or it can't be known */
		ir_storei(ir, 8, w->st, W_LR, 0);
		find_saved(w, rule, RULE(lr_from), RULE(lr), cfa, W_LR);
	}
	if (w->arch->unwind.fp2 != w->arch->unwind.fp)
		find_saved(w, rule, RULE(fp2_from), RULE(fp2), cfa, W_FP2);
	find_saved(w, rule, RULE(fp_from), RULE(fp), cfa, W_FP);
	put(w, W_SP, cfa);
	called = get(w, 1, rule, RULE(is_signal));
	ir_alui(ir, ALU_XOR, called, 1);
	put(w, W_CALLED, called);
}

static void gen_frame(struct walk *w, vreg n)
{
	struct ir *ir = w->ir;
	vreg ip = get(w, 8, w->st, W_IP), pc;

	add_frame(w, n, ip);
	pc = ir_vreg(ir);
	ir_mov(ir, pc, ip);
	if (w->arch->unwind.thumb)
		ir_alui(ir, ALU_AND, pc, -2);
	ir_alu(ir, ALU_SUB, pc, get(w, 8, w->st, W_CALLED));
	find_caller(w, find_rule(w, pc), n);
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
	w.st = get(&w, 8, frame, 0);
	gen_frame(&w, g.ir->ctx);
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
 *	…gen_frame…
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
	gen_frame(w, i);
	ir_alui(w->ir, ALU_ADD, i, 1);
	ir_jcci(w->ir, COND_LT, i, most < w->depth ? most : w->depth, top);
	ir_put(w->ir, w->end);
}

/* ---- the beginning ---- */

/*
 * The address of the registers with which the task entered the kernel: the top of its stack.
 *
 *	regs = task_pt_regs(get_current_task_btf());		5.15
 * or
 *	regs = *(get_current_task() + stack_off) + top;
 */
static vreg find_regs(struct walk *w, const struct walk_regs *how, label none)
{
	struct ir *ir = w->ir;
	vreg regs = ir_vreg(ir), task;
	struct ir_arg arg, read[] = { ARG_RO(w->st, W_WORD), ARG_I(w->arch->word), ARG_I(0) };

	switch (how->by) {
	case WALK_BY_CONTEXT:
		return ir->ctx;
	case WALK_BY_HELPER:
		arg = ARG_R(gen_call0(w->g, HELPER_get_current_task_btf));
		gen_call(w->g, regs, HELPER_task_pt_regs, &arg, 1);
		return regs;
	default:
		task = gen_shared(w->g, SHARED_TASK);
		read[2] = ARG_RO(task, how->stack_off);
		gen_call(w->g, regs, gen_read_helper(w->g, SPACE_KERNEL, false), read, 3);
		ir_jcci(ir, COND_NE, regs, 0, none);
		ir_load(ir, w->arch->word, regs, w->st, W_WORD);
		ir_alui(ir, ALU_ADD, regs, how->top);
		return regs;
	}
}

static void set(struct walk *w, s32 at, s32 reg)
{
	put(w, at, get(w, w->arch->word, w->st, W_REGS + reg));
}

/* Copies the registers.  Others than of user space in the architecture's own mode are those of a
 * kernel thread or of a 32-bit program. */
static void begin_regs(struct walk *w, const struct walk_regs *how, label none)
{
	const struct arch *a = w->arch;
	struct ir *ir = w->ir;
	struct ir_arg args[] = { ARG_RO(w->st, W_REGS), ARG_I(a->regs_size), ARG_I(0) };
	vreg err = ir_vreg(ir), mode;

	args[2] = ARG_R(find_regs(w, how, none));
	gen_call(w->g, err, gen_read_helper(w->g, SPACE_KERNEL, false), args, 3);
	ir_jcci(ir, COND_NE, err, 0, none);
	if (a->unwind.mode_mask) {
		mode = get(w, a->word, w->st, W_REGS + a->mode_off);
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
 *	areas = none; guessed = 1
 *	p = lookup(procs, &pid);
 *	if (p) { areas = *p; guessed = 0; }
 */
static void begin_areas(struct walk *w)
{
	struct ir *ir = w->ir;
	slot key = gen_slot(w->g, 4);
	struct ir_arg args[] = { ARG_M(w->m->procs), ARG_S(key, 0) };
	vreg pid = ir_vreg(ir), p = ir_vreg(ir);
	label known = ir_label(ir), end = ir_label(ir);

	ir_mov(ir, pid, gen_shared(w->g, SHARED_PID_TGID));
	ir_alui(ir, ALU_RSH, pid, 32);
	ir_store_slot(ir, 4, key, 0, pid);
	gen_call(w->g, p, HELPER_map_lookup_elem, args, 2);
	ir_jcci(ir, COND_NE, p, 0, known);
	ir_storei(ir, 8, w->st, W_AREAS, 0);
	ir_storei(ir, 8, w->st, W_AREAS + 8, 0);
	ir_storei(ir, 8, w->st, W_GUESSED, 1);
	ir_jmp(ir, end);
	ir_put(ir, known);
	ir_store(ir, 8, w->st, W_AREAS, get(w, 8, p, 0));
	ir_store(ir, 8, w->st, W_AREAS + 8, get(w, 8, p, 8));
	ir_storei(ir, 8, w->st, W_GUESSED, 0);
	ir_put(ir, end);
}

/*
 *	frames[n] = 0			-- where the stack ends, if that is before `depth`
 */
static void end_frames(struct walk *w, vreg n)
{
	label full = ir_label(w->ir);
	vreg at = ir_vreg(w->ir);

	ir_jcci(w->ir, COND_GE, n, w->depth, full);
	ir_mov(w->ir, at, n);
	ir_alui(w->ir, ALU_LSH, at, 3);
	ir_alu(w->ir, ALU_ADD, at, w->st);
	ir_storei(w->ir, 8, at, entry_off(w->arch) + 8, 0);
	ir_put(w->ir, full);
}

void gen_walk_stack(struct gen *g, u32 depth, const struct walk_regs *regs, label none,
		    struct walked *out)
{
	const struct arch *arch = g->s->arch;
	u32 size = (u32)entry_off(arch) + 8 + depth * 8;
	struct walk w = { .g = g, .ir = g->ir, .m = g->s->image.walk, .arch = arch,
			  .depth = depth, .st = ir_vreg(g->ir) };
	vreg guessed = ir_vreg(g->ir);
	label known = ir_label(g->ir);

	ir_lea(g->ir, w.st, gen_slot(g, size < LEAST_SCRATCH ? LEAST_SCRATCH : size), 0);
	begin_regs(&w, regs, none);
	begin_areas(&w);
	ir_storei(g->ir, 8, w.st, W_CALLED, 0);
	ir_storei(g->ir, 8, w.st, W_N, 0);
	ir_storei(g->ir, 8, w.st, W_HASH, 0);
	if (arch->word == 8 && image_calls_back(&g->s->image, FEATURE_LOOP))
		call_rounds(&w);
	else
		make_rounds(&w);
	out->n = get(&w, 8, w.st, W_N);
	out->hash = get(&w, 8, w.st, W_HASH);
	out->entry = place_reg(w.st, entry_off(arch), SPACE_BPF);
	ir_jcci(g->ir, COND_EQ, out->n, 0, none);
	end_frames(&w, out->n);
	ir_load(g->ir, 8, guessed, w.st, W_GUESSED);
	ir_jcci(g->ir, COND_EQ, guessed, 0, known);
	gen_scope_open(g);
	gen_count_at(g, g->s->image.guessed_off);
	gen_scope_close(g);
	ir_put(g->ir, known);
}
