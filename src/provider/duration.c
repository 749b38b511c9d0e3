/* SPDX-License-Identifier: GPL-2.0-or-later */
/* duration.c - times and rates in probe names; see duration.h. */
#include "provider/duration.h"

#include <string.h>

#include "base/number.h"

static const struct { const char *name; u64 ns; } units[] = {
	{ "s", 1000000000 }, { "ms", 1000000 }, { "us", 1000 }, { "ns", 1 }, { "hz", 0 },
	{ "m", 60000000000 },
};

static bool find_unit(const char *s, size_t n, u64 *ns)
{
	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (strlen(units[i].name) == n && !memcmp(units[i].name, s, n)) {
			*ns = units[i].ns;
			return true;
		}
	return false;
}

bool duration_parse(const char *text, u64 unit, u64 *period, u64 *freq)
{
	const char *colon = strchr(text, ':');
	u64 n;

	if (colon && find_unit(text, (size_t)(colon - text), &unit))
		text = colon + 1;
	if (!number_decimal(&text, &n) || (*text && !find_unit(text, strlen(text), &unit)))
		return false;
	if (unit && n > UINT64_MAX / 2 / unit)
		return false;
	*period = unit * n;
	*freq = unit ? 0 : n;
	return *freq <= 1000000;
}
