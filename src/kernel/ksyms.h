/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ksyms.h - kernel addresses to names and back, from /proc/kallsyms.
 *
 * The file has 40 to 190 thousand lines and costs 10 to 60 ms to read, so it
 * is read as rarely as can be: addresses are first collected (ksyms_want),
 * then one streaming pass finds the nearest symbol below each of them
 * (ksyms_resolve), and what was found is remembered.  Names are never loaded
 * wholesale.  Module symbols are in the same file, in brackets.
 */
#ifndef AWL_KSYMS_H
#define AWL_KSYMS_H

#include "base/hash.h"
#include "base/strbuf.h"
#include "kernel/symcache.h"

struct ksyms {
	const char *path;	/* default /proc/kallsyms */
	struct symcache cache;
	bool hidden;		/* all addresses read as 0: kptr_restrict */
	struct strbuf noted;	/* lines of modules that may be gone when they are wanted */
};

void ksyms_init(struct ksyms *k, const char *path);
void ksyms_want(struct ksyms *k, u64 addr);
/* One pass for everything wanted; nothing to do costs nothing.  -errno;
 * -EACCES if the addresses are hidden. */
int ksyms_resolve(struct ksyms *k);
/* NULL if it was never wanted, or lies in no symbol. */
const struct ksym *ksyms_find(struct ksyms *k, u64 addr);

/* From now on symbols of the modules there are now are found though they were unloaded. */
void ksyms_note_modules(struct ksyms *k);

/* Addresses of names, several in one pass.  `found` counts how often a name
 * occurs, 0: not there; addr is the first function's, else the first symbol's,
 * and 0 where addresses are hidden.  module NULL: any; "": the kernel itself. */
struct kname { const char *name, *module; u64 addr; u32 found; };
int ksyms_lookup(struct ksyms *k, struct kname *names, u32 n);
/* Every text or data symbol; fn returns non-zero to stop, which is then
 * returned.  The strings are gone after fn returns. */
int ksyms_each(struct ksyms *k, int (*fn)(void *arg, u64 addr, char kind,
					  const char *name, const char *module), void *arg);
void ksyms_free(struct ksyms *k);

#endif
