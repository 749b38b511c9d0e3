/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * callabi.h - which words of a call an argument fills.
 *
 * Words have the numbers of arg0, arg1 …: first come the registers that pass arguments, then
 * the words of the stack.  A structure passed by value, or an integer wider than a word,
 * fills several words or none, or is passed by address.
 */
#ifndef AWL_CALLABI_H
#define AWL_CALLABI_H

#include "arch/arch.h"
#include "lang/type.h"

struct param_place {			/* of a function */
	const struct type *type;
	u32 first, words;	/* its first word, and the number of words */
	bool by_address;	/* the word is the address of a copy */
};

/* Sets the places of n parameters, whose types are known.  word: bytes of a register.  result: the
 * type of what the function returns, which may take the first word; NULL: nothing. */
void callabi_place(const struct arch_abi *abi, u32 word, const struct type *result,
		   struct param_place *params, u32 n);

/* The context of a trampoline's program: 8-byte slots, one argument after another. */
extern const struct arch_abi callabi_slots;

#endif
