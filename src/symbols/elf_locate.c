/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elf_locate.c - find the file of a program or library by its name.
 *
 * A library is looked for in the directories that every distribution uses, and in their
 * directories for architectures (lib/x86_64-linux-gnu).  This needs no ld.so.cache and works
 * for musl, too.  For a process, the files it has mapped come first, and the directories are
 * those that it sees (/proc/PID/root).
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/find.h"
#include "kernel/procmaps.h"
#include "symbols/elf.h"

static bool readable(const char *path)
{
	return !access(path, R_OK);
}

static const char *in_path(struct arena *a, const char *root, const char *name)
{
	const char *dirs = getenv("PATH");

	if (!dirs)
		dirs = "/usr/bin:/bin:/usr/sbin:/sbin";
	while (*dirs) {
		size_t n = strcspn(dirs, ":");
		const char *path = arena_printf(a, "%s%.*s/%s", root, (int)n, dirs, name);

		if (n && !access(path, X_OK))
			return path;
		dirs += n + (dirs[n] == ':');
	}
	return NULL;
}

#define MUSL "ld-musl-"		/* followed by the architecture's name */

/* "libc" and "libc.so.6" both name "libc.so.6"; MUSL names "ld-musl-x86_64.so.1". */
static bool is_library(const char *file, const char *name)
{
	size_t n = strlen(name);

	if (strncmp(file, name, n))
		return false;
	return !file[n] || starts_with(file + n, ".so") ||
	       (!strcmp(name, MUSL) && find_text(file, ".so"));
}

/* Returns the first match in a directory.  Only ELF files count, because libc.so may be a linker
 * script. */
static const char *in_folder(struct arena *a, const char *dir, const char *name)
{
	DIR *d = opendir(dir);
	const char *found = NULL;
	struct dirent *e;

	while (d && !found && (e = readdir(d))) {
		struct elf *elf;
		int err;

		if (!is_library(e->d_name, name))
			continue;
		found = arena_printf(a, "%s/%s", dir, e->d_name);
		elf = elf_open(found, &err);
		if (!elf)
			found = NULL;
		elf_close(elf);
	}
	if (d)
		closedir(d);
	return found;
}

static const char *in_folders_below(struct arena *a, const char *dir, const char *name)
{
	const char *found = in_folder(a, dir, name);
	DIR *d = found ? NULL : opendir(dir);
	struct dirent *e;

	while (d && !found && (e = readdir(d)))
		if (find_text(e->d_name, "-linux-"))
			found = in_folder(a, arena_printf(a, "%s/%s", dir, e->d_name), name);
	if (d)
		closedir(d);
	return found;
}

const char *elf_locate(struct arena *a, const char *root, const char *name)
{
	static const char *const dirs[] = { "/lib64", "/usr/lib64", "/lib", "/usr/lib",
					    "/usr/local/lib" };
	const char *path = NULL;

	if (strchr(name, '/')) {
		path = arena_printf(a, "%s%s", root, name);
		return readable(path) ? path : NULL;
	}
	for (size_t i = 0; i < ARRAY_SIZE(dirs) && !path; i++)
		path = in_folders_below(a, arena_printf(a, "%s%s", root, dirs[i]), name);
	if (!path && !strcmp(name, "libc"))	/* musl's libc is also its loader */
		path = in_folders_below(a, arena_printf(a, "%s/lib", root), MUSL);
	return path ? path : in_path(a, root, name);
}

/* ---- files of a process ---- */

struct each { int (*fn)(void *arg, const char *path); void *arg; const char *last; };

/* Reports a file once, because its mappings follow one another. */
static int visit(void *arg, const struct procmap *m)
{
	struct each *e = arg;

	if (*m->path != '/' || find_text(m->path, " (deleted)") || !strcmp(m->path, e->last))
		return 0;
	e->last = m->path;
	return e->fn(e->arg, m->path);
}

int elf_each_mapped(u32 pid, int (*fn)(void *arg, const char *path), void *arg)
{
	return procmaps_each("/proc", pid, visit, &(struct each){ fn, arg, "" });
}

struct mapped { struct arena *arena; const char *name, *path; };

static int is_wanted(void *arg, const char *path)
{
	struct mapped *m = arg;
	const char *base = strrchr(path, '/') + 1;
	bool musl = !strcmp(m->name, "libc") && starts_with(base, "ld-musl");

	if (!musl && !is_library(base, m->name))
		return 0;
	m->path = arena_strdup(m->arena, path);
	return 1;
}

const char *elf_locate_pid(struct arena *a, u32 pid, const char *name)
{
	struct mapped m = { a, name, NULL };
	const char *root = pid ? arena_printf(a, "/proc/%u/root", pid) : "";

	if (!pid || (strchr(name, '/') && *name != '/'))
		return elf_locate(a, "", name);
	if (!*name)
		return arena_printf(a, "/proc/%u/exe", pid);
	if (*name != '/' && elf_each_mapped(pid, is_wanted, &m) > 0)
		name = m.path;
	return elf_locate(a, root, name);
}
