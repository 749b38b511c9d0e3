/* SPDX-License-Identifier: GPL-2.0-or-later */
/* irload.h - random programs for the running kernel's verifier.  Needs root. */
#ifndef AWL_IRLOAD_H
#define AWL_IRLOAD_H

#include "base/base.h"

/* Loads n programs; prints those refused.  Exit status: 0, 1, or 77 if there
 * are no raw tracepoint programs here. */
int irload(u64 n, u64 from);

#endif
