/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demangle.c - a fuzz target: damaged names of C++ and Rust.
 *
 * An input is a name up to a tab, a newline or the end.  tests/fixtures/demangle has one in each
 * line; tests/exec/demangle-damage.sh damages these, and -n does it for long.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/demangle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned int seed);

static size_t name_length(const u8 *p, size_t size)
{
	size_t n = 0;

	while (n < size && p[n] != '\t' && p[n] != '\n' && p[n])
		n++;
	return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct strbuf text = { 0 };
	size_t n = name_length(data, size);
	char *name = malloc(n + 1);	/* the exact size, so that ASan sees one byte too many */

	memcpy(name, data, n);
	name[n] = '\0';
	if (!demangle(name, &text) && text.n)
		abort();
	free(name);
	sb_free(&text);
	return 0;
}

static u64 state;

static size_t chance(size_t n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return n ? (size_t)(state >> 33) % n : 0;
}

/* Copies a line of the names to the place for one name. */
static size_t choose(const u8 *all, size_t size, u8 *name, size_t max)
{
	size_t at = chance(size), n;

	while (at && all[at - 1] != '\n')
		at--;
	n = name_length(all + at, size - at);
	n = n < max ? n : max;
	memcpy(name, all + at, n);
	return n;
}

/* One change; returns the new length.  There is room for 100 bytes more. */
static size_t change(u8 *name, size_t n, const u8 *other, size_t n_other)
{
	static const char letters[] = "SITDNEZLXJspl0123_KPRFMCUBGVOdtcvfih$.";
	size_t at = 2 + chance(n - 2), from, len;

	switch (chance(5)) {
	case 0:
		name[at] = (u8)letters[chance(sizeof(letters) - 1)];
		break;
	case 1:
		name[at] = (u8)chance(256);
		break;
	case 2:				/* one letter less */
		memmove(name + at, name + at + 1, n - at - 1);
		return n - 1;
	case 3:				/* a part of another name between two letters */
		from = chance(n_other);
		len = chance(n_other - from < 100 ? n_other - from : 100);
		memmove(name + at + len, name + at, n - at);
		memcpy(name + at, other + from, len);
		return n + len;
	default:
		return chance(4) ? n : at;
	}
	return n;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned int seed)
{
	static u8 name[65536], other[65536];
	size_t n, n_other, many;

	state = seed * 0x9e3779b97f4a7c15u + 1;
	n = choose(data, size, name, sizeof(name) - 1000);
	n_other = choose(data, size, other, sizeof(other));
	many = 1 + chance(5);
	for (size_t i = 0; i < many && n > 2; i++)
		n = change(name, n, other, n_other);
	n = n < max ? n : max;
	memcpy(data, name, n);
	return n;
}
