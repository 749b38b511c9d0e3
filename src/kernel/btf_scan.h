/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf_scan.h - what attaching must know of a few kernel functions.
 *
 * The file is streamed through one page: a tenth of the time and of the memory
 * that btf_open() takes for all of it.
 */
#ifndef AWL_BTF_SCAN_H
#define AWL_BTF_SCAN_H

#include "base/base.h"

/* Characters in a name; others are not found. */
#define BTF_BRIEF_MIN 5
#define BTF_BRIEF_NAME 62

enum btf_fit {			/* a parameter or result, in a register */
	BTF_WORD,		/* all of its 8 bytes */
	BTF_NARROW,		/* some: the others mean nothing */
	BTF_VOID, BTF_ODD	/* none; not in one register */
};

struct btf_brief {
	const char *name;	/* given; the rest zero */
	const char *member;	/* given for a structure: one of 16 bytes, an array */
	u32 off;		/* that member's, in bytes; 0: there is none */
	u32 count;		/* functions (structures) of this name: 0, 1 or more */
	u32 id;			/* of the first */
	u32 n_params;		/* with the "..." of a variadic one, which is odd */
	u32 words;		/* bit n: parameter n is BTF_WORD */
	bool is_odd;		/* a parameter is BTF_ODD */
	enum btf_fit ret;
	u32 str, proto;		/* its own: of the name, of what is looked at then */
};

/* Fills in v[0 … n-1].  -errno: no (raw, little-endian) BTF there. */
int btf_scan(const char *path, struct btf_brief *v, u32 n);

#endif
