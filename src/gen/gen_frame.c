/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_frame.c - the code for one frame of a user stack: finds its rule in the tables, and its
 * caller by the rule.
 */
#include "gen/walk_impl.h"
#include "symbols/unwind.h"

vreg walk_get(struct walk *w, u32 size, vreg base, s32 off)
{
	vreg v = ir_vreg(w->ir);

	ir_load(w->ir, size, v, base, off);
	return v;
}

void walk_put(struct walk *w, s32 off, vreg v)
{
	ir_store(w->ir, 8, w->st, off, v);
}

/* Loads a signed number of 4 bytes. */
static vreg get_s32(struct walk *w, vreg base, s32 off)
{
	vreg v = walk_get(w, 4, base, off);

	gen_extend(w->g, v, 4, true);
	return v;
}

vreg walk_entry(struct walk *w, u32 map, vreg at)
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
	ir_alu(ir, ALU_ADD, i, walk_get(w, 4, range, off + (s32)offsetof(struct walk_range, skip)));
	ir_load(ir, 4, half, range, off + (s32)offsetof(struct walk_range, half));
	ir_alui(ir, ALU_AND, half, mask);
	ir_put(ir, look);
	ir_alui(ir, ALU_AND, i, mask);
	ir_jcc(ir, COND_LT, key, walk_get(w, t->key_size, walk_entry(w, t->map, i), 0), less);
	ir_mov(ir, lo, i);
	ir_put(ir, less);
	ir_mov(ir, i, lo);
	ir_alu(ir, ALU_ADD, i, half);
	ir_mov(ir, step, half);
	ir_alui(ir, ALU_RSH, half, 1);
	ir_jcci(ir, COND_GE, step, t->size, look);
	ir_alui(ir, ALU_AND, lo, mask);
	return walk_entry(w, t->map, lo);
}

/* ---- one frame ---- */

/*
 * Values that a frame's code needs late are kept in the state and not in registers, so that nothing
 * must be spilled.
 *
 *	if (n >= depth) goto end;
 *	frames[n] = ip;
 *	hash = (hash ^ ip) * odd;  hash ^= hash >> 29;
 *	state.n = ++n;
 *	if (n >= depth) goto end;	nobody wants its caller
 */
static void add_frame(struct walk *w)
{
	struct ir *ir = w->ir;
	vreg n = walk_get(w, 8, w->st, W_N), ip = walk_get(w, 8, w->st, W_IP);
	vreg at = ir_vreg(ir), h, odd = ir_vreg(ir), t = ir_vreg(ir);

	ir_jcci(ir, COND_GE, n, w->depth, w->end);
	ir_mov(ir, at, n);
	ir_alui(ir, ALU_LSH, at, 3);
	ir_alu(ir, ALU_ADD, at, w->st);
	ir_store(ir, 8, at, entry_off(w->arch) + 8, ip);
	h = walk_get(w, 8, w->st, W_HASH);
	ir_imm(ir, odd, (s64)0x9e3779b97f4a7c15);	/* 2^64 / the golden ratio */
	ir_alu(ir, ALU_XOR, h, ip);
	ir_alu(ir, ALU_MUL, h, odd);
	ir_mov(ir, t, h);
	ir_alui(ir, ALU_RSH, t, 29);
	ir_alu(ir, ALU_XOR, h, t);
	walk_put(w, W_HASH, h);
	ir_alui(ir, ALU_ADD, n, 1);
	walk_put(w, W_N, n);
	ir_jcci(ir, COND_GE, n, w->depth, w->end);
}

/* The number that the process's areas have as long as they don't change. */
static vreg areas_state(struct walk *w)
{
	return walk_get(w, 4, w->st, W_AREAS + (s32)offsetof(struct walk_range, state));
}

enum { PLACE_PC = 0, PLACE_AREAS = 8, PLACE_RULE = 12 };	/* see walk_impl.h */

/*
 * Finds pc's place in the cache, and jumps to `known` if it has the rule:
 *
 *	place = &cache[(pc * odd) >> (64 - 8)];
 *	if (place.pc == pc && place.areas == areas.state) goto known;
 */
static vreg look_up(struct walk *w, vreg pc, label known)
{
	struct ir *ir = w->ir;
	vreg place = ir_vreg(ir), odd = ir_vreg(ir);
	label other = ir_label(ir);

	ir_mov(ir, place, pc);
	ir_imm(ir, odd, (s64)0x9e3779b97f4a7c15);	/* 2^64 / the golden ratio */
	ir_alu(ir, ALU_MUL, place, odd);
	ir_alui(ir, ALU_RSH, place, 64 - 8);
	ir_alui(ir, ALU_LSH, place, 4);
	ir_alu(ir, ALU_ADD, place, w->st);
	ir_alui(ir, ALU_ADD, place, w->cache);
	ir_jcc(ir, COND_NE, walk_get(w, 8, place, PLACE_PC), pc, other);
	ir_jcc(ir, COND_EQ, walk_get(w, 4, place, PLACE_AREAS), areas_state(w), known);
	ir_put(ir, other);
	return place;
}

/*
 * The part of the rows that are those of an area's file.
 *
 *	file = &files[area.file];
 *	if (file.state == READY) goto ready;
 *	if (file.state == NONE) goto none;
 *	file.state = WANTED;
 *	goto guess;
 *   ready:
 */
static vreg find_file(struct walk *w, vreg area, label none, label guess)
{
	struct ir *ir = w->ir;
	vreg index = walk_get(w, 4, area, offsetof(struct walk_area, file)), file, state;
	label ready = ir_label(ir);

	ir_alui(ir, ALU_AND, index, w->m->n_files - 1);
	ir_alui(ir, ALU_LSH, index, 4);
	file = walk_entry(w, w->m->files, index);
	state = walk_get(w, 4, file, offsetof(struct walk_range, state));
	ir_jcci(ir, COND_EQ, state, WALK_READY, ready);
	ir_jcci(ir, COND_EQ, state, WALK_NONE, none);
	ir_storei(ir, 4, file, offsetof(struct walk_range, state), WALK_WANTED);
	ir_jmp(ir, guess);
	ir_put(ir, ready);
	return file;
}

/*
 * Searches the tables for pc's rule, and puts it down at its place in the cache:
 *
 *	area = search(areas, pc);
 *	if (pc < area.start || pc >= area.end) goto outside;
 *	file = …find_file…
 *	off = pc - area.bias;
 *	row = search(file's rows, off);
 *	if (row.at > off) goto none;
 *	*place = pc, areas.state, row.rule;
 */
static void find_row(struct walk *w, vreg pc, vreg place, label outside, label none, label guess)
{
	const struct table areas = { w->m->areas, w->m->n_areas, sizeof(struct walk_area), 8 };
	const struct table rows = { w->m->rows, w->m->n_rows, sizeof(struct unwind_row), 4 };
	struct ir *ir = w->ir;
	vreg area = search(w, &areas, pc, w->st, W_AREAS), row, rule, off = ir_vreg(ir);

	ir_jcc(ir, COND_LT, pc, walk_get(w, 8, area, offsetof(struct walk_area, start)), outside);
	ir_jcc(ir, COND_GE, pc, walk_get(w, 8, area, offsetof(struct walk_area, end)), outside);
	ir_mov(ir, off, pc);
	ir_alu(ir, ALU_SUB, off, walk_get(w, 8, area, offsetof(struct walk_area, bias)));
	row = search(w, &rows, off, find_file(w, area, none, guess), 0);
	ir_jcc(ir, COND_LT, off, walk_get(w, 4, row, offsetof(struct unwind_row, at)), none);
	rule = walk_get(w, 4, row, offsetof(struct unwind_row, rule));
	ir_store(ir, 8, place, PLACE_PC, pc);
	ir_store(ir, 4, place, PLACE_AREAS, areas_state(w));
	ir_store(ir, 4, place, PLACE_RULE, rule);
}

/*
 * rule = that of pc, or the first one, which follows frame pointers.  These may lead anywhere, so
 * an address that they lead to ends the stack if it is outside of the process's mappings.
 *
 *	…look_up…
 *	…find_row…
 *	goto known;
 *   outside:
 *	if (by_guess) goto end;
 *   guess:
 *	guessed = 1;
 *   none:
 *	rule = &rules[0];
 *	goto have;
 *   known:
 *	rule = &rules[place.rule];
 *   have:
 */
static vreg find_rule(struct walk *w, vreg pc)
{
	struct ir *ir = w->ir;
	label known = ir_label(ir), guess = ir_label(ir), none = ir_label(ir), have = ir_label(ir),
	      outside = ir_label(ir);
	vreg place = look_up(w, pc, known), rule = ir_vreg(ir), index;

	find_row(w, pc, place, outside, none, guess);
	ir_jmp(ir, known);
	ir_put(ir, outside);
	ir_jcci(ir, COND_NE, walk_get(w, 8, w->st, W_BY_GUESS), 0, w->end);
	ir_put(ir, guess);
	ir_storei(ir, 8, w->st, W_GUESSED, 1);
	ir_put(ir, none);
	ir_mapval(ir, rule, w->m->rules, 0);
	ir_jmp(ir, have);
	ir_put(ir, known);
	index = walk_get(w, 4, place, PLACE_RULE);
	ir_alui(ir, ALU_AND, index, w->m->n_rules - 1);
	ir_alui(ir, ALU_LSH, index, 5);
	ir_mov(ir, rule, walk_entry(w, w->m->rules, index));
	ir_put(ir, have);
	return rule;
}

#define RULE(member) ((s32)offsetof(struct unwind_rule, member))

/* Copies n bytes of the process to the state.  Returns 0 or an error. */
static vreg copy(struct walk *w, s32 to, u32 n, vreg addr)
{
	struct ir_arg args[] = { ARG_RO(w->st, to), ARG_I(n), ARG_R(addr) };
	vreg err = ir_vreg(w->ir);

	gen_call(w->g, err, gen_read_helper(w->g, SPACE_USER, false), args, 3);
	return err;
}

/*
 * Replaces an address of the process by the word there.  The walk ends if it can't be read.  Some
 * verifiers require that the offset in the window is a multiple of the word's size.
 *
 *	off = v - window_at;
 *	if (off % word || off > sizeof(window) - word) goto fill;
 *	v = window[off];
 *	goto have;
 *   fill:
 *	window_at = v - BELOW;
 *	if (copy(window, window_at)) goto none;
 *	v = window[BELOW];
 *	goto have;
 *   none:
 *	window_at = NOWHERE;
 *	if (copy(word, v)) goto end;
 *	v = word;
 *   have:
 */
static void read_word(struct walk *w, vreg v)
{
	struct ir *ir = w->ir;
	u32 word = w->arch->word;
	vreg off = ir_vreg(ir), at = ir_vreg(ir), nowhere = ir_vreg(ir);
	label have = ir_label(ir), fill = ir_label(ir), none = ir_label(ir);

	ir_mov(ir, off, v);
	ir_alu(ir, ALU_SUB, off, walk_get(w, 8, w->st, W_WINDOW_AT));
	ir_jcci(ir, COND_SET, off, word - 1, fill);
	ir_jcci(ir, COND_GT, off, WINDOW_BYTES - word, fill);
	ir_alu(ir, ALU_ADD, off, w->st);
	ir_load(ir, word, v, off, W_WINDOW);
	ir_jmp(ir, have);
	ir_put(ir, fill);
	ir_mov(ir, at, v);
	ir_alui(ir, ALU_SUB, at, WINDOW_BELOW);
	walk_put(w, W_WINDOW_AT, at);
	ir_jcci(ir, COND_NE, copy(w, W_WINDOW, WINDOW_BYTES, at), 0, none);
	ir_load(ir, word, v, w->st, W_WINDOW + WINDOW_BELOW);
	ir_jmp(ir, have);
	ir_put(ir, none);
	ir_imm(ir, nowhere, (s64)WINDOW_NOWHERE);
	walk_put(w, W_WINDOW_AT, nowhere);
	ir_jcci(ir, COND_NE, copy(w, W_WORD, word, v), 0, w->end);
	ir_load(ir, word, v, w->st, W_WORD);
	ir_put(ir, have);
}

/*
 * The caller's register, unless the rule says that it is the same:
 *
 *	if (from == SAME) goto same;
 *	v = cfa;
 *	if (from == AT_CFA) goto have;
 *	v = state.sp;
 *	if (from == AT_SP) goto have;
 *	v = state.fp;
 *   have:
 *	v = *(v + off);
 */
static vreg read_saved(struct walk *w, vreg rule, s32 from_off, s32 off, vreg cfa, label same)
{
	struct ir *ir = w->ir;
	vreg from = walk_get(w, 1, rule, from_off), v = ir_vreg(ir);
	label have = ir_label(ir);

	ir_jcci(ir, COND_EQ, from, UNWIND_SAME, same);
	ir_mov(ir, v, cfa);
	ir_jcci(ir, COND_EQ, from, UNWIND_AT_CFA, have);
	ir_load(ir, 8, v, w->st, W_SP);
	ir_jcci(ir, COND_EQ, from, UNWIND_AT_SP, have);
	ir_load(ir, 8, v, w->st, W_FP);
	ir_put(ir, have);
	ir_alu(ir, ALU_ADD, v, get_s32(w, rule, off));
	read_word(w, v);
	return v;
}

/*
 * Is the innermost frame's register (its word in the block) that of this frame, too?
 *
 *	if (n == 1) goto known;
 *	if (interrupted || !(scratch >> reg & 1)) goto end;
 *   known:
 */
static void check_known(struct walk *w, vreg reg)
{
	struct ir *ir = w->ir;
	label known = ir_label(ir);
	vreg bits;

	ir_jcci(ir, COND_EQ, walk_get(w, 8, w->st, W_N), 1, known);
	if (w->arch->unwind.scratch) {
		ir_jcci(ir, COND_NE, walk_get(w, 8, w->st, W_INTERRUPTED), 0, w->end);
		bits = ir_vreg(ir);
		ir_imm(ir, bits, w->arch->unwind.scratch);
		ir_alu(ir, ALU_RSH, bits, reg);
		ir_jcci(ir, COND_SET, bits, 1, known);
	}
	ir_jmp(ir, w->end);
	ir_put(ir, known);
}

/* out = the innermost frame's register with this index in the register block, which it replaces. */
static void load_other(struct walk *w, vreg index, vreg out)
{
	struct ir *ir = w->ir;

	ir_jcci(ir, COND_GE, index, w->arch->regs_size / w->arch->word, w->end);
	check_known(w, index);
	ir_alui(ir, ALU_MUL, index, w->arch->word);
	ir_alu(ir, ALU_ADD, index, w->st);
	ir_load(ir, w->arch->word, out, index, W_REGS);
}

/* The register that the CFA is counted from.  Others than sp and frame pointers are known in the
 * innermost frame, and in its callers if functions leave them alone. */
static vreg base_of(struct walk *w, vreg rule)
{
	struct ir *ir = w->ir;
	vreg reg = walk_get(w, 1, rule, RULE(reg)), base = ir_vreg(ir);
	label have = ir_label(ir);

	ir_load(ir, 8, base, w->st, W_SP);
	ir_jcci(ir, COND_EQ, reg, UNWIND_SP, have);
	ir_load(ir, 8, base, w->st, W_FP);
	ir_jcci(ir, COND_EQ, reg, UNWIND_FP, have);
	ir_load(ir, 8, base, w->st, W_FP2);
	ir_jcci(ir, COND_EQ, reg, UNWIND_FP2, have);
	ir_alui(ir, ALU_SUB, reg, UNWIND_OTHER);
	load_other(w, reg, base);
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
static vreg find_cfa(struct walk *w, vreg rule)
{
	struct ir *ir = w->ir;
	vreg kind = walk_get(w, 1, rule, RULE(kind)), cfa, add, ip;
	label have = ir_label(ir), plt = ir_label(ir);

	ir_jcci(ir, COND_EQ, kind, UNWIND_END, w->end);
	cfa = base_of(w, rule);
	kind = walk_get(w, 1, rule, RULE(kind));
	ir_jcci(ir, COND_EQ, kind, UNWIND_CFA, have);
	ir_jcci(ir, COND_NE, kind, UNWIND_WORD, plt);
	read_word(w, cfa);
	ir_alu(ir, ALU_ADD, cfa, get_s32(w, rule, RULE(add)));
	ir_jmp(ir, have);
	ir_put(ir, plt);
	add = get_s32(w, rule, RULE(add));
	ip = walk_get(w, 8, w->st, W_IP);
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
 *	if (cfa < sp || (ra_from != SAME && ra_from < IN_REG)) goto end;
 *   fine:
 */
static void check_growth(struct walk *w, vreg rule, vreg cfa)
{
	struct ir *ir = w->ir;
	vreg sp = walk_get(w, 8, w->st, W_SP), from;
	label fine = ir_label(ir);

	ir_jcc(ir, COND_GT, cfa, sp, fine);
	ir_jcci(ir, COND_NE, walk_get(w, 1, rule, RULE(is_signal)), 0, fine);
	ir_jcc(ir, COND_LT, cfa, sp, w->end);
	from = walk_get(w, 1, rule, RULE(ra_from));
	if (w->arch->unwind.ra_moves)
		ir_jcci(ir, COND_GE, from, UNWIND_IN_REG, fine);
	ir_jcci(ir, COND_NE, from, UNWIND_SAME, w->end);
	ir_put(ir, fine);
}

/* state.ip = the return address, which only machines with a link register may have there. */
static void find_ip(struct walk *w, vreg rule, vreg cfa)
{
	struct ir *ir = w->ir;
	label same = w->arch->ra_in_reg ? ir_label(ir) : w->end, have = ir_label(ir);
	label other = ir_label(ir);
	vreg ip, from;

	if (w->arch->unwind.ra_moves)
		ir_jcci(ir, COND_GE, walk_get(w, 1, rule, RULE(ra_from)), UNWIND_IN_REG, other);
	ip = read_saved(w, rule, RULE(ra_from), RULE(ra), cfa, same);
	if (w->arch->ra_in_reg) {
		ir_jmp(ir, have);
		ir_put(ir, same);
		ir_load(ir, 8, ip, w->st, W_LR);
	}
	if (w->arch->unwind.ra_moves) {
		ir_jmp(ir, have);
		ir_put(ir, other);
		from = walk_get(w, 1, rule, RULE(ra_from));
		ir_alui(ir, ALU_SUB, from, UNWIND_IN_REG);
		load_other(w, from, ip);
	}
	ir_put(ir, have);
	if (w->arch->unwind.ip_bits)
		ir_alui(ir, ALU_AND, ip, (s64)((1ull << w->arch->unwind.ip_bits) - 1));
	walk_put(w, W_IP, ip);
}

/* state[at] = a register that functions save if they change it. */
static void find_saved(struct walk *w, vreg rule, s32 from, s32 off, vreg cfa, s32 at)
{
	label same = ir_label(w->ir);

	walk_put(w, at, read_saved(w, rule, from, off, cfa, same));
	ir_put(w->ir, same);
}

/* Replaces the frame in the state by its caller's. */
static void find_caller(struct walk *w, vreg rule)
{
	struct ir *ir = w->ir;
	vreg cfa = find_cfa(w, rule), called;
	label has_called = ir_label(ir);

	walk_put(w, W_BY_GUESS, walk_get(w, 1, rule, RULE(is_guess)));
	check_growth(w, rule, cfa);
	find_ip(w, rule, cfa);
	if (w->arch->ra_in_reg) {	/* a caller has saved it, or it can't be known */
		ir_storei(ir, 8, w->st, W_LR, 0);
		find_saved(w, rule, RULE(lr_from), RULE(lr), cfa, W_LR);
	}
	if (w->arch->unwind.fp2 != w->arch->unwind.fp)
		find_saved(w, rule, RULE(fp2_from), RULE(fp2), cfa, W_FP2);
	find_saved(w, rule, RULE(fp_from), RULE(fp), cfa, W_FP);
	walk_put(w, W_SP, cfa);
	called = walk_get(w, 1, rule, RULE(is_signal));
	ir_jcci(ir, COND_EQ, called, 0, has_called);
	ir_storei(ir, 8, w->st, W_INTERRUPTED, 1);
	ir_put(ir, has_called);
	ir_alui(ir, ALU_XOR, called, 1);
	walk_put(w, W_CALLED, called);
}

/*
 * A frame that was found by following frame pointers has no known sp where these lead to the bottom
 * of a frame.  So the walk follows them until a rule counts from the frame pointer.
 *
 *	if (!by_guess || rule.reg != SP || rule.kind == END) goto fine;
 *	rule = &rules[0];
 *   fine:
 */
static void replace_rule(struct walk *w, vreg rule)
{
	struct ir *ir = w->ir;
	label fine = ir_label(ir);

	ir_jcci(ir, COND_EQ, walk_get(w, 8, w->st, W_BY_GUESS), 0, fine);
	ir_jcci(ir, COND_NE, walk_get(w, 1, rule, RULE(reg)), UNWIND_SP, fine);
	ir_jcci(ir, COND_EQ, walk_get(w, 1, rule, RULE(kind)), UNWIND_END, fine);
	ir_mapval(ir, rule, w->m->rules, 0);
	ir_put(ir, fine);
}

void walk_frame(struct walk *w)
{
	struct ir *ir = w->ir;
	vreg pc = walk_get(w, 8, w->st, W_IP), rule;

	ir_jcci(ir, COND_EQ, pc, 0, w->end);
	if (w->arch->unwind.thumb)
		ir_alui(ir, ALU_AND, pc, -2);
	ir_alu(ir, ALU_SUB, pc, walk_get(w, 8, w->st, W_CALLED));
	rule = find_rule(w, pc);
	if (w->arch->unwind.chain.at_bottom)
		replace_rule(w, rule);
	add_frame(w);
	find_caller(w, rule);
}
