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

/* Relocations in debug information, by their bytes: of absolute addresses and of distances. */
static const struct { u16 machine, type; u8 size; bool is_distance; } kinds[] = {
	{ EM_X86_64, R_X86_64_64, 8 }, { EM_X86_64, R_X86_64_32, 4 },
	{ EM_X86_64, R_X86_64_32S, 4 }, { EM_X86_64, R_X86_64_PC32, 4, true },
	{ EM_X86_64, R_X86_64_PC64, 8, true },
	{ EM_AARCH64, R_AARCH64_ABS64, 8 }, { EM_AARCH64, R_AARCH64_ABS32, 4 },
	{ EM_AARCH64, R_AARCH64_PREL32, 4, true }, { EM_AARCH64, R_AARCH64_PREL64, 8, true },
	{ EM_ARM, R_ARM_ABS32, 4 }, { EM_ARM, R_ARM_REL32, 4, true },
	{ EM_S390, R_390_64, 8 }, { EM_S390, R_390_32, 4 },
	{ EM_S390, R_390_PC32, 4, true }, { EM_S390, R_390_PC64, 8, true },
	{ EM_PPC64, R_PPC64_ADDR64, 8 }, { EM_PPC64, R_PPC64_ADDR32, 4 },
	{ EM_PPC64, R_PPC64_REL32, 4, true }, { EM_PPC64, R_PPC64_REL64, 8, true },
	{ EM_PPC, R_PPC_ADDR32, 4 }, { EM_PPC, R_PPC_REL32, 4, true },
	{ EM_MIPS, R_MIPS_32, 4 }, { EM_MIPS, R_MIPS_64, 8 },
};

struct relocation { const struct elf *e; const struct bytes *to; u8 *p; };

static int relocate_one(void *arg, const struct elf_reloc *r)
{
	struct relocation *x = arg;
	u32 i = 0, machine = elf_machine(x->e);
	u64 num = r->num;
	u8 *at;

	while (i < ARRAY_SIZE(kinds) && (kinds[i].machine != machine || kinds[i].type != r->type))
		i++;
	if (!r->type)			/* R_…_NONE of all machines */
		return 0;
	if (i == ARRAY_SIZE(kinds) || r->off > x->to->n || x->to->n - r->off < kinds[i].size)
		return 1;
	at = x->p + r->off;
	if (r->is_in_place)
		num += order_num(at, kinds[i].size, elf_is_big(x->e));
	if (kinds[i].is_distance)
		num -= x->to->addr + r->off;
	order_put(at, kinds[i].size, elf_is_big(x->e), num);
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
