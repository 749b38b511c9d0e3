/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * debugfile.c - the files with debug information of a script's programs, of the kernel and of its
 * modules.
 *
 * Each is opened when a probe or a variable first needs it, and stays open until the script is
 * compiled, because types are made when they are needed.  Those of the kernel and of modules
 * must have the build ids that the running ones have in their notes.
 */
#include <string.h>
#include <unistd.h>

#include "base/find.h"
#include "base/number.h"
#include "base/text.h"
#include "kernel/host.h"
#include "provider/source.h"
#include "script.h"

#ifndef NO_DWARF

struct source_file {
	const char *path;
	const char *module;	/* "": the kernel; NULL: a program */
	struct debug *d;
	struct debug_why why;
	struct source_file *next;
};

static struct source_file *find_open(struct script *s, const char *path)
{
	struct source_file *o = s->sources;

	while (o && strcmp(o->path, path))
		o = o->next;
	return o;
}

static struct source_file *open_file(struct script *s, const char *path, enum space space)
{
	struct source_file *o = arena_new(s->arena, struct source_file);

	o->path = path;
	o->d = debug_open(s->arena, s->kern->sysroot, path, space, &o->why);
	o->next = s->sources;
	s->sources = o;
	return o;
}

static struct debug *result(const struct source_file *o, struct debug_why *why)
{
	if (o && why)
		*why = o->why;
	return o ? o->d : NULL;
}

struct debug *source_debug(struct script *s, const char *path, enum space space,
			   struct debug_why *why)
{
	struct source_file *o = find_open(s, path);

	return result(o ? o : open_file(s, path, space), why);
}

const struct elf *source_symbols(struct script *s, const struct user_file *f)
{
	struct debug *d = source_debug(s, f->path, SPACE_USER, NULL);

	return d && elf_has_symbols(debug_elf(d)) ? debug_elf(d) : NULL;
}

void source_close(struct script *s)
{
	for (const struct source_file *o = s->sources; o; o = o->next)
		if (o->d)
			debug_close(o->d);
	s->sources = NULL;
}

/* ---- the runtime's door ---- */

static struct script *script_of(struct image *im)
{
	return (void *)((char *)im - offsetof(struct script, image));
}

static struct debug *open_kernel(struct image *im, const char *module, const char **path,
				 struct debug_why *why)
{
	struct script *s = script_of(im);
	struct debug *d;

	*path = NULL;
	if (*module)
		return source_module(s, module, path, why);
	d = source_kernel(s, why);
	*path = s->kern->vmlinux;
	return d;
}

static struct debug *open_program(struct image *im, const char *path, struct debug_why *why)
{
	return source_debug(script_of(im), path, SPACE_USER, why);
}

static const char *cure(const struct debug_why *why)
{
	return text_of(source_cure(why->error));
}

const struct debug_door source_door = { open_kernel, open_program, cure };

/* ---- what runs ---- */

/* What the kernel says of itself in a file below --sysroot, to be freed; NULL if it does not. */
static char *read_below(struct script *s, const char *path, size_t *len)
{
	return host_read_file(arena_printf(s->arena, "%s%s", s->kern->sysroot, path), len);
}

/* A search for the file of what runs: of the kernel or of a module. */
struct hunt {
	struct script *s;
	const char *module;		/* "": the kernel */
	char *release, *notes;
	const u8 *id;			/* its build id, in the notes */
	u32 n_id;			/* 0: it has none */
	bool only_looks;		/* sets exists instead of opening files */
	bool exists;
	struct source_file *first, *found;
};

static void start(struct hunt *h, const char *notes)
{
	size_t len = 0;

	h->notes = read_below(h->s, notes, &len);
	if (h->notes)
		h->n_id = elf_note_build_id((const u8 *)h->notes, len, h->s->arch->is_big,
					    &h->id);
	h->release = read_below(h->s, "/proc/sys/kernel/osrelease", NULL);
	if (h->release)
		h->release[strcspn(h->release, "\n")] = '\0';
}

/* Returns the file that was found, or the first of those that did not fit. */
static struct source_file *finish(struct hunt *h)
{
	mem_free(h->release);
	mem_free(h->notes);
	return h->found ? h->found : h->first;
}

static void try_file(struct hunt *h, const char *path)
{
	struct source_file *o;

	if (h->found || access(path, R_OK))
		return;
	h->exists = true;
	if (h->only_looks)
		return;
	o = open_file(h->s, path, SPACE_KERNEL);
	o->module = h->module;
	if (o->d && h->n_id && !elf_has_build_id(debug_elf(o->d), h->id, h->n_id)) {
		debug_close(o->d);
		o->d = NULL;
		o->why.error = DEBUG_OTHER;
	}
	if (!h->first)
		h->first = o;
	if (o->d)
		h->found = o;
}

static void try_build_id(struct hunt *h)
{
	if (h->n_id > 1)
		try_file(h, elf_build_id_path(h->s->arena, h->s->kern->sysroot, h->id, h->n_id));
}

static void try_below(struct hunt *h, const char *before, const char *after)
{
	if (h->release)
		try_file(h, arena_printf(h->s->arena, "%s%s%s%s", h->s->kern->sysroot, before,
					 h->release, after));
}

/* ---- the kernel ---- */

static void hunt_kernel(struct hunt *h)
{
	start(h, "/sys/kernel/notes");
	if (h->s->kern->vmlinux) {
		try_file(h, h->s->kern->vmlinux);
		return;
	}
	try_below(h, "/usr/lib/debug/boot/vmlinux-", "");
	try_below(h, "/usr/lib/debug/lib/modules/", "/vmlinux");
	try_below(h, "/lib/modules/", "/vmlinux");
	try_below(h, "/lib/modules/", "/build/vmlinux");
	try_below(h, "/boot/vmlinux-", "");
	try_build_id(h);
}

struct debug *source_kernel(struct script *s, struct debug_why *why)
{
	struct hunt h = { .s = s, .module = "" };
	struct source_file *o = s->kern->vmlinux ? find_open(s, s->kern->vmlinux) : NULL;

	if (o)
		return result(o, why);
	hunt_kernel(&h);
	o = finish(&h);
	if (o)
		s->kern->vmlinux = o->path;
	return result(o, why);
}

bool source_has_kernel(struct script *s)
{
	struct hunt h = { .s = s, .only_looks = true };

	hunt_kernel(&h);
	finish(&h);
	return h.exists;
}

/* ---- modules ---- */

/* Does a line of modules.dep begin with the path of the module?  File names may have - where the
 * module has _. */
static bool is_module(const char *line, const char *module)
{
	const char *name = line, *end = line + strcspn(line, ":\n");

	for (const char *p = line; p < end; p++)
		if (*p == '/')
			name = p + 1;
	while (*module && (*name == *module || (*name == '-' && *module == '_')))
		name++, module++;
	return !*module && starts_with(name, ".ko");
}

/* "/kernel/drivers/net/dummy.ko", without .xz and the like; or "/dummy.ko". */
static const char *path_of(struct hunt *h)
{
	struct arena *a = h->s->arena;
	char *all = read_below(h->s, arena_printf(a, "/lib/modules/%s/modules.dep",
						  h->release ? h->release : ""), NULL);
	const char *line = all, *path = NULL;

	while (line && *line && !path) {
		if (is_module(line, h->module))
			path = arena_printf(a, "/%.*s", (int)(find_text(line, ".ko") + 3 - line),
					    line);
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	mem_free(all);
	return path ? path : arena_printf(a, "/%s.ko", h->module);
}

/* Next to vmlinux, or in the folder where the kernel was built. */
static void try_beside_vmlinux(struct hunt *h, const char *path)
{
	const char *vmlinux = h->s->kern->vmlinux, *slash, *rest = strchr(path + 1, '/');
	int n;

	if (!vmlinux)
		return;
	slash = strrchr(vmlinux, '/');
	n = slash ? (int)(slash - vmlinux) : 1;
	if (!slash)
		vmlinux = ".";
	try_file(h, arena_printf(h->s->arena, "%.*s%s", n, vmlinux, strrchr(path, '/')));
	if (rest)
		try_file(h, arena_printf(h->s->arena, "%.*s%s", n, vmlinux, rest));
}

static u64 section_address(void *arg, const char *section)
{
	const struct hunt *h = arg;
	char *text = read_below(h->s, arena_printf(h->s->arena, "/sys/module/%s/sections/%s",
						   h->module, section), NULL);
	const char *p = text;
	u64 addr = 0;

	if (!p || !number_any(&p, &addr))
		addr = 0;
	mem_free(text);
	return addr;
}

struct debug *source_module(struct script *s, const char *module, const char **shown,
			    struct debug_why *why)
{
	struct source_file *o = s->sources;
	struct hunt h = { .s = s, .module = module };
	const char *path;

	while (o && (!o->module || strcmp(o->module, module) || !o->d))
		o = o->next;
	if (!o) {
		start(&h, arena_printf(s->arena, "/sys/module/%s/notes/.note.gnu.build-id",
				       module));
		path = path_of(&h);
		try_beside_vmlinux(&h, path);
		try_build_id(&h);
		try_below(&h, "/usr/lib/debug/lib/modules/", path);
		try_below(&h, "/usr/lib/debug/lib/modules/",
			  arena_printf(s->arena, "%s.debug", path));
		try_below(&h, "/lib/modules/", path);
		if (h.found)
			debug_place_sections(h.found->d, section_address, &h);
		o = finish(&h);
	}
	if (o && shown)
		*shown = o->path;
	return result(o, why);
}

#endif
