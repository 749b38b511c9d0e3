/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elf.h - symbols of programs and libraries, for user probes.
 *
 * Facts: elf.h, the System V ABI.  Both word sizes, little-endian.  The file
 * is mapped, not read; names point into the mapping and are gone with
 * elf_close.  .symtab is used where it is there, else .dynsym.
 */
#ifndef AWL_ELF_H
#define AWL_ELF_H

#include "base/mem.h"

struct elf;

struct elf_symbol {
	const char *name;
	u64 addr;		/* as the file was linked */
	u64 size;		/* 0: not said */
	bool is_func;
	bool is_thumb;		/* arm: in Thumb code; its bit is not in addr */
};

/*
 * A USDT probe's place: a note of type 3 by "stapsdt" in .note.stapsdt.
 * Facts: the "User Space Probe Implementation" page of SystemTap's wiki.
 */
struct elf_probe {
	const char *provider, *name;
	const char *args;	/* "-4@%eax 8@-16(%rbp)", blanks between them */
	u64 addr;		/* as the file was linked */
	u64 semaphore;		/* its counter's place in the file; 0: none, or
				 * UINT64_MAX: nowhere in the file */
};

/* NULL and -errno in *err: -ENOEXEC is no ELF file, or a broken one. */
struct elf *elf_open(const char *path, int *err);
/* The same of memory that stays, the vdso. */
struct elf *elf_in_memory(const void *p, u64 size, int *err);
void elf_close(struct elf *e);
u32 elf_machine(const struct elf *e);	/* EM_* */
u32 elf_word(const struct elf *e);	/* 4 or 8 */
bool elf_has_symbols(const struct elf *e);	/* all of them: it is not stripped */
/* Every symbol with an address; fn returns non-zero to stop. */
int elf_each(const struct elf *e, int (*fn)(void *arg, const struct elf_symbol *s), void *arg);
/* A symbol by name; false if it has none of it. */
bool elf_find(const struct elf *e, const char *name, struct elf_symbol *out);
/* Does it use a symbol of this name that another file has? */
bool elf_imports(const struct elf *e, const char *name);
/* The libraries it needs, as the loader looks for them; fn returns non-zero to stop. */
int elf_each_needed(const struct elf *e, int (*fn)(void *arg, const char *library), void *arg);
/* The function an address of the file's own numbering lies in. */
bool elf_nearest(const struct elf *e, u64 addr, struct elf_symbol *out);
/* arm and aarch64: what the mapping symbol before an address says lies there: 'a', 't'
 * and 'x' code, 'd' data, 0 if there is none. */
char elf_mark(const struct elf *e, u64 addr);
/* The first segment of a type (PT_*): where it lies in the file, and its address. */
const u8 *elf_segment(const struct elf *e, u32 type, u64 *addr, u64 *size);
/* n bytes from an offset on; NULL if the file hasn't as many. */
const u8 *elf_bytes(const struct elf *e, u64 offset, u64 n);
/* An address's place in the file, and back; UINT64_MAX if there is none. */
u64 elf_offset(const struct elf *e, u64 addr);
u64 elf_code(const struct elf *e, u64 addr);	/* the same, of code alone */
u64 elf_address(const struct elf *e, u64 offset);

/* Every place of every USDT probe; fn returns non-zero to stop. */
int elf_each_probe(const struct elf *e, int (*fn)(void *arg, const struct elf_probe *p),
		   void *arg);
/* Its linker's number for it, which outlives strip: how many bytes; 0: none. */
u32 elf_build_id(const struct elf *e, const u8 **id);

/*
 * The file a name stands for: a path as it is; a program in PATH; "libc" or
 * "libc.so.6" in the usual library folders, below `root` ("" or
 * "/proc/PID/root").  NULL if there is none.
 */
const char *elf_locate(struct arena *a, const char *root, const char *name);
/*
 * The same as a process sees it: "" is its program, a library the one it has
 * mapped, and a path begins at its root.  pid 0: elf_locate.
 */
const char *elf_locate_pid(struct arena *a, u32 pid, const char *name);
/* Every file a process has mapped code of, once; the path as it sees it. */
int elf_each_mapped(u32 pid, int (*fn)(void *arg, const char *path), void *arg);

#endif
