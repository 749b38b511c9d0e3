/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * usyms.h - user addresses to symbols, of processes that may be gone.
 *
 * What is mapped where is learnt while processes live: once from
 * /proc/PID/maps of all there are, then from the kernel's perf records of every
 * executable mapping and fork, system-wide (sysperf_mappings, with the time as
 * the only part of sample_id).  The kernel writes these itself before the
 * process goes on, so nothing is too short-lived.  Files are opened when an
 * address in them is asked for, and only if they are still the same inode.
 *
 * What processes had mapped that are gone, and of which nothing is left to be shown, is
 * forgotten by a sweep: usyms_sweep() looks who is alive; once its caller has taken all
 * records that waited then, it says by usyms_keep() whose addresses lie in maps; what is
 * left usyms_swept() drops.
 *
 * Facts: linux/perf_event.h, proc(5).  Mappings are at most USYMS_MAX, the
 * oldest go first; processes alive are then asked again.
 */
#ifndef AWL_USYMS_H
#define AWL_USYMS_H

#include "base/mem.h"

#define USYMS_MAX (1 << 17)	/* mappings remembered, of 40 bytes */

struct usyms;

struct usym {
	const char *name, *file;	/* NULL: not known */
	u64 off;			/* from the symbol's start, or: */
	const char *id;			/* the file's build id, in hex; "": it has none */
	u64 place;			/* in the file */
};

/* proc: "/proc".  unsure: no records will come, ask /proc when in doubt. */
struct usyms *usyms_open(const char *proc, bool unsure);
void usyms_close(struct usyms *u);
/* A perf record as it came, header included; what is none of ours is ignored. */
void usyms_record(struct usyms *u, const void *record, u32 size);
/* Is a sweep worth while?  So many mappings have come since the last. */
bool usyms_has_grown(const struct usyms *u);
void usyms_sweep(struct usyms *u);
bool usyms_sweeping(const struct usyms *u);	/* begun and not yet ended? */
void usyms_keep(struct usyms *u, u32 pid);
void usyms_swept(struct usyms *u, bool complete);	/* false: drop nothing */
/* An address to be looked up / reads the symbol tables / after that, the answer. */
void usyms_want(struct usyms *u, u32 pid, u64 addr);
void usyms_resolve(struct usyms *u);
void usyms_find(struct usyms *u, u32 pid, u64 addr, struct usym *out);

#endif
