/* SPDX-License-Identifier: GPL-2.0-or-later */
/* filter.h - whose events a program handles if the script doesn't say it. */
#ifndef AWL_FILTER_H
#define AWL_FILTER_H

#include "script.h"

/* Sets of_pid, not_of_pid and only_deletes of all programs.  They must be checked. */
void script_filter(struct script *s);

#endif
