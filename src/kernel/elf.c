/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elf.c - symbols of programs and libraries; see elf.h.
 *
 * Every offset that is followed was checked against the file's size: files
 * here are whatever someone names on a command line.
 */
#include "kernel/elf.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct table { u64 off, count, strings, strings_size; };

struct elf {
	const u8 *data;
	u64 size;
	bool is64, mapped;
	u16 machine;
	u64 ph_off, ph_count, ph_size;
	struct table syms;
};

struct segment { u32 type; u64 off, addr, size; };

/* n bytes at off, or NULL if they aren't all there */
static const void *at(const struct elf *e, u64 off, u64 n)
{
	return off <= e->size && n <= e->size - off ? e->data + off : NULL;
}

static bool section(const struct elf *e, u64 index, Elf64_Shdr *out)
{
	const Elf64_Ehdr *h64 = (const void *)e->data;
	const Elf32_Ehdr *h32 = (const void *)e->data;
	u64 n = e->is64 ? h64->e_shnum : h32->e_shnum;
	u64 base = e->is64 ? h64->e_shoff : h32->e_shoff;
	u64 size = e->is64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
	const void *p = index < n ? at(e, base + index * size, size) : NULL;
	Elf32_Shdr s;

	if (!p)
		return false;
	if (e->is64) {
		memcpy(out, p, sizeof(*out));
		return true;
	}
	memcpy(&s, p, sizeof(s));
	*out = (Elf64_Shdr){ .sh_type = s.sh_type, .sh_offset = s.sh_offset,
			     .sh_size = s.sh_size, .sh_link = s.sh_link };
	return true;
}

static void find_symbols(struct elf *e)
{
	u64 each = e->is64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	Elf64_Shdr s, str;

	for (u64 i = 0; section(e, i, &s); i++) {
		if (s.sh_type != SHT_SYMTAB && (s.sh_type != SHT_DYNSYM || e->syms.count))
			continue;
		if (!section(e, s.sh_link, &str) || !at(e, s.sh_offset, s.sh_size) ||
		    !at(e, str.sh_offset, str.sh_size))
			continue;
		e->syms = (struct table){ s.sh_offset, s.sh_size / each, str.sh_offset,
					  str.sh_size };
		if (s.sh_type == SHT_SYMTAB)
			return;
	}
}

static int read_header(struct elf *e)
{
	const Elf64_Ehdr *h64 = at(e, 0, sizeof(Elf64_Ehdr));
	const Elf32_Ehdr *h32 = at(e, 0, sizeof(Elf32_Ehdr));

	if (!h32 || memcmp(h32->e_ident, ELFMAG, SELFMAG) ||
	    h32->e_ident[EI_DATA] != ELFDATA2LSB)
		return -ENOEXEC;
	e->is64 = h32->e_ident[EI_CLASS] == ELFCLASS64;
	if (e->is64 && !h64)
		return -ENOEXEC;
	e->machine = h32->e_machine;
	e->ph_off = e->is64 ? h64->e_phoff : h32->e_phoff;
	e->ph_count = e->is64 ? h64->e_phnum : h32->e_phnum;
	e->ph_size = e->is64 ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr);
	find_symbols(e);
	return 0;
}

static int map_file(struct elf *e, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *p;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || !st.st_size ||
	    (u64)st.st_size > SIZE_MAX / 2) {
		close(fd);
		return -ENOEXEC;
	}
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (p == MAP_FAILED)
		return -errno;
	e->data = p;
	e->size = (u64)st.st_size;
	e->mapped = true;
	return 0;
}

struct elf *elf_open(const char *path, int *err)
{
	struct elf *e = mem_alloc(sizeof(*e));

	*err = map_file(e, path);
	if (!*err)
		*err = read_header(e);
	if (!*err)
		return e;
	elf_close(e);
	return NULL;
}

struct elf *elf_in_memory(const void *p, u64 size, int *err)
{
	struct elf *e = mem_alloc(sizeof(*e));

	e->data = p;
	e->size = size;
	*err = read_header(e);
	if (!*err)
		return e;
	elf_close(e);
	return NULL;
}

void elf_close(struct elf *e)
{
	if (!e)
		return;
	if (e->mapped)
		munmap((void *)(uintptr_t)e->data, (size_t)e->size);
	mem_free(e);
}

u32 elf_machine(const struct elf *e)
{
	return e->machine;
}

u32 elf_word(const struct elf *e)
{
	return e->is64 ? 8 : 4;
}

bool elf_has_symbols(const struct elf *e)
{
	return e->syms.count > 0;
}

/* ---- symbols ---- */

static bool symbol(const struct elf *e, u64 i, struct elf_symbol *out)
{
	const Elf64_Sym *w64 = at(e, e->syms.off + i * sizeof(*w64), sizeof(*w64));
	const Elf32_Sym *w32 = at(e, e->syms.off + i * sizeof(*w32), sizeof(*w32));
	u64 name = e->is64 ? w64->st_name : w32->st_name;
	u32 type = e->is64 ? ELF64_ST_TYPE(w64->st_info) : ELF32_ST_TYPE(w32->st_info);
	u32 shndx = e->is64 ? w64->st_shndx : w32->st_shndx;

	if (shndx == SHN_UNDEF || name >= e->syms.strings_size ||
	    (type != STT_FUNC && type != STT_OBJECT && type != STT_GNU_IFUNC))
		return false;
	out->name = (const char *)e->data + e->syms.strings + name;
	if (!memchr(out->name, 0, (size_t)(e->syms.strings_size - name)) || !*out->name)
		return false;
	out->addr = e->is64 ? w64->st_value : w32->st_value;
	out->size = e->is64 ? w64->st_size : w32->st_size;
	out->is_func = type != STT_OBJECT;
	if (e->machine == EM_ARM && out->is_func)
		out->addr &= ~1ull;	/* the Thumb bit is no address */
	return true;
}

int elf_each(const struct elf *e, int (*fn)(void *arg, const struct elf_symbol *s), void *arg)
{
	struct elf_symbol s;
	int stop = 0;

	for (u64 i = 0; i < e->syms.count && !stop; i++)
		if (symbol(e, i, &s))
			stop = fn(arg, &s);
	return stop;
}

bool elf_find(const struct elf *e, const char *name, struct elf_symbol *out)
{
	for (u64 i = 0; i < e->syms.count; i++)
		if (symbol(e, i, out) && !strcmp(out->name, name))
			return true;
	return false;
}

bool elf_nearest(const struct elf *e, u64 addr, struct elf_symbol *out)
{
	struct elf_symbol s;
	bool found = false;

	for (u64 i = 0; i < e->syms.count; i++) {
		if (!symbol(e, i, &s) || !s.is_func || s.addr > addr ||
		    (s.size && addr - s.addr >= s.size))
			continue;
		if (!found || s.addr > out->addr)
			*out = s;
		found = true;
	}
	return found;
}

/* ---- addresses and offsets ---- */

static bool segment(const struct elf *e, u64 i, struct segment *out)
{
	const void *p = at(e, e->ph_off + i * e->ph_size, e->ph_size);
	Elf64_Phdr p64;
	Elf32_Phdr p32;

	if (!p)
		return false;
	if (e->is64) {
		memcpy(&p64, p, sizeof(p64));
		*out = (struct segment){ p64.p_type, p64.p_offset, p64.p_vaddr, p64.p_filesz };
	} else {
		memcpy(&p32, p, sizeof(p32));
		*out = (struct segment){ p32.p_type, p32.p_offset, p32.p_vaddr, p32.p_filesz };
	}
	return true;
}

u64 elf_offset(const struct elf *e, u64 addr)
{
	struct segment s;

	for (u64 i = 0; i < e->ph_count && segment(e, i, &s); i++)
		if (s.type == PT_LOAD && addr >= s.addr && addr - s.addr < s.size)
			return addr - s.addr + s.off;
	return UINT64_MAX;
}

u64 elf_address(const struct elf *e, u64 offset)
{
	struct segment s;

	for (u64 i = 0; i < e->ph_count && segment(e, i, &s); i++)
		if (s.type == PT_LOAD && offset >= s.off && offset - s.off < s.size)
			return offset - s.off + s.addr;
	return UINT64_MAX;
}
