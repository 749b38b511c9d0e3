/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * path.c - the name of the file of a struct path.
 *
 * Only few probes, through trampolines, may call the kernel's bpf_d_path().  So the program
 * walks the tree itself: up through d_parent and, at the root of a mount, to the place where
 * that is mounted.  The members come from BTF or from declarations (fs/mount.h,
 * linux/dcache.h).  The name is written from its end to its start.  The buffer has room for
 * one more component after that end.
 */
#include "gen/gen.h"
#include "builtin/builtin.h"
#include "lang/check.h"
#include "lang/decl.h"
#include "tables.h"

#define MAX_DEPTH 24		/* number of components and mounts */
#define MAX_NAME 255		/* NAME_MAX */

enum { PATH_MNT, PATH_DENTRY, D_PARENT, D_NAME, D_LEN, M_VFS, M_PARENT, M_POINT, V_ROOT, N_OFFS };

static const struct { const char *type, *member, *inner; } members[N_OFFS] = {
	[PATH_MNT] = { "path", "mnt", NULL }, [PATH_DENTRY] = { "path", "dentry", NULL },
	[D_PARENT] = { "dentry", "d_parent", NULL }, [D_NAME] = { "dentry", "d_name", "name" },
	[D_LEN] = { "dentry", "d_name", "len" }, [M_VFS] = { "mount", "mnt", NULL },
	[M_PARENT] = { "mount", "mnt_parent", NULL },
	[M_POINT] = { "mount", "mnt_mountpoint", NULL },
	[V_ROOT] = { "vfsmount", "mnt_root", NULL },
};

/* The name of the first structure that lacks a member; NULL if all are there. */
static const char *find_members(struct script *s, s32 *offs)
{
	for (u32 i = 0; i < N_OFFS; i++) {
		struct typename tn = { .tag = TN_STRUCT, .name = members[i].type };
		const struct type *t = type_lookup(s, &tn);
		const struct member *m = t ? type_member(type_complete(t), members[i].member,
							 (u32 *)&offs[i]) : NULL;
		u32 more = 0;

		if (m && members[i].inner)
			m = type_member(type_complete(m->type), members[i].inner, &more);
		if (!m)
			return members[i].type;
		offs[i] += (s32)more;
	}
	return NULL;
}

/* path(p [, n]): p is a struct path or a pointer to one. */
static const struct type *check_path(struct check *c, struct expr *e)
{
	const struct type *t = e->args[0]->type;
	s64 size = c->s->image.opt.strlen;
	const char *missing;
	s32 *offs;

	if (t->kind == TY_UNKNOWN)
		return type_string(c->s->arena, (u32)size);
	if (t->kind != TY_STRUCT && !type_is_scalar(t))
		return check_fail(c, E_ARG_TYPE, e->args[0]->span, "path", "a struct path",
				  type_name(t));
	if (e->n_args > 1 && !check_const(c, e->args[1], &size))
		return &type_error;
	if (size < 2 || size > 4096)
		return check_fail(c, E_READ_SIZE, e->args[1]->span, 2, 4096);
	if (!c->s->path_offs) {
		offs = arena_array(c->s->arena, s32, N_OFFS);
		missing = find_members(c->s, offs);
		if (missing)
			return check_fail(c, E_PATH, e->span, missing);
		c->s->path_offs = offs;
	}
	return type_string(c->s->arena, (u32)size);
}

struct walk {
	struct place buf, tmp;	/* the text; a word that was read, then a slash */
	vreg dentry, mnt, pos;	/* pos: where the text begins */
	vreg whole;		/* where it begins without the component that did not fit */
	u32 size;		/* bytes for the text */
	const s32 *offs;
};

/* dst = `size` bytes, or a word, of kernel memory at base + off */
static void fetch(struct gen *g, struct walk *w, vreg dst, vreg base, s32 off, u32 size)
{
	gen_probe_read(g, w->tmp, size, base, off, SPACE_KERNEL);
	place_load(g, dst, size, w->tmp);
}

/*
 *	pos -= n;
 *	if (pos >= size) goto cut;	(below 0, too)
 *	probe_read(&buf[pos], n, from);
 *
 * The verifier must know no more about pos than that, or it would follow the loop separately
 * for each number of names.
 */
static void put_before(struct gen *g, struct walk *w, struct ir_arg n, vreg len, vreg from,
		       label cut)
{
	vreg at = place_addr(g, w->buf);
	struct ir_arg args[] = { ARG_R(at), n, ARG_R(from) };

	if (len)
		ir_alu(g->ir, ALU_SUB, w->pos, len);
	else
		ir_alui(g->ir, ALU_SUB, w->pos, n.imm);
	ir_mov(g->ir, w->pos, gen_forget(g, w->pos));
	ir_jcci(g->ir, COND_GE, w->pos, w->size, cut);
	gen_keep(g);
	ir_alu(g->ir, ALU_ADD, at, w->pos);
	gen_keep(g);
	gen_call(g, 0, gen_read_helper(g, SPACE_KERNEL, false), args, 3);
}

static void put_slash(struct gen *g, struct walk *w, label cut)
{
	put_before(g, w, ARG_I(1), 0, place_addr(g, place_at(w->tmp, 8)), cut);
}

/*
 *	if (dentry != mnt->mnt_root) goto inside;
 *	m = container_of(mnt, struct mount, mnt);
 *	if (m->mnt_parent == m) goto end;
 *	dentry = m->mnt_mountpoint; mnt = &m->mnt_parent->mnt;
 *	goto next;
 *   inside:
 */
static void leave_mount(struct gen *g, struct walk *w, label next, label end)
{
	struct ir *ir = g->ir;
	u32 word = g->s->arch->word;
	label inside = ir_label(ir);
	vreg r = ir_vreg(ir), parent = ir_vreg(ir), m = ir_vreg(ir);

	fetch(g, w, r, w->mnt, w->offs[V_ROOT], word);
	ir_jcc(ir, COND_NE, w->dentry, r, inside);
	ir_mov(ir, m, w->mnt);
	ir_alui(ir, ALU_SUB, m, w->offs[M_VFS]);
	fetch(g, w, parent, m, w->offs[M_PARENT], word);
	ir_jcc(ir, COND_EQ, parent, m, end);
	fetch(g, w, w->dentry, m, w->offs[M_POINT], word);
	ir_mov(ir, w->mnt, parent);
	ir_alui(ir, ALU_ADD, w->mnt, w->offs[M_VFS]);
	ir_jmp(ir, next);
	ir_put(ir, inside);
}

/* Writes the dentry's name with a slash before it, and goes to its parent if it has one. */
static void put_name(struct gen *g, struct walk *w, label cut, label end)
{
	struct ir *ir = g->ir;
	u32 word = g->s->arch->word;
	vreg name = ir_vreg(ir), len = ir_vreg(ir), parent = ir_vreg(ir);

	fetch(g, w, name, w->dentry, w->offs[D_NAME], word);
	fetch(g, w, len, w->dentry, w->offs[D_LEN], 4);
	ir_alui(ir, ALU_AND, len, MAX_NAME);
	put_before(g, w, ARG_R(len), len, name, cut);
	put_slash(g, w, cut);
	ir_mov(ir, w->whole, w->pos);
	fetch(g, w, parent, w->dentry, w->offs[D_PARENT], word);
	ir_jcc(ir, COND_EQ, parent, w->dentry, end);
	ir_mov(ir, w->dentry, parent);
}

/*
 *   top:
 *	…leave_mount… or …put_name…
 *   next:
 *	if (--left) goto top;
 *   end:
 *	if (pos == size - 1) put_slash
 */
static void walk_up(struct gen *g, struct walk *w, u32 size)
{
	struct ir *ir = g->ir;
	label top = ir_label(ir), next = ir_label(ir), end = ir_label(ir), cut = ir_label(ir);
	vreg left = ir_vreg(ir);

	g->loop_weight += MAX_DEPTH * 8;
	ir_imm(ir, left, MAX_DEPTH);
	ir_put(ir, top);
	leave_mount(g, w, next, end);
	put_name(g, w, cut, end);
	ir_put(ir, next);
	ir_alui(ir, ALU_SUB, left, 1);
	ir_jcci(ir, COND_NE, left, 0, top);
	ir_put(ir, end);
	ir_jcci(ir, COND_NE, w->pos, size - 1, cut);
	put_slash(g, w, cut);
	ir_mov(ir, w->whole, w->pos);
	ir_put(ir, cut);
}

static void gen_path(struct gen *g, struct expr *e, struct operand *out)
{
	struct ir *ir = g->ir;
	u32 size = e->type->size, word = g->s->arch->word;
	struct walk w = { .dentry = ir_vreg(ir), .mnt = ir_vreg(ir), .pos = ir_vreg(ir),
			  .whole = ir_vreg(ir), .size = size, .offs = g->s->path_offs };
	struct place dst = gen_dest(g, out->dest, size);
	vreg p, at;

	p = type_is_scalar(e->args[0]->type) ? gen_reg(g, e->args[0]) :
	    place_addr(g, gen_place(g, e->args[0]));
	w.tmp = place_slot(gen_slot(g, 16), 0);
	w.buf = place_slot(gen_slot(g, size + MAX_NAME + 1), 0);
	place_zero(g, place_at(w.tmp, 8), 8);
	place_storei(g, 1, place_at(w.tmp, 8), '/');
	place_zero(g, w.buf, ALIGN_UP(size + MAX_NAME + 1, 8));
	fetch(g, &w, w.mnt, p, w.offs[PATH_MNT], word);
	fetch(g, &w, w.dentry, p, w.offs[PATH_DENTRY], word);
	ir_imm(ir, w.pos, size - 1);
	ir_imm(ir, w.whole, size - 1);
	walk_up(g, &w, size);
	at = place_addr(g, w.buf);
	ir_alu(ir, ALU_ADD, at, w.whole);
	gen_keep(g);
	gen_probe_read_str(g, dst, size, at, 0, SPACE_KERNEL, true);
	operand_mem(out, dst);
}

static const struct builtin rows[] = {
	{ PROTO("path", "string", "(any p [, const n])"), .check = check_path,
	  .gen = gen_path },
};
const struct builtin_table builtin_path = { rows, ARRAY_SIZE(rows) };
