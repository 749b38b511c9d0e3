/* SPDX-License-Identifier: GPL-2.0-or-later */
/* list.h - -l: lists probes and types. */
#ifndef AWL_LIST_H
#define AWL_LIST_H

#include "base/base.h"
#include "lang/registry.h"

struct kern;
struct image;

/*
 * Prints every probe that matches "provider:glob"; "" and "*" match all.  A glob without a
 * provider is looked for in all of them.  Commas separate several.  verbose: also prints
 * arguments.  Returns 0, or 1 if nothing matched.
 */
int list_probes(const struct registry *r, struct kern *k, const char *glob, bool verbose);
/* Prints the probes of a script whose patterns are expanded; verbose: also arguments. */
void list_script(const struct image *im, bool verbose);
/* Is this "struct x", "union x" or "enum x"? */
bool list_names_types(const char *glob);
/* Prints the types that match; verbose: with members.  Returns 0, or 1 if nothing matched. */
int list_types(struct kern *k, const char *glob, bool verbose);

#endif
