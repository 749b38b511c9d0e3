/* SPDX-License-Identifier: GPL-2.0-or-later */
/* list.h - -l: the probes there are. */
#ifndef AWL_LIST_H
#define AWL_LIST_H

#include "base/base.h"
#include "lang/registry.h"

struct kern;
struct image;

/*
 * Prints every probe that matches "provider:glob"; "" and "*" for all.  A glob
 * without a provider is looked for in all of them.  Commas separate several.  verbose: with
 * arguments.
 * 0, or 1 if nothing matched.
 */
int list_probes(const struct registry *r, struct kern *k, const char *glob, bool verbose);
/* The probes of a script that was expanded; verbose: with arguments. */
void list_script(const struct image *im, bool verbose);
/* Is this "struct x", "union x" or "enum x"?  Prints those that match, verbose: whole. */
bool list_names_types(const char *glob);
int list_types(struct kern *k, const char *glob, bool verbose);

#endif
