/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_mem.c - places: loads, stores, copies, reads of foreign memory.
 *
 * The program's own memory (stack, map values, records) and the context are loaded directly,
 * in the widest aligned pieces.  Kernel and user memory is read with the probe_read helpers,
 * which zero the destination if they fail.
 */
#include <string.h>

#include "gen/gen.h"

bool type_fits_reg(const struct type *t)
{
	return type_is_scalar(t) || t->kind == TY_STACK || t->kind == TY_TIME ||
	       t->kind == TY_FUNC || t->kind == TY_PROBE || t->kind == TY_KSYM;
}

struct place place_at(struct place p, s32 more)
{
	p.off += more;
	return p;
}

slot gen_slot(struct gen *g, u32 size)
{
	return ir_slot(g->ir, ALIGN_UP(size, 8), 8);
}

struct place gen_dest(struct gen *g, const struct dest *dest, u32 size)
{
	return dest && dest->size >= size ? dest->at : place_slot(gen_slot(g, size), 0);
}

bool dest_any_tail(const struct dest *dest, u32 size)
{
	return dest && dest->size >= size && dest->any_tail;
}

void place_load(struct gen *g, vreg dst, u32 size, struct place p)
{
	if (p.is_slot)
		ir_load_slot(g->ir, size, dst, p.id, p.off);
	else
		ir_load(g->ir, size, dst, p.id, p.off);
}

void place_store(struct gen *g, u32 size, struct place p, vreg src)
{
	if (p.is_slot)
		ir_store_slot(g->ir, size, p.id, p.off, src);
	else
		ir_store(g->ir, size, p.id, p.off, src);
}

void place_storei(struct gen *g, u32 size, struct place p, s64 imm)
{
	if (p.is_slot)
		ir_storei_slot(g->ir, size, p.id, p.off, imm);
	else
		ir_storei(g->ir, size, p.id, p.off, imm);
}

u32 place_piece(struct place a, struct place b, u32 done, u32 n)
{
	u32 size = 8;

	while (size > n - done || ((u32)a.off + done) % size || ((u32)b.off + done) % size)
		size /= 2;
	return size;
}

void place_zero(struct gen *g, struct place p, u32 size)
{
	for (u32 done = 0; done < size; ) {
		u32 n = place_piece(p, p, done, size);

		place_storei(g, n, place_at(p, (s32)done), 0);
		done += n;
	}
}

void place_copy(struct gen *g, struct place dst, struct place src, u32 size)
{
	for (u32 done = 0; done < size; ) {
		u32 n = place_piece(dst, src, done, size);
		vreg tmp = ir_vreg(g->ir);

		if (src.space == SPACE_CTX && n > g->s->arch->word)
			n = g->s->arch->word;	/* registers are read one by one */
		place_load(g, tmp, n, place_at(src, (s32)done));
		place_store(g, n, place_at(dst, (s32)done), tmp);
		done += n;
	}
}

struct ir_arg place_arg(struct place p)
{
	return p.is_slot ? ARG_S(p.id, p.off) : ARG_RO(p.id, p.off);
}

vreg place_addr(struct gen *g, struct place p)
{
	vreg r = ir_vreg(g->ir);

	if (p.is_slot) {
		ir_lea(g->ir, r, p.id, p.off);
		return r;
	}
	ir_mov(g->ir, r, p.id);
	if (p.off)
		ir_alui(g->ir, ALU_ADD, r, p.off);
	return r;
}

/* ---- helpers ---- */

void gen_call(struct gen *g, vreg dst, enum helper h, const struct ir_arg *args, u32 n)
{
	ir_call(g->ir, dst, h, args, n);
}

vreg gen_call0(struct gen *g, enum helper h)
{
	vreg r = ir_vreg(g->ir);

	ir_call(g->ir, r, h, NULL, 0);
	return r;
}

/*
 *	if (r >= 0) goto ok;
 *	failed_reads[cpu]++;
 *   ok:
 */
static void count_failed_read(struct gen *g, vreg r, enum helper h)
{
	label ok = ir_label(g->ir);

	ir_jcci(g->ir, COND_SGE, r, 0, ok);
	gen_count_at(g, g->s->image.read_failed_off);
	gen_failure(g, r, h);
	ir_put(g->ir, ok);
}

/*
 * The oldest helpers read both kernel and user memory.  They tell them apart by the address
 * (bpf_probe_read_compat_common(), Linux 5.5).  Where these address spaces overlap, new kernels
 * lack them, and an address of unknown origin is the kernel's.  Before 5.5, kernel reads reached
 * user memory.
 */
enum helper gen_read_helper(struct gen *g, enum space space, bool str)
{
	if (space == SPACE_NONE && g->s->arch->spaces_overlap)
		space = SPACE_KERNEL;
	if (!g->s->image.has(FEATURE_PROBE_READ_KU) || space == SPACE_NONE)
		return str ? HELPER_probe_read_str : HELPER_probe_read;
	if (space == SPACE_USER)
		return str ? HELPER_probe_read_user_str : HELPER_probe_read_user;
	return str ? HELPER_probe_read_kernel_str : HELPER_probe_read_kernel;
}

static void probe_read(struct gen *g, struct place dst, struct ir_arg size,
		       struct ir_arg addr, enum helper h)
{
	struct ir_arg args[] = { place_arg(dst), size, addr };
	vreg r = ir_vreg(g->ir);

	gen_call(g, r, h, args, 3);
	count_failed_read(g, r, h);
}

void gen_probe_read(struct gen *g, struct place dst, u32 size, vreg addr, s32 off,
		    enum space space)
{
	probe_read(g, dst, ARG_I(size), ARG_RO(addr, off), gen_read_helper(g, space, false));
}

void gen_probe_read_str(struct gen *g, struct place dst, u32 size, vreg addr, s32 off,
			enum space space, bool pad)
{
	if (pad)
		place_zero(g, dst, size);
	probe_read(g, dst, ARG_I(size), ARG_RO(addr, off), gen_read_helper(g, space, true));
}

/*
 * Keeps size bytes of a string, the NUL included:
 *
 *	r = read_str(dst, n, addr);
 *	if (r < size) goto end;			-- unsigned
 *	if (r >= 0) goto full;
 *	failed_reads[cpu]++; goto end;
 *   full:
 *	if (want <= size || !addr[size - 1]) goto end;
 *	dst[size - 3] = dst[size - 2] = '.'; cut_texts[cpu]++;
 *   end:
 *
 * n is size, or the lesser of size and `want` if that is given.
 */
void gen_read_open(struct gen *g, struct place dst, u32 size, struct place src, vreg n,
		   vreg want)
{
	struct ir_arg args[] = { place_arg(dst), n ? ARG_R(n) : ARG_I(size),
				 ARG_RO(src.id, src.off) };
	struct place next = place_slot(gen_slot(g, 8), 0);
	struct ir_arg more[] = { place_arg(next), ARG_I(1),
				 ARG_RO(src.id, src.off + (s32)size - 1) };
	label full = ir_label(g->ir), end = ir_label(g->ir);
	vreg r = ir_vreg(g->ir), c = ir_vreg(g->ir);

	/* before any branch, so that the verifier finds the same state on all ways to `end` */
	place_storei(g, 8, next, 0);
	gen_call(g, r, gen_read_helper(g, src.space, true), args, 3);
	ir_jcci(g->ir, COND_LT, r, size, end);
	gen_scope_open(g);
	ir_jcci(g->ir, COND_SGE, r, 0, full);
	gen_count_at(g, g->s->image.read_failed_off);
	gen_failure(g, r, gen_read_helper(g, src.space, true));
	ir_jmp(g->ir, end);
	ir_put(g->ir, full);
	if (want)
		ir_jcci(g->ir, COND_LE, want, size, end);
	gen_call(g, 0, gen_read_helper(g, src.space, false), more, 3);
	place_load(g, c, 1, next);
	ir_jcci(g->ir, COND_EQ, c, 0, end);
	for (u32 i = size > 3 ? size - 3 : size; i < size - 1; i++)
		place_storei(g, 1, place_at(dst, (s32)i), '.');
	gen_count_at(g, g->s->image.texts_cut_off);
	gen_scope_close(g);
	ir_put(g->ir, end);
}

/*
 * An array of n chars need not have a NUL, and the memory after it must not be touched:
 *
 *	read_str(dst, n, src);
 *	if (dst[n - 2]) read(&dst[n - 1], 1, &src[n - 1]);
 */
void gen_read_text(struct gen *g, struct place dst, u32 size, struct place src,
		   const struct type *from)
{
	u32 n = from->kind == TY_STRING && from->size < size ? from->size : size;
	bool may_fill = from->count && from->count < size;
	label end = ir_label(g->ir);
	vreg last = ir_vreg(g->ir);

	if (may_fill)
		n = from->count;
	place_zero(g, dst, size);
	if (from->is_open && n == from->size)
		gen_read_open(g, dst, n, src, 0, 0);
	else if (n > 1 || !may_fill)
		gen_probe_read_str(g, dst, n, src.id, src.off, src.space, false);
	if (!may_fill)
		return;
	if (n > 1) {
		place_load(g, last, 1, place_at(dst, (s32)n - 2));
		ir_jcci(g->ir, COND_EQ, last, 0, end);
	}
	gen_scope_open(g);
	gen_probe_read(g, place_at(dst, (s32)n - 1), 1, src.id, src.off + (s32)n - 1, src.space);
	gen_scope_close(g);
	ir_put(g->ir, end);
}

void gen_probe_read_sized(struct gen *g, struct place dst, vreg size, vreg addr,
			  enum space space, bool str)
{
	probe_read(g, dst, ARG_R(size), ARG_R(addr), gen_read_helper(g, space, str));
}

/* ---- shared values ---- */

/*
 *	r = cpu & (slots - 1);
 *	r *= block_size;
 *	p = &vars[block_off] + r;
 */
static vreg cpu_block(struct gen *g)
{
	struct script *s = g->s;
	vreg p = ir_vreg(g->ir), r = ir_vreg(g->ir);

	if (s->image.cpu_slots > 1) {
		ir_mov(g->ir, r, gen_shared(g, SHARED_CPU));
		ir_alui(g->ir, ALU_AND, r, s->image.cpu_slots - 1);
		ir_alui(g->ir, ALU_MUL, r, s->image.block_size);
		ir_mapval(g->ir, p, s->image.vars_map, s->image.block_off);
		ir_alu(g->ir, ALU_ADD, p, r);
	} else {
		ir_mapval(g->ir, p, s->image.vars_map, s->image.block_off);
	}
	return p;
}

/*
 * Both ids in one word, as get_current_pid_tgid() returns them.  For tasks that awl's PID
 * namespace doesn't see, the helper writes zeros.
 *
 *	get_ns_current_pid_tgid(dev, ino, &ids, 8);
 *	r = ids;
 */
static vreg own_pid_tgid(struct gen *g)
{
	const struct script_options *o = &g->s->opt;
	slot ids = gen_slot(g, 8);
	struct ir_arg args[] = { ARG_I((s64)o->pid_ns.dev), ARG_I((s64)o->pid_ns.ino),
				 ARG_S(ids, 0), ARG_I(8) };
	vreg r = ir_vreg(g->ir);

	if (!o->pid_ns.ino || o->lacks_ns_pid)
		return gen_call0(g, HELPER_get_current_pid_tgid);
	gen_call(g, 0, HELPER_get_ns_current_pid_tgid, args, 4);
	place_load(g, r, 8, place_slot(ids, 0));
	return r;
}

static vreg make_shared(struct gen *g, enum shared what)
{
	switch (what) {
	case SHARED_PID_TGID:
		return own_pid_tgid(g);
	case SHARED_INIT_PID_TGID:
		return gen_call0(g, HELPER_get_current_pid_tgid);
	case SHARED_UID_GID:
		return gen_call0(g, HELPER_get_current_uid_gid);
	case SHARED_NSECS:
		return gen_call0(g, g->s->image.has(FEATURE_BOOT_NS) ? HELPER_ktime_get_boot_ns
						       : HELPER_ktime_get_ns);
	case SHARED_CPU:
		return gen_call0(g, HELPER_get_smp_processor_id);
	case SHARED_TASK:
		return gen_call0(g, HELPER_get_current_task);
	case SHARED_TASK_BTF:
		return gen_call0(g, HELPER_get_current_task_btf);
	case SHARED_CGROUP:
		return gen_call0(g, HELPER_get_current_cgroup_id);
	case SHARED_CPU_BLOCK:
		return cpu_block(g);
	case SHARED_TARGET: {
		struct ir_arg ctx = ARG_R(g->ir->ctx);
		vreg r = ir_vreg(g->ir);

		gen_call(g, r, HELPER_get_attach_cookie, &ctx, 1);
		return r;
	}
	default:
		bug("shared value %d", what);
	}
}

vreg gen_shared(struct gen *g, enum shared what)
{
	if (!g->shared.at[what])
		g->shared.at[what] = make_shared(g, what);
	return g->shared.at[what];
}

/*
 *	p = &vars[block_off + off]; i = 0;
 *   top:
 *	*p = 0;
 *	p += block_size; i++;
 *	if (i < cpu_slots) goto top;
 */
void gen_zero_cpus(struct gen *g, u32 off, u32 size)
{
	struct script *s = g->s;
	vreg p = ir_vreg(g->ir), i = ir_vreg(g->ir);
	label top = ir_label(g->ir);

	ir_mapval(g->ir, p, s->image.vars_map, s->image.block_off + off);
	ir_imm(g->ir, i, 0);
	ir_put(g->ir, top);
	place_zero(g, place_reg(p, 0, SPACE_BPF), size);
	ir_alui(g->ir, ALU_ADD, p, s->image.block_size);
	ir_alui(g->ir, ALU_ADD, i, 1);
	ir_jcci(g->ir, COND_LT, i, s->image.cpu_slots, top);
}

vreg gen_turn(struct gen *g, const struct global *gl)
{
	vreg r = ir_vreg(g->ir);

	ir_mapval(g->ir, r, g->s->image.vars_map, gl->turn_off);
	place_load(g, r, 8, place_reg(r, 0, SPACE_BPF));
	ir_alui(g->ir, ALU_AND, r, 1);
	return r;
}

void gen_add_turn(struct gen *g, const struct global *gl, vreg p)
{
	vreg turn = gen_turn(g, gl);

	ir_alui(g->ir, ALU_MUL, turn, ALIGN_UP(gl->value->size, 8));
	ir_alu(g->ir, ALU_ADD, p, turn);
}

vreg gen_call_regs(struct gen *g)
{
	vreg regs = ir_vreg(g->ir);

	ir_load(g->ir, 8, regs, g->ir->ctx,
		g->p->ctx_form == CTX_CALL ? (s32)g->s->arch->func.reg_off[0] : 0);
	return regs;
}

void gen_count_at(struct gen *g, u32 off)
{
	gen_add_at(g, off, 1);
}

void gen_add_at(struct gen *g, u32 off, s64 by)
{
	vreg n = ir_vreg(g->ir), block;

	gen_scope_open(g);
	block = gen_shared(g, SHARED_CPU_BLOCK);
	/* Programs that interrupt each other may add to the same counter. */
	if (g->s->shares_cells || arch_has_atomics(g->s->arch)) {
		ir_imm(g->ir, n, by);
		ir_xadd(g->ir, 8, block, (s32)off, n);
	} else {
		ir_load(g->ir, 8, n, block, (s32)off);
		ir_alui(g->ir, ALU_ADD, n, by);
		ir_store(g->ir, 8, block, (s32)off, n);
	}
	gen_scope_close(g);
}

void gen_add_unless(struct gen *g, enum cond cond, vreg r, u32 off, s64 n)
{
	label end = ir_label(g->ir);

	ir_jcci(g->ir, cond, r, 0, end);
	gen_add_at(g, off, n);
	ir_put(g->ir, end);
}

/* The verifier doesn't track a value that is stored in two halves and loaded as one. */
vreg gen_forget(struct gen *g, vreg r)
{
	struct place p = place_slot(gen_slot(g, 8), 0);
	bool is_big = g->s->arch->is_big;
	vreg v = ir_vreg(g->ir);

	place_store(g, 4, place_at(p, is_big ? 4 : 0), r);
	ir_mov(g->ir, v, r);
	ir_alui(g->ir, ALU_RSH, v, 32);
	place_store(g, 4, place_at(p, is_big ? 0 : 4), v);
	place_load(g, v, 8, p);
	return v;
}

void gen_usym(struct gen *g, vreg addr, struct operand *out)
{
	struct place p = gen_dest(g, out->dest, type_usym.size);
	vreg pid = ir_vreg(g->ir);

	ir_mov(g->ir, pid, gen_shared(g, SHARED_PID_TGID));
	ir_alui(g->ir, ALU_RSH, pid, 32);
	place_store(g, 8, p, addr);
	place_store(g, 8, place_at(p, 8), pid);
	operand_mem(out, p);
}
