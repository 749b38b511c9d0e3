/* SPDX-License-Identifier: GPL-2.0-or-later */
/* failure.h - -k: reports errors of helpers. */
#ifndef AWL_FAILURE_H
#define AWL_FAILURE_H

struct action;
struct session;

/* Says where in the script a helper failed, and what it returned.  An action_handler. */
int failure_handle(struct session *s, const struct action *a, const void *record);

#endif
