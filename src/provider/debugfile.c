/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * debugfile.c - the files with debug information of a script's programs and of the kernel.
 *
 * Each is opened when a probe or a variable first needs it, and stays open until the script is
 * compiled, because types are made when they are needed.  The kernel's must have the build id
 * that the running kernel has in its notes.
 */
#include <string.h>
#include <unistd.h>

#include "kernel/host.h"
#include "provider/source.h"
#include "script.h"

#ifdef NO_DWARF

void source_close(struct script *s)
{
	(void)s;
}

#else

struct source_file {
	const char *path;
	struct debug *d;
	struct debug_why why;
	struct source_file *next;
};

/* Opens a file once.  *is_new, if it wasn't open before. */
static struct source_file *open_file(struct script *s, const char *path, enum space space,
				     bool *is_new)
{
	struct source_file *o = s->sources;

	while (o && strcmp(o->path, path))
		o = o->next;
	*is_new = !o;
	if (o)
		return o;
	o = arena_new(s->arena, struct source_file);
	o->path = path;
	o->d = debug_open(s->arena, s->kern->sysroot, path, space, &o->why);
	o->next = s->sources;
	s->sources = o;
	return o;
}

struct debug *source_debug(struct script *s, const char *path, enum space space,
			   struct debug_why *why)
{
	bool is_new;
	struct source_file *o = open_file(s, path, space, &is_new);

	if (why)
		*why = o->why;
	return o->d;
}

void source_close(struct script *s)
{
	for (const struct source_file *o = s->sources; o; o = o->next)
		if (o->d)
			debug_close(o->d);
	s->sources = NULL;
}

/* ---- the kernel ---- */

/* What the kernel says of itself in a file below --sysroot, to be freed; NULL if it does not. */
static char *read_below(struct script *s, const char *path, size_t *len)
{
	return host_read_file(arena_printf(s->arena, "%s%s", s->kern->sysroot, path), len);
}

struct build_id { char *notes; const u8 *p; u32 n; };

/* The build id in the notes that the kernel shows in a file; n is 0 if there is none. */
static struct build_id running_id(struct script *s, const char *notes)
{
	size_t len = 0;
	struct build_id id = { .notes = read_below(s, notes, &len) };

	if (id.notes)
		id.n = elf_note_build_id((const u8 *)id.notes, len, &id.p);
	return id;
}

/* Opens a file whose build id must be the running one's. */
static struct source_file *open_running(struct script *s, const char *path,
					const struct build_id *id)
{
	bool is_new;
	struct source_file *o = open_file(s, path, SPACE_KERNEL, &is_new);

	if (o->d && is_new && id->n && !debug_has_build_id(debug_elf(o->d), id->p, id->n)) {
		debug_close(o->d);
		o->d = NULL;
		o->why.error = DEBUG_OTHER;
	}
	return o;
}

/* Where distributions put a kernel with debug information. */
static const struct { const char *before, *after; } places[] = {
	{ "/usr/lib/debug/boot/vmlinux-", "" }, { "/usr/lib/debug/lib/modules/", "/vmlinux" },
	{ "/lib/modules/", "/vmlinux" }, { "/lib/modules/", "/build/vmlinux" },
	{ "/boot/vmlinux-", "" },
};

/* The first that has debug information of the running kernel, or the first of all. */
static struct source_file *find_kernel(struct script *s, const struct build_id *id)
{
	char *release = read_below(s, "/proc/sys/kernel/osrelease", NULL);
	struct source_file *first = NULL, *o = NULL;

	for (u32 i = 0; i <= ARRAY_SIZE(places) && !(o && o->d); i++) {
		const char *path;

		if (i == ARRAY_SIZE(places))
			path = debug_build_id_path(s->arena, s->kern->sysroot, id->p, id->n);
		else
			path = arena_printf(s->arena, "%s%s%.*s%s", s->kern->sysroot,
					    places[i].before,
					    release ? (int)strcspn(release, "\n") : 0, release,
					    places[i].after);
		o = access(path, R_OK) ? NULL : open_running(s, path, id);
		first = first ? first : o;
	}
	mem_free(release);
	return o && o->d ? o : first;
}

struct debug *source_kernel(struct script *s, struct debug_why *why)
{
	struct build_id id = running_id(s, "/sys/kernel/notes");
	struct source_file *o = s->kern->vmlinux ? open_running(s, s->kern->vmlinux, &id) :
						   find_kernel(s, &id);

	mem_free(id.notes);
	if (o)
		s->kern->vmlinux = o->path;
	if (o && why)
		*why = o->why;
	return o ? o->d : NULL;
}

#endif
