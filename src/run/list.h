/* SPDX-License-Identifier: GPL-2.0-or-later */
/* list.h - -l: the probes there are. */
#ifndef AWL_LIST_H
#define AWL_LIST_H

#include "base/base.h"

struct kern;

/*
 * Prints every probe that matches "provider:glob"; "" and "*" for all.  A glob
 * without a provider is looked for in all of them.  verbose: with arguments.
 * 0, or 1 if nothing matched.
 */
int list_probes(struct kern *k, const char *glob, bool verbose);

#endif
