/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * section.c - the sections of debug information.
 *
 * The file is mapped.  A compressed section is expanded into memory when it is first used.
 */
#include <elf.h>
#include <errno.h>
#include <string.h>

#include "base/order.h"
#include "debug/debug_impl.h"

static const char *const names[SECTIONS] = {
	".debug_info", ".debug_abbrev", ".debug_str", ".debug_line", ".debug_line_str",
	".debug_str_offsets", ".debug_addr", ".debug_ranges", ".debug_rnglists",
	".debug_loc", ".debug_loclists", ".debug_frame", ".eh_frame",
	".debug_aranges",
};

static void expand(struct debug *d, const struct elf *e, const u8 *p, u64 n, struct bytes *out)
{
	int err;
	u8 *to = elf_expand(e, p, &n, &err);

	if (to)
		*out = (struct bytes){ to, n, .tried = true, .owned = true };
	else
		d->error = err == -ENOTSUP ? DEBUG_ZSTD : DEBUG_BROKEN;
}

/* ---- relocatable files ---- */

#ifndef R_RISCV_SET_ULEB128		/* of the RISC-V ELF psABI 1.0, "Relocations" */
#define R_RISCV_SET_ULEB128 60
#define R_RISCV_SUB_ULEB128 61
#endif

/* What becomes of a field: the number, its distance from the field, or a sum with what it holds.
 * RISC-V writes the distance of two places as a sum and a difference, because its linker removes
 * code between them. */
enum change { SET, DISTANCE, ADD, SUB };

#define ULEB128 0		/* in the place of bits: as many bytes as it has */

/* Relocations in debug information.  bits: of the field, the lowest of its bytes. */
static const struct kind { u16 machine, type; u8 bits; enum change change; } kinds[] = {
	{ EM_X86_64, R_X86_64_64, 64, SET }, { EM_X86_64, R_X86_64_32, 32, SET },
	{ EM_X86_64, R_X86_64_32S, 32, SET }, { EM_X86_64, R_X86_64_PC32, 32, DISTANCE },
	{ EM_X86_64, R_X86_64_PC64, 64, DISTANCE },
	{ EM_386, R_386_32, 32, SET }, { EM_386, R_386_PC32, 32, DISTANCE },
	{ EM_AARCH64, R_AARCH64_ABS64, 64, SET }, { EM_AARCH64, R_AARCH64_ABS32, 32, SET },
	{ EM_AARCH64, R_AARCH64_PREL32, 32, DISTANCE },
	{ EM_AARCH64, R_AARCH64_PREL64, 64, DISTANCE },
	{ EM_ARM, R_ARM_ABS32, 32, SET }, { EM_ARM, R_ARM_REL32, 32, DISTANCE },
	{ EM_S390, R_390_64, 64, SET }, { EM_S390, R_390_32, 32, SET },
	{ EM_S390, R_390_PC32, 32, DISTANCE }, { EM_S390, R_390_PC64, 64, DISTANCE },
	{ EM_PPC64, R_PPC64_ADDR64, 64, SET }, { EM_PPC64, R_PPC64_ADDR32, 32, SET },
	{ EM_PPC64, R_PPC64_REL32, 32, DISTANCE }, { EM_PPC64, R_PPC64_REL64, 64, DISTANCE },
	{ EM_PPC, R_PPC_ADDR32, 32, SET }, { EM_PPC, R_PPC_REL32, 32, DISTANCE },
	{ EM_MIPS, R_MIPS_32, 32, SET }, { EM_MIPS, R_MIPS_64, 64, SET },
	{ EM_RISCV, R_RISCV_64, 64, SET }, { EM_RISCV, R_RISCV_32, 32, SET },
	{ EM_RISCV, R_RISCV_SET32, 32, SET }, { EM_RISCV, R_RISCV_SET16, 16, SET },
	{ EM_RISCV, R_RISCV_SET8, 8, SET }, { EM_RISCV, R_RISCV_SET6, 6, SET },
	{ EM_RISCV, R_RISCV_SET_ULEB128, ULEB128, SET },
	{ EM_RISCV, R_RISCV_32_PCREL, 32, DISTANCE },
	{ EM_RISCV, R_RISCV_ADD64, 64, ADD }, { EM_RISCV, R_RISCV_SUB64, 64, SUB },
	{ EM_RISCV, R_RISCV_ADD32, 32, ADD }, { EM_RISCV, R_RISCV_SUB32, 32, SUB },
	{ EM_RISCV, R_RISCV_ADD16, 16, ADD }, { EM_RISCV, R_RISCV_SUB16, 16, SUB },
	{ EM_RISCV, R_RISCV_ADD8, 8, ADD }, { EM_RISCV, R_RISCV_SUB8, 8, SUB },
	{ EM_RISCV, R_RISCV_SUB6, 6, SUB },
	{ EM_RISCV, R_RISCV_SUB_ULEB128, ULEB128, SUB },
};

struct relocation { const struct elf *e; const struct bytes *to; u8 *p; };

static const struct kind *kind_of(u32 machine, u32 type)
{
	for (u32 i = 0; i < ARRAY_SIZE(kinds); i++)
		if (kinds[i].machine == machine && kinds[i].type == type)
			return &kinds[i];
	return NULL;
}

/* The bytes of a field, of which `rest` are in the section; 0: it ends outside of that. */
static u32 field_size(const struct kind *k, const u8 *p, u64 rest)
{
	u32 n = k->bits == ULEB128 ? 1 : (k->bits + 7u) / 8;

	while (k->bits == ULEB128 && n <= rest && p[n - 1] & 0x80)
		n++;
	return n <= rest ? n : 0;
}

static u64 field_num(const struct kind *k, const u8 *p, u32 size, bool is_big)
{
	struct cursor c = { .p = p, .end = p + size };

	if (k->bits == ULEB128)
		return cursor_uleb(&c);
	return order_num(p, size, is_big) & (k->bits < 64 ? (1ull << k->bits) - 1 : UINT64_MAX);
}

static void field_put(const struct kind *k, u8 *p, u32 size, bool is_big, u64 num)
{
	if (k->bits == ULEB128)
		for (u32 i = 0; i < size; i++, num >>= 7)
			p[i] = (u8)((num & 0x7f) | (i + 1 < size ? 0x80 : 0));
	else if (k->bits < 8)
		*p = (u8)((*p & ~0u << k->bits) | (num & ((1u << k->bits) - 1)));
	else
		order_put(p, size, is_big, num);
}

static int relocate_one(void *arg, const struct elf_reloc *r)
{
	struct relocation *x = arg;
	const struct kind *k = kind_of(elf_machine(x->e), r->type);
	bool is_big = elf_is_big(x->e);
	u64 num = r->num;
	u8 *at;
	u32 size;

	if (!r->type)			/* R_…_NONE of all machines */
		return 0;
	if (!k || r->off > x->to->n)
		return 1;
	at = x->p + r->off;
	size = field_size(k, at, x->to->n - r->off);
	if (!size)
		return 1;
	if (k->change == SUB)
		num = -num;
	if (k->change == ADD || k->change == SUB || r->is_in_place)
		num += field_num(k, at, size, is_big);
	if (k->change == DISTANCE)
		num -= x->to->addr + r->off;
	field_put(k, at, size, is_big, num);
	return 0;
}

/* Makes a copy of the section if it has relocations. */
static int relocate(const struct elf *e, const char *name, struct bytes *b)
{
	struct relocation x = { e, b, NULL };

	if (!b->owned) {
		x.p = mem_alloc(b->n ? b->n : 1);
		memcpy(x.p, b->p, b->n);
		b->p = x.p;
		b->owned = true;
	}
	x.p = (u8 *)(uintptr_t)b->p;
	return elf_each_reloc(e, name, relocate_one, &x);
}

static struct bytes *section(struct debug *d, enum section_id id)
{
	struct bytes *b = &d->sections[id];
	const struct elf *e = d->file;
	struct elf_section s;
	const u8 *p;

	if (b->tried)
		return b;
	b->tried = true;
	p = elf_section(e, names[id], &s);
	if (!p)				/* such as .eh_frame */
		p = elf_section(e = d->program, names[id], &s);
	if (p && s.is_compressed)
		expand(d, e, p, s.size, b);
	else if (p)
		*b = (struct bytes){ p, s.size, s.addr, .tried = true };
	if (b->p && elf_is_relocatable(e) && relocate(e, names[id], b))
		d->error = DEBUG_BROKEN;
	return b;
}

void sections_forget(struct debug *d)
{
	for (u32 i = 0; i < SECTIONS; i++)
		if (d->sections[i].owned)
			mem_free((void *)(uintptr_t)d->sections[i].p);
	memset(d->sections, 0, sizeof(d->sections));
	d->frame = NULL;
}

struct cursor debug_at(struct debug *d, enum section_id id, u64 off)
{
	const struct bytes *b = section(d, id);
	struct cursor c = { b->p, b->p, .is_big = d->is_big, .word = (u8)d->word, .offset = 4 };

	if (!b->p || off > b->n) {
		c.bad = true;
		return c;
	}
	c.p = b->p + off;
	c.end = b->p + b->n;
	return c;
}
