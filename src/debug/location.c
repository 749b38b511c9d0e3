/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * location.c - where a variable lies at an address, as steps that compute it.
 *
 * An expression of DWARF becomes the same in reverse Polish notation with fewer operators;
 * frame base and call frame address are replaced by what they are there.  What jumps, points to
 * what is not in memory or needs the caller's registers is refused.  Facts: DWARF 5, 2.5, 2.6,
 * 7.7.
 */
#include <elf.h>

#include "debug/debug_impl.h"

#define DEPTH 3		/* a variable's place, the frame base, the call frame address */
#define ARM_SP 13	/* DWARF for the Arm Architecture, 4.1 */

static bool add(struct location *l, enum debug_step_kind kind, u64 num)
{
	if (l->n == DEBUG_STEPS)
		return false;
	l->steps[l->n++] = (struct debug_step){ kind, num };
	return true;
}

static bool add_reg(struct location *l, u64 reg, s64 off)
{
	return add(l, STEP_REG, reg) &&
	       (!off || (add(l, STEP_NUM, (u64)off) && add(l, STEP_ADD, 0)));
}

/* Programs are loaded anywhere, so that an address is counted from the place of the probe. */
static bool add_address(struct location *l, u64 addr)
{
	return elf_is_distance_known(l->u->d->file, addr, l->pc) && add(l, STEP_IP, 0) &&
	       add(l, STEP_NUM, addr - l->pc) && add(l, STEP_ADD, 0);
}

/* Reads the constant of DW_OP_const1u to DW_OP_consts. */
static u64 constant(struct cursor *c, u8 op)
{
	u32 size = 1u << (op - DW_OP_const1u) / 2;
	u64 n;

	if (op == DW_OP_constu)
		return cursor_uleb(c);
	if (op == DW_OP_consts)
		return (u64)cursor_sleb(c);
	n = cursor_num(c, size);
	if ((op - DW_OP_const1u) % 2 && size < 8)
		n = (u64)((s64)(n << (64 - 8 * size)) >> (64 - 8 * size));
	return n;
}

/* Operators without an operand, which are steps. */
static enum debug_step_kind plain(u8 op)
{
	static const u8 steps[] = {
		[DW_OP_drop] = STEP_DROP, [DW_OP_swap] = STEP_SWAP, [DW_OP_rot] = STEP_ROT,
		[DW_OP_and] = STEP_AND, [DW_OP_div] = STEP_DIV, [DW_OP_minus] = STEP_SUB,
		[DW_OP_mod] = STEP_MOD, [DW_OP_mul] = STEP_MUL, [DW_OP_neg] = STEP_NEG,
		[DW_OP_not] = STEP_NOT, [DW_OP_or] = STEP_OR, [DW_OP_plus] = STEP_ADD,
		[DW_OP_shl] = STEP_SHL, [DW_OP_shr] = STEP_SHR, [DW_OP_shra] = STEP_SAR,
		[DW_OP_xor] = STEP_XOR, [DW_OP_eq] = STEP_EQ, [DW_OP_ge] = STEP_GE,
		[DW_OP_gt] = STEP_GT, [DW_OP_le] = STEP_LE, [DW_OP_lt] = STEP_LT,
		[DW_OP_ne] = STEP_NE,
	};

	return op < ARRAY_SIZE(steps) ? (enum debug_step_kind)steps[op] : STEP_NONE;
}

/* The number of STEP_TYPE for the base type at an offset of the unit; false for floats. */
static bool add_type(struct location *l, u64 off)
{
	struct entry e;
	u64 size, encoding;

	if (!off)
		return add(l, STEP_TYPE, 0);
	if (off > l->u->end || !entry_at(l->u->d, l->u->off + off, &e))
		return false;
	size = entry_num(&e, DW_AT_byte_size, 0);
	encoding = entry_num(&e, DW_AT_encoding, 0);
	if ((size != 1 && size != 2 && size != 4 && size != 8) || encoding == DW_ATE_float)
		return false;
	if (encoding == DW_ATE_signed || encoding == DW_ATE_signed_char)
		size |= DEBUG_SIGNED;
	return add(l, STEP_TYPE, size);
}

/* Operators that say of which type a number is. */
static bool add_typed(struct location *l, struct cursor *c, u8 op)
{
	u64 n;

	switch (op) {
	case DW_OP_convert:
	case DW_OP_GNU_convert:
	case DW_OP_reinterpret:
	case DW_OP_GNU_reinterpret:
		break;
	case DW_OP_regval_type:
	case DW_OP_GNU_regval_type:
		if (!add(l, STEP_REG, cursor_uleb(c)))
			return false;
		break;
	case DW_OP_deref_type:
	case DW_OP_GNU_deref_type:
		if (!add(l, STEP_DEREF, cursor_num(c, 1)))
			return false;
		break;
	case DW_OP_const_type:
	case DW_OP_GNU_const_type:
		n = cursor_uleb(c);
		op = (u8)cursor_num(c, 1);
		return op <= 8 && add(l, STEP_NUM, cursor_num(c, op)) && add_type(l, n);
	default:
		return false;
	}
	return add_type(l, cursor_uleb(c));
}

/* Jumps are followed only where gcc makes the smaller or larger of two numbers: the jump skips
 * a DW_OP_swap, and a DW_OP_drop follows. */
static bool add_select(struct location *l, struct cursor *c)
{
	return cursor_num(c, 2) == 1 && cursor_num(c, 1) == DW_OP_swap &&
	       cursor_num(c, 1) == DW_OP_drop && add(l, STEP_SELECT, 0);
}

/*
 * gcc's lists for ARM code have variables on the stack 8 bytes too low where the call frame
 * address is counted from sp (seen with gcc 10, 12 and 14).  They are right in Thumb code, with
 * a frame pointer, and outside lists.
 */
static bool is_wrong(const struct location *l, const struct location *base)
{
	return l->in_list && elf_machine(l->u->d->file) == EM_ARM && base->n == 3 &&
	       base->steps[0].kind == STEP_REG && base->steps[0].num == ARM_SP &&
	       elf_mark(l->u->d->file, l->pc) != 't';
}

/* The frame base of the function: a register's value, or an expression. */
static bool add_frame_base(struct location *l)
{
	struct location base = { .pc = l->pc, .at = l->at, .depth = l->depth + 1 };
	struct attr a;

	if (base.depth > DEPTH || l->at.kind == NULL || !entry_attr(&l->at, DW_AT_frame_base, &a) ||
	    location_of(&base, &a) || base.what > DEBUG_COMPUTED)
		return false;
	l->is_wrong = is_wrong(l, &base);
	if (l->is_wrong)
		return false;
	for (u32 i = 0; i < base.n; i++)
		if (!add(l, base.steps[i].kind, base.steps[i].num))
			return false;
	return true;
}

static bool one_more(struct location *l, struct cursor *c, u8 op)
{
	struct attr a;
	u64 n;

	if (op >= DW_OP_lit0 && op < DW_OP_reg0)
		return add(l, STEP_NUM, op - DW_OP_lit0);
	if (op >= DW_OP_breg0 && op < DW_OP_regx)
		return add_reg(l, op - DW_OP_breg0, cursor_sleb(c));
	if (op >= DW_OP_const1u && op <= DW_OP_consts)
		return add(l, STEP_NUM, constant(c, op));
	if (plain(op))
		return add(l, plain(op), 0);
	switch (op) {
	case DW_OP_addr:
		return add_address(l, cursor_num(c, c->word));
	case DW_OP_addrx:
		a = (struct attr){ .form = DW_FORM_addrx, .num = cursor_uleb(c) };
		return attr_address(l->u, &a, &n) && add_address(l, n);
	case DW_OP_bregx:
		n = cursor_uleb(c);
		return add_reg(l, n, cursor_sleb(c));
	case DW_OP_plus_uconst:
		return add(l, STEP_NUM, cursor_uleb(c)) && add(l, STEP_ADD, 0);
	case DW_OP_deref:
		return add(l, STEP_DEREF, c->word);
	case DW_OP_deref_size:
		return add(l, STEP_DEREF, cursor_num(c, 1));
	case DW_OP_dup:
		return add(l, STEP_PICK, 0);
	case DW_OP_over:
		return add(l, STEP_PICK, 1);
	case DW_OP_pick:
		return add(l, STEP_PICK, cursor_num(c, 1));
	case DW_OP_bra:
		return add_select(l, c);
	case DW_OP_call_frame_cfa:
		return ++l->depth <= DEPTH && frame_cfa(l) && l->depth--;
	case DW_OP_fbreg:
		n = (u64)cursor_sleb(c);
		return add_frame_base(l) && (!n || (add(l, STEP_NUM, n) && add(l, STEP_ADD, 0)));
	case DW_OP_nop:
	case DW_OP_GNU_uninit:
		return true;
	}
	return add_typed(l, c, op);
}

/* The bytes of a value itself, of at most 8 bytes. */
static bool implicit(struct location *l, struct cursor *c)
{
	u64 n = cursor_uleb(c);

	return n && n <= 8 && add(l, STEP_NUM, cursor_num(c, (u32)n));
}

/* An operator after which a part ends, or the expression; false for others. */
static bool add_last(struct location *l, struct cursor *c, u8 op, bool *ok)
{
	if (op >= DW_OP_reg0 && op < DW_OP_breg0)
		*ok = add(l, STEP_REG, op - DW_OP_reg0);
	else if (op == DW_OP_regx)
		*ok = add(l, STEP_REG, cursor_uleb(c));
	else if (op == DW_OP_implicit_value)
		*ok = implicit(l, c);
	else if (op != DW_OP_stack_value)
		return false;
	l->what = DEBUG_COMPUTED;
	return true;
}

/* DW_OP_piece ends the part whose steps begin at *start. */
static bool add_part(struct location *l, struct cursor *c, u32 *start)
{
	enum debug_step_kind kind = l->n == *start ? STEP_LOST_PART :
				    l->what == DEBUG_COMPUTED ? STEP_VALUE_PART : STEP_MEMORY_PART;
	bool ok = add(l, kind, cursor_uleb(c));

	*start = l->n;
	l->what = DEBUG_IN_MEMORY;
	return ok;
}

/* An expression; an empty one says that the variable has no value. */
bool location_add(struct location *l, struct cursor c)
{
	u32 start = l->n, first = l->n;
	bool is_last = false;

	l->what = cursor_more(&c) ? DEBUG_IN_MEMORY : DEBUG_GONE;
	while (cursor_more(&c)) {
		u8 op = (u8)cursor_num(&c, 1);
		bool ok = true;

		if (op == DW_OP_piece) {
			ok = add_part(l, &c, &start);
			is_last = false;
		} else if (is_last) {
			return false;
		} else {
			is_last = add_last(l, &c, op, &ok);
			ok = ok && (is_last || one_more(l, &c, op));
		}
		if (!ok || c.bad)
			return false;
	}
	if (start == first)
		return true;
	l->what = DEBUG_IN_PARTS;
	return start == l->n;
}

/* ---- lists ---- */

static struct cursor expression_at(const struct unit *u, const u8 *p, u64 n, bool bad)
{
	return (struct cursor){ p, p + n, bad, u->d->is_big, u->word, u->offset };
}

static struct cursor block_at(const struct location *l, struct cursor *c, u64 n)
{
	const u8 *p = cursor_take(c, n);

	return expression_at(l->u, p, c->bad ? 0 : n, c->bad);
}

/* Pairs of addresses relative to the base, each with an expression; (0, 0) ends them. */
static bool find_old(struct location *l, struct cursor c, struct cursor *found)
{
	u64 base = l->u->low_pc, mask = l->u->word == 8 ? UINT64_MAX : UINT32_MAX;

	for (;;) {
		u64 from = cursor_num(&c, l->u->word), to = cursor_num(&c, l->u->word);

		if (c.bad || (!from && !to))
			return false;
		if (from == mask) {
			base = to;
			continue;
		}
		*found = block_at(l, &c, cursor_num(&c, 2));
		if (l->pc >= from + base && l->pc < to + base)
			return !c.bad;
	}
}

static u64 indexed_address(const struct location *l, struct cursor *c)
{
	struct attr a = { .form = DW_FORM_addrx, .num = cursor_uleb(c) };
	u64 addr = 0;

	if (!attr_address(l->u, &a, &addr))
		cursor_fail(c);
	return addr;
}

static bool find_new(struct location *l, struct cursor c, struct cursor *found)
{
	u64 base = l->u->low_pc, from, to;

	while (!c.bad) {
		switch (cursor_num(&c, 1)) {
		case DW_LLE_base_addressx:
			base = indexed_address(l, &c);
			continue;
		case DW_LLE_base_address:
			base = cursor_num(&c, l->u->word);
			continue;
		case DW_LLE_startx_endx:
			from = indexed_address(l, &c);
			to = indexed_address(l, &c);
			break;
		case DW_LLE_startx_length:
			from = indexed_address(l, &c);
			to = from + cursor_uleb(&c);
			break;
		case DW_LLE_offset_pair:
			from = base + cursor_uleb(&c);
			to = base + cursor_uleb(&c);
			break;
		case DW_LLE_default_location:
			from = 0;
			to = UINT64_MAX;
			break;
		case DW_LLE_start_end:
			from = cursor_num(&c, l->u->word);
			to = cursor_num(&c, l->u->word);
			break;
		case DW_LLE_start_length:
			from = cursor_num(&c, l->u->word);
			to = from + cursor_uleb(&c);
			break;
		default:
			return false;
		}
		*found = block_at(l, &c, cursor_uleb(&c));
		if (l->pc >= from && l->pc < to)
			return !c.bad;
	}
	return false;
}

/* What a list says of this address. */
static bool find_in_list(struct location *l, const struct attr *a, struct cursor *found)
{
	struct debug *d = l->u->d;
	struct cursor table;
	u64 off = a->num;

	if (l->u->version < 5)
		return find_old(l, debug_at(d, SEC_LOC, off), found);
	if (a->form == DW_FORM_loclistx) {
		if (off > NOWHERE / 16)
			return false;
		table = debug_at(d, SEC_LOCLISTS, l->u->loclists + off * l->u->offset);
		off = cursor_num(&table, l->u->offset) + l->u->loclists;
		if (table.bad)
			return false;
	}
	return find_new(l, debug_at(d, SEC_LOCLISTS, off), found);
}

/* 0, or 1 if the location can't be computed by a probe. */
int location_of(struct location *l, const struct attr *a)
{
	struct cursor c = expression_at(l->at.u, a->data, a->len, false);

	l->u = l->at.u;
	l->n = 0;
	if (a->data)
		return !location_add(l, c);
	l->in_list = true;
	if (find_in_list(l, a, &c))
		return !location_add(l, c);
	l->what = DEBUG_GONE;
	return 0;
}
