/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * callabi.h - which words of a call an argument fills.
 *
 * Words are numbered as arg0, arg1 … are: first the registers that pass arguments,
 * then the words of the stack.  Structures passed by value, and integers wider than
 * a word, take several words, none, or are passed by address.
 */
#ifndef AWL_CALLABI_H
#define AWL_CALLABI_H

#include "arch/arch.h"
#include "lang/type.h"

struct param_place {			/* of a function */
	const struct type *type;
	u32 first, words;	/* its first word; how many there are */
	bool by_address;	/* the word is the address of a copy */
};

/* Sets the places of n parameters, whose types are set. */
void callabi_place(const struct arch_abi *abi, u32 word, struct param_place *params, u32 n);

/* The context of a trampoline's program: 8-byte slots, one argument after the other. */
extern const struct arch_abi callabi_slots;

#endif
