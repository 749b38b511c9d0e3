/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tables.c - the registry: what providers, builtins, architectures and outputs
 * there are.  Adding one is a file and a row here.
 */
#include "tables.h"

#include <string.h>

#include "lang/expand.h"

const struct provider *const providers[] = {
	&provider_begin,
	&provider_end,
	&provider_fentry,
	&provider_fexit,
	&provider_hardware,
	&provider_interval,
#ifndef NO_ITER
	&provider_iter,
#endif
	&provider_kprobe,
	&provider_kretprobe,
	&provider_profile,
	&provider_raw,
	&provider_self,
	&provider_software,
	&provider_syscall,
	&provider_tracepoint,
	&provider_uprobe,
	&provider_uretprobe,
#ifndef NO_USDT
	&provider_usdt,
#endif
#ifndef NO_WATCHPOINT
	&provider_watchpoint,
#endif
	NULL
};

const struct builtin_table *const builtin_tables[] = {
	&builtin_action,
	&builtin_aggregate,
	&builtin_context,
	&builtin_helper,
	&builtin_late,
	&builtin_map,
	&builtin_memory,
	&builtin_meta,
	&builtin_net,
	&builtin_param,
	&builtin_path,
	&builtin_place,
	&builtin_stack,
	&builtin_string,
	&builtin_symbol,
	&builtin_task,
	NULL
};

const struct output *const outputs[] = {
#ifndef NO_CSV
	&output_csv,
#endif
	&output_folded,
	&output_json,
#ifndef NO_OPENMETRICS
	&output_openmetrics,
#endif
	&output_ply,
#ifndef NO_SVG
	&output_svg,
#endif
	&output_text,
	NULL
};

/* What ./configure --disable-NAME has left out, by all of its names. */
static const char without[] = ""
#ifdef NO_CSV
	"csv, "
#endif
#ifdef NO_ITER
	"iter, it, "
#endif
#ifdef NO_OPENMETRICS
	"openmetrics, prom, "
#endif
#ifdef NO_SVG
	"svg, "
#endif
#ifdef NO_USDT
	"usdt, U, "
#endif
#ifdef NO_WATCHPOINT
	"watchpoint, w, "
#endif
	;

/* Is name one of "a, b, c"? */
static bool listed(const char *list, const char *name, size_t len)
{
	while (*list) {
		size_t n = strcspn(list, ",");

		if (n == len && !memcmp(list, name, n))
			return true;
		list += n + strspn(list + n, ", ");
	}
	return false;
}

const struct provider *provider_find(const char *name, size_t len)
{
	for (int i = 0; providers[i]; i++)
		if (listed(providers[i]->name, name, len) ||
		    listed(providers[i]->aliases, name, len))
			return providers[i];
	return NULL;
}

bool left_out(const char *name)
{
	return without[0] && listed(without, name, strlen(name));
}

/* bpftrace's __builtin_pid is pid. */
const struct builtin *builtin_find(const char *name)
{
	static const char prefix[] = "__builtin_";

	if (!strncmp(name, prefix, sizeof(prefix) - 1))
		name += sizeof(prefix) - 1;
	for (size_t t = 0; builtin_tables[t]; t++) {
		const struct builtin *rows = builtin_tables[t]->rows;
		size_t lo = 0, hi = builtin_tables[t]->n;

		while (lo < hi) {
			size_t mid = (lo + hi) / 2;
			int d = strcmp(name, rows[mid].name);

			if (!d)
				return &rows[mid];
			if (d < 0)
				hi = mid;
			else
				lo = mid + 1;
		}
	}
	return NULL;
}

bool builtin_find_name(const char *name)
{
	return builtin_find(name) != NULL;
}

const struct output *output_find(const char *name)
{
	for (int i = 0; outputs[i]; i++)
		if (!strcmp(outputs[i]->name, name))
			return outputs[i];
	return NULL;
}

const struct output *output_for_file(const char *file)
{
	const char *dot = strrchr(file, '.');

	for (int i = 0; dot && outputs[i]; i++)
		if (!strcmp(outputs[i]->extension ? outputs[i]->extension : outputs[i]->name,
			    dot + 1))
			return outputs[i];
	return NULL;
}
