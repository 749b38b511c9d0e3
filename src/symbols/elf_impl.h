/* SPDX-License-Identifier: GPL-2.0-or-later */
/* elf_impl.h - what the elf_*.c files share: the file, its sections and symbols. */
#ifndef AWL_ELF_IMPL_H
#define AWL_ELF_IMPL_H

#include <elf.h>

#include "symbols/elf.h"

struct table { u64 off, count, strings, strings_size; };

/* The used part of a section's header.  Sections are found by type or name. */
struct section { u32 name, type, link, info; u64 flags, addr, off, size; };

/* Of a section of a relocatable file. */
struct base { u64 addr, size; bool is_real; };

/* elf_nearest.c: the functions in order of address, and how many addresses were asked for. */
struct elf_functions { u32 asked; VEC(struct elf_symbol) v; };

struct elf {
	const u8 *data;
	u64 size;
	bool is64, is_big, mapped;
	u16 machine, type;	/* EM_*, ET_* */
	u64 ph_off, ph_count, ph_size;
	u64 sh_off, sh_count, sh_names;
	struct table syms;
	struct base *bases;	/* by section; NULL: the file is not relocatable */
	struct elf_functions *functions;
	bool stripped;		/* no .symtab: syms is .dynsym, or empty */
};

/* A member of a structure of elf.h: its offset and size in 64-bit files and in 32-bit files. */
struct elf_field { u8 off64, size64, off32, size32; };
#define ELF_FIELD(type, member) ((struct elf_field){ \
	offsetof(Elf64_##type, member), sizeof(((Elf64_##type *)0)->member), \
	offsetof(Elf32_##type, member), sizeof(((Elf32_##type *)0)->member) })
/* Reads a member of the structure at p. */
u64 elf_get(const struct elf *e, const void *p, struct elf_field f);
/* Returns the n bytes at off, or NULL if they are not all in the file. */
const void *elf_at(const struct elf *e, u64 off, u64 n);
/* Reads the header of section `index`.  Returns false if there is none. */
bool elf_header(const struct elf *e, u64 index, struct section *out);
/* Reads symbol i, which is less than syms.count, in the 64-bit form.  Returns false if it has no
 * name. */
bool elf_entry(const struct elf *e, u64 i, Elf64_Sym *s, const char **name);
void elf_forget_functions(struct elf *e);	/* their addresses may change */
/* elf_rel.c: gives the sections of a relocatable file addresses. */
void elf_find_bases(struct elf *e);

#endif
