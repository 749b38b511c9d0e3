/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_inflate.c - base/inflate.c.  With an argument it is a filter that unpacks raw deflate data
 * to at most so many bytes; tests/exec/inflate.sh compares its output with zlib's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/inflate.h"
#include "base/mem.h"
#include "tests/lib/unit.h"

static int filter(size_t room)
{
	static u8 data[1 << 20];
	size_t n = fread(data, 1, sizeof(data), stdin);
	u8 *out = mem_alloc(room);
	s64 made = inflate(data, n, out, room);

	if (made >= 0)
		fwrite(out, 1, (size_t)made, stdout);
	mem_free(out);
	return made < 0;
}

/* Made by hand from RFC 1951. */
static void test_vectors(void)
{
	static const u8 kept[] = { 1, 3, 0, 0xfc, 0xff, 'a', 'b', 'c' };
	/* 011 (fixed, last); 'a' is 0x30 + 97 in 8 bits, 10010001; the end is 0000000 */
	static const u8 fixed[] = { 0x4b, 0x04, 0x00 };
	u8 out[8] = "";

	CHECK(inflate(kept, sizeof(kept), out, sizeof(out)) == 3 && !memcmp(out, "abc", 3));
	CHECK(inflate(kept, sizeof(kept), out, 2) < 0);
	CHECK(inflate(kept, sizeof(kept) - 1, out, sizeof(out)) < 0);
	CHECK(inflate(fixed, sizeof(fixed), out, sizeof(out)) == 1 && out[0] == 'a');
	CHECK(inflate(fixed, 0, out, sizeof(out)) < 0);
	CHECK(inflate((const u8 *)"\7", 1, out, sizeof(out)) < 0);	/* a block of type 3 */
}

/* A copy of bytes before the beginning: fixed code, length 3 (0000001), distance 1 (00000). */
static void test_copy_of_nothing(void)
{
	static const u8 data[] = { 0x03, 0x02, 0x00, 0x00 };
	u8 out[8];

	CHECK(inflate(data, sizeof(data), out, sizeof(out)) < 0);
}

static void test_garbage(void)
{
	u8 data[64], out[256];

	srand(1);
	for (u32 round = 0; round < 20000; round++) {
		size_t n = (size_t)rand() % sizeof(data);

		for (size_t i = 0; i < n; i++)
			data[i] = (u8)rand();
		if (n)
			data[0] = (u8)((data[0] & ~7) | (round % 3 << 1) | 1);
		inflate(data, n, out, (size_t)rand() % sizeof(out));
		inputs++;
	}
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return filter(strtoul(argv[1], NULL, 10));
	test_vectors();
	test_copy_of_nothing();
	test_garbage();
	return unit_end();
}
