/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * user.h - what probes in programs and libraries have in common.
 *
 * In their targets, `module` is the file, `addr` the offset of the place in it, and
 * `id` the offset of a semaphore, or 0.
 */
#ifndef AWL_USER_H
#define AWL_USER_H

#include "symbols/elf.h"
#include "kernel/kern.h"
#include "provider/provider.h"

struct user_file {
	const char *shown;	/* its name in messages; in the arena */
	const char *path;	/* its path for awl and the kernel */
	struct elf *elf;	/* closed when the callback returns */
};

/* Splits FILE:rest; both are in the arena.  FILE must be quoted if it has colons.  With -p it
 * may be missing, and is "" then.  Returns false if the text has another form. */
bool user_split(struct kern *k, const char *text, const char **file, const char **rest);
/*
 * Opens the file of that name and calls fn with it.  A pattern stands for all matching files
 * or, with -p, for those that the process has mapped.  Returns -errno if there is no such file
 * or it can't be read, else what fn returned.
 */
int user_files(struct kern *k, const char *file,
	       int (*fn)(void *arg, const struct user_file *f), void *arg);
/* The same, but prints a message if something is wrong with the file. */
int user_expand(struct script *s, struct prog *p, const char *file,
		int (*fn)(void *arg, const struct user_file *f), void *arg);
/* Sets what the file says about a target in it. */
void user_know_file(const struct script *s, struct target *t, const struct user_file *f);
/* Appends a target at an address in the file.  If it can't be probed, prints a message and
 * returns -1. */
int user_target(struct script *s, struct prog *p, const struct user_file *f,
		const char *name, u64 addr, struct target **out);

/* Says that the file has no such function, and how it may be meant; 1. */
int user_no_function(struct script *s, struct prog *p, const struct user_file *f,
		     const char *func);
/* Refuses a place where a probe would change what the program does.  text: as the script has
 * it; sym: where offsets are counted from; its name is NULL for an address. */
int user_check_place(struct script *s, struct prog *p, const struct user_file *f,
		     const char *text, const struct elf_symbol *sym, u64 addr);

/* The offset in the file where a target's probe is. */
u64 user_offset(const struct target *t);
int user_attach(struct attach *a, const struct prog *p, struct target *t);
bool user_may_attach_many(const struct prog *p);
int user_attach_many(struct attach *a, const struct prog *p);
void user_explain(struct image *im, const struct target *t, int err, struct strbuf *out);

#define USER_MULTI 48	/* BPF_TRACE_UPROBE_MULTI */
#define USER_OFFERS (OFFERS_TASK | OFFERS_REGS | OFFERS_FUNC | OFFERS_KSTACK | OFFERS_USTACK | \
		     OFFERS_USER_CTX)

#endif
