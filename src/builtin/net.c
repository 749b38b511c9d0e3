/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * net.c - addresses and byte orders.
 */
#include <arpa/inet.h>
#include <string.h>

#include "base/order.h"
#include "base/text.h"
#include "gen/gen.h"
#include "builtin/builtin.h"
#include "lang/check.h"
#include "tables.h"

#define FAMILY_INET 2	/* AF_INET, AF_INET6: linux/socket.h */
#define FAMILY_INET6 10
#define INET_SIZE 24	/* TY_INET: u32 family, u8[16] address, u32 0 */

static struct expr *address_of(struct expr *e)
{
	return e->args[e->n_args - 1];
}

/* ntop([family,] address).  Without a family a number is IPv4 and 16 bytes are IPv6. */
static const struct type *check_ntop(struct check *c, struct expr *e)
{
	const struct type *t = address_of(e)->type;

	if (t->kind == TY_UNKNOWN || t->kind == TY_ERROR)
		return &type_inet;
	if ((t->kind == TY_ARRAY || t->kind == TY_STRUCT || t->kind == TY_STRING) &&
	    (t->size == 4 || t->size == 16))
		return &type_inet;
	if (type_is_int(t))
		return &type_inet;
	return check_fail(c, E_ARG_TYPE, address_of(e)->span, "ntop",
			  text_of(T_ADDRESS), type_name(t));
}

static void gen_ntop(struct gen *g, struct expr *e, struct operand *out)
{
	struct expr *a = address_of(e);
	const struct type *t = a->type;
	struct place p = gen_dest(g, out->dest, INET_SIZE);
	vreg r;

	place_zero(g, p, INET_SIZE);
	if (type_fits_reg(t)) {
		r = gen_reg(g, a);
		place_store(g, 4, place_at(p, 4), r);
	} else {
		gen_into(g, place_at(p, 4), t, a);
	}
	if (e->n_args > 1)
		place_store(g, 4, p, gen_reg(g, e->args[0]));
	else
		place_storei(g, 4, p, t->size == 16 ? FAMILY_INET6 : FAMILY_INET);
	operand_mem(out, p);
}

/* Reads the text of an address.  Returns the number of its bytes, or 0 if it is none. */
static u32 address_bytes(const char *text, u32 *bytes)
{
	bool is_6 = strchr(text, ':') != NULL;

	if (inet_pton(is_6 ? AF_INET6 : AF_INET, text, bytes) != 1)
		return 0;
	return is_6 ? 16 : 4;
}

static const struct type *check_pton(struct check *c, struct expr *e)
{
	u32 bytes[4], n = address_bytes(e->args[0]->name, bytes);

	if (!n)
		return check_fail(c, E_ADDRESS, e->args[0]->span, e->args[0]->name);
	return type_array(c->s->arena, &type_u8, n);
}

static void gen_pton(struct gen *g, struct expr *e, struct operand *out)
{
	u32 bytes[4], n = address_bytes(e->args[0]->name, bytes);
	struct place p = gen_dest(g, out->dest, n);

	for (u32 i = 0; i < n / 4; i++)
		place_storei(g, 4, place_at(p, (s32)i * 4),
			     (s32)order_num(&bytes[i], 4, g->s->arch->is_big));
	operand_mem(out, p);
}

/* macaddr(x): six bytes in an array, or at an address. */
static const struct type *check_macaddr(struct check *c, struct expr *e)
{
	const struct type *t = e->args[0]->type;

	if (t->kind == TY_UNKNOWN || type_is_scalar(t) ||
	    (t->kind == TY_ARRAY && t->size >= 6) || (t->kind == TY_STRING && t->size >= 6))
		return &type_mac;
	return check_fail(c, E_ARG_TYPE, e->args[0]->span, "macaddr", "six bytes",
			  type_name(t));
}

static void gen_macaddr(struct gen *g, struct expr *e, struct operand *out)
{
	struct expr *a = e->args[0];
	struct place p = gen_dest(g, out->dest, 8);

	if (type_fits_reg(a->type)) {
		vreg r = gen_reg(g, a);

		gen_probe_read(g, p, 6, r, 0, gen_space(g, a->type));
	} else {
		gen_bytes(g, p, a, 6);
	}
	operand_mem(out, p);
}

/* bswap(x) reverses the bytes of x and keeps its size. */
static const struct type *check_bswap(struct check *c, struct expr *e)
{
	const struct type *t = e->args[0]->type;

	(void)c;
	return type_int(t->size == 2 || t->size == 4 || t->size == 1 ? t->size : 8, false);
}

static void gen_bswap(struct gen *g, struct expr *e, struct operand *out)
{
	vreg r = gen_fresh(g, e->args[0]);

	if (e->type->size > 1)
		ir_bswap(g->ir, r, e->type->size * 8);
	operand_set(out, r);
}

/* ntohs(x) and ntohl(x): a number in network order, which is that of big-endian machines. */
static void gen_ntoh(struct gen *g, struct expr *e, struct operand *out)
{
	vreg r = gen_fresh(g, e->args[0]);

	if (g->s->arch->is_big)
		gen_extend(g, r, e->type->size, false);
	else
		ir_bswap(g->ir, r, e->type->size * 8);
	operand_set(out, r);
}

static const struct builtin rows[] = {
	{ PROTO("bswap", "word", "(int x)"), .check = check_bswap, .gen = gen_bswap },
	{ PROTO("macaddr", "mac", "(any bytes)"), .check = check_macaddr, .gen = gen_macaddr },
	{ PROTO("ntohl", "u32", "(int x)"), .gen = gen_ntoh },
	{ PROTO("ntohs", "u16", "(int x)"), .gen = gen_ntoh },
	{ PROTO("ntop", "inet", "(any family_or_address [, any address])"),
	  .check = check_ntop, .gen = gen_ntop },
	{ PROTO("pton", "array", "(literal address)"), .check = check_pton, .gen = gen_pton },
};
const struct builtin_table builtin_net = { rows, ARRAY_SIZE(rows) };
