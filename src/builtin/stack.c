/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stack.c - stack traces.
 *
 * The kernel's stack-trace map has each stack once.  Keys and records have its id and, for user
 * stacks, the process in one 64-bit word: id | pid << 32.  For kernel stacks without the caller
 * (arch.stack_lacks_caller) they have the low half of its address: all code of the kernel is within
 * 4 GB, so that the function's own address has the other half.
 *
 * That map has one stack per bucket and refuses a second stack with the same hash (EEXIST).
 * Such a stack goes into an overflow map, with a 64-bit hash of its frames as key and an id
 * with the top bit set.  (The frames themselves can't be the key, because 5.10 allows only 512
 * bytes.)  Stacks that awl walks itself (unwound.c) are all in such a map.
 */
#include <linux/bpf.h>

#include "base/number.h"
#include "base/text.h"
#include "bpf/stack.h"
#include "builtin/builtin.h"
#include "builtin/place.h"
#include "builtin/stack.h"
#include "builtin/unwound.h"
#include "gen/gen.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "lang/check.h"
#include "provider/provider.h"
#include "symbols/unwind.h"
#include "tables.h"

static struct stack_maps *maps_of(struct script *s, u32 depth, bool by_tables)
{
	struct stack_maps *m;

	for (m = s->image.stacks; m; m = m->next)
		if (m->depth == depth && m->by_tables == by_tables)
			return m;
	m = arena_new(s->arena, struct stack_maps);
	m->depth = depth;
	m->by_tables = by_tables;
	m->index = s->image.stacks ? s->image.stacks->index + 1 : 0;
	m->table = NO_MAP;
	if (!by_tables)
		m->table = image_add_map(&s->image, &(struct map){ .name = "stacks",
			.type = BPF_MAP_TYPE_STACK_TRACE, .key_size = 4,
			.value_size = depth * 8 });
	m->overflow = image_add_map(&s->image, &(struct map){ .name = "stacks_more",
		.type = BPF_MAP_TYPE_HASH, .key_size = 8, .value_size = depth * 8 + 8,
		.has_stacks = by_tables });
	m->next = s->image.stacks;
	s->image.stacks = m;
	return m;
}

/* Does a program of this kind have no saved registers?  Then its stack begins in itself.  That of a
 * program which the session runs is awl's own system call, and nothing is removed from it. */
static enum stack_begin begin_of(const struct prog *p, const struct stack_opt *opt)
{
	u32 offers = p->provider->offers;

	if (opt->user || offers & OFFERS_REGS || p->provider->runs > RUN_ITER)
		return STACK_AT_EVENT;
	return offers & OFFERS_RETVAL && offers & OFFERS_FUNC ? STACK_AT_RETURN : STACK_IN_TRACER;
}

/* The maps for the stacks that a program takes. */
static struct stack_maps *maps_for(struct script *s, const struct prog *p,
				   const struct stack_opt *opt)
{
	return maps_of(s, stack_taken(opt, begin_of(p, opt), s->image.stack_limit), opt->by_tables);
}

/* Does the kernel walk stacks by tables (CONFIG_UNWINDER_ARM)? */
static bool unwinds_by_tables(struct script *s)
{
	struct kname unwinder = { .name = s->arch->unwinder };

	if (s->unwinds == UNWINDS_UNKNOWN) {
		if (unwinder.name)
			ksyms_lookup(kern_ksyms(s->kern), &unwinder, 1);
		s->unwinds = unwinder.found ? UNWINDS_BY_TABLES : UNWINDS_ELSE;
	}
	return s->unwinds == UNWINDS_BY_TABLES;
}

/* Warns once: the reason is the same for all stacks of a script. */
static void warn_short(struct check *c, const struct expr *e, const struct stack_opt *opt)
{
	struct script *s = c->s;
	u32 offers = c->p->provider->offers & (OFFERS_TASK | OFFERS_REGS);

	if (offers != OFFERS_TASK || opt->user || opt->depth == 1 || s->warned_stacks_end)
		return;
	s->warned_stacks_end = true;
	if (unwinds_by_tables(s))
		diag_say(s->diag, W_KSTACK_SHORT, e->span);
}

#ifdef NO_UNWIND
static void warn_fp(struct check *c, const struct expr *e, const struct stack_opt *opt)
{
	(void)c, (void)e, (void)opt;
}
#else
/* Says once that tables would be better, if the script leaves to awl how user stacks are walked. */
static void warn_fp(struct check *c, const struct expr *e, const struct stack_opt *opt)
{
	struct stack_opt named = { 0 };
	struct script *s = c->s;

	if (!opt->user || opt->by_tables || opt->is_copy || opt->depth == 1 || s->warned_fp)
		return;
	for (u32 i = 0; i < e->n_args; i++)
		if (e->args[i]->kind == EX_NAME && unwound_names(e->args[i]->name, &named))
			return;
	s->warned_fp = true;
	diag_say(s->diag, W_USTACK_FP, e->span);
}
#endif

/*
 * Is there no kernel stack at a function's return?  arm's kernel passes kretprobes registers
 * without a program counter.  Kernels with unwinder tables follow whatever is there instead, which
 * crashes 6.1; those with frame pointers stop (5.10).  Elsewhere the walk begins in the code that
 * the kretprobe returns to.  It ends there, unless the kernel finds the address that was replaced.
 */
static bool has_no_stack(const struct check *c, const struct stack_opt *opt)
{
	const u32 of_return = OFFERS_RETVAL | OFFERS_REGS;
	u32 offers = c->p->provider->offers & (of_return | OFFERS_USER_CTX);

	return !opt->user && offers == of_return &&
	       (c->s->arch->unwinder || !place_returns_known(c));
}

/* Fails if the kernel's walk, which this stack needs, is not there. */
static bool check_user_walk(struct check *c, const struct expr *e, const struct stack_opt *opt)
{
	u32 from = c->s->arch->ustacks_from;

	if (!opt->user || opt->by_tables || opt->is_copy || c->dead || c->s->opt.no_kernel ||
	    host_kernel_version() >= from)
		return true;
	check_fail(c, E_KERNEL_LACKS, e->span, "ustack",
		   from == ~0u ? "another architecture" :
		   arena_printf(c->s->arena, "Linux %u.%u", from >> 16, from >> 8 & 255),
		   text_of(T_NO_USTACK));
	return false;
}

#ifndef NO_DWARF
/* Is `ip` past the probe's address in all of the program's kprobes?  Where ftrace runs those of
 * functions it may not be. */
static bool is_ip_past(const struct check *c)
{
	const struct arch *arch = c->s->arch;

	for (u32 i = 0; !arch->ftrace_ip && i < c->p->targets.n; i++)
		if (!c->p->targets.v[i]->addr)
			return false;
	return arch->kprobe_ip;
}

/*
 * Is the first address, too, one that a call returns to?  It is not where registers say what ran
 * last.  In return probes they say where the function returns to, and where a kprobe's `ip` is
 * past its address, it is one or two bytes past, as after a call.
 */
static bool begins_after_call(const struct check *c, const struct stack_opt *opt)
{
	u32 offers = c->p->provider->offers;
	bool is_return = offers & OFFERS_RETVAL && offers & OFFERS_REGS;

	if (opt->user)
		return is_return && offers & OFFERS_USER_CTX;
	return is_return || !(offers & OFFERS_REGS) ||
	       (offers & OFFERS_ARGS && is_ip_past(c));
}
#endif

/* The most frames that this kernel takes: kernel.perf_event_max_stack. */
static u32 limit_of(struct script *s)
{
	const char *path = "/proc/sys/kernel/perf_event_max_stack", *p;
	char *text = s->image.stack_limit || s->opt.no_kernel ? NULL : host_read_file(path, NULL);
	u64 n = STACK_MAX;

	if (s->image.stack_limit)
		return s->image.stack_limit;
	p = text;
	if (text && (!number_decimal(&p, &n) || !n))
		n = STACK_MAX;
	mem_free(text);
	return s->image.stack_limit = n < STACK_MOST ? (u32)n : STACK_MOST;
}

/* Stacks that awl's own program walks have a limit of their own. */
static bool check_depth(struct check *c, const struct stack_opt *opt, s64 depth, struct span at)
{
	bool is_own = opt->by_tables || opt->is_copy;
	u32 limit = opt->is_copy ? STACK_MOST : is_own ? unwound_limit(c->s) : limit_of(c->s);

	if (depth >= 1 && depth <= limit)
		return true;
	check_fail(c, E_STACK_DEPTH, at, limit);
	if (c->final && !is_own && depth > limit && depth <= STACK_MOST)
		diag_hint(c->s->diag, T_MAX_STACK);
	return false;
}

/* One number is the depth, two are how many frames to skip and the depth. */
static bool read_number(struct check *c, struct expr *e, u32 nth, struct stack_opt *opt)
{
	s64 n;

	if (!check_const(c, e, &n))
		return false;
	if (nth)
		opt->skip = opt->depth;
	if ((nth || n) && !check_depth(c, opt, n, e->span))
		return false;
	opt->depth = (u32)n;
	return true;
}

/* The mode and the numbers, in any order, and for user stacks how to walk them. */
static bool read_options(struct check *c, struct expr *e, struct stack_opt *opt)
{
	bool has_mode = false;
	u32 numbers = 0;

	for (u32 i = 0; i < e->n_args; i++) {
		struct expr *arg = e->args[i];
		bool is_name = arg->kind == EX_NAME, is_mode = is_name ? !has_mode : numbers > 1;

		if (is_name && opt->user && unwound_names(arg->name, opt))
			continue;
		if (!(is_mode ? check_stack_mode(c, arg, opt->user, &opt->mode) :
				read_number(c, arg, numbers, opt)))
			return false;
		has_mode |= is_mode;
		numbers += !is_mode;
	}
	/* A stack that is too short is no stack, and one that the kernel cuts is wrong. */
	return !numbers || check_depth(c, opt, opt->depth ? opt->depth + opt->skip : 0,
				       e->args[e->n_args - 1]->span);
}

static const struct type *check_walk(struct check *c, struct expr *e, bool by_tables)
{
	struct stack_opt opt = { .depth = c->s->image.opt.stack_depth, .mode = c->s->opt.stack_mode,
				 .user = ex_builtin(e)->needs & OFFERS_USTACK,
				 .gaps = c->s->arch->stack_gaps };
	struct type *t = arena_new(c->s->arena, struct type);

	opt.by_tables = by_tables;
	if (!opt.by_tables && opt.depth == STACK_MAX && limit_of(c->s) < STACK_MAX)
		opt.depth = limit_of(c->s);
	if (!read_options(c, e, &opt) || !check_depth(c, &opt, opt.depth + opt.skip, e->span))
		return &type_error;
#ifndef NO_DWARF
	if (opt.mode == STACK_LINES && begins_after_call(c, &opt))
		opt.mark = STACK_AFTER_CALL;
#endif
	*t = (struct type){ .kind = TY_STACK, .size = 8, .align = 8, .name = "stack",
			    .stack = opt };
	c->s->image.uses_usyms |= opt.user;
	if (c->final) {
		if (has_no_stack(c, &opt)) {
			check_fail(c, E_KSTACK_RETURN, e->span,
				   text_of(c->s->arch->unwinder ? T_ARM_RETURNS : T_OLD_RETURNS));
			diag_hint(c->s->diag, T_KEEP_STACK);
			return &type_error;
		}
		if (!check_user_walk(c, e, &opt))
			return &type_error;
		warn_short(c, e, &opt);
		warn_fp(c, e, &opt);
		if (HAS_UNWIND && opt.by_tables && !unwound_open(c, e))
			return &type_error;
		if (HAS_UNWIND && opt.is_copy && !unwound_open_copies(c, e))
			return &type_error;
		if (!ex_variant(e) && !opt.is_copy)
			maps_for(c->s, c->p, &opt);
	}
	return t;
}

static const struct type *check_kstack(struct check *c, struct expr *e)
{
	return check_walk(c, e, false);
}

static const struct type *check_ustack(struct check *c, struct expr *e)
{
	return check_walk(c, e, unwound_is_best(c->s));
}

static const struct type *check_dw_ustack(struct check *c, struct expr *e)
{
	return check_walk(c, e, HAS_UNWIND);
}

/*
 *	h = n; p = frames; i = 0;
 *   top:
 *	h = (h ^ *p) * odd; h ^= h >> 29; p++; i++;
 *	if (i < depth) goto top;
 */
static void hash_frames(struct gen *g, slot entry, u32 depth, vreg h)
{
	struct ir *ir = g->ir;
	vreg p = ir_vreg(ir), i = ir_vreg(ir), v, odd = ir_vreg(ir), t;
	label top = ir_label(ir);

	ir_lea(ir, p, entry, 8);
	ir_imm(ir, i, 0);
	ir_imm(ir, odd, (s64)0x9e3779b97f4a7c15);	/* 2^64 / the golden ratio */
	ir_put(ir, top);
	v = ir_vreg(ir);
	t = ir_vreg(ir);
	ir_load(ir, 8, v, p, 0);
	ir_alu(ir, ALU_XOR, h, v);
	ir_alu(ir, ALU_MUL, h, odd);
	ir_mov(ir, t, h);
	ir_alui(ir, ALU_RSH, t, 29);
	ir_alu(ir, ALU_XOR, h, t);
	ir_alui(ir, ALU_ADD, p, 8);
	ir_alui(ir, ALU_ADD, i, 1);
	ir_jcci(ir, COND_LT, i, depth, top);
}

/*
 * Keeps a stack in the overflow map, by its hash.  The map's entries are u64 id, u64 frames[depth]:
 *
 *	key = hash;
 *	p = lookup(overflow, &key);  if (p) goto known;
 *	entry.id = next id of this CPU;
 *	update(overflow, &key, &entry, NOEXIST);
 *	p = lookup(overflow, &key);  if (!p) { full++; goto none; }
 *   known:
 *	r = p->id;
 */
static void keep(struct gen *g, const struct stack_maps *m, struct place entry, vreg h, vreg r,
		 label none)
{
	struct ir *ir = g->ir;
	slot key = gen_slot(g, 8);
	struct ir_arg find[] = { ARG_M(m->overflow), ARG_S(key, 0) };
	struct ir_arg add[] = { ARG_M(m->overflow), ARG_S(key, 0), place_arg(entry),
				ARG_I(BPF_NOEXIST) };
	vreg p = ir_vreg(ir), id = ir_vreg(ir), block;
	label known = ir_label(ir);

	ir_store_slot(ir, 8, key, 0, h);
	gen_call(g, p, HELPER_map_lookup_elem, find, 2);
	ir_jcci(ir, COND_NE, p, 0, known);
	block = gen_shared(g, SHARED_CPU_BLOCK);
	ir_load(ir, 8, id, block, (s32)g->s->stack_ids_off);
	ir_alui(ir, ALU_ADD, id, 1);
	ir_store(ir, 8, block, (s32)g->s->stack_ids_off, id);
	ir_alui(ir, ALU_MUL, id, g->s->image.cpu_slots);
	ir_alu(ir, ALU_ADD, id, gen_call0(g, HELPER_get_smp_processor_id));
	ir_alu32i(ir, ALU_OR, id, (s32)STACK_OVERFLOW_ID);
	place_store(g, 8, entry, id);
	gen_call(g, 0, HELPER_map_update_elem, add, 4);
	gen_call(g, p, HELPER_map_lookup_elem, find, 2);
	ir_jcci(ir, COND_NE, p, 0, known);
	gen_count_at(g, g->s->image.stack_full_off);
	ir_jmp(ir, none);
	ir_put(ir, known);
	ir_load(ir, 8, r, p, 0);
}

/*
 *	n = get_stack(ctx, entry.frames, size, flags);	-- clears what it doesn't need
 *	if (n <= 0) goto none;
 *	r = keep(hash(entry.frames));
 */
static void overflow(struct gen *g, const struct stack_maps *m, u64 flags, vreg r,
		     label none)
{
	struct ir *ir = g->ir;
	slot entry = gen_slot(g, m->depth * 8 + 8);
	struct ir_arg get[] = { ARG_R(ir->ctx), ARG_S(entry, 8), ARG_I(m->depth * 8),
				ARG_I((s64)flags) };
	vreg n = ir_vreg(ir), h = ir_vreg(ir);

	gen_call(g, n, HELPER_get_stack, get, 4);
	ir_jcci(ir, COND_SLE, n, 0, none);
	ir_mov(ir, h, n);
	hash_frames(g, entry, m->depth, h);
	keep(g, m, place_slot(entry, 0), h, r, none);
}

u64 stack_flags(const struct gen *g, const struct stack_opt *opt)
{
	const struct arch *arch = g->s->arch;

	if (opt->user)
		return BPF_F_USER_STACK;
	if (begin_of(g->p, opt) == STACK_AT_EVENT)
		return 0;
	switch (g->p->provider->prog_type) {
	case BPF_PROG_TYPE_RAW_TRACEPOINT:
		return arch->stack_own.raw;
	case BPF_PROG_TYPE_TRACING:
		return arch->stack_own.trampoline;
	default:
		return arch->stack_own.event;
	}
}

bool stack_lacks_caller(const struct arch *arch, const struct prog *p,
			const struct stack_opt *opt)
{
	u32 offers = p->provider->offers;

	if (!arch->stack_lacks_caller || opt->user || !(offers & OFFERS_REGS) ||
	    offers & OFFERS_RETVAL || !(offers & OFFERS_ARGS))
		return false;
	for (size_t i = 0; i < p->targets.n; i++)
		if (!place_is_entry(p, p->targets.v[i]))
			return false;
	return true;
}

static void add_caller(struct gen *g, vreg r)
{
	struct operand caller;

	place_load_caller(g, g->s->arch->word, &caller);
	ir_alui(g->ir, ALU_LSH, caller.reg, 32);
	ir_alu(g->ir, ALU_OR, r, caller.reg);
}

static void add_pid(struct gen *g, vreg r)
{
	vreg pid = ir_vreg(g->ir);

	ir_mov(g->ir, pid, gen_shared(g, SHARED_PID_TGID));
	ir_alui(g->ir, ALU_RSH, pid, 32);
	ir_alui(g->ir, ALU_LSH, pid, 32);
	ir_alu(g->ir, ALU_OR, r, pid);
}

/*
 *	r = get_stackid(ctx, table, flags);
 *	if (r >= 0) goto have;
 *	if (r != -EEXIST) goto none;
 *	…overflow…
 */
static void get_id(struct gen *g, const struct stack_maps *m, u64 flags, vreg r, label have,
		   label none)
{
	struct ir_arg args[] = { ARG_R(g->ir->ctx), ARG_M(m->table), ARG_I((s64)flags) };

	gen_call(g, r, HELPER_get_stackid, args, 3);
	ir_jcci(g->ir, COND_SGE, r, 0, have);
	gen_scope_open(g);
	ir_jcci(g->ir, COND_NE, r, -17 /* EEXIST */, none);
	overflow(g, m, flags, r, none);
	gen_scope_close(g);
}

/* r = the id of the user stack, which awl's own code walks where it can find the registers.  The
 * kernel walks the other stacks, such as those of 32-bit programs. */
static void walk(struct gen *g, const struct stack_maps *m, vreg r, label have, label none)
{
	struct user_regs regs = user_regs_of(g->s, g->p);
	label other = ir_label(g->ir);
	struct walked w;

	if (regs.by != REGS_NOT) {
		gen_scope_open(g);
		gen_walk_stack(g, m->depth, &regs, other, &w);
		gen_walk_end(g, m->depth, &w);
		keep(g, m, w.entry, w.hash, r, none);
		ir_jmp(g->ir, have);
		gen_scope_close(g);
	}
	ir_put(g->ir, other);
	gen_scope_open(g);
	overflow(g, m, BPF_F_USER_STACK, r, none);
	gen_scope_close(g);
	if (g->s->arch->stack_gaps)
		ir_alui(g->ir, ALU_OR, r, STACK_NO_TABLES << STACK_BEGIN_SHIFT);
}

/*
 *	…get_id, or walk…
 *	goto have;
 *   none:
 *	r = STACK_NONE;
 *   have:
 */
static void take(struct gen *g, const struct stack_opt *opt, vreg r)
{
	const struct stack_maps *m = maps_for(g->s, g->p, opt);
	label have = ir_label(g->ir), none = ir_label(g->ir);

	if (HAS_UNWIND && opt->by_tables)
		walk(g, m, r, have, none);
	else
		get_id(g, m, stack_flags(g, opt), r, have, none);
	ir_jmp(g->ir, have);
	ir_put(g->ir, none);
	ir_imm(g->ir, r, STACK_NONE);
	ir_put(g->ir, have);
}

/*
 *	r = id;			-- take(); 0 of a copy, which follows the record
 *	r |= mark;		-- STACK_NONE has its bits
 */
static void gen_stack(struct gen *g, struct expr *e, struct operand *out)
{
	const struct stack_opt *opt = &e->type->stack;
	u32 mark = opt->mark | (u32)begin_of(g->p, opt) << STACK_BEGIN_SHIFT;
	vreg r = ir_vreg(g->ir);

	if (HAS_UNWIND && opt->is_copy)
		ir_imm(g->ir, r, 0);
	else
		take(g, opt, r);
	if (mark)
		ir_alui(g->ir, ALU_OR, r, (s32)mark);
	if (opt->user)
		add_pid(g, r);
	else if (stack_lacks_caller(g->s->arch, g->p, opt))
		add_caller(g, r);
	operand_set(out, r);
}

#define STACK(n, params, needs_, check_) \
	{ PROTO(n, "stack", params), .needs = needs_, .check = check_, .gen = gen_stack }
#define OPTIONS "([raw mode, raw skip, raw depth])"

static const struct builtin rows[] = {
	STACK("dw_ustack", OPTIONS, OFFERS_USTACK, check_dw_ustack),
	STACK("kstack", OPTIONS, OFFERS_KSTACK, check_kstack),
	STACK("stack", OPTIONS, OFFERS_KSTACK, check_kstack),
	STACK("ustack", "([raw mode, raw skip, raw depth, raw walk])", OFFERS_USTACK, check_ustack),
};
const struct builtin_table builtin_stack = { rows, ARRAY_SIZE(rows) };
