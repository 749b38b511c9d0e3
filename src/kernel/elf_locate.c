/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elf_locate.c - the file a program's or library's name stands for.
 *
 * A library is looked for in the folders every distribution uses, one level
 * of architecture folders (lib/x86_64-linux-gnu) included, which needs no
 * ld.so.cache and works for musl as well.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/find.h"

#include "kernel/elf.h"

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

/* "libc.so.6", "libc-2.31.so" for "libc"; "libc.so.6" for itself */
static bool is_library(const char *file, const char *name)
{
	size_t n = strlen(name);

	if (strncmp(file, name, n))
		return false;
	return !file[n] || !strncmp(file + n, ".so", 3);
}

/* The first match in one folder; ELF files only: libc.so may be a script. */
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
	if (!path && !strcmp(name, "libc"))	/* musl's is its loader, too */
		path = in_folders_below(a, arena_printf(a, "%s/lib", root), "ld-musl");
	return path ? path : in_path(a, root, name);
}
