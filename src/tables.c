/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tables.c - the lists of providers, builtins and outputs.  A new one is a file and a row here.
 */
#include "tables.h"

#include <string.h>

#include "builtin/aggregate.h"

static const struct provider *const providers[] = {
	&provider_bench,
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

static const struct builtin_table *const builtin_tables[] = {
	&builtin_action,
	&builtin_agg_hist,
	&builtin_agg_number,
	&builtin_agg_series,
	&builtin_context,
	&builtin_helper,
	&builtin_late,
	&builtin_map,
	&builtin_memory,
	&builtin_meta,
	&builtin_net,
	&builtin_packet,
	&builtin_param,
	&builtin_path,
	&builtin_place,
	&builtin_register,
	&builtin_row,
	&builtin_slice,
	&builtin_stack,
	&builtin_string,
	&builtin_symbol,
	&builtin_task,
	NULL
};

static const struct output *const outputs[] = {
#ifndef NO_MERGE
	&output_awlmap,
#endif
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
#ifndef NO_TIMELINE
	&output_timeline,
#endif
	NULL
};

/* All names of what ./configure --disable-NAME has left out. */
static const char without[] = ""
#ifdef NO_MERGE
	"awlmap, "
#endif
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
#ifdef NO_TIMELINE
	"timeline, trace.json, "
#endif
#ifdef NO_USDT
	"usdt, U, "
#endif
#ifdef NO_WATCHPOINT
	"watchpoint, w, "
#endif
	;

static const struct agg_ops *const aggs[] = {
#ifndef NO_MERGE
	&agg_avg, &agg_count, &agg_hist, &agg_lhist, &agg_max, &agg_min, &agg_stats, &agg_sum,
	&agg_tseries,
#endif
	NULL
};

const struct registry registry = { providers, builtin_tables, &agg_sum, aggs, without };

const struct output *output_find(const char *name)
{
	for (int i = 0; outputs[i]; i++)
		if (!strcmp(outputs[i]->name, name))
			return outputs[i];
	return NULL;
}

/* Of ".json" and ".trace.json" the longer one decides. */
const struct output *output_for_file(const char *file)
{
	const struct output *found = NULL;
	size_t len = strlen(file), longest = 0;

	for (int i = 0; outputs[i]; i++) {
		const char *ext = outputs[i]->extension ? outputs[i]->extension : outputs[i]->name;
		size_t n = strlen(ext);

		if (n > longest && len > n && file[len - n - 1] == '.' &&
		    !strcmp(file + len - n, ext)) {
			found = outputs[i];
			longest = n;
		}
	}
	return found;
}

void output_names(struct strbuf *out)
{
	for (int i = 0; outputs[i]; i++)
		sb_printf(out, i ? ", %s" : "%s", outputs[i]->name);
}
