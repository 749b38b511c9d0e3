/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ksyms.h - convert kernel addresses to names and back, by /proc/kallsyms.
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
/* Looks up all wanted addresses in one pass, if there are any.  Returns 0 or -errno; -EACCES:
 * addresses are hidden. */
int ksyms_resolve(struct ksyms *k);
/* Returns the symbol of an address, which is valid until the next ksyms_resolve().  Returns NULL
 * if the address was never wanted, or is in no symbol. */
const struct ksym *ksyms_find(struct ksyms *k, u64 addr);

/* Remembers the symbols of a loaded module, or of all modules if it is NULL, so that they are
 * found after the module was unloaded. */
void ksyms_note_modules(struct ksyms *k, const char *module);

/* Looks up the addresses of n names in one pass.  Sets `found` to the number of symbols with
 * the name, and addr to the address of the first function or, if there is none, of the first
 * symbol.  addr is 0 if addresses are hidden.  module: NULL for any, "" for the kernel itself.
 * Returns 0 or -errno. */
struct kname { const char *name, *module; u64 addr; u32 found; };
int ksyms_lookup(struct ksyms *k, struct kname *names, u32 n);
/* Calls fn for every text and data symbol.  If fn returns non-zero, stops and returns that.
 * Returns -errno on errors.  The strings are valid until fn returns. */
int ksyms_each(struct ksyms *k, int (*fn)(void *arg, u64 addr, char kind,
					  const char *name, const char *module), void *arg);
void ksyms_free(struct ksyms *k);

#endif
