/* SPDX-License-Identifier: GPL-2.0-or-later */
/* records.h - passes programs' records to their actions, and runs the session's own programs. */
#ifndef AWL_RECORDS_H
#define AWL_RECORDS_H

#include "provider/provider.h"

struct prog;
struct session;

/* Handles the records that wait, for one turn of the loop; none after exit(). */
void records_drain(struct session *s);
/* Handles all records that wait; none after exit(). */
void records_drain_all(struct session *s);
/* Drops the records that wait. */
void records_drop(struct session *s);
/* Runs a program that the session runs itself, such as BEGIN, and shows the records it sent. */
void records_run(struct session *s, const struct prog *p);
/* Runs all programs whose provider runs them at this time. */
void records_run_all(struct session *s, enum run when);

#endif
