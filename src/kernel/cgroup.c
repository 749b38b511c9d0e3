/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cgroup.c - ids of cgroups and their directories; see cgroup.h.
 *
 * open_by_handle_at(2) finds the directory of an id in one call, however many cgroups exist.
 */
#define _GNU_SOURCE
#include "kernel/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/find.h"
#include "kernel/host.h"

#define HANDLE_KERNFS 0xfe	/* FILEID_KERNFS */

/* A struct file_handle with room for an id. */
union handle {
	struct file_handle h;
	struct { unsigned int bytes; int type; u8 id[8]; } own;
};

int cgroup_id(const char *path, u64 *id)
{
	union handle u = { .own.bytes = sizeof(u.own.id) };
	int mount;

	if (name_to_handle_at(AT_FDCWD, path, &u.h, &mount, 0))
		return errno == EOVERFLOW || errno == EOPNOTSUPP ? -EINVAL : last_error();
	if (u.own.type != HANDLE_KERNFS || u.own.bytes != sizeof(u.own.id))
		return -EINVAL;
	memcpy(id, u.own.id, sizeof(u.own.id));
	return 0;
}

/* Finds the mount of cgroup2, a line "cgroup2 /sys/fs/cgroup cgroup2 …". */
static bool find_mount(char *path, u32 size)
{
	char *text = host_read_file("/proc/self/mounts", NULL);
	const char *type = text ? find_text(text, " cgroup2 ") : NULL, *name = type;

	while (name && name > text && name[-1] != ' ')
		name--;
	if (type)
		snprintf(path, size, "%.*s", (int)(type - name), name);
	mem_free(text);
	return type != NULL;
}

int cgroup_folder(u64 id, char *path, u32 size)
{
	union handle u = { .own = { .bytes = sizeof(u.own.id), .type = HANDLE_KERNFS } };
	char mount[256], link[32];
	int top, fd, n;

	if (!find_mount(mount, sizeof(mount)))
		return -ENODEV;
	memcpy(u.own.id, &id, sizeof(u.own.id));
	top = open(mount, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (top < 0)
		return last_error();
	fd = open_by_handle_at(top, &u.h, O_RDONLY | O_CLOEXEC);
	n = last_error();
	close(top);
	if (fd < 0)
		return n;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = (int)readlink(link, path, size - 1);
	close(fd);
	if (n < (int)strlen(mount))
		return -ENOENT;
	path[n] = '\0';
	memmove(path, path + strlen(mount), (size_t)n + 1 - strlen(mount));
	if (!*path)
		strcpy(path, "/");
	return 0;
}
