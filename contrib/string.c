/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * string.c - functions on strings for the static musl builds.
 *
 * awl uses them for names and lines.  These are so short that reading whole words, and the
 * tables in musl's strspn(), cost more than they save.
 */
#define _GNU_SOURCE	/* strtok_r */
#include <string.h>

size_t strlen(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

char *strchr(const char *s, int c)
{
	for (; *s != (char)c; s++)
		if (!*s)
			return NULL;
	return (char *)s;
}

char *strrchr(const char *s, int c)
{
	size_t n = strlen(s) + 1;

	while (n--)
		if (s[n] == (char)c)
			return (char *)s + n;
	return NULL;
}

int strncmp(const char *a, const char *b, size_t n)
{
	for (; n; n--, a++, b++)
		if (*a != *b || !*a)
			return (unsigned char)*a - (unsigned char)*b;
	return 0;
}

char *strstr(const char *s, const char *word)
{
	size_t n = strlen(word);

	for (; strncmp(s, word, n); s++)
		if (!*s)
			return NULL;
	return (char *)s;
}

char *strcpy(char *restrict to, const char *restrict from)
{
	return memcpy(to, from, strlen(from) + 1);
}

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

char *strsep(char **restrict s, const char *restrict separators)
{
	char *word = *s;

	if (word) {
		*s += strcspn(word, separators);
		if (**s)
			*(*s)++ = '\0';
		else
			*s = NULL;
	}
	return word;
}

char *strtok_r(char *restrict s, const char *restrict separators, char **restrict rest)
{
	if (s)
		*rest = s;
	while ((s = strsep(rest, separators)) && !*s)
		;
	return s;
}
