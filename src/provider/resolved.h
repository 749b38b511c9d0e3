/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * resolved.h - what a bundle has of debug information: of the kernel, modules and programs.
 *
 * --bundle keeps what debug information said while the script was compiled: the places of its
 * probes, the variables that it reads, its types and functions.  Where the bundle runs, these
 * answer the same questions, so that nothing but the bundle is needed there.  The kernel, modules
 * and programs must have the build ids that they had when it was made.
 */
#ifndef AWL_RESOLVED_H
#define AWL_RESOLVED_H

#include "provider/source.h"

#ifdef NO_DWARF
static inline int resolved_expand(struct script *s, struct prog *p, const char *text)
{
	return source_expand_kernel(s, p, text);
}

static inline int resolved_open(struct script *s, const char *text, size_t len)
{
	(void)s, (void)text, (void)len;
	return 0;
}

static inline void resolved_close(struct script *s)
{
	(void)s;
}

static inline struct btf *resolved_types(const struct script *s)
{
	(void)s;
	return NULL;
}

static inline void resolved_keep(struct script *s)
{
	(void)s;
}

static inline bool resolved_pack(struct script *s, struct strbuf *out)
{
	(void)s, (void)out;
	return false;
}

static inline int resolved_add_inlined(struct script *s, struct prog *p, const char *module,
				       const char *func, const char *text)
{
	(void)s, (void)p, (void)module, (void)func, (void)text;
	return 0;
}

static inline int resolved_in_program(struct script *s, struct prog *p, const struct user_file *f,
				      const char *text)
{
	(void)s, (void)p, (void)f, (void)text;
	return 0;
}

static inline int resolved_keep_in_program(struct script *s, struct prog *p,
					   const struct user_file *f, const char *text, u32 first)
{
	(void)s, (void)p, (void)f, (void)text, (void)first;
	return 0;
}

static inline bool resolved_reads(const char *awl, size_t n)
{
	(void)awl, (void)n;
	return true;
}
#else
/* Takes what the bundle has: the text, and len bytes after its NUL.  Returns 0, or an exit status
 * after it printed an error: the bundle is for another kernel. */
int resolved_open(struct script *s, const char *text, size_t len);
void resolved_close(struct script *s);
/* Returns the types and functions in the bundle, or NULL if it has none. */
struct btf *resolved_types(const struct script *s);

/* Keeps answers from now on, and appends them to the bundle.  resolved_pack() returns false if
 * there are none. */
void resolved_keep(struct script *s);
bool resolved_pack(struct script *s, struct strbuf *out);
/* Can the awl whose file has these n bytes read them?  It must be of this version, and have
 * debug information. */
bool resolved_reads(const char *awl, size_t n);
void resolved_keep_type(struct script *s, int tag, const char *name, const struct type *t);
void resolved_keep_func(struct script *s, const char *name, const struct btf_func *f);

/* The same as source_expand_kernel() and source_variables.  The bundle is asked first, then debug
 * information. */
int resolved_expand(struct script *s, struct prog *p, const char *text);
/* The same as source_add_only_inlined(), of a probe with this text. */
int resolved_add_inlined(struct script *s, struct prog *p, const char *module, const char *func,
			 const char *text);
/* Adds the places that the bundle has for a text in a program: returns 1, or 0 if it has none,
 * or -1 after a message that the program is another one. */
int resolved_in_program(struct script *s, struct prog *p, const struct user_file *f,
			const char *text);
/* Keeps the targets from `first` on if the program has debug information.  Returns -1 after a
 * message if the program has no build id to know it by. */
int resolved_keep_in_program(struct script *s, struct prog *p, const struct user_file *f,
			     const char *text, u32 first);
extern const struct variables resolved_variables;
#endif

#endif
