/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * registry.h - which providers and builtins this awl has.
 *
 * A script carries its registry, so that no pass depends on the list of all slices
 * (tables.c, which main.c passes in).
 */
#ifndef AWL_REGISTRY_H
#define AWL_REGISTRY_H

#include "base/base.h"

struct agg_ops;
struct builtin;
struct builtin_table;
struct provider;

struct registry {
	const struct provider *const *providers;	/* NULL-terminated, by name */
	const struct builtin_table *const *builtins;	/* NULL-terminated */
	const struct agg_ops *sum;	/* how globals that are only added to are kept */
	const char *left_out;	/* "iter, it, svg, ": what ./configure --disable-... removed */
};

/* By name or alias, of len bytes; NULL if there is none. */
const struct provider *registry_provider(const struct registry *r, const char *name, size_t len);
/* By name, also as __builtin_NAME; NULL if there is none. */
const struct builtin *registry_builtin(const struct registry *r, const char *name);
/* arg0 to arg99, sarg0 …: the row of the stem, and the number.  NULL if it is no such name. */
const struct builtin *registry_numbered(const struct registry *r, const char *name, s64 *num);
/* Was a provider or an output of this name left out of this build? */
bool registry_left_out(const struct registry *r, const char *name);

#endif
