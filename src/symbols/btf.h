/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf.h - BTF, the kernel's description of its types, read as needed.
 *
 * Facts: linux/btf.h and Documentation/bpf/btf.rst; little-endian files only.
 * btf_open() makes one pass over all records.  It checks their bounds and notes the offset of
 * each 16th.  A name is looked up in the string section; a second pass then compares offsets.
 * Types, and the members of structs, are made when they are asked for: see type_complete().
 *
 * Types, names and enumerators live in the arena and outlive the file.  A struct that is not
 * complete at btf_close() stays without members.  Functions that return a pointer return
 * NULL if the name does not exist or its record is broken.
 */
#ifndef AWL_BTF_H
#define AWL_BTF_H

#include "lang/type.h"

struct btf;

/* Opens raw BTF (/sys/kernel/btf/vmlinux) or an ELF file with a .BTF section.  word: bytes in
 * a pointer of the target.  Returns 0, or -errno and sets *out to NULL; -EINVAL: the file has no
 * BTF.  The caller closes *out. */
int btf_open(struct btf **out, struct arena *a, const char *path, u32 word);
/* The same for BTF in memory, which must stay valid until btf_close(). */
int btf_open_memory(struct btf **out, struct arena *a, const void *p, u32 size, u32 word);
/* Opens a module's BTF, whose ids continue those of base.  base must stay open. */
int btf_open_module(struct btf **out, struct btf *base, const char *path);
/* Closes the file.  Types that were made from it stay valid. */
void btf_close(struct btf *b);

/* The kind of name to look for: a tag of C, or a typedef.  BTF_ANY: a typedef, else a struct,
 * union or enum. */
enum btf_want { BTF_ANY, BTF_STRUCT, BTF_UNION, BTF_ENUM, BTF_TYPEDEF };

/* Finds a type.  BTF has no alignments, so a struct gets the largest one that its size allows, at
 * most 8. */
const struct type *btf_struct(struct btf *b, enum btf_want want, const char *name);
/* Finds a constant of any enum.  enum_type may be NULL.  Returns false if there is none. */
bool btf_enumerator(struct btf *b, const char *name, s64 *value,
		    const struct type **enum_type);

struct btf_func {
	u32 id;			/* of the function, to attach to it */
	const char *module;	/* kern_func(): the module; "": the kernel itself */
	u32 n_params;
	bool is_variadic;
	const struct member *params;	/* name and type; "" if not named */
	const struct type *ret;
};
bool btf_func(struct btf *b, const char *name, struct btf_func *out);
bool btf_func_of_id(struct btf *b, u32 id, struct btf_func *out);
/* The name of the function with this id, valid until btf_close(); "" if it is no function. */
const char *btf_func_name(struct btf *b, u32 id);

/* For tools that visit all types: ids are 1 to btf_last_id(). */
u32 btf_last_id(const struct btf *b);
const struct type *btf_type(struct btf *b, u32 id);

#endif
