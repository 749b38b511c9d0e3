/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf.h - the kernel's own description of its types, read as needed.
 *
 * Facts: linux/btf.h and Documentation/bpf/btf.rst; little-endian files only.
 * Opening makes one pass that checks every record's bounds and notes where
 * each 16th is; a name is looked up by finding it in the string section and
 * comparing offsets in a second pass.  A type is made when it is asked for,
 * members of a struct when they are: see type_complete().
 *
 * Types, names and enumerators live in the arena given and outlive the file.
 * A struct not completed before btf_close() then stays without members.
 * Functions that return a pointer return NULL for what is not there, which
 * includes what is there but broken.
 */
#ifndef AWL_BTF_H
#define AWL_BTF_H

#include "lang/type.h"

struct btf;

/* Raw BTF (/sys/kernel/btf/vmlinux) or an ELF file with a .BTF section.
 * word: bytes of the target's pointers.  -errno; -EINVAL: no BTF in it. */
int btf_open(struct btf **out, struct arena *a, const char *path, u32 word);
/* A module's, which goes on where its base ends; base must stay open. */
int btf_open_module(struct btf **out, struct btf *base, const char *path);
/* Lets go of the file; what was made from it stays. */
void btf_close(struct btf *b);

/* What a name is to be: C's tags, or a typedef.  BTF_ANY: a typedef, else a
 * struct, union or enum. */
enum btf_want { BTF_ANY, BTF_STRUCT, BTF_UNION, BTF_ENUM, BTF_TYPEDEF };

/* Structs have the alignment their size allows (8 at most): BTF has none. */
const struct type *btf_struct(struct btf *b, enum btf_want want, const char *name);
/* A constant of any enum; enum_type may be NULL. */
bool btf_enumerator(struct btf *b, const char *name, s64 *value,
		    const struct type **enum_type);

struct btf_func {
	u32 id;			/* of the function, for attaching */
	const char *module;	/* kern_func(): whose BTF this is; "": the kernel's own */
	u32 n_params;
	bool is_variadic;
	const struct member *params;	/* name and type; "" if not named */
	const struct type *ret;
};
bool btf_func(struct btf *b, const char *name, struct btf_func *out);

/* For tools that go through everything: ids are 1 to btf_last_id(). */
u32 btf_last_id(const struct btf *b);
const struct type *btf_type(struct btf *b, u32 id);

#endif
