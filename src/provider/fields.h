/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fields.h - fields of a tracepoint's record, found in what its function is given.
 */
#ifndef AWL_FIELDS_H
#define AWL_FIELDS_H

#include "symbols/btf_scan.h"
#include "script.h"

#define MOST_FIELDS 32

struct fields { u32 n; const struct member *v[MOST_FIELDS]; };

/*
 * Sets t->fields to where these are; false if it isn't known of one.  event: what BTF
 * says of this kernel's "btf_trace_…", and of its tasks; NULL: only by name, with a
 * TASK_* for the place in a task.
 */
bool fields_find(struct script *s, struct target *t, const struct fields *of,
		 const struct btf_brief *event, const struct btf_brief *task);
/* The same for a program whose arguments have no types, for which no BTF is needed. */
bool fields_find_words(struct script *s, struct target *t, const struct fields *of);

#endif
