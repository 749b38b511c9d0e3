/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symcache.h - look up the symbols of many addresses in one pass.
 *
 * Symbol tables are large and addresses are few.  So symcache_want() collects addresses.
 * symcache_resolve() then calls `feed`, which offers every symbol of the table once, in any
 * order (symcache_offer()).  Results are kept, also for addresses without a symbol.  Not all
 * names are loaded.
 */
#ifndef AWL_SYMCACHE_H
#define AWL_SYMCACHE_H

#include "base/mem.h"

/* start: the symbol's address.  module: "" for the kernel itself and for user symbols. */
struct ksym { u64 addr; u64 start; const char *name, *module; };

struct symcache {
	struct arena arena;
	VEC(struct ksym) known;	/* sorted by addr */
	VEC(u64) wanted;	/* not looked up yet */
	bool demangle;		/* show names of C++ and Rust as in the source */
};

struct symcache_pass;

struct symcache_sym {
	u64 start;
	u64 size;		/* bytes; 0: unknown, it ends at the next symbol */
	u32 group;		/* 0: none; else a symbol without a size ends with its page if
				 * the next symbol is of another group */
	const char *name, *module;	/* valid until symcache_keep(); name "": addresses
					 * up to the next symbol have no name */
	char kind;		/* nm's letter: t and w are code, capitals are global */
};

void symcache_want(struct symcache *n, u64 addr);
/* Returns the symbol of an address, which is valid until the next symcache_resolve().  Returns
 * NULL if the address was never wanted, or is in no symbol. */
const struct ksym *symcache_find(const struct symcache *n, u64 addr);
/* Calls feed if any address is wanted, and returns its result; else 0. */
int symcache_resolve(struct symcache *n, int (*feed)(void *ctx, struct symcache_pass *p),
		    void *ctx);
void symcache_offer(struct symcache_pass *p, const struct symcache_sym *s);
/* feed calls this before the names that it has offered change or are freed. */
void symcache_keep(struct symcache_pass *p);
void symcache_free(struct symcache *n);

#endif
