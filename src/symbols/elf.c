/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elf.c - symbols of programs and libraries; see elf.h.
 *
 * Files may be hostile, so every offset is checked against the file's size before it is used.
 */
#include "symbols/elf_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/order.h"

struct segment { u32 type, flags; u64 off, addr, size; };

const void *elf_at(const struct elf *e, u64 off, u64 n)
{
	return off <= e->size && n <= e->size - off ? e->data + off : NULL;
}

u64 elf_get(const struct elf *e, const void *p, struct elf_field f)
{
	return order_num((const u8 *)p + (e->is64 ? f.off64 : f.off32),
			 e->is64 ? f.size64 : f.size32, e->is_big);
}

bool elf_header(const struct elf *e, u64 index, struct section *out)
{
	u64 size = e->is64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
	const void *p = index < e->sh_count ? elf_at(e, e->sh_off + index * size, size) : NULL;

	if (!p)
		return false;
	*out = (struct section){
		.name = (u32)elf_get(e, p, ELF_FIELD(Shdr, sh_name)),
		.type = (u32)elf_get(e, p, ELF_FIELD(Shdr, sh_type)),
		.link = (u32)elf_get(e, p, ELF_FIELD(Shdr, sh_link)),
		.info = (u32)elf_get(e, p, ELF_FIELD(Shdr, sh_info)),
		.flags = elf_get(e, p, ELF_FIELD(Shdr, sh_flags)),
		.addr = elf_get(e, p, ELF_FIELD(Shdr, sh_addr)),
		.off = elf_get(e, p, ELF_FIELD(Shdr, sh_offset)),
		.size = elf_get(e, p, ELF_FIELD(Shdr, sh_size)),
	};
	if (e->bases)
		out->addr = e->bases[index].addr;
	return true;
}

static bool find_section(const struct elf *e, const char *name, struct section *out)
{
	struct section names;
	u64 n = strlen(name) + 1;

	if (!elf_header(e, e->sh_names, &names))
		return false;
	for (u64 i = 0; elf_header(e, i, out); i++) {
		const char *p = out->name < names.size ? elf_at(e, names.off + out->name, n) : NULL;

		if (p && !memcmp(p, name, n))
			return true;
	}
	return false;
}

const u8 *elf_section(const struct elf *e, const char *name, struct elf_section *out)
{
	struct section s;

	if (!find_section(e, name, &s) || s.type == SHT_NOBITS)
		return NULL;
	*out = (struct elf_section){ s.addr, s.size, s.flags & SHF_COMPRESSED };
	return elf_at(e, s.off, s.size);
}

/* Returns the table's size up to the last NUL, so that all names end within it. */
static u64 strings_size(const struct elf *e, const struct section *s)
{
	const char *p = elf_at(e, s->off, s->size);
	u64 n = p ? s->size : 0;

	while (n && p[n - 1])
		n--;
	return n;
}

static void find_symbols(struct elf *e)
{
	u64 each = e->is64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	struct section s, str;

	for (u64 i = 0; elf_header(e, i, &s); i++) {
		if (s.type != SHT_SYMTAB && (s.type != SHT_DYNSYM || e->syms.count))
			continue;
		if (!elf_header(e, s.link, &str) || !elf_at(e, s.off, s.size))
			continue;
		e->syms = (struct table){ s.off, s.size / each, str.off,
					  strings_size(e, &str) };
		e->stripped = s.type != SHT_SYMTAB;
		if (!e->stripped)
			return;
	}
}

static int read_header(struct elf *e)
{
	const u8 *h = elf_at(e, 0, sizeof(Elf32_Ehdr));

	if (!h || memcmp(h, ELFMAG, SELFMAG) ||
	    (h[EI_DATA] != ELFDATA2LSB && h[EI_DATA] != ELFDATA2MSB))
		return -ENOEXEC;
	e->is64 = h[EI_CLASS] == ELFCLASS64;
	e->is_big = h[EI_DATA] == ELFDATA2MSB;
	if (e->is64 && !elf_at(e, 0, sizeof(Elf64_Ehdr)))
		return -ENOEXEC;
	e->machine = (u16)elf_get(e, h, ELF_FIELD(Ehdr, e_machine));
	e->type = (u16)elf_get(e, h, ELF_FIELD(Ehdr, e_type));
	e->ph_off = elf_get(e, h, ELF_FIELD(Ehdr, e_phoff));
	e->ph_count = elf_get(e, h, ELF_FIELD(Ehdr, e_phnum));
	e->ph_size = e->is64 ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr);
	e->sh_off = elf_get(e, h, ELF_FIELD(Ehdr, e_shoff));
	e->sh_count = elf_get(e, h, ELF_FIELD(Ehdr, e_shnum));
	e->sh_names = elf_get(e, h, ELF_FIELD(Ehdr, e_shstrndx));
	e->stripped = true;
#ifndef NO_DWARF	/* only debug information of modules is relocatable */
	if (e->type == ET_REL)
		elf_find_bases(e);
#endif
	find_symbols(e);
	return 0;
}

static int map_file(struct elf *e, const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);	/* so a FIFO doesn't block */
	struct stat st;
	void *p;

	if (fd < 0)
		return last_error();
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || !st.st_size ||
	    (u64)st.st_size > SIZE_MAX / 2) {
		close(fd);
		return -ENOEXEC;
	}
	/* The kernel writes breakpoints of other tracers' uprobes into private mappings.  Some file
	 * systems have no shared ones. */
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (p == MAP_FAILED)
		return last_error();
	e->data = p;
	e->size = (u64)st.st_size;
	e->mapped = true;
	return 0;
}

static struct elf *new_elf(void)
{
	struct elf *e = mem_alloc(sizeof(*e));

	e->functions = mem_alloc(sizeof(*e->functions));
	return e;
}

struct elf *elf_open(const char *path, int *err)
{
	struct elf *e = new_elf();

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
	struct elf *e = new_elf();

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
	elf_forget_functions(e);
	mem_free(e->functions);
	mem_free(e->bases);
	mem_free(e);
}

void elf_forget(const struct elf *e)
{
	if (e->mapped)
		madvise((void *)(uintptr_t)e->data, (size_t)e->size, MADV_DONTNEED);
}

u64 elf_size(const struct elf *e)
{
	return e->size;
}

u32 elf_machine(const struct elf *e)
{
	return e->machine;
}

u32 elf_word(const struct elf *e)
{
	return e->is64 ? 8 : 4;
}

bool elf_is_big(const struct elf *e)
{
	return e->is_big;
}

bool elf_has_symbols(const struct elf *e)
{
	return !e->stripped;
}

/* ---- symbols ---- */

bool elf_entry(const struct elf *e, u64 i, Elf64_Sym *s, const char **name)
{
	u64 each = e->is64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	const void *p = elf_at(e, e->syms.off + i * each, each);

	if (e->is64 && e->is_big == HOST_IS_BIG)	/* there may be many */
		memcpy(s, p, sizeof(*s));
	else
		*s = (Elf64_Sym){
			.st_name = (u32)elf_get(e, p, ELF_FIELD(Sym, st_name)),
			.st_info = (u8)elf_get(e, p, ELF_FIELD(Sym, st_info)),
			.st_other = (u8)elf_get(e, p, ELF_FIELD(Sym, st_other)),
			.st_shndx = (u16)elf_get(e, p, ELF_FIELD(Sym, st_shndx)),
			.st_value = elf_get(e, p, ELF_FIELD(Sym, st_value)),
			.st_size = elf_get(e, p, ELF_FIELD(Sym, st_size)),
		};
	if (e->bases && s->st_shndx < e->sh_count)
		s->st_value += e->bases[s->st_shndx].addr;
	if (s->st_name >= e->syms.strings_size)
		return false;
	*name = (const char *)e->data + e->syms.strings + s->st_name;
	return **name;
}

static bool raw_symbol(const struct elf *e, u64 i, Elf64_Sym *s, const char **name)
{
	return elf_entry(e, i, s, name) && s->st_shndx != SHN_UNDEF;
}

static bool symbol(const struct elf *e, u64 i, struct elf_symbol *out)
{
	Elf64_Sym s;
	u32 type;

	if (!raw_symbol(e, i, &s, &out->name))
		return false;
	type = ELF64_ST_TYPE(s.st_info);	/* the same in 32-bit files */
	if (type != STT_FUNC && type != STT_OBJECT && type != STT_GNU_IFUNC)
		return false;
	out->addr = s.st_value;
	out->size = s.st_size;
	out->is_func = type != STT_OBJECT;
	out->is_local = ELF64_ST_BIND(s.st_info) == STB_LOCAL;
	out->is_thumb = e->machine == EM_ARM && out->is_func && out->addr & 1;
	if (out->is_thumb)
		out->addr--;
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
	struct elf_symbol s;
	bool found = false;

	for (u64 i = 0; i < e->syms.count; i++)
		if (symbol(e, i, &s) && !strcmp(s.name, name) && (!found || !s.is_local)) {
			*out = s;
			if (!s.is_local)
				return true;
			found = true;
		}
	return found;
}

#ifndef NO_DWARF
bool elf_find_label(const struct elf *e, const char *name, u64 *addr)
{
	const char *other;
	Elf64_Sym s;

	for (u64 i = 0; i < e->syms.count; i++)
		if (raw_symbol(e, i, &s, &other) && !strcmp(other, name)) {
			*addr = s.st_value;
			return true;
		}
	return false;
}
#endif

/* .symtab may have names with a version, such as "malloc@GLIBC_2.2.5" for malloc. */
bool elf_imports(const struct elf *e, const char *name)
{
	size_t n = strlen(name);
	const char *other;
	Elf64_Sym s;

	for (u64 i = 0; i < e->syms.count; i++)
		if (elf_entry(e, i, &s, &other) && s.st_shndx == SHN_UNDEF &&
		    !strncmp(other, name, n) && (!other[n] || other[n] == '@'))
			return true;
	return false;
}

/* ---- addresses and offsets ---- */

static bool segment(const struct elf *e, u64 i, struct segment *out)
{
	const void *p = i < e->ph_count ? elf_at(e, e->ph_off + i * e->ph_size, e->ph_size) : NULL;

	if (!p)
		return false;
	*out = (struct segment){
		.type = (u32)elf_get(e, p, ELF_FIELD(Phdr, p_type)),
		.flags = (u32)elf_get(e, p, ELF_FIELD(Phdr, p_flags)),
		.off = elf_get(e, p, ELF_FIELD(Phdr, p_offset)),
		.addr = elf_get(e, p, ELF_FIELD(Phdr, p_vaddr)),
		.size = elf_get(e, p, ELF_FIELD(Phdr, p_filesz)),
	};
	return true;
}

const u8 *elf_segment(const struct elf *e, u32 type, u64 *addr, u64 *size)
{
	struct segment s;

	for (u64 i = 0; segment(e, i, &s); i++)
		if (s.type == type && elf_at(e, s.off, s.size)) {
			*addr = s.addr;
			*size = s.size;
			return elf_at(e, s.off, s.size);
		}
	return NULL;
}

const u8 *elf_bytes(const struct elf *e, u64 offset, u64 n)
{
	return elf_at(e, offset, n);
}

static u64 offset_in(const struct elf *e, u64 addr, u32 flags)
{
	struct segment s;

	for (u64 i = 0; segment(e, i, &s); i++)
		if (s.type == PT_LOAD && (s.flags & flags) == flags && addr >= s.addr &&
		    addr - s.addr < s.size && elf_at(e, s.off, s.size))
			return addr - s.addr + s.off;
	return UINT64_MAX;
}

u64 elf_offset(const struct elf *e, u64 addr)
{
	return offset_in(e, addr, 0);
}

u64 elf_code(const struct elf *e, u64 addr)
{
	return offset_in(e, addr, PF_X);
}

u64 elf_address(const struct elf *e, u64 offset)
{
	struct segment s;

	for (u64 i = 0; segment(e, i, &s); i++)
		if (s.type == PT_LOAD && offset >= s.off && offset - s.off < s.size)
			return offset - s.off + s.addr;
	return UINT64_MAX;
}

bool elf_is_fixed(const struct elf *e)
{
	return e->type == ET_EXEC;
}

bool elf_bias(const struct elf *e, u64 offset, u64 start, u64 *bias)
{
	struct segment s;

	for (u64 i = 0; segment(e, i, &s); i++)
		if (s.type == PT_LOAD && s.flags & PF_X && offset < s.off + s.size) {
			*bias = start + s.off - offset - s.addr;
			return true;
		}
	return false;
}

/* ---- notes: USDT, build ids ---- */

enum { NOTE_STAPSDT = 3 };

/* Returns the address of .stapsdt.base, or 0.  Notes contain the address that it had before
 * prelinking, so the difference must be added to their other addresses. */
static u64 stapsdt_base(const struct elf *e)
{
	struct section s;

	return find_section(e, ".stapsdt.base", &s) ? s.addr : 0;
}

static u64 word_at(const struct elf *e, const u8 *p, u32 i)
{
	u32 size = elf_word(e);

	return order_num(p + i * size, size, e->is_big);
}

/* The dynamic section contains pairs of a tag and a value.  Names are offsets into the string
 * table at DT_STRTAB. */
int elf_each_needed(const struct elf *e, int (*fn)(void *arg, const char *library), void *arg)
{
	u64 addr, size, strings = UINT64_MAX;
	const u8 *p = elf_segment(e, PT_DYNAMIC, &addr, &size);
	u32 n = p ? (u32)(size / elf_word(e) / 2) : 0;
	int stop = 0;

	for (u32 i = 0; i < n; i++)
		if (word_at(e, p, 2 * i) == DT_STRTAB)
			strings = elf_offset(e, word_at(e, p, 2 * i + 1));
	for (u32 i = 0; i < n && strings < e->size && !stop; i++) {
		u64 off = word_at(e, p, 2 * i) == DT_NEEDED ? word_at(e, p, 2 * i + 1) : e->size;
		const char *name = elf_at(e, strings, off) ? elf_at(e, strings + off, 1) : NULL;

		if (name && memchr(name, 0, e->size - strings - off))
			stop = fn(arg, name);
	}
	return stop;
}

/* Returns the next string of a note, or NULL if its end is missing. */
static const char *next_string(const char **p, const char *end)
{
	const char *s = *p, *nul = s < end ? memchr(s, 0, (size_t)(end - s)) : NULL;

	*p = nul ? nul + 1 : end;
	return nul ? s : NULL;
}

/* Reads a note with three addresses (probe, base, semaphore) and three strings. */
static bool read_probe(const struct elf *e, const u8 *desc, u64 size, u64 base,
		       struct elf_probe *out)
{
	const char *p = (const char *)desc + 3 * elf_word(e), *end = (const char *)desc + size;
	u64 moved, sem;

	if (size < 3 * elf_word(e))
		return false;
	moved = base && word_at(e, desc, 1) ? base - word_at(e, desc, 1) : 0;
	sem = word_at(e, desc, 2);
	out->addr = word_at(e, desc, 0) + moved;
	if (!e->is64)
		out->addr = (u32)out->addr;
	out->semaphore = sem ? elf_offset(e, e->is64 ? sem + moved : (u32)(sem + moved)) : 0;
	out->provider = next_string(&p, end);
	out->name = next_string(&p, end);
	out->args = next_string(&p, end);
	return out->provider && out->name && out->args;
}

struct note { u32 type, size, name_size; const u8 *name, *desc; };

static bool is_note(const struct note *n, u32 type, const char *owner)
{
	u32 size = (u32)strlen(owner) + 1;

	return n->type == type && n->name_size == size && !memcmp(n->name, owner, size);
}

/* Notes in n bytes at p, which may be NULL, and where the next one begins. */
struct notes { const u8 *p; u64 n; bool is_big; u64 off; };

/* Reads the next note.  Returns false at the end. */
static bool next_note(struct notes *x, struct note *out)
{
	u64 name = x->off + 12, desc;
	u32 head[3];	/* size of the name, size of the contents, type */

	if (!x->p || x->n < sizeof(head) || x->off > x->n - sizeof(head))
		return false;
	for (u32 i = 0; i < ARRAY_SIZE(head); i++)
		head[i] = (u32)order_num(x->p + x->off + 4 * i, 4, x->is_big);
	desc = name + ALIGN_UP((u64)head[0], 4);
	x->off = desc + ALIGN_UP((u64)head[1], 4);
	*out = (struct note){ head[2], head[1], head[0], x->p + name, x->p + desc };
	return desc + head[1] <= x->n;
}

static struct notes notes_at(const struct elf *e, u64 off, u64 n)
{
	return (struct notes){ elf_at(e, off, n), n, e->is_big, 0 };
}

int elf_each_probe(const struct elf *e, int (*fn)(void *arg, const struct elf_probe *p),
		   void *arg)
{
	u64 base = stapsdt_base(e);
	struct elf_probe probe;
	struct section s;
	struct notes x;
	struct note n;
	int stop = 0;

	for (u64 i = 0; !stop && elf_header(e, i, &s); i++)
		for (x = notes_at(e, s.off, s.size);
		     !stop && s.type == SHT_NOTE && next_note(&x, &n); )
			if (is_note(&n, NOTE_STAPSDT, "stapsdt") &&
			    read_probe(e, n.desc, n.size, base, &probe))
				stop = fn(arg, &probe);
	return stop;
}

static u32 build_id(struct notes x, const u8 **id)
{
	struct note n;

	while (next_note(&x, &n))
		if (is_note(&n, NT_GNU_BUILD_ID, "GNU")) {
			*id = n.desc;
			return n.size;
		}
	return 0;
}

u32 elf_note_build_id(const u8 *notes, u64 size, bool is_big, const u8 **id)
{
	return build_id((struct notes){ notes, size, is_big, 0 }, id);
}

/* A module has no segments.  A file with nothing but debug information has segments, whose
 * contents are elsewhere. */
u32 elf_build_id(const struct elf *e, const u8 **id)
{
	struct section s;
	struct segment g;
	u32 n = 0;

	for (u64 i = 0; !n && elf_header(e, i, &s); i++)
		if (s.type == SHT_NOTE)
			n = build_id(notes_at(e, s.off, s.size), id);
	for (u64 i = 0; !n && segment(e, i, &g); i++)
		if (g.type == PT_NOTE)
			n = build_id(notes_at(e, g.off, g.size), id);
	return n;
}
