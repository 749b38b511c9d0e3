/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tables.h - the rows that tables.c puts together, and functions that find one. */
#ifndef AWL_TABLES_H
#define AWL_TABLES_H

#include "builtin/builtin.h"
#include "lang/registry.h"
#include "output/output.h"
#include "provider/provider.h"

extern const struct provider provider_begin, provider_bench, provider_calls, provider_end,
	provider_fentry, provider_fexit, provider_hardware, provider_interval, provider_iter,
	provider_kprobe, provider_kretprobe, provider_profile, provider_raw, provider_self,
	provider_software, provider_syscall, provider_tracepoint,
	provider_uprobe, provider_uretprobe, provider_usdt, provider_watchpoint;

extern const struct builtin_table builtin_action, builtin_agg_hist, builtin_agg_number,
	builtin_agg_series, builtin_context, builtin_helper, builtin_late, builtin_map,
	builtin_memory, builtin_meta, builtin_net, builtin_packet, builtin_param, builtin_path,
	builtin_place, builtin_register, builtin_row, builtin_slice, builtin_stack, builtin_string,
	builtin_symbol, builtin_task;

extern const struct registry registry;

/* By its name; NULL if there is none. */
const struct output *output_find(const char *name);
/* By the extension of the file's name; NULL if no output has it. */
const struct output *output_for_file(const char *file);
/* Appends the names of all outputs: "csv, folded, ...". */
void output_names(struct strbuf *out);

#endif
