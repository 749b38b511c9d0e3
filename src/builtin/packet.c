/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * packet.c - skboutput(): packets, written to a file in the pcap format.
 *
 * The kernel copies a packet, which can be in several pieces, only to a perf buffer.  So a script
 * that calls it has no ring buffer (image_has_ring()), and all its records keep their order.
 */
#include <string.h>

#include "builtin/builtin.h"
#include "gen/gen.h"
#include "lang/check.h"
#include "lang/decl.h"
#include "provider/provider.h"
#include "run/packets.h"
#include "tables.h"

/* A record of a perf buffer, whose size is a u16, has room for these bytes of a packet. */
#define MOST_BYTES 65000

/* The bytes of the packet follow its record. */
enum { REC_ID, REC_WHEN, REC_WHOLE, REC_TAKEN, REC_OFFSET };

static u32 field(const struct action *a, const void *record, u32 i)
{
	u32 v;

	memcpy(&v, (const u8 *)record + a->record->members[i].off, sizeof(v));
	return v;
}

static int handle_packet(struct session *s, const struct action *a, const void *record)
{
	u32 taken = field(a, record, REC_TAKEN), off = field(a, record, REC_OFFSET);
	u32 whole = field(a, record, REC_WHOLE);
	u64 when;

	memcpy(&when, (const u8 *)record + a->record->members[REC_WHEN].off, sizeof(when));
	if (off > taken)
		off = taken;
	packets_write(s, a, when, whole - off, (const u8 *)record + a->size + off, taken - off);
	return 0;
}

/* skboutput(file, skb, length, offset) */
static const struct type *check_skboutput(struct check *c, struct expr *e)
{
	static const struct type *const types[] = { &type_u64, &type_u32, &type_u32, &type_u32 };
	const struct typename tn = { .tag = TN_STRUCT, .name = "sk_buff" };
	const struct type *t = type_lookup(c->s, &tn);
	struct action *a;
	u32 off;

	if (!check_trusted(c, e->args[1], e->name))
		return &type_error;
	if (!t || !type_member(type_complete(t), "len", &off))
		return check_fail(c, E_NO_MEMBER, e->span, "struct sk_buff", "len");
	a = check_action(c, e, types, ARRAY_SIZE(types), handle_packet);
	a->file = e->args[0]->name;
	a->arg[0] = off;
	c->s->image.needs_perf = true;
	return &type_s64;
}

/* r = min(r, max) */
static void clip_to(struct gen *g, vreg r, vreg max)
{
	label fits = ir_label(g->ir);

	ir_jcc(g->ir, COND_LE, r, max, fits);
	ir_mov(g->ir, r, max);
	ir_put(g->ir, fits);
}

/*
 *	record.whole = skb->len;
 *	n = min(length + offset, record.whole);
 *	skb_output(skb, buffer, n << 32 | BPF_F_CURRENT_CPU, &record, sizeof(record));
 */
static void gen_skboutput(struct gen *g, struct expr *e, struct operand *out)
{
	const struct action *a = ex_action(e);
	const struct member *m = a->record->members;
	slot s = gen_slot(g, a->size);
	vreg skb = gen_reg(g, e->args[1]), n = gen_fresh(g, e->args[2]);
	vreg off = gen_fresh(g, e->args[3]), whole = ir_vreg(g->ir), r = ir_vreg(g->ir);
	struct place at = place_slot(s, 0);
	struct ir_arg args[] = { ARG_R(skb), ARG_M(g->s->image.ring_map), ARG_R(n), ARG_S(s, 0),
				 ARG_I(a->size) };

	place_zero(g, at, a->size);
	place_storei(g, 4, at, a->id);
	place_store(g, 8, place_at(at, (s32)m[REC_WHEN].off), gen_shared(g, SHARED_NSECS));
	gen_probe_read(g, place_at(at, (s32)m[REC_WHOLE].off), 4, skb, (s32)a->arg[0],
		       SPACE_KERNEL);
	place_load(g, whole, 4, place_at(at, (s32)m[REC_WHOLE].off));
	gen_clip(g, off, MOST_BYTES);
	gen_clip(g, n, MOST_BYTES);
	ir_alu(g->ir, ALU_ADD, n, off);
	gen_clip(g, n, MOST_BYTES);
	clip_to(g, n, whole);
	place_store(g, 4, place_at(at, (s32)m[REC_TAKEN].off), n);
	place_store(g, 4, place_at(at, (s32)m[REC_OFFSET].off), off);
	ir_alui(g->ir, ALU_LSH, n, 32);
	ir_imm(g->ir, whole, 0xffffffff /* BPF_F_CURRENT_CPU */);
	ir_alu(g->ir, ALU_OR, n, whole);
	gen_call(g, r, HELPER_skb_output, args, ARRAY_SIZE(args));
	gen_add_unless(g, COND_EQ, r, g->p->lost_off, 1);
	operand_set(out, r);
}

static const struct builtin rows[] = {
	{ PROTO("skboutput", "s64", "(literal file, ptr skb, int length, int offset)"),
	  .check = check_skboutput, .gen = gen_skboutput, .needs = OFFERS_TRUSTED,
	  .may_wait = true },
};
const struct builtin_table builtin_packet = { rows, ARRAY_SIZE(rows) };
