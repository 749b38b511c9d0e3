/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mapfile.c - a fuzz target: damaged awlmap files.
 *
 * Each that is accepted is merged, saved again, compared with itself, and shown in one of the
 * formats.  Most damage keeps the checksums right, so that it gets past them.
 * tests/exec/merge-damage.sh makes the good files; -n runs it for long.
 */
#include <stdint.h>
#include <string.h>

#include "base/crc.h"
#include "run/merge_impl.h"
#include "tables.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned int seed);

static const struct output *const formats[] = {
	&output_text, &output_json, &output_folded, &output_ply,
#ifndef NO_CSV
	&output_csv,
#endif
#ifndef NO_OPENMETRICS
	&output_openmetrics,
#endif
#ifndef NO_SVG
	&output_svg,
#endif
};

/* Shows what was merged; as a document nothing is written. */
static void show(const struct merge_options *mo, const struct output *format,
		 const uint8_t *data, size_t size)
{
	struct output quiet = *format;
	struct session_options opt = { .notes = &output_text, .quiet = true };
	struct merge m = { .opt = mo };
	struct image im = { .arena = &m.arena };
	struct session s = { .image = &im, .opt = &opt, .output = &quiet };
	const char *name;

	quiet.is_document = true;
	quiet.loss = quiet.loss ? quiet.loss : output_text.loss;
	s.opt = &opt;
	s.live.source = "x";
	for (u32 i = 0; i < 2; i++) {
		m.side = mo->diff ? (char)('a' + i) : 0;
		if (!i || mo->diff)
			merge_take(&m, data, size, &name);
	}
	if (!mo->diff)
		merge_save(&m, &s);
	sb_reset(&s.outlet.text);
	merge_show(&m, &s);
	sb_free(&s.outlet.text);
	arena_free(&s.decode.arena);
	merge_free(&m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct merge_options mo = { .aggs = registry.aggs, .by_host = size % 3 == 0,
				    .diff = size % 5 == 0 };
	struct merge m = { .opt = &mo };
	const char *name;
	u32 why;

	why = merge_take(&m, data, size, &name);
	merge_free(&m);
	if (!why)
		show(&mo, formats[size % ARRAY_SIZE(formats)], data, size);
	return 0;
}

/* ---- damage ---- */

static u64 state;

static u32 chance(u32 n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return n ? (u32)(state >> 33) % n : 0;
}

static const u8 hostile[] = { 0, 1, 2, 3, 0x7f, 0x80, 0xff, 'i', 'u', 's', 'k', 'y', '(', '[',
			      '{', '-', 'e', 'x' };

static void change(u8 *p, size_t n)
{
	u32 len = 1 + chance(11);

	switch (chance(6)) {
	case 0:
		*p = (u8)chance(256);
		break;
	case 1:
		*p = hostile[chance(sizeof(hostile))];
		break;
	case 2:			/* a long number */
		for (u32 i = 0; i < len && i < n; i++)
			p[i] = i + 1 < len ? 0x80 | (u8)chance(128) : (u8)chance(2);
		break;
	case 3:
		*p += (u8)(chance(9) - 4);
		break;
	case 4:			/* bytes of another place, so that values are in others */
		if (len < n)
			memmove(p, p + chance((u32)(n - len)), len);
		break;
	default:
		*p ^= (u8)(1u << chance(8));
	}
}

static u32 get32(const u8 *p)
{
	return p[0] | (u32)p[1] << 8 | (u32)p[2] << 16 | (u32)p[3] << 24;
}

/* Makes the checksums right again. */
static void repair(u8 *data, size_t size)
{
	for (size_t at = 8; size >= at + 9; ) {
		u32 n = get32(data + at + 1), crc;

		if (n > size - at - 9)
			return;
		crc = crc_bytes(data + at, n + 5);
		for (u32 i = 0; i < 4; i++)
			data[at + 5 + n + i] = (u8)(crc >> 8 * i);
		at += n + 9;
	}
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned int seed)
{
	(void)max;
	state = seed * 0x9e3779b97f4a7c15u + 1;
	for (u32 i = 0, many = 1 + chance(4); i < many && size; i++) {
		u32 at = chance((u32)size);

		change(data + at, size - at);
	}
	if (chance(50))
		repair(data, size);
	return chance(50) ? size : size - chance((u32)size / 4);
}
