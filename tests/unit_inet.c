/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_inet.c - contrib/inet.c, which prints and parses addresses in static builds, gives the same
 * results as the C library.
 */
#define INET_NAME(name) our_##name
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *our_inet_ntop(int family, const void *restrict a, char *restrict s, socklen_t size);
int our_inet_pton(int family, const char *restrict s, void *restrict a);

#include "contrib/inet.c"

static int failed;

static void read_both(int family, const char *s)
{
	unsigned char a[16] = { 0 }, b[16] = { 0 };
	int ra = inet_pton(family, s, a), rb = our_inet_pton(family, s, b);

	if (ra != rb || (ra && memcmp(a, b, sizeof(a)))) {
		printf("reading '%s': %d, not %d, or other bytes\n", s, rb, ra);
		failed = 1;
	}
}

static void write_both(int family, const unsigned char *bytes)
{
	char a[INET6_ADDRSTRLEN], b[INET6_ADDRSTRLEN];

	inet_ntop(family, bytes, a, sizeof(a));
	our_inet_ntop(family, bytes, b, sizeof(b));
	/* glibc writes ::/96 with an IPv4 address at its end, too; musl does not */
	if (strcmp(a, b) && !(strchr(a, '.') && strncmp(a, "::ffff:", 7))) {
		printf("writing: '%s', not '%s'\n", b, a);
		failed = 1;
	}
	read_both(family, b);
}

int main(void)
{
	static const char *const texts[] = {
		"", ":", "::", ":::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:9",
		"1:2:3:4:5:6:7", "1:2:3:4:5:6:7:", ":1:2:3:4:5:6:7", "::2:3:4:5:6:7:8",
		"1::3:4:5:6:7:8", "1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:8::", "1::2::3", "fe80::1%eth0",
		"::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3",
		"::1.2.3.4:5", "12345::", "g::", "ABCD:ef01::", "1::2:", "::1.2.3.4.5", "1.2.3.4",
		"::ffff:256.1.1.1",
	};
	static const char *const four[] = {
		"", "1.2.3.4", "255.255.255.255", "256.1.1.1", "1.2.3", "1.2.3.4.", "01.2.3.4",
		"1..2.3", "1.2.3.4 ", "0.0.0.0", "1.2.3.1000", "a.b.c.d", ".1.2.3",
	};
	unsigned char a[16];

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		read_both(AF_INET6, texts[i]);
	for (size_t i = 0; i < sizeof(four) / sizeof(*four); i++)
		read_both(AF_INET, four[i]);
	for (int i = 0; i < 20000; i++) {
		for (int k = 0; k < 16; k++)
			a[k] = rand() % 4 ? 0 : (unsigned char)rand();
		if (i % 50 == 0)
			memcpy(a, "\0\0\0\0\0\0\0\0\0\0\377\377", 12);
		write_both(AF_INET6, a);
		write_both(AF_INET, a);
	}
	return failed;
}
