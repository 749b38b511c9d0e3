/* SPDX-License-Identifier: GPL-2.0-or-later */
/* asks.h - what a script reads from the command line. */
#ifndef AWL_ASKS_H
#define AWL_ASKS_H

#include "lang/ast.h"
#include "lang/registry.h"

/* Calls fn with each getopt("name", …) of the script, in the order of the text. */
void unit_each_getopt(const struct registry *r, const struct unit *u,
		      void (*fn)(void *arg, const struct expr *call), void *arg);
/* Does the script read $1 … or $#? */
bool unit_reads_params(const struct unit *u);

#endif
