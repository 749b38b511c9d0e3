/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compile.h - the compiler as main.c sees it: a program's text becomes an image.
 *
 * Called in the order of this file.
 */
#ifndef AWL_COMPILE_H
#define AWL_COMPILE_H

#include "options.h"
#include "script.h"

/* The program's text and the files it imports to s->unit.  0 or -1, complained. */
int compile_parse(struct script *s, const struct options *o, const char *name, const char *text,
		  size_t len);
/* Sets what is known of the machine the code is for.  0 or an exit status. */
int compile_target(struct script *s, const struct options *o);
/* All passes after parsing.  0 or an exit status. */
int compile(struct script *s, struct options *o);

#endif
