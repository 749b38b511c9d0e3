/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * string.c - strspn and strcspn for the static musl builds.
 *
 * What awl looks through with them is a line at most: the libc's tables of
 * bytes cost more than they save.  On x86_64 they are also the only functions
 * of musl that want their stack aligned to 16 bytes; see contrib/static-build.
 */
#include <string.h>

size_t strspn(const char *s, const char *accept)
{
	size_t n = 0;

	while (s[n] && strchr(accept, s[n]))
		n++;
	return n;
}

size_t strcspn(const char *s, const char *reject)
{
	size_t n = 0;

	while (s[n] && !strchr(reject, s[n]))
		n++;
	return n;
}
