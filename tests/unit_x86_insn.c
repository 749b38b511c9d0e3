/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_x86_insn.c - how long x86 instructions are.
 *
 * Without arguments it tests the instructions below, which come from the opcode maps in the manual.
 * With "64" or "32" each line of standard input has the bytes of an instruction; exec/x86_insn.sh
 * takes them from objdump.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernel/x86_insn.h"
#include "tests/lib/unit.h"

/* The bytes of a line of hex digits and blanks. */
static u32 bytes_of(const char *text, u8 *out)
{
	u32 n = 0;
	char *end;

	for (;; text = end) {
		unsigned long byte = strtoul(text, &end, 16);

		if (end == text || n == 32)
			return n;
		out[n++] = (u8)byte;
	}
}

/* The bytes after the instruction must not matter, nor whether there are any. */
static u32 length_of(const char *text, bool is64, u32 *want)
{
	u8 code[64];
	u32 n = *want = bytes_of(text, code), got;

	memset(code + n, 0xff, sizeof(code) - n);
	got = x86_insn_length(code, n, is64);
	if (got == n)
		got = x86_insn_length(code, sizeof(code), is64);
	return got;
}

static const char *const of_64_bits[] = {
	"90", "c3", "c2 08 00", "cc", "f4", "0f 05", "0f 0b", "0f a2", "0f 01 d0",
	"48 89 e5", "8b 05 00 00 00 00", "8b 04 25 00 00 00 00", "8b 44 24 08",
	"8b 84 24 00 01 00 00", "8b 45 f8", "8b 85 00 01 00 00", "8b 04 9d 00 00 00 00",
	"8b 44 9d 00", "8b 84 9d 00 00 00 00", "8b 04 24", "67 8b 00", "64 48 8b 04 25 28 00 00 00",
	"b0 01", "b8 01 00 00 00", "66 b8 01 00", "48 b8 01 02 03 04 05 06 07 08",
	"48 a1 01 02 03 04 05 06 07 08", "67 a1 01 02 03 04",
	"04 01", "05 01 00 00 00", "66 05 01 00", "48 05 01 00 00 00",
	"68 01 00 00 00", "66 68 01 00", "6a 01", "69 c0 01 00 00 00", "66 69 c0 01 00", "6b c0 01",
	"80 38 01", "81 38 01 00 00 00", "66 81 38 01 00", "83 7d fc 01",
	"c6 00 01", "c7 00 01 00 00 00", "66 c7 00 01 00", "48 c7 c0 01 00 00 00",
	"c8 10 00 00", "c9", "cd 80", "d1 e0", "c1 e0 04", "d9 45 fc", "9b", "df e0",
	"e8 00 00 00 00", "e9 00 00 00 00", "eb fe", "74 02", "e3 02", "0f 84 00 00 00 00",
	"66 48 e8 00 00 00 00", "e4 01", "ec",
	"f6 00 01", "f6 c8 01", "f6 d0", "f6 38", "f7 00 01 00 00 00", "66 f7 00 01 00",
	"48 f7 c7 01 00 00 00", "f7 d8", "f7 38", "fe c0", "ff 15 00 00 00 00", "ff e0",
	"41 54", "41 8f 00", "8f 00", "f3 0f 1e fa", "0f 1f 44 00 00", "66 0f 1f 44 00 00",
	"66 2e 0f 1f 84 00 00 00 00 00", "f3 a4", "f0 48 0f b1 0f", "0f b6 c0", "0f ba e0 04",
	"0f a4 c2 04", "0f a5 c2", "0f 20 c0", "0f 22 05", "0f 23 44", "0f c7 0f", "0f c8",
	"0f ae e8",
	"0f 70 c0 01", "66 0f 73 f8 08", "0f c2 c1 02", "0f c6 c1 02", "66 0f c5 c0 01", "0f 77",
	"66 0f 78 c0 01 02", "f2 0f 78 c1 01 02", "66 0f 79 c1", "0f 78 00", "0f 0f c1 9e",
	"66 0f 38 00 c1", "f2 0f 38 f1 c1", "66 0f 3a 0f c1 08", "0f 38 f0 00",
	"c5 f8 77", "c5 f8 28 c1", "c5 f9 70 c1 01", "c5 f8 c2 c1 02", "c5 f8 29 44 24 08",
	"c4 e2 79 18 05 00 00 00 00", "c4 e3 79 0f c1 08", "c4 e1 f9 6e c0", "c4 e3 7d 39 c1 01",
	"c5 f9 92 c8", "62 f1 7c 48 28 c1", "62 f1 fd 48 6f 44 24 01", "62 f3 7d 48 25 c1 ff",
	"62 f2 7d 48 18 05 00 00 00 00", "62 f1 7d 48 72 f0 01", "62 f1 fd 48 7a c1",
	"62 f5 7c 48 58 c1", "62 f6 7d 48 98 c1",
	"8f e8 78 c0 c1 04", "8f e9 78 01 c8", "8f ea 78 10 c0 01 02 03 04",
	"66 66 2e 0f 1f 84 00 00 00 00 00", "48 66 b8 01 00",
};

static const char *const of_32_bits[] = {
	"40", "4f", "06", "1e", "27", "60", "62 00", "63 00", "82 38 01", "d4 0a", "ce",
	"9a 01 02 03 04 05 06", "ea 01 02 03 04 05 06", "66 ea 01 02 03 04", "a1 01 02 03 04",
	"67 a1 01 02", "67 8b 06 01 02", "67 8b 07", "67 8b 47 01", "67 8b 87 01 02", "67 8b c4",
	"8b 05 01 02 03 04", "8b 44 24 08", "c4 00", "c5 45 08", "c5 f8 77", "c4 e2 79 18 c1",
	"62 f1 7c 48 28 c1", "62 45 08", "66 e8 01 02", "e8 01 02 03 04", "66 0f 84 01 02",
	"b8 01 02 03 04", "66 b8 01 02",
};

/* In 64-bit programs: removed opcodes, prefixes only, too long, ambiguous. */
static const char *const of_none[] = {
	"06", "27", "60", "9a 01 02 03 04 05 06", "ce", "d4 0a", "82 38 01", "0f 04", "0f 0a",
	"0f 38", "66 e8 01 02", "66 e8 01 02 03 04",
	"66", "48", "", "62 f4 7c 48 28 c1", "c4 e7 79 18 c1",
	"66 66 66 66 66 66 66 66 66 66 66 66 66 66 66 90",
};

/* The end of a page after which nothing can be read. */
static u8 *page_end(void)
{
	static u8 *end;
	long page = sysconf(_SC_PAGESIZE);
	u8 *p;

	if (end)
		return end;
	p = mmap(NULL, 2 * (size_t)page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		 -1, 0);
	if (p == MAP_FAILED || mprotect(p + page, (size_t)page, PROT_NONE))
		exit(1);
	return end = p + page;
}

static void check_all(const char *const *all, size_t n, bool is64)
{
	for (size_t i = 0; i < n; i++) {
		u32 want, got = length_of(all[i], is64, &want);

		if (got != want)
			printf("%s: %u\n", all[i], got);
		CHECK(got == want);
		for (u32 cut = 0; cut < want; cut++) {	/* a truncated instruction has no length */
			u8 *part = page_end() - cut, code[32];

			bytes_of(all[i], code);
			memcpy(part, code, cut);
			CHECK(!x86_insn_length(part, cut, is64));
		}
	}
}

static int check_input(bool is64)
{
	u32 want, got, n = 0, wrong = 0;
	char line[256];

	while (fgets(line, sizeof(line), stdin)) {
		got = length_of(line, is64, &want);
		n++;
		if (got == want)
			continue;
		if (wrong++ < 20)
			printf("%u: %s", got, line);
	}
	printf("%u instructions, %u wrong\n", n, wrong);
	return wrong || !n;
}

int main(int argc, char **argv)
{
	u8 code[32];

	if (argc > 1)
		return check_input(!strcmp(argv[1], "64"));
	check_all(of_64_bits, ARRAY_SIZE(of_64_bits), true);
	check_all(of_32_bits, ARRAY_SIZE(of_32_bits), false);
	for (size_t i = 0; i < ARRAY_SIZE(of_none); i++)
		CHECK(!x86_insn_length(code, bytes_of(of_none[i], code), true));
	return unit_end();
}
