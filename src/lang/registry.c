/* SPDX-License-Identifier: GPL-2.0-or-later */
/* registry.c - finds providers and builtins by name; see registry.h. */
#include "lang/registry.h"

#include <string.h>

#include "builtin/builtin.h"
#include "provider/provider.h"

/* Is name one of "a, b, c"? */
static bool listed(const char *list, const char *name, size_t len)
{
	while (*list) {
		size_t n = strcspn(list, ",");

		if (n == len && !memcmp(list, name, n))
			return true;
		list += n + strspn(list + n, ", ");
	}
	return false;
}

const struct provider *registry_provider(const struct registry *r, const char *name, size_t len)
{
	for (const struct provider *const *p = r->providers; *p; p++)
		if (listed((*p)->name, name, len) || listed((*p)->aliases, name, len))
			return *p;
	return NULL;
}

bool registry_left_out(const struct registry *r, const char *name)
{
	return listed(r->left_out, name, strlen(name));
}

static const struct builtin *find_row(const struct builtin_table *table, const char *name)
{
	size_t lo = 0, hi = table->n;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		int d = strcmp(name, table->rows[mid].name);

		if (!d)
			return &table->rows[mid];
		if (d < 0)
			hi = mid;
		else
			lo = mid + 1;
	}
	return NULL;
}

const struct builtin *registry_builtin(const struct registry *r, const char *name)
{
	static const char prefix[] = "__builtin_";
	const struct builtin *b = NULL;

	if (!strncmp(name, prefix, sizeof(prefix) - 1))
		name += sizeof(prefix) - 1;
	for (const struct builtin_table *const *t = r->builtins; *t && !b; t++)
		b = find_row(*t, name);
	return b;
}

const struct builtin *registry_numbered(const struct registry *r, const char *name, s64 *num)
{
	size_t n = strlen(name), digits = n;
	const struct builtin *b;
	char stem[16];

	while (digits && name[digits - 1] >= '0' && name[digits - 1] <= '9')
		digits--;
	if (digits == n || n - digits > 2 || digits >= sizeof(stem))
		return NULL;
	memcpy(stem, name, digits);
	stem[digits] = '\0';
	b = registry_builtin(r, stem);
	if (!b || !b->is_numbered)
		return NULL;
	*num = name[digits] - '0';
	if (n - digits == 2)
		*num = *num * 10 + name[digits + 1] - '0';
	return b;
}
