/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inet.c - print and parse IPv4 and IPv6 addresses, for the static musl builds: the C
 * library's functions are twice as large.
 *
 * The format is that of RFC 5952: lower case, the longest run of two or more zero words as
 * "::", and an IPv4 address at the end of ::ffff:0:0/96.  tests/unit_inet.c compares the
 * results with the C library's.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#ifndef INET_NAME
#define INET_NAME(name) name
#endif

static char *put_4(char *s, const unsigned char *a)
{
	return s + snprintf(s, 16, "%d.%d.%d.%d", a[0], a[1], a[2], a[3]);
}

static int is_mapped(const unsigned char *a)
{
	return !memcmp(a, "\0\0\0\0\0\0\0\0\0\0\377\377", 12);
}

/* Counts the zero words from word i on. */
static int zeros(const unsigned char *a, int i)
{
	int n = 0;

	while (i + n < 8 && !a[2 * (i + n)] && !a[2 * (i + n) + 1])
		n++;
	return n;
}

static void put_6(char *s, const unsigned char *a)
{
	int words = is_mapped(a) ? 6 : 8, gap = 8, len = 1;

	for (int i = 0; i < 8; i++) {
		if (zeros(a, i) > len) {
			gap = i;
			len = zeros(a, i);
		}
	}
	for (int i = 0; i < words; i++) {
		if (i == gap) {
			*s++ = ':';
			i += len - 1;
			if (i == 7)
				*s++ = ':';
			continue;
		}
		s += snprintf(s, 6, i ? ":%x" : "%x", a[2 * i] << 8 | a[2 * i + 1]);
	}
	if (words == 6) {
		*s++ = ':';
		s = put_4(s, a + 12);
	}
	*s = '\0';
}

const char *INET_NAME(inet_ntop)(int family, const void *restrict a, char *restrict s,
				 socklen_t size)
{
	(void)size;	/* all callers pass INET6_ADDRSTRLEN */
	if (family == AF_INET)
		put_4(s, a);
	else
		put_6(s, a);
	return s;
}

/* Reads a number of at most `digits` digits, up to max.  Returns its end, or NULL if there is
 * none. */
static const char *number(const char *s, int base, int digits, int max, int *value)
{
	static const char all[] = "0123456789abcdef";
	const char *start = s, *d;

	for (*value = 0; *s && (d = strchr(all, *s >= 'A' ? *s | 32 : *s)) && d - all < base; s++)
		if (s - start < digits)
			*value = *value * base + (int)(d - all);
		else
			return NULL;
	if (s == start || *value > max || (base == 10 && *start == '0' && s > start + 1))
		return NULL;
	return s;
}

static int read_4(const char *s, unsigned char *a)
{
	int v;

	for (int i = 0; i < 4; i++) {
		if ((i && *s++ != '.') || !(s = number(s, 10, 3, 255, &v)))
			return 0;
		a[i] = (unsigned char)v;
	}
	return !*s;
}

static int read_6(const char *s, unsigned char *a)
{
	int i = 0, gap = -1, v;
	const char *end;

	if (*s == ':' && *++s != ':')
		return 0;
	for (; *s; i++) {
		if (*s == ':') {
			if (gap >= 0)
				return 0;
			gap = i--;
			s++;
			continue;
		}
		if (i == 8 || !(end = number(s, 16, 4, 0xffff, &v)))
			return 0;
		if (*end == '.') {
			if (i > 6 || !read_4(s, a + 2 * i))
				return 0;
			i += 2;
			break;
		}
		a[2 * i] = (unsigned char)(v >> 8);
		a[2 * i + 1] = (unsigned char)v;
		s = end + (*end == ':');
		if ((*end && *end != ':') || (*end && !*s))
			return 0;
	}
	if (gap < 0 ? i != 8 : i > 7)
		return 0;
	if (gap >= 0) {
		memmove(a + 16 - 2 * (i - gap), a + 2 * gap, (size_t)(2 * (i - gap)));
		memset(a + 2 * gap, 0, (size_t)(16 - 2 * i));
	}
	return 1;
}

int INET_NAME(inet_pton)(int family, const char *restrict s, void *restrict a)
{
	return family == AF_INET ? read_4(s, a) : read_6(s, a);
}
