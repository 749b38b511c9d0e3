/* SPDX-License-Identifier: GPL-2.0-or-later */
/* paths.c - find files whose paths match a pattern; see paths.h. */
#include "kernel/paths.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "kernel/host.h"

struct seen_file { struct seen_file *next; dev_t dev; ino_t ino; };

struct paths {
	struct arena *arena;
	int (*fn)(void *arg, const char *path);
	void *arg;
	struct seen_file *seen;
};

/* Several names of a file, and symbolic links to it, count as one file. */
static bool seen_before(struct paths *p, const struct stat *st)
{
	struct seen_file *f;

	for (f = p->seen; f; f = f->next)
		if (f->dev == st->st_dev && f->ino == st->st_ino)
			return true;
	f = arena_new(p->arena, struct seen_file);
	*f = (struct seen_file){ p->seen, st->st_dev, st->st_ino };
	p->seen = f;
	return false;
}

static int walk(struct paths *p, const char *folder, const char *rest);

/* Enters folder/name, below which `rest` of the pattern must match. */
static int enter(struct paths *p, const char *folder, const char *name, const char *rest)
{
	const char *path = arena_printf(p->arena, "%s%s", folder, name);
	struct stat st;

	if (stat(path, &st))
		return 0;
	if (*rest)
		return S_ISDIR(st.st_mode) ? walk(p, arena_printf(p->arena, "%s/", path), rest) : 0;
	return S_ISREG(st.st_mode) && !seen_before(p, &st) ? p->fn(p->arg, path) : 0;
}

/* Matches the first part of the pattern in the folder, whose name ends in a slash. */
static int walk(struct paths *p, const char *folder, const char *pattern)
{
	size_t n = strcspn(pattern, "/"), slashes = strspn(pattern + n, "/");
	const char *part = arena_strndup(p->arena, pattern, n);
	const char *rest = pattern + n + slashes;
	struct dirent *d;
	int err = 0;
	DIR *dir;

	if (!host_is_glob(part))
		return enter(p, folder, part, rest);
	dir = opendir(*folder ? folder : ".");
	while (dir && !err && (d = readdir(dir)))
		if ((d->d_name[0] != '.' || *part == '.') && host_glob(part, d->d_name))
			err = enter(p, folder, d->d_name, rest);
	if (dir)
		closedir(dir);
	return err;
}

int paths_each(struct arena *a, const char *pattern, int (*fn)(void *arg, const char *path),
	       void *arg)
{
	struct paths p = { .arena = a, .fn = fn, .arg = arg };
	size_t slashes = strspn(pattern, "/");

	return walk(&p, slashes ? "/" : "", pattern + slashes);
}
