/* SPDX-License-Identifier: GPL-2.0-or-later */
/* find.c - Horspool's search; see find.h. */
#include "base/find.h"

#include <string.h>

const char *find_bytes(const char *in, size_t size, const char *what, size_t n)
{
	u8 skip[256];	/* how far to move on, by the byte under the end of what */
	size_t most = n < 255 ? n : 255;

	memset(skip, (int)most, sizeof(skip));
	for (size_t i = n - most; i < n - 1; i++)
		skip[(u8)what[i]] = (u8)(n - 1 - i);
	while (size >= n) {
		u8 last = (u8)in[n - 1];

		if (last == (u8)what[n - 1] && !memcmp(in, what, n))
			return in;
		if (size - n < skip[last])
			return NULL;
		in += skip[last];
		size -= skip[last];
	}
	return NULL;
}

const char *find_text(const char *in, const char *what)
{
	return find_bytes(in, strlen(in), what, strlen(what));
}

bool starts_with(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}
