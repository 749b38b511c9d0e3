/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * damage.c - random damage in ELF files, for fuzz targets.
 *
 * It is done where it matters: in sections of debug information and call frames, to numbers of all
 * lengths, and to the sections' places and sizes.
 */
#include "tests/lib/damage.h"

#include <elf.h>
#include <string.h>

static u64 state;

static u32 chance(u32 n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return n ? (u32)(state >> 33) % n : 0;
}

struct area { u64 off, size; };

#define AREAS 64
struct areas { struct area v[AREAS]; u32 n; u64 table, entry; };

static u64 number(const u8 *p, u32 n)
{
	u64 x = 0;

	memcpy(&x, p, n);
	return x;
}

/* The sections without code and without data that can be written: .eh_frame is one of them.
 * Flags differ in sections that are compressed or consist of strings. */
static void find_areas(const u8 *p, size_t size, struct areas *out)
{
	bool is_64 = size > EI_CLASS && p[EI_CLASS] == ELFCLASS64;
	u32 count, word = is_64 ? 8 : 4;

	*out = (struct areas){ .entry = is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr) };
	if (size < sizeof(Elf64_Ehdr))
		return;
	out->table = number(p + (is_64 ? 40 : 32), word);
	count = (u32)number(p + (is_64 ? 60 : 48), 2);
	for (u32 i = 0; i < count && out->n < AREAS; i++) {
		u64 at = out->table + i * out->entry, off, n;

		if (at > size || size - at < out->entry)
			break;
		off = number(p + at + 8 + 2 * word, word);
		n = number(p + at + 8 + 3 * word, word);
		if (!(number(p + at + 8, word) & (SHF_WRITE | SHF_EXECINSTR)) && n &&
		    off < size && n <= size - off)
			out->v[out->n++] = (struct area){ off, n };
	}
}

static const u8 hostile[] = { 0, 1, 2, 0x7f, 0x80, 0xff, 0x10, 0x0c, 0x08, 0x1d, 0x2e, 0x21, 0x16 };
static const u64 numbers[] = { 0, 1, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff, 0x7fff,
			       0xffff, UINT64_MAX, (u64)1 << 63, (u64)1 << 32 };

/* One change in [at, at + n). */
static void change(u8 *p, u64 n, const u8 *all, size_t size)
{
	u32 len = 1u << chance(4);
	u64 x;

	if (len > n)
		len = (u32)n;
	switch (chance(7)) {
	case 0:
		*p = (u8)chance(256);
		break;
	case 1:
		*p = hostile[chance(sizeof(hostile))];
		break;
	case 2:
		x = numbers[chance(ARRAY_SIZE(numbers))];
		memcpy(p, &x, len);
		break;
	case 3:			/* a number becomes a little larger or smaller */
		x = number(p, len) + chance(9) - 4;
		memcpy(p, &x, len);
		break;
	case 4:			/* a long LEB128 */
		len = 1 + chance(12);
		for (u32 i = 0; i < len && i < n; i++)
			p[i] = i + 1 < len ? 0x80 | (u8)chance(128) : (u8)chance(128);
		break;
	case 5:			/* bytes of another place */
		len = 1 + chance(32);
		if (len <= n && len < size)
			memmove(p, all + chance((u32)(size - len)), len);
		break;
	default:
		*p ^= (u8)(1u << chance(8));
	}
}

size_t damage_file(u8 *data, size_t size, unsigned int seed)
{
	struct areas areas;

	state = seed * 0x9e3779b97f4a7c15u + 1;
	find_areas(data, size, &areas);
	for (u32 i = 0, many = 1 + chance(10); i < many && size; i++) {
		struct area a = { 0, size };

		if (areas.n && chance(20))
			a = areas.v[chance(areas.n)];
		else if (areas.n && areas.table < size && chance(4))
			a = (struct area){ areas.table, size - areas.table };
		a.off += chance((u32)a.size);
		change(data + a.off, size - a.off, data, size);
	}
	return chance(50) ? size : size - chance((u32)size / 4);
}
