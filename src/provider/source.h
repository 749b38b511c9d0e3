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
static inline bool source_is_operator(const char *func)
{
	(void)func;
	return false;
}
static inline int source_add_inlined(struct script *s, struct prog *p, const struct user_file *f,
				     const char *func)
{
	(void)s, (void)p, (void)f, (void)func;
	return 0;
}
static inline const struct type *source_variable_type(struct script *s, const char *module,
						      const char *name)
{
	(void)s, (void)module, (void)name;
	return NULL;
}
static inline const struct type *source_type_in(struct script *s, const char *path,
						const char *name)
{
	(void)s, (void)path, (void)name;
	return NULL;
}

static inline const struct elf *source_symbols(struct script *s, const struct user_file *f)
{
	(void)s, (void)f;
	return NULL;
}
static inline void source_close(struct script *s)
{
	(void)s;
}
static inline void source_describe_all(struct script *s)
{
	(void)s;
}
#else
/* debugfile.c: the file with the symbols that were stripped from a program, if it was found with
 * the debug information; else NULL. */
const struct elf *source_symbols(struct script *s, const struct user_file *f);
/* Is it an operator of C++, so that its + or * has no other meaning? */
static inline bool source_is_operator(const char *func)
{
	return debug_is_operator(func);
}
/* Adds targets where the function was inlined, and at those of its copies that have no target
 * yet.  Returns how many, or -1 after it printed a message. */
int source_add_inlined(struct script *s, struct prog *p, const struct user_file *f,
		       const char *func);
/* The same of a function of the kernel that has no symbol; 0 if it has one, which is all that
 * kprobe:func means then. */
int source_add_only_inlined(struct script *s, struct prog *p, const char *module,
			    const char *func);
/* inlined.c: does the kernel lack a function, also by its other names (rename.h)?  False if that
 * can't be known, or no file can say where it was inlined. */
bool source_lacks_symbol(struct script *s, const char *module, const char *func);
/* named.c: the type of a variable of the kernel or, if module isn't NULL, of a module; or NULL. */
const struct type *source_variable_type(struct script *s, const char *module, const char *name);
/* The same of a variable of a program. */
const struct type *source_type_in(struct script *s, const char *path, const char *name);
/* Closes the open files with debug information.  All types must be known by then. */
void source_close(struct script *s);
/* Sets target.variables of the script's places in the source. */
void source_describe_all(struct script *s);
#endif

/* Is the symbol that of a copy of a function, whose arguments may be in other places? */
bool source_is_specialized(const char *symbol);

/* debugfile.c: returns the debug information of a file, or NULL and sets *why, which may be
 * NULL. */
struct debug *source_debug(struct script *s, const char *path, enum space space,
			   struct debug_why *why);
extern const struct debug_door source_door;
/* A text: what is wrong with it, and the cure. */
u32 source_cure(enum debug_error why);
/* The same of the kernel, from --vmlinux or where distributions put it.  Sets kern.vmlinux. */
struct debug *source_kernel(struct script *s, struct debug_why *why);
/* Is there a file that may have it?  Opens none. */
bool source_has_kernel(struct script *s);
/* The same as source_kernel() of a module.  Sets *shown, which may be NULL, to the path, if there
 * is one. */
struct debug *source_module(struct script *s, const char *module, const char **shown,
			    struct debug_why *why);

/* The debug information about a target, and its address there.  At a function of the kernel
 * BTF knows the parameters: NULL. */
struct debug *source_of_target(struct script *s, const struct prog *p, const struct target *t,
			       u64 *addr);
/* The parameters at a target that is a function's entry; false if it is none. */
struct source_params { struct param_place *v; const char **names; u32 n; };
bool source_params(struct script *s, const struct prog *prog, const struct target *t,
		   struct debug *d, u64 addr, struct source_params *p);

/* describe.c: where v has no value, why, and where it has one; for a message. */
const char *source_no_value(struct script *s, const struct prog *p, struct debug *d, u64 addr,
			    const struct debug_variable *v);

/* named.c: a type of the program or module that p probes, for struct variables. */
const struct type *source_type(struct script *s, const struct prog *p, int tag, const char *name);
extern const struct variables source_variables;	/* variable.c */

#ifdef NO_DWARF
static inline int source_show(struct script *s, const char *text, const char *from)
{
	(void)s, (void)text, (void)from;
	return 2;
}
#else
/*
 * lines.c, -L: prints the lines of "[FILE:]function" or "[FILE:]file.c" with marks where probes
 * can be.  Their text is in the files that the debug information names, or below the folder
 * `from` if it isn't NULL.  Returns the exit status.
 */
int source_show(struct script *s, const char *text, const char *from);
#endif

#endif
