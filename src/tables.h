/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tables.h - the rows tables.c puts together, and lookups in them. */
#ifndef AWL_TABLES_H
#define AWL_TABLES_H

#include "builtin/builtin.h"
#include "output/output.h"
#include "provider/provider.h"

extern const struct provider provider_begin, provider_end, provider_interval,
	provider_kprobe, provider_kretprobe, provider_profile, provider_tracepoint;

#define BUILTIN_TABLE(name) \
	extern const struct builtin name##_rows[]; extern const size_t name##_count
BUILTIN_TABLE(builtin_action);
BUILTIN_TABLE(builtin_aggregate);
BUILTIN_TABLE(builtin_context);
BUILTIN_TABLE(builtin_memory);
BUILTIN_TABLE(builtin_stack);
BUILTIN_TABLE(builtin_symbol);

extern const struct output *const outputs[];	/* NULL-terminated, by name */
const struct output *output_find(const char *name);

#endif
