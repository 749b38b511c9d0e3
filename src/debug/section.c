/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * section.c - the sections of debug information.
 *
 * The file is mapped.  A compressed section is expanded into memory when it is first used.
 * Facts: the System V ABI, "Section Compression"; RFC 1950 for zlib's two bytes of header.
 */
#include <elf.h>
#include <string.h>

#include "base/inflate.h"
#include "debug/debug_impl.h"

static const char *const names[SECTIONS] = {
	".debug_info", ".debug_abbrev", ".debug_str", ".debug_line", ".debug_line_str",
	".debug_str_offsets", ".debug_addr", ".debug_ranges", ".debug_rnglists",
	".debug_loc", ".debug_loclists", ".debug_frame", ".eh_frame",
	".debug_aranges",
};

/* Deflate makes at most 1032 bytes of one, so a larger size is a lie. */
static bool is_plausible(u64 size, u64 n)
{
	return size / 1032 <= n && size <= SIZE_MAX / 2;
}

static void expand(struct debug *d, const u8 *p, u64 n, struct bytes *out)
{
	struct cursor c = { .p = p, .end = p + n };
	u32 type = (u32)cursor_num(&c, 4);
	u64 size;
	u8 *to;

	if (d->word == 8)
		cursor_num(&c, 4);	/* reserved */
	size = cursor_num(&c, d->word);
	cursor_num(&c, d->word);	/* alignment */
	cursor_num(&c, 2);		/* zlib's header */
	n = (u64)(c.end - c.p);
	if (c.bad || type != ELFCOMPRESS_ZLIB || !is_plausible(size, n)) {
		d->error = c.bad || type == ELFCOMPRESS_ZLIB ? DEBUG_BROKEN : DEBUG_ZSTD;
		return;
	}
	to = mem_alloc(size ? size : 1);
	if (inflate(c.p, n, to, size) == (s64)size) {
		*out = (struct bytes){ to, size, .tried = true, .owned = true };
		return;
	}
	mem_free(to);
	d->error = DEBUG_BROKEN;
}

static struct bytes *section(struct debug *d, enum section_id id)
{
	struct bytes *b = &d->sections[id];
	struct elf_section s;
	const u8 *p;

	if (b->tried)
		return b;
	b->tried = true;
	p = elf_section(d->file, names[id], &s);
	if (!p && d->program != d->file)	/* such as .eh_frame */
		p = elf_section(d->program, names[id], &s);
	if (p && s.is_compressed)
		expand(d, p, s.size, b);
	else if (p)
		*b = (struct bytes){ p, s.size, s.addr, .tried = true };
	return b;
}

struct cursor debug_at(struct debug *d, enum section_id id, u64 off)
{
	const struct bytes *b = section(d, id);
	struct cursor c = { b->p, b->p, .word = (u8)d->word, .offset = 4 };

	if (!b->p || off > b->n) {
		c.bad = true;
		return c;
	}
	c.p = b->p + off;
	c.end = b->p + b->n;
	return c;
}
