/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rows.h - the table that row() prints: a header when it changes, then rows. */
#ifndef AWL_ROWS_H
#define AWL_ROWS_H

#include "run/session.h"

/* Prints the header of the script's first row(), so that it is there before any row. */
void rows_begin(struct session *s);
/* Prints a row, after its header if the last one was another. */
void rows_show(struct session *s, const struct action *a, const void *record);

#endif
