/* SPDX-License-Identifier: GPL-2.0-or-later */
/* duration.h - "1s", "s:1", "500ms", "99hz", "hz:99" in timed probes. */
#ifndef AWL_DURATION_H
#define AWL_DURATION_H

#include "base/base.h"

/*
 * Reads either spelling.  A bare number counts `unit` ns (0: is Hz).  *period
 * in ns, or *freq in Hz with *period 0.  False if it is neither, or too big.
 */
bool duration_parse(const char *text, u64 unit, u64 *period, u64 *freq);

#endif
