/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * separate.c - debug information in a file of its own, and the file that dwz shares between
 * several.
 *
 * A stripped program names its file by its build id (/usr/lib/debug/.build-id/xx/yyy.debug), by
 * .gnu_debuglink (a name and a checksum), or the file has the program's path below
 * /usr/lib/debug.  Facts: gdb's manual, "Debugging Information in Separate Files"; .debug_sup:
 * DWARF 5, 7.3.6; .gnu_debugaltlink: dwz.
 */
#include <stdlib.h>
#include <string.h>

#include "base/crc.h"
#include "base/find.h"
#include "debug/debug_impl.h"

#define FOLDER "/usr/lib/debug"

struct separate {
	struct arena *arena;
	const struct elf *program;
	const char *root;
	struct debug_why *why;
};

static bool has_crc(const struct elf *e, u32 want)
{
	u64 n = elf_size(e);

	return crc_bytes(elf_bytes(e, 0, n), n) == want;
}

bool debug_has_build_id(const struct elf *e, const u8 *id, u32 n)
{
	const u8 *other;

	return elf_build_id(e, &other) == n && !memcmp(other, id, n);
}

/* Opens a file if it belongs to the program: it has the same build id or, if the program has
 * none, the checksum. */
static struct debug *try_file(struct separate *x, const char *path, const u32 *crc)
{
	enum debug_error error;
	struct elf *e;
	struct debug *d;
	const u8 *id;
	bool is_its;
	u32 n;
	int err;

	e = elf_open(path, &err);
	if (!e)
		return NULL;
	n = elf_build_id(x->program, &id);
	is_its = n ? debug_has_build_id(e, id, n) : crc && has_crc(e, *crc);
	if (!is_its)
		elf_close(e);
	d = is_its ? debug_open_elf(x->arena, e, &error) : NULL;
	if (!d && x->why->error == DEBUG_NONE)
		*x->why = (struct debug_why){ is_its ? error : n ? DEBUG_OTHER : DEBUG_OTHER_CRC,
					      path };
	return d;
}

const char *debug_build_id_path(struct arena *a, const char *root, const u8 *id, u32 n)
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

/* The folder of a path, with its slash. */
static const char *folder_of(struct arena *a, const char *path)
{
	const char *slash = strrchr(path, '/');

	return arena_strndup(a, path, slash ? (size_t)(slash - path) + 1 : 0);
}

/* .gnu_debuglink has a name, zeros up to a multiple of four bytes, and a checksum. */
static struct debug *try_link(struct separate *x, const char *path, const char *below)
{
	struct elf_section s = { 0 };
	const u8 *p = elf_section(x->program, ".gnu_debuglink", &s);
	struct cursor c = { .p = p, .end = p + s.size, .is_big = elf_is_big(x->program) };
	struct arena *a = x->arena;
	const char *name, *folder;
	struct debug *d;
	u32 crc;

	name = cursor_text(&c);
	cursor_take(&c, (u64)(p - c.p) & 3);
	crc = (u32)cursor_num(&c, 4);
	if (c.bad || strchr(name, '/'))
		return NULL;
	folder = folder_of(a, path);
	d = try_file(x, arena_printf(a, "%s%s", folder, name), &crc);
	if (!d)
		d = try_file(x, arena_printf(a, "%s.debug/%s", folder, name), &crc);
	return d ? d : try_file(x, arena_printf(a, "%s" FOLDER "%s%s", x->root,
						folder_of(a, below), name), &crc);
}

struct debug *debug_open_separate(struct arena *a, const char *root, const char *path,
				  const struct elf *program, struct debug_why *why)
{
	struct separate x = { a, program, root, why };
	char *full = realpath(path, NULL);
	const char *below = full ? full : path;
	struct debug *d = NULL;
	const u8 *id;
	u32 n = elf_build_id(program, &id);

	if (starts_with(below, root))
		below += strlen(root);
	if (n > 1)
		d = try_file(&x, debug_build_id_path(a, root, id, n), NULL);
	if (!d)
		d = try_link(&x, path, below);
	if (!d)
		d = try_file(&x, arena_printf(a, "%s" FOLDER "%s", root, below), NULL);
	free(full);
	return d;
}

/* ---- dwz's shared file ---- */

struct link { bool is_shared; const char *name; const u8 *id; u32 n; };

/*
 * .gnu_debugaltlink has the shared file's name and build id.  .debug_sup (DWARF 5) has a version,
 * a mark of the shared file itself, the name, and a checksum with its length, which is in the
 * shared file's .debug_sup, too.
 */
static bool read_link(const struct elf *e, struct link *l)
{
	struct elf_section s = { 0 };
	const u8 *p = elf_section(e, ".gnu_debugaltlink", &s);
	bool is_old = p;
	struct cursor c;

	if (!is_old)
		p = elf_section(e, ".debug_sup", &s);
	if (!p)
		return false;
	c = (struct cursor){ .p = p, .end = p + s.size, .is_big = elf_is_big(e) };
	if (!is_old)
		cursor_num(&c, 2);
	l->is_shared = !is_old && cursor_num(&c, 1);
	l->name = cursor_text(&c);
	l->n = is_old ? (u32)(c.end - c.p) : (u32)cursor_uleb(&c);
	l->id = cursor_take(&c, l->n);
	return !c.bad;
}

static struct elf *open_shared(const char *path, const struct link *l, struct debug_why *why)
{
	int err;
	struct elf *e = elf_open(path, &err);
	struct link own;

	if (!e || debug_has_build_id(e, l->id, l->n) ||
	    (read_link(e, &own) && own.is_shared && own.n == l->n &&
	     !memcmp(own.id, l->id, l->n)))
		return e;
	*why = (struct debug_why){ DEBUG_OTHER, path };
	elf_close(e);
	return NULL;
}

bool debug_open_shared(struct debug *d, const char *root, const char *path,
		       struct debug_why *why)
{
	struct arena *a = d->arena;
	struct link l;
	struct elf *e;

	if (!read_link(d->file, &l) || l.is_shared)
		return true;
	l.name = arena_printf(a, "%s%s", *l.name == '/' ? root : folder_of(a, path), l.name);
	*why = (struct debug_why){ DEBUG_NO_SHARED, l.name };
	e = open_shared(debug_build_id_path(a, root, l.id, l.n), &l, why);
	if (!e)
		e = open_shared(l.name, &l, why);
	if (!e)
		return false;
	d->shared = debug_open_elf(a, e, &why->error);
	if (!d->shared)
		return false;
	d->shared->space = d->space;
	why->error = DEBUG_OK;
	return true;
}
