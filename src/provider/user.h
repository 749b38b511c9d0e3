/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * user.h - what probes in programs and libraries have in common.
 *
 * Their targets keep the file in `module`, the place in it in `addr`, and the
 * place of a semaphore, or 0, in `id`.
 */
#ifndef AWL_USER_H
#define AWL_USER_H

#include "symbols/elf.h"
#include "kernel/kern.h"
#include "provider/provider.h"

struct user_file {
	const char *shown;	/* as it was named; the arena's */
	const char *path;	/* for the kernel */
	struct elf *elf;	/* open during the call */
};

/* FILE:rest in two; FILE may hold colons in quotes only.  With -p it may be
 * missing, and is "" then.  False if the text isn't like that. */
bool user_split(struct kern *k, const char *text, const char **file, const char **rest);
/*
 * Calls fn with the file of that name, opened, or with all that process -p has
 * mapped if it is a pattern.  -errno if there is none, or it can't be read;
 * else what fn returned.
 */
int user_files(struct kern *k, const char *file,
	       int (*fn)(void *arg, const struct user_file *f), void *arg);
/* The same, and says what is wrong with the file. */
int user_expand(struct script *s, struct prog *p, const char *file,
		int (*fn)(void *arg, const struct user_file *f), void *arg);
/* A target at an address of the file; -1 and a message if there can't be one. */
int user_target(struct script *s, struct prog *p, const struct user_file *f,
		const char *name, u64 addr, struct target **out);

/* Says that the file has no such function, and how it may be meant; 1. */
int user_no_function(struct script *s, struct prog *p, const struct user_file *f,
		     const char *func);
/* Refuses a place where a probe would change what the program does.  text: as the script has
 * it; sym: where offsets are counted from; its name is NULL for an address. */
int user_check_place(struct script *s, struct prog *p, const struct user_file *f,
		     const char *text, const struct elf_symbol *sym, u64 addr);

int user_attach(struct attach *a, const struct prog *p, struct target *t);
bool user_may_attach_many(const struct prog *p);
int user_attach_many(struct attach *a, const struct prog *p);
void user_explain(struct image *im, const struct target *t, int err, struct strbuf *out);

#define USER_MULTI 48	/* BPF_TRACE_UPROBE_MULTI */
#define USER_OFFERS (OFFERS_TASK | OFFERS_REGS | OFFERS_FUNC | OFFERS_KSTACK | OFFERS_USTACK | \
		     OFFERS_USER_CTX)

#endif
