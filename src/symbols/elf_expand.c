/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elf_expand.c - expand compressed sections.
 *
 * Facts: the System V ABI, "Section Compression"; RFC 1950 for zlib's two bytes of header.
 */
#include <elf.h>
#include <errno.h>

#include "base/cursor.h"
#include "base/inflate.h"
#include "symbols/elf.h"

/* Deflate makes at most 1032 bytes of one, so a larger size is a lie. */
static bool is_plausible(u64 size, u64 n)
{
	return size / 1032 <= n && size <= SIZE_MAX / 2;
}

u8 *elf_expand(const struct elf *e, const u8 *p, u64 *n, int *err)
{
	struct cursor c = { .p = p, .end = p + *n, .is_big = elf_is_big(e) };
	u32 word = elf_word(e), type = (u32)cursor_num(&c, 4);
	u64 size;
	u8 *to;

	if (word == 8)
		cursor_num(&c, 4);	/* reserved */
	size = cursor_num(&c, word);
	cursor_num(&c, word);		/* alignment */
	cursor_num(&c, 2);		/* zlib's header */
	*n = (u64)(c.end - c.p);
	*err = c.bad || type == ELFCOMPRESS_ZLIB ? -ENOEXEC : -ENOTSUP;
	if (c.bad || type != ELFCOMPRESS_ZLIB || !is_plausible(size, *n))
		return NULL;
	to = mem_alloc(size ? size : 1);
	if (inflate(c.p, *n, to, size) == (s64)size) {
		*n = size;
		return to;
	}
	mem_free(to);
	return NULL;
}
