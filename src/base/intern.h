/* SPDX-License-Identifier: GPL-2.0-or-later */
/* intern.h - one copy of each name, so that equal names are equal pointers. */
#ifndef AWL_INTERN_H
#define AWL_INTERN_H

#include "base/hash.h"

struct intern {
	struct hash names;
	struct arena *arena;	/* owns the copies */
};

/* The copy of a name, which lives as long as the arena. */
const char *intern_n(struct intern *in, const char *s, size_t n);
const char *intern_s(struct intern *in, const char *s);
void intern_free(struct intern *in);

#endif
