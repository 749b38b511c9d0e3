/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compile.h - the compiler: a program's text becomes an image.
 *
 * main.c calls the functions in the order of this file.
 */
#ifndef AWL_COMPILE_H
#define AWL_COMPILE_H

#include "options.h"
#include "script.h"

/* Parses the program's text and the files it imports into s->unit.  Returns 0, or -1 after errors
 * were reported. */
int compile_parse(struct script *s, const struct options *o, const char *name, const char *text,
		  size_t len);
/* Sets what is known about the target machine.  Returns 0 or an exit status. */
int compile_target(struct script *s, const struct options *o);
/* Runs all passes after parsing.  Returns 0 or an exit status. */
int compile(struct script *s, struct options *o);

#endif
