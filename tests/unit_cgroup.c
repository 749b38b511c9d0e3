/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_cgroup.c - kernel/cgroup.c on made-up mounts and handles.  The directory of an id is the
 * path of the opened file below the mount.  The id of a directory is its handle.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kernel/cgroup.h"
#include "kernel/host.h"

static char *fake_mounts(const char *path, size_t *len);
static int fake_open(const char *path, int flags, ...);
static int fake_by_handle(int mount, struct file_handle *h, int flags);
static int fake_to_handle(int dir, const char *path, struct file_handle *h, int *mount, int flags);
static ssize_t fake_readlink(const char *link, char *to, size_t size);
static int fake_close(int fd);

#define host_read_file fake_mounts
#define open fake_open
#define open_by_handle_at fake_by_handle
#define name_to_handle_at fake_to_handle
#define readlink fake_readlink
#define close fake_close
#include "src/kernel/cgroup.c"
#undef close

#include "tests/lib/unit.h"

#define TOP 100		/* the mount's descriptor */
#define FOUND 101	/* the directory's descriptor */

static struct {
	const char *mounts;		/* the text of /proc/self/mounts */
	const char *top, *file;		/* the targets of the links */
	int handle_type, handle_bytes, error;
	u64 id;
	int n_open;
} kernel;

static char *fake_mounts(const char *path, size_t *len)
{
	size_t size = kernel.mounts ? strlen(kernel.mounts) + 1 : 0;

	(void)len;
	CHECK(same(path, "/proc/self/mounts"));
	return size ? memcpy(mem_alloc(size), kernel.mounts, size) : NULL;
}

static int fake_open(const char *path, int flags, ...)
{
	CHECK(flags == (O_RDONLY | O_DIRECTORY | O_CLOEXEC));
	if (strcmp(path, kernel.top)) {
		errno = ENOENT;
		return -1;
	}
	kernel.n_open++;
	return TOP;
}

/* The kernel checks the length and type of the handle first (fs/fhandle.c). */
static int fake_by_handle(int mount, struct file_handle *h, int flags)
{
	u64 id;

	CHECK(mount == TOP && flags == (O_RDONLY | O_CLOEXEC));
	CHECK(h->handle_bytes == 8 && h->handle_type == 0xfe);
	memcpy(&id, h->f_handle, 8);
	if (id != kernel.id) {
		errno = ESTALE;
		return -1;
	}
	kernel.n_open++;
	return FOUND;
}

static int fake_to_handle(int dir, const char *path, struct file_handle *h, int *mount, int flags)
{
	(void)path;
	CHECK(dir == AT_FDCWD && !flags && h->handle_bytes == 8);
	*mount = 1;
	if (kernel.error) {
		errno = kernel.error;
		return -1;
	}
	h->handle_type = kernel.handle_type;
	h->handle_bytes = (unsigned int)kernel.handle_bytes;
	memcpy(h->f_handle, &kernel.id, 8);
	return 0;
}

/* readlink(2) adds no NUL and truncates a path that is too long. */
static ssize_t fake_readlink(const char *link, char *to, size_t size)
{
	size_t n = kernel.file ? strlen(kernel.file) : 0;

	CHECK(same(link, "/proc/self/fd/101"));
	memset(to, '#', size);
	if (!kernel.file) {
		errno = ENOENT;
		return -1;
	}
	n = n < size ? n : size;
	memcpy(to, kernel.file, n);
	return (ssize_t)n;
}

static int fake_close(int fd)
{
	CHECK(fd == TOP || fd == FOUND);
	kernel.n_open--;
	return 0;
}

/* Returns the path of an id, or the name of the error. */
static const char *folder(u64 id, u32 size)
{
	static char path[256];
	int r;

	memset(path, '~', sizeof(path));
	r = cgroup_folder(id, path, size);
	CHECK(kernel.n_open == 0);
	CHECK(path[size] == '~');
	return r == -ENODEV ? "ENODEV" : r == -ENOENT ? "ENOENT" : r == -ESTALE ? "ESTALE" :
	       r ? "?" : path;
}

static void test_folder(void)
{
	kernel.mounts = "sysfs /sys sysfs rw 0 0\n"
			"cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n"
			"tmpfs /tmp tmpfs rw 0 0\n";
	kernel.top = "/sys/fs/cgroup";
	kernel.id = 0x123456789a;
	kernel.file = "/sys/fs/cgroup/system.slice/cron";
	CHECK(same(folder(kernel.id, 200), "/system.slice/cron"));
	CHECK(same(folder(77, 200), "ESTALE"));
	kernel.file = "/sys/fs/cgroup/x";
	CHECK(same(folder(kernel.id, 200), "/x"));
	kernel.file = "/sys/fs/cgroup";
	CHECK(same(folder(kernel.id, 200), "/"));
	kernel.file = "/sys/fs";		/* not below the mount */
	CHECK(same(folder(kernel.id, 200), "ENOENT"));
	kernel.file = NULL;
	CHECK(same(folder(kernel.id, 200), "ENOENT"));
	/* A path that fits exactly, and one that is cut. */
	kernel.file = "/sys/fs/cgroup/abcdef";
	CHECK(same(folder(kernel.id, 22), "/abcdef"));
	CHECK(same(folder(kernel.id, 21), "/abcde"));
	kernel.top = "/elsewhere";
	CHECK(same(folder(kernel.id, 200), "ENOENT"));
}

/* systemd's hybrid mode mounts both hierarchies; only one is version 2. */
static void test_mounts(void)
{
	kernel.file = "/sys/fs/cgroup/unified/a";
	kernel.top = "/sys/fs/cgroup/unified";
	kernel.mounts = "cgroup /sys/fs/cgroup/cpu cgroup rw 0 0\n"
			"none /sys/fs/cgroup/unified cgroup2 rw 0 0\n";
	CHECK(same(folder(kernel.id, 200), "/a"));
	kernel.mounts = "cgroup /sys/fs/cgroup/cpu cgroup rw 0 0\n";
	CHECK(same(folder(kernel.id, 200), "ENODEV"));
	kernel.mounts = NULL;
	CHECK(same(folder(kernel.id, 200), "ENODEV"));
}

static void test_id(void)
{
	u64 id = 0;

	kernel.handle_type = 0xfe;
	kernel.handle_bytes = 8;
	kernel.id = 0xfedcba9876543210;
	CHECK(cgroup_id("/x", &id) == 0 && id == kernel.id);
	kernel.handle_type = 1;
	CHECK(cgroup_id("/x", &id) == -EINVAL);
	kernel.handle_type = 0xfe;
	kernel.handle_bytes = 4;
	CHECK(cgroup_id("/x", &id) == -EINVAL);
	kernel.handle_bytes = 8;
	kernel.error = EOVERFLOW;	/* a file system with longer handles */
	CHECK(cgroup_id("/x", &id) == -EINVAL);
	kernel.error = EOPNOTSUPP;	/* a file system without handles */
	CHECK(cgroup_id("/x", &id) == -EINVAL);
	kernel.error = ENOENT;
	CHECK(cgroup_id("/x", &id) == -ENOENT);
	kernel.error = 0;
}

int main(void)
{
	test_folder();
	test_mounts();
	test_id();
	return unit_end();
}
