/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * registry.h - which providers and builtins this awl has.
 *
 * A script has a pointer to the registry, so no pass depends on tables.c, which lists all
 * providers and builtins.  main.c sets the pointer.
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
	const struct agg_ops *const *aggs;	/* all aggregations, NULL-terminated */
	const char *left_out;	/* "iter, it, svg, ": what ./configure --disable-... removed */
};

/* The provider with this name or alias of len bytes; NULL if there is none. */
const struct provider *registry_provider(const struct registry *r, const char *name, size_t len);
/* The builtin with this name, also as __builtin_NAME; NULL if there is none. */
const struct builtin *registry_builtin(const struct registry *r, const char *name);
/* For arg0 to arg99, sarg0 …, the row of arg or sarg, and the number.  NULL for other names. */
const struct builtin *registry_numbered(const struct registry *r, const char *name, s64 *num);
/* Was a provider or an output with this name left out of this build? */
bool registry_left_out(const struct registry *r, const char *name);

#endif
