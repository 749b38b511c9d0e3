/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * form.c - the values of attributes, in each of the forms they are written in.
 *
 * Facts: DWARF 5, 7.5.5 and 7.5.6.
 */
#include "debug/debug_impl.h"

/* Bytes of a form whose value is a number; OFFSET, ADDRESS and ULEB depend on the unit. */
enum { OFFSET = 0x80, ADDRESS, ULEB, REF_ADDR };
static const u8 sizes[] = {
	[DW_FORM_addr] = ADDRESS, [DW_FORM_data1] = 1, [DW_FORM_data2] = 2, [DW_FORM_data4] = 4,
	[DW_FORM_data8] = 8, [DW_FORM_flag] = 1, [DW_FORM_strp] = OFFSET, [DW_FORM_udata] = ULEB,
	[DW_FORM_ref_addr] = REF_ADDR, [DW_FORM_ref1] = 1, [DW_FORM_ref2] = 2,
	[DW_FORM_ref4] = 4, [DW_FORM_ref8] = 8, [DW_FORM_ref_udata] = ULEB,
	[DW_FORM_sec_offset] = OFFSET, [DW_FORM_strx] = ULEB, [DW_FORM_addrx] = ULEB,
	[DW_FORM_ref_sup4] = 4, [DW_FORM_strp_sup] = OFFSET, [DW_FORM_line_strp] = OFFSET,
	[DW_FORM_ref_sig8] = 8, [DW_FORM_loclistx] = ULEB, [DW_FORM_rnglistx] = ULEB,
	[DW_FORM_ref_sup8] = 8, [DW_FORM_strx1] = 1, [DW_FORM_strx2] = 2, [DW_FORM_strx3] = 3,
	[DW_FORM_strx4] = 4, [DW_FORM_addrx1] = 1, [DW_FORM_addrx2] = 2, [DW_FORM_addrx3] = 3,
	[DW_FORM_addrx4] = 4,
};

/* Version 2 wrote references to other units in the size of an address. */
static u64 number(struct cursor *c, const struct unit *u, u8 size)
{
	switch (size) {
	case ULEB:
		return cursor_uleb(c);
	case OFFSET:
		return cursor_num(c, u->offset);
	case ADDRESS:
		return cursor_num(c, u->word);
	case REF_ADDR:
		return cursor_num(c, u->version == 2 ? u->word : u->offset);
	}
	return cursor_num(c, size);
}

static void block(struct cursor *c, u64 n, struct attr *out)
{
	out->len = n;
	out->data = cursor_take(c, n);
}

void attr_read(struct cursor *c, const struct unit *u, const struct spec *s, struct attr *out)
{
	*out = (struct attr){ .form = s->form };
	if (out->form == DW_FORM_indirect)
		out->form = (u32)cursor_uleb(c);
	switch (out->form) {
	case DW_FORM_block1:
		return block(c, cursor_num(c, 1), out);
	case DW_FORM_block2:
		return block(c, cursor_num(c, 2), out);
	case DW_FORM_block4:
		return block(c, cursor_num(c, 4), out);
	case DW_FORM_block:
	case DW_FORM_exprloc:
		return block(c, cursor_uleb(c), out);
	case DW_FORM_data16:
		return block(c, 16, out);
	case DW_FORM_string:
		out->data = (const u8 *)cursor_text(c);
		return;
	case DW_FORM_sdata:
		out->num = (u64)cursor_sleb(c);
		return;
	case DW_FORM_flag_present:
		out->num = 1;
		return;
	case DW_FORM_implicit_const:
		out->num = (u64)s->constant;
		return;
	case DW_FORM_GNU_ref_alt:
	case DW_FORM_GNU_strp_alt:
		out->num = cursor_num(c, u->offset);
		return;
	}
	if (out->form >= ARRAY_SIZE(sizes) || !sizes[out->form])
		cursor_fail(c);
	else
		out->num = number(c, u, sizes[out->form]);
}

void attr_size(u32 form, struct attr_sizes *out)
{
	u8 size = form < ARRAY_SIZE(sizes) ? sizes[form] : 0;

	if (form == DW_FORM_data16)
		size = 16;
	if (size == ADDRESS)
		out->addresses++;
	else if (size == OFFSET)
		out->offsets++;
	else if (size && size < OFFSET)
		out->bytes += size;
	else if (form != DW_FORM_flag_present && form != DW_FORM_implicit_const)
		out->is_varying = true;
}

/* Number `index` of a table of numbers of `size` bytes at `base` of a section. */
static bool indexed(const struct unit *u, enum section_id id, u64 base, u64 index, u32 size,
		    u64 *out)
{
	struct cursor c;

	if (index > NOWHERE / 16 || base > NOWHERE / 2)
		return false;
	c = debug_at(u->d, id, base + index * size);
	*out = cursor_num(&c, size);
	return !c.bad;
}

struct debug *attr_debug(const struct unit *u, const struct attr *a)
{
	switch (a->form) {
	case DW_FORM_GNU_ref_alt:
	case DW_FORM_GNU_strp_alt:
	case DW_FORM_ref_sup4:
	case DW_FORM_ref_sup8:
	case DW_FORM_strp_sup:
		return u->d->shared;
	}
	return u->d;
}

const char *attr_text(const struct unit *u, const struct attr *a)
{
	struct debug *d = attr_debug(u, a);
	enum section_id id = SEC_STR;
	u64 off = a->num;
	struct cursor c;

	switch (a->form) {
	case DW_FORM_string:
		return (const char *)a->data;
	case DW_FORM_strx:
	case DW_FORM_strx1:
	case DW_FORM_strx2:
	case DW_FORM_strx3:
	case DW_FORM_strx4:
		if (!indexed(u, SEC_STR_OFFSETS, u->str_offsets, off, u->offset, &off))
			return "";
		break;
	case DW_FORM_line_strp:
		id = SEC_LINE_STR;
		break;
	case DW_FORM_strp:
	case DW_FORM_strp_sup:
	case DW_FORM_GNU_strp_alt:
		break;
	default:
		return "";
	}
	if (!d)
		return "";
	c = debug_at(d, id, off);
	return cursor_text(&c);
}

bool attr_address(const struct unit *u, const struct attr *a, u64 *addr)
{
	switch (a->form) {
	case DW_FORM_addr:
		*addr = a->num;
		return true;
	case DW_FORM_addrx:
	case DW_FORM_addrx1:
	case DW_FORM_addrx2:
	case DW_FORM_addrx3:
	case DW_FORM_addrx4:
		return indexed(u, SEC_ADDR, u->addrs, a->num, u->word, addr);
	}
	return false;
}

u64 attr_entry(const struct unit *u, const struct attr *a)
{
	switch (a->form) {
	case DW_FORM_ref1:
	case DW_FORM_ref2:
	case DW_FORM_ref4:
	case DW_FORM_ref8:
	case DW_FORM_ref_udata:
		return a->num < u->end - u->off ? u->off + a->num : NOWHERE;
	case DW_FORM_ref_addr:
	case DW_FORM_ref_sup4:
	case DW_FORM_ref_sup8:
	case DW_FORM_GNU_ref_alt:
		return a->num;
	}
	return NOWHERE;
}
