/* SPDX-License-Identifier: GPL-2.0-or-later */
/* verbose.h - the reports of -v, on stderr. */
#ifndef AWL_VERBOSE_H
#define AWL_VERBOSE_H

#include "base/base.h"

struct session;

/* Lists the maps and programs. */
void verbose_loaded(const struct session *s);
/* Says with -v how long something took that began at `since` (pace_now()). */
void verbose_took(const struct session *s, const char *what, u64 since);

#endif
