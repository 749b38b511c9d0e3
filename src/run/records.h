/* SPDX-License-Identifier: GPL-2.0-or-later */
/* records.h - records from programs to their actions; and programs the session runs itself. */
#ifndef AWL_RECORDS_H
#define AWL_RECORDS_H

#include "provider/provider.h"

struct prog;
struct session;

/* Handles the records there are, for one turn of the loop; nothing after exit(). */
void records_drain(struct session *s);
void records_drain_all(struct session *s);
/* Drops the records there are. */
void records_drop(struct session *s);
/* One run of a program that the session runs itself; what it sent is shown. */
void records_run(struct session *s, const struct prog *p);
/* All programs of providers that run at this time. */
void records_run_all(struct session *s, enum run when);

#endif
