/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fields.h - find the fields of a tracepoint's record in the arguments of its function.
 */
#ifndef AWL_FIELDS_H
#define AWL_FIELDS_H

#include "symbols/btf_scan.h"
#include "script.h"

#define MOST_FIELDS 32

struct fields { u32 n; const struct member *v[MOST_FIELDS]; };

/*
 * Sets t->fields (in the script's arena) to where these fields are.  Returns false if the place
 * of one is not known.  `event` and `task` are what this kernel's BTF says of "btf_trace_…" and
 * of task_struct.  If event is NULL, only names are compared, and a task's member is set to its
 * TASK_* instead of its offset.
 */
bool fields_find(struct script *s, struct target *t, const struct fields *of,
		 const struct btf_brief *event, const struct btf_brief *task);
/* The same for a program whose arguments have no types.  This needs no BTF. */
bool fields_find_words(struct script *s, struct target *t, const struct fields *of);

#endif
