/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ksyms.h - kernel addresses to names and back, from /proc/kallsyms.
 *
 * The file has 40 to 190 thousand lines and takes 10 to 60 ms to read, so it is read as
 * rarely as possible: ksyms_want() collects addresses, then ksyms_resolve() finds the nearest
 * symbol below each of them in one pass, and the results are kept.  Not all names are loaded.
 * Symbols of modules are in the same file, with the module in brackets.
 */
#ifndef AWL_KSYMS_H
#define AWL_KSYMS_H

#include "base/hash.h"
#include "base/strbuf.h"
#include "symbols/symcache.h"

struct ksyms {
	const char *path;	/* default /proc/kallsyms */
	struct symcache cache;
	bool hidden;		/* all addresses read as 0: kptr_restrict */
	struct strbuf noted;	/* lines of modules, which may be gone when they are needed */
};

void ksyms_init(struct ksyms *k, const char *path);
void ksyms_want(struct ksyms *k, u64 addr);
/* Looks up all wanted addresses in one pass, if there are any.  Returns 0 or -errno; -EACCES if
 * addresses are hidden. */
int ksyms_resolve(struct ksyms *k);
/* The symbol of an address; NULL if the address was never wanted, or is in no symbol. */
const struct ksym *ksyms_find(struct ksyms *k, u64 addr);

/* Remembers the symbols of a module that is loaded, NULL: of all, so that they are found after it
 * was unloaded. */
void ksyms_note_modules(struct ksyms *k, const char *module);

/* Looks up the addresses of n names in one pass.  `found` becomes the number of symbols with
 * that name.  addr becomes the address of the first function, else of the first symbol; it is
 * 0 where addresses are hidden.  module: NULL for any, "" for the kernel itself. */
struct kname { const char *name, *module; u64 addr; u32 found; };
int ksyms_lookup(struct ksyms *k, struct kname *names, u32 n);
/* Calls fn for every text and data symbol, until fn returns non-zero, which is then returned.
 * The strings are valid until fn returns. */
int ksyms_each(struct ksyms *k, int (*fn)(void *arg, u64 addr, char kind,
					  const char *name, const char *module), void *arg);
void ksyms_free(struct ksyms *k);

#endif
