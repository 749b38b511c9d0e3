/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elf_separate.c - the files that have what was stripped from a program.
 *
 * A stripped program names its file by its build id (/usr/lib/debug/.build-id/xx/yyy.debug), by
 * .gnu_debuglink (a name and a checksum), or the file has the program's path below
 * /usr/lib/debug.  Facts: gdb's manual, "Debugging Information in Separate Files".
 */
#include <stdlib.h>
#include <string.h>

#include "base/crc.h"
#include "base/cursor.h"
#include "base/find.h"
#include "base/strbuf.h"
#include "symbols/elf.h"

#define FOLDER "/usr/lib/debug"

struct search {
	struct arena *arena;
	const struct elf *program;
	const char *root;
	elf_separate_fn *fn;
	void *arg;
};

static bool has_crc(const struct elf *e, u32 want)
{
	u64 n = elf_size(e);

	return crc_bytes(elf_bytes(e, 0, n), n) == want;
}

bool elf_has_build_id(const struct elf *e, const u8 *id, u32 n)
{
	const u8 *other;

	return elf_build_id(e, &other) == n && !memcmp(other, id, n);
}

/* Offers a file if there is one.  It belongs to the program if it has the same build id or, if the
 * program has none, the checksum. */
static bool try_file(struct search *x, const char *path, const u32 *crc)
{
	struct elf *e;
	const u8 *id;
	u32 n;
	int err;

	e = elf_open(path, &err);
	if (!e)
		return false;
	n = elf_build_id(x->program, &id);
	if (n ? !elf_has_build_id(e, id, n) : !crc || !has_crc(e, *crc)) {
		elf_close(e);
		e = NULL;
	}
	return x->fn(x->arg, path, e);
}

const char *elf_build_id_path(struct arena *a, const char *root, const u8 *id, u32 n)
{
	struct strbuf text = { 0 };
	const char *path;

	sb_printf(&text, "%s" FOLDER "/.build-id/", root);
	for (u32 i = 0; i < n; i++)
		sb_printf(&text, i == 1 ? "/%02x" : "%02x", id[i]);
	sb_puts(&text, ".debug");
	path = arena_strdup(a, sb_str(&text));
	sb_free(&text);
	return path;
}

const char *elf_folder(struct arena *a, const char *path)
{
	const char *slash = strrchr(path, '/');

	return arena_strndup(a, path, slash ? (size_t)(slash - path) + 1 : 0);
}

/* .gnu_debuglink has a name, zeros up to a multiple of four bytes, and a checksum. */
static bool try_link(struct search *x, const char *path, const char *below)
{
	struct elf_section s = { 0 };
	const u8 *p = elf_section(x->program, ".gnu_debuglink", &s);
	struct cursor c = { .p = p, .end = p + s.size, .is_big = elf_is_big(x->program) };
	struct arena *a = x->arena;
	const char *name, *folder;
	u32 crc;

	name = cursor_text(&c);
	cursor_take(&c, (u64)(p - c.p) & 3);
	crc = (u32)cursor_num(&c, 4);
	if (c.bad || strchr(name, '/'))
		return false;
	folder = elf_folder(a, path);
	return try_file(x, arena_printf(a, "%s%s", folder, name), &crc) ||
	       try_file(x, arena_printf(a, "%s.debug/%s", folder, name), &crc) ||
	       try_file(x, arena_printf(a, "%s" FOLDER "%s%s", x->root, elf_folder(a, below), name),
			&crc);
}

void elf_each_separate(struct arena *a, const char *root, const char *path,
		       const struct elf *program, elf_separate_fn *fn, void *arg)
{
	struct search x = { a, program, root, fn, arg };
	char *full = realpath(path, NULL);
	const char *below = full ? full : path;
	const u8 *id;
	u32 n = elf_build_id(program, &id);

	if (starts_with(below, root))
		below += strlen(root);
	if (!(n > 1 && try_file(&x, elf_build_id_path(a, root, id, n), NULL)) &&
	    !try_link(&x, path, below))
		try_file(&x, arena_printf(a, "%s" FOLDER "%s", root, below), NULL);
	free(full);
}
