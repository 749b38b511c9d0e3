/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symcache.h - addresses to the symbols they lie in, many in one pass.
 *
 * Symbol tables are large and addresses few.  So addresses are first collected
 * (symcache_want), then every symbol of the table is offered once, in any order
 * (symcache_resolve calls `feed`, which calls symcache_offer), and what was found
 * is remembered for good; an address without a symbol is, too.  Names are never
 * loaded wholesale.
 */
#ifndef AWL_SYMCACHE_H
#define AWL_SYMCACHE_H

#include "base/mem.h"

struct ksym { u64 addr; u64 start; const char *name, *module; };	/* module "" */

struct symcache {
	struct arena arena;
	VEC(struct ksym) known;	/* sorted by addr */
	VEC(u64) wanted;	/* not yet looked for */
};

struct symcache_pass;

struct symcache_sym {
	u64 start;
	u64 size;		/* 0: not said, it goes on to the next one … */
	u32 group;		/* … of this group, or to the end of its page; 0: any */
	const char *name, *module;	/* valid until symcache_keep; name "": nothing
					 * lies there, up to the next symbol */
	char kind;		/* as nm says it: t and w are code, capitals are global */
};

void symcache_want(struct symcache *n, u64 addr);
/* NULL if it was never wanted, or lies in no symbol. */
const struct ksym *symcache_find(const struct symcache *n, u64 addr);
/* Nothing wanted costs nothing; else feed's result. */
int symcache_resolve(struct symcache *n, int (*feed)(void *ctx, struct symcache_pass *p),
		    void *ctx);
void symcache_offer(struct symcache_pass *p, const struct symcache_sym *s);
/* Before names offered so far change or go. */
void symcache_keep(struct symcache_pass *p);
void symcache_free(struct symcache *n);

#endif
