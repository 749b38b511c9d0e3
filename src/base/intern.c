/* SPDX-License-Identifier: GPL-2.0-or-later */
/* intern.c - one copy of each name; see intern.h. */
#include "base/intern.h"

#include <string.h>

const char *intern_n(struct intern *in, const char *s, size_t n)
{
	char *copy = hash_get(&in->names, s, n);

	if (!copy) {
		copy = arena_strndup(in->arena, s, n);
		hash_put(&in->names, copy, n, copy);
	}
	return copy;
}

const char *intern_s(struct intern *in, const char *s)
{
	return intern_n(in, s, strlen(s));
}

void intern_free(struct intern *in)
{
	hash_free(&in->names);
}
