/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * separate.c - debug information in a file of its own (elf_separate.c), and the file that dwz
 * shares between several.  Facts: .debug_sup: DWARF 5, 7.3.6; .gnu_debugaltlink: dwz.
 */
#include <string.h>

#include "debug/debug_impl.h"

struct separate {
	struct arena *arena;
	const struct elf *program;
	struct debug_why *why;
	struct debug *found;
};

static bool try_file(void *arg, const char *path, struct elf *e)
{
	struct separate *x = arg;
	enum debug_error error;
	const u8 *id;

	if (e)
		x->found = debug_open_elf(x->arena, e, &error);
	else
		error = elf_build_id(x->program, &id) ? DEBUG_OTHER : DEBUG_OTHER_CRC;
	if (!x->found && x->why->error == DEBUG_NONE)
		*x->why = (struct debug_why){ error, path };
	return x->found;
}

struct debug *debug_open_separate(struct arena *a, const char *root, const char *path,
				  const struct elf *program, struct debug_why *why)
{
	struct separate x = { a, program, why, NULL };

	elf_each_separate(a, root, path, program, try_file, &x);
	return x.found;
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

	if (!e || elf_has_build_id(e, l->id, l->n) ||
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
	l.name = arena_printf(a, "%s%s", *l.name == '/' ? root : elf_folder(a, path), l.name);
	*why = (struct debug_why){ DEBUG_NO_SHARED, l.name };
	e = open_shared(elf_build_id_path(a, root, l.id, l.n), &l, why);
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
