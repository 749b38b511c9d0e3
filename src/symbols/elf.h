/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elf.h - symbols of programs and libraries, for user probes.
 *
 * Facts: elf.h, the System V ABI.  Both word sizes, both byte orders.  The file is mapped.  Names
 * and contents point into the mapping and are valid until elf_close().  Symbols come from
 * .symtab, or from .dynsym if the file has no .symtab.
 */
#ifndef AWL_ELF_H
#define AWL_ELF_H

#include "base/mem.h"

struct elf;

struct elf_symbol {
	const char *name;
	u64 addr;		/* virtual address in the file */
	u64 size;		/* bytes; 0: unknown */
	bool is_func;
	bool is_local;		/* known in one file of the source only */
	bool is_thumb;		/* arm: Thumb code; addr is without the Thumb bit */
};

/*
 * A location of a USDT probe: a note of type 3 and owner "stapsdt" in .note.stapsdt.
 * Facts: the "User Space Probe Implementation" page of SystemTap's wiki.
 */
struct elf_probe {
	const char *provider, *name;
	const char *args;	/* "-4@%eax 8@-16(%rbp)", blanks between them */
	u64 addr;		/* virtual address in the file */
	u64 semaphore;		/* offset of its counter in the file; 0: none;
				 * UINT64_MAX: not in the file */
};

/* Returns NULL and sets *err to -errno on errors; -ENOEXEC: not an ELF file, or a broken one. */
struct elf *elf_open(const char *path, int *err);
/* The same for a file in memory, such as the vdso.  The memory must stay valid until
 * elf_close(). */
struct elf *elf_in_memory(const void *p, u64 size, int *err);
void elf_close(struct elf *e);
/* Gives the memory back that was read so far, which is read again when it is needed. */
void elf_forget(const struct elf *e);
u64 elf_size(const struct elf *e);	/* of the file, in bytes */
u32 elf_machine(const struct elf *e);	/* EM_* */
u32 elf_word(const struct elf *e);	/* 4 or 8 */
bool elf_is_big(const struct elf *e);	/* are its numbers big-endian? */
bool elf_has_symbols(const struct elf *e);	/* does it have .symtab, so is not stripped? */
/* Calls fn for every function and variable with an address.  If fn returns non-zero, stops and
 * returns that. */
int elf_each(const struct elf *e, int (*fn)(void *arg, const struct elf_symbol *s), void *arg);
/* Finds a symbol by name, a global one before the first of several local ones.  Returns false if
 * there is none. */
bool elf_find(const struct elf *e, const char *name, struct elf_symbol *out);
/* The same of any symbol, such as one without a type that a linker script defines. */
bool elf_find_label(const struct elf *e, const char *name, u64 *addr);
/* Does it import a symbol of this name from another file? */
bool elf_imports(const struct elf *e, const char *name);
/* Calls fn for each library that it needs (DT_NEEDED).  If fn returns non-zero, stops and returns
 * that. */
int elf_each_needed(const struct elf *e, int (*fn)(void *arg, const char *library), void *arg);
/* Finds the function that contains a virtual address of the file. */
bool elf_nearest(const struct elf *e, u64 addr, struct elf_symbol *out);
/* If a function starts there, returns the bytes to the first instruction that all of its calls
 * pass: on ppc64le, calls from the same file skip those before it.  Without its symbol the function
 * is known by these instructions. */
u8 elf_local(const struct elf *e, u64 addr);
/* Returns the bytes from the start of a function of the kernel to where the kernel puts a kprobe of
 * it.  *by_ftrace: does ftrace run it?  That is known on ppc64le and s390x. */
u8 elf_kprobe(const struct elf *e, u64 addr, bool *by_ftrace);
/* Returns the letter of the last mapping symbol at or below an address (arm, aarch64): 'a', 't'
 * and 'x' mean code, 'd' means data.  Returns 0 if there is none. */
char elf_mark(const struct elf *e, u64 addr);
/* Returns the contents of the first segment of a type (PT_*) and sets its address and size in
 * bytes.  Returns NULL if there is none. */
const u8 *elf_segment(const struct elf *e, u32 type, u64 *addr, u64 *size);
/*
 * A relocatable file, such as a module of the kernel, has no addresses.  Its sections get some, far
 * apart, until elf_place_sections() gives them those that fn knows; 0: unknown.
 */
bool elf_is_relocatable(const struct elf *e);
void elf_place_sections(struct elf *e, u64 (*fn)(void *arg, const char *section), void *arg);
/* Is the distance of two addresses in the file the same in memory? */
bool elf_is_distance_known(const struct elf *e, u64 a, u64 b);
struct elf_reloc {
	u64 off;		/* in the section */
	u64 num;		/* the symbol's value plus the addend */
	u32 type;		/* R_X86_64_64 … */
	bool is_in_place;	/* the addend is in the section */
};
/* Calls fn for each relocation of a section of a relocatable file until it returns non-zero. */
int elf_each_reloc(const struct elf *e, const char *section,
		   int (*fn)(void *arg, const struct elf_reloc *r), void *arg);
struct elf_section {
	u64 addr, size;		/* in bytes */
	bool is_compressed;	/* it begins with an Elf32_Chdr or Elf64_Chdr */
};
/* Returns the contents of a section.  Returns NULL if there is none, or it has none in this
 * file. */
const u8 *elf_section(const struct elf *e, const char *name, struct elf_section *out);
/* Expands the *n bytes of a compressed section.  Returns memory to be freed and sets *n, or returns
 * NULL and sets *err: -ENOTSUP: awl can't read this compression; -ENOEXEC. */
u8 *elf_expand(const struct elf *e, const u8 *p, u64 *n, int *err);
/* Returns the n bytes at an offset, or NULL if they are not all in the file. */
const u8 *elf_bytes(const struct elf *e, u64 offset, u64 n);
/* Convert between virtual addresses and offsets in the file.  UINT64_MAX: there is none. */
u64 elf_offset(const struct elf *e, u64 addr);
u64 elf_code(const struct elf *e, u64 addr);	/* the same, but only of code */
u64 elf_address(const struct elf *e, u64 offset);
/* Is it loaded where it was linked? */
bool elf_is_fixed(const struct elf *e);
/* What must be added to its addresses if its code from an offset on is mapped at `start`.  Returns
 * false if there is no code. */
bool elf_bias(const struct elf *e, u64 offset, u64 start, u64 *bias);

/* Calls fn for every location of every USDT probe.  If fn returns non-zero, stops and returns
 * that. */
int elf_each_probe(const struct elf *e, int (*fn)(void *arg, const struct elf_probe *p),
		   void *arg);
/* Sets *id to the build id, which strip keeps.  Returns its length in bytes, 0 if it has none. */
u32 elf_build_id(const struct elf *e, const u8 **id);
/* The same of notes alone, such as the kernel's in /sys/kernel/notes.  is_big: their byte order. */
u32 elf_note_build_id(const u8 *notes, u64 size, bool is_big, const u8 **id);
bool elf_has_build_id(const struct elf *e, const u8 *id, u32 n);
/* Where distributions put the debug information of what has this build id, below `root`. */
const char *elf_build_id_path(struct arena *a, const char *root, const u8 *id, u32 n);
const char *elf_folder(struct arena *a, const char *path);	/* with its slash */

/*
 * Calls fn for the files that may have what was stripped from a program: next to it, or in
 * /usr/lib/debug below `root`, until fn returns true.  e: the file, which fn must close; NULL: the
 * file at this path is another program's.
 */
typedef bool elf_separate_fn(void *arg, const char *path, struct elf *e);
void elf_each_separate(struct arena *a, const char *root, const char *path,
		       const struct elf *program, elf_separate_fn *fn, void *arg);

/*
 * Returns the path of the file with this name, in the arena, or NULL if there is none.  A name
 * with a '/' is a path.  "libc" or "libc.so.6" is looked for in the usual library directories,
 * then as a program in PATH.  All are below `root` ("" or "/proc/PID/root").
 */
const char *elf_locate(struct arena *a, const char *root, const char *name);
/*
 * The same in the view of a process: "" is its program, a library is the one that it has
 * mapped, and a path starts at its root.  pid 0: elf_locate().
 */
const char *elf_locate_pid(struct arena *a, u32 pid, const char *name);
/* Calls fn for every file whose code a process has mapped, with the path that the process sees.
 * If fn returns non-zero, stops and returns that.  Returns -errno if the mappings can't be
 * read. */
int elf_each_mapped(u32 pid, int (*fn)(void *arg, const char *path), void *arg);

#endif
