/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * source.h - places and variables of the source, of programs and of the kernel.
 *
 * Without debug information (NO_DWARF) places are refused, and there are no variables.
 */
#ifndef AWL_SOURCE_H
#define AWL_SOURCE_H

#include "debug/debug.h"
#include "provider/user.h"

/* Is it a line or a function of a file of the source?  Such as func:3, f.c:12. */
bool source_is_line(const char *text);
/* Adds targets for all places that text means, in a file or in the kernel.  On errors prints a
 * message and returns -1, or 1 if there is no such place. */
int source_expand(struct script *s, struct prog *p, const struct user_file *f, const char *text);
int source_expand_kernel(struct script *s, struct prog *p, const char *text);

#ifdef NO_DWARF
static inline int source_add_inlined(struct script *s, struct prog *p, const struct user_file *f,
				     const char *func)
{
	(void)s, (void)p, (void)f, (void)func;
	return 0;
}
static inline void source_close(struct script *s)
{
	(void)s;
}
#else
/* Adds targets where the function was inlined, and at those of its copies that have no target
 * yet.  Returns how many, or -1 after it printed a message. */
int source_add_inlined(struct script *s, struct prog *p, const struct user_file *f,
		       const char *func);
/* Closes the open files with debug information.  All types must be known by then. */
void source_close(struct script *s);
#endif

/* Returns the debug information of a file, or NULL and sets *why, which may be NULL. */
struct debug *source_debug(struct script *s, const char *path, enum space space,
			   enum debug_error *why);
/* The same of the kernel, from --vmlinux or where distributions put it. */
struct debug *source_kernel(struct script *s, enum debug_error *why);

extern const struct variables source_variables;	/* variable.c */

#endif
