/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expand.h - what expansion asks of the registry. */
#ifndef AWL_EXPAND_H
#define AWL_EXPAND_H

#include "script.h"

/* True if some builtin has this name (tables.c). */
bool builtin_find_name(const char *name);

#endif
