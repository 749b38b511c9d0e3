/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elf_rel.c - relocatable files, such as modules of the kernel: addresses of sections, and
 * relocations.
 *
 * Facts: the System V ABI, "Relocation".
 */
#include "symbols/elf_impl.h"

#include <string.h>

/* Sections that are loaded get addresses one after the other; the others have 0. */
void elf_find_bases(struct elf *e)
{
	struct base *bases = mem_alloc((e->sh_count + 1) * sizeof(*bases));
	u64 next = 1 << 16;
	struct section s;

	for (u64 i = 0; elf_header(e, i, &s); i++) {
		bases[i].size = s.size;
		if (s.flags & SHF_ALLOC) {
			bases[i].addr = next;
			next = ALIGN_UP(next + s.size, 1 << 12);
		}
	}
	e->bases = bases;
}

bool elf_is_relocatable(const struct elf *e)
{
	return e->bases;
}

static const char *name_of(const struct elf *e, const struct section *s)
{
	struct section names;
	const char *p;

	if (!elf_header(e, e->sh_names, &names) || s->name >= names.size)
		return "";
	p = elf_at(e, names.off, names.size);
	return p && memchr(p + s->name, 0, names.size - s->name) ? p + s->name : "";
}

void elf_place_sections(struct elf *e, u64 (*fn)(void *arg, const char *section), void *arg)
{
	struct section s;

	elf_forget_functions(e);
	for (u64 i = 0; e->bases && elf_header(e, i, &s); i++) {
		u64 addr = s.flags & SHF_ALLOC ? fn(arg, name_of(e, &s)) : 0;

		if (!addr)
			continue;
		e->bases[i].addr = addr;
		e->bases[i].is_real = true;
	}
}

/* The section with an address; NULL if there is none. */
static const struct base *base_of(const struct elf *e, u64 addr)
{
	for (u64 i = 0; i < e->sh_count; i++)
		if (e->bases[i].addr && addr - e->bases[i].addr < e->bases[i].size)
			return &e->bases[i];
	return NULL;
}

bool elf_is_distance_known(const struct elf *e, u64 a, u64 b)
{
	const struct base *x, *y;

	if (!e->bases)
		return true;
	x = base_of(e, a);
	y = base_of(e, b);
	return x && y && (x == y || (x->is_real && y->is_real));
}

/* Symbol and type are in the high and the low half of r_info, or in 24 and 8 bits.  On 64-bit MIPS
 * the symbol comes first in memory, then the type, whose last byte is the lowest ("64-bit ELF
 * Object File Specification", Silicon Graphics). */
static void read_reloc(const struct elf *e, const u8 *p, bool has_addend, Elf64_Rela *r)
{
	u64 info = elf_get(e, p, ELF_FIELD(Rela, r_info));

	r->r_offset = elf_get(e, p, ELF_FIELD(Rela, r_offset));
	if (e->is64 && e->machine == EM_MIPS && !e->is_big)
		info = info << 32 | __builtin_bswap32((u32)(info >> 32));
	r->r_info = e->is64 ? info : ELF64_R_INFO(ELF32_R_SYM(info), ELF32_R_TYPE(info));
	r->r_addend = has_addend ? (s64)elf_get(e, p, ELF_FIELD(Rela, r_addend)) : 0;
	if (!e->is64)
		r->r_addend = (s32)r->r_addend;
}

static int each_in(const struct elf *e, const struct section *s,
		   int (*fn)(void *arg, const struct elf_reloc *r), void *arg)
{
	bool has_addend = s->type == SHT_RELA;
	u64 size = (has_addend ? 3 : 2) * elf_word(e), n = s->size / size;
	const u8 *p = elf_at(e, s->off, s->size);
	struct elf_reloc r;
	int stop = 0;

	for (u64 i = 0; p && i < n && !stop; i++) {
		Elf64_Sym sym = { 0 };
		Elf64_Rela rela;
		const char *name;

		read_reloc(e, p + i * size, has_addend, &rela);
		if (ELF64_R_SYM(rela.r_info) < e->syms.count)
			elf_entry(e, ELF64_R_SYM(rela.r_info), &sym, &name);
		r = (struct elf_reloc){ rela.r_offset, sym.st_value + (u64)rela.r_addend,
					(u32)ELF64_R_TYPE(rela.r_info), !has_addend };
		stop = fn(arg, &r);
	}
	return stop;
}

int elf_each_reloc(const struct elf *e, const char *section,
		   int (*fn)(void *arg, const struct elf_reloc *r), void *arg)
{
	struct section s, of;
	int stop = 0;

	for (u64 i = 0; e->bases && !stop && elf_header(e, i, &s); i++)
		if ((s.type == SHT_RELA || s.type == SHT_REL) && elf_header(e, s.info, &of) &&
		    !strcmp(name_of(e, &of), section))
			stop = each_in(e, &s, fn, arg);
	return stop;
}
