/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * usyms.h - symbols of user addresses, also of processes that have ended.
 *
 * Mappings are recorded while processes are alive: at the start from /proc/PID/maps of all
 * processes, then from the kernel's perf records of every executable mapping and fork on the
 * system (sysperf_mappings(), with the time as the only part of sample_id).  The kernel writes
 * a record before the process continues, so no process is too short-lived.  A file is opened
 * when an address in it is looked up, and only if it is still the same inode.
 *
 * A sweep forgets the mappings of processes that have ended and whose addresses need not be
 * shown any more.  usyms_sweep() checks which processes are alive.  The caller then reads all
 * records that are pending, and calls usyms_keep() for each process with addresses in maps.
 * usyms_swept() drops the rest.
 *
 * Facts: linux/perf_event.h, proc(5).  At most USYMS_MAX mappings are kept; newer ones replace
 * the oldest.  Then /proc is read again for processes whose addresses are not found.
 */
#ifndef AWL_USYMS_H
#define AWL_USYMS_H

#include "base/mem.h"

#define USYMS_MAX (1 << 17)	/* mappings kept, 40 bytes each */
#define USYMS_FILES 65536	/* files remembered; addresses in others have no names */

struct elf;
struct usyms;

struct usym {
	const char *name, *file;	/* NULL: unknown */
	u64 off;			/* bytes from the symbol's start; 0 without a symbol */
	const char *id;			/* the file's build id in hex; "": it has none; NULL: the
					 * file can't be opened any more, or is another one */
	u64 place;			/* offset in the file */
};

/* proc is "/proc"; it is not copied.  unsure: no records will come, so /proc is read again for
 * addresses that are not found.  Never returns NULL. */
struct usyms *usyms_open(const char *proc, bool unsure);
void usyms_close(struct usyms *u);
/* From now on names of C++ and Rust are as in the symbol tables, not as in the source. */
void usyms_mangled(struct usyms *u);
/* Takes a perf record with its header.  Other types of records are ignored. */
void usyms_record(struct usyms *u, const void *record, u32 size);
/* The number of mappings so far whose file there was no room for. */
u64 usyms_nameless(const struct usyms *u);
/* Have enough mappings been added since the last sweep for another one? */
bool usyms_has_grown(const struct usyms *u);
void usyms_sweep(struct usyms *u);
bool usyms_sweeping(const struct usyms *u);	/* is a sweep under way? */
void usyms_keep(struct usyms *u, u32 pid);
void usyms_swept(struct usyms *u, bool complete);	/* false: drop nothing */
/* usyms_want() collects addresses, usyms_resolve() reads the symbol tables, and usyms_find() then
 * returns the symbols.  Strings are valid until usyms_close(). */
void usyms_want(struct usyms *u, u32 pid, u64 addr);
void usyms_resolve(struct usyms *u);
void usyms_find(struct usyms *u, u32 pid, u64 addr, struct usym *out);
/* The path by which the file with an address can be opened, valid until the next call; NULL: it is
 * gone, or was replaced. */
const char *usyms_path(struct usyms *u, u32 pid, u64 addr);


/* ---- areas: the executable mappings of a process, for walking its stacks (areas.c) ---- */

struct usyms_area {
	u64 start, end;
	u64 bias;	/* address minus offset in the file */
	u32 file;	/* its number; 0: none */
};

/* Sets *out to the areas in order of address, valid until the next call.  Returns how many. */
u32 usyms_areas(struct usyms *u, u32 pid, const struct usyms_area **out);
/* Calls changed() for each process with new mappings since the last time.  It may be called
 * several times for one. */
void usyms_changed(struct usyms *u, void (*changed)(void *arg, u32 pid, bool is_fork, u32 parent),
		   void *arg);
/* Opens the file of an area of the process; NULL: it can't be opened.  *stripped is the file that
 * has what was stripped from it, or NULL.  The caller closes both. */
struct elf *usyms_elf(struct usyms *u, u32 pid, const struct usyms_area *a, struct elf **stripped);
const char *usyms_file(const struct usyms *u, u32 file);	/* its path */
bool usyms_is_alive(const struct usyms *u, u32 pid);

#endif
