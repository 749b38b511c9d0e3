/* SPDX-License-Identifier: GPL-2.0-or-later */
/* irload.h - random programs for the running kernel's verifier.  Needs root. */
#ifndef AWL_IRLOAD_H
#define AWL_IRLOAD_H

#include "base/base.h"

/* Loads n programs and prints those that are refused.  Returns an exit status: 0, 1, or 77 if the
 * kernel has no raw tracepoint programs. */
int irload(u64 n, u64 from);

#endif
