/* SPDX-License-Identifier: GPL-2.0-or-later */
/* verbose.h - what -v says on stderr. */
#ifndef AWL_VERBOSE_H
#define AWL_VERBOSE_H

#include "base/base.h"

struct session;

/* The maps and programs there are. */
void verbose_loaded(const struct session *s);
/* How long it took to attach, or detach. */
void verbose_took(const struct session *s, const char *what, u64 since);

#endif
