/* SPDX-License-Identifier: GPL-2.0-or-later */
/* duration.h - "1s", "s:1", "500ms", "99hz", "hz:99" in timed probes. */
#ifndef AWL_DURATION_H
#define AWL_DURATION_H

#include "base/base.h"

/*
 * Parses either spelling.  A bare number counts units of `unit` ns or, if unit is 0, Hz.  Sets
 * *period in ns and *freq to 0, or *freq in Hz and *period to 0.  Returns false if the text is
 * neither, or the number too big.
 */
bool duration_parse(const char *text, u64 unit, u64 *period, u64 *freq);

#endif
