/* SPDX-License-Identifier: GPL-2.0-or-later */
/* place.h - loads from the registers at a probe, shared by builtin/. */
#ifndef AWL_PLACE_H
#define AWL_PLACE_H

#include "gen/gen.h"
#include "image.h"

/* Loads size bytes of the context at offset off, extended to 64 bits. */
void place_load_reg(struct gen *g, u32 off, u32 size, bool is_signed, struct operand *out);
/* Loads size bytes at the stack pointer + off, from the kernel or the process. */
void place_load_stack(struct gen *g, u32 off, u32 size, struct operand *out);
/* The return address at a function's entry, of `size` bytes. */
void place_load_caller(struct gen *g, u32 size, struct operand *out);

/* Is it the first instruction of a function?  Only there registers and stack are as the caller
 * left them. */
bool place_is_entry(const struct prog *p, const struct target *t);

struct check;
/* Does this program see where its function returns to, if it runs at the return? */
bool place_returns_known(const struct check *c);

#endif
