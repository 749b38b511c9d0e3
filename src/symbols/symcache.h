/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symcache.h - looks up the symbols of many addresses in one pass.
 *
 * Symbol tables are large and addresses are few.  So symcache_want() collects addresses.
 * symcache_resolve() then calls `feed`, which offers every symbol of the table once, in any
 * order (symcache_offer()).  Results are kept, also for addresses without a symbol.  Not all
 * names are loaded.
 */
#ifndef AWL_SYMCACHE_H
#define AWL_SYMCACHE_H

#include "base/mem.h"

struct ksym { u64 addr; u64 start; const char *name, *module; };	/* module "" */

struct symcache {
	struct arena arena;
	VEC(struct ksym) known;	/* sorted by addr */
	VEC(u64) wanted;	/* not looked up yet */
};

struct symcache_pass;

struct symcache_sym {
	u64 start;
	u64 size;		/* 0: unknown, it ends at the next symbol … */
	u32 group;		/* … of this group, or to the end of its page; 0: any */
	const char *name, *module;	/* valid until symcache_keep(); name "": there
					 * is nothing up to the next symbol */
	char kind;		/* as in nm: t and w are code, capitals are global */
};

void symcache_want(struct symcache *n, u64 addr);
/* The symbol of an address; NULL if the address was never wanted, or is in no symbol. */
const struct ksym *symcache_find(const struct symcache *n, u64 addr);
/* Calls feed if any address is wanted, and returns its result; else 0. */
int symcache_resolve(struct symcache *n, int (*feed)(void *ctx, struct symcache_pass *p),
		    void *ctx);
void symcache_offer(struct symcache_pass *p, const struct symcache_sym *s);
/* To be called before the names offered so far change or go away. */
void symcache_keep(struct symcache_pass *p);
void symcache_free(struct symcache *n);

#endif
