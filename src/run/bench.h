/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bench.h - --bench: how long the programs of bench:NAME take. */
#ifndef AWL_BENCH_H
#define AWL_BENCH_H

#include "run/session.h"

/* Runs each program, and prints how long a run takes.  Returns 0 or an exit status. */
int bench_run(struct session *s);

#endif
