/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf_write.h - makes BTF of types, from wherever they come.
 *
 * btf_open_memory() gives the same types again.  Structures that nobody has looked into
 * (type_complete()) are written without members.
 */
#ifndef AWL_BTF_WRITE_H
#define AWL_BTF_WRITE_H

#include "base/hash.h"
#include "base/strbuf.h"
#include "symbols/btf.h"

struct btf_writer {
	struct arena *arena;
	VEC(struct btf_item *) items;	/* [id - 1] */
	struct hash ids;		/* of types: their address to struct btf_item */
	struct hash strings;		/* text to struct btf_text */
	struct strbuf types, strs;
};

/* Returns the id of a type, which is written if it has none yet.  0: void. */
u32 btf_write_type(struct btf_writer *w, const struct type *t);
/* Lets btf_struct() find a type by another name: a typedef. */
void btf_write_name(struct btf_writer *w, const char *name, const struct type *t);
/* Lets btf_func() find a function.  *f must stay valid. */
void btf_write_func(struct btf_writer *w, const char *name, const struct btf_func *f);
/* Appends the file to out, and frees the writer. */
void btf_write_end(struct btf_writer *w, struct strbuf *out);

#endif
