/* SPDX-License-Identifier: GPL-2.0-or-later */
/* newfile.c - files that appear complete; see newfile.h. */
#define _GNU_SOURCE	/* syscall(), O_NOFOLLOW */

#include "base/newfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>	/* rename */
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/strbuf.h"

#define TRIES 8

static u64 random_number(void)
{
	u64 n = (u64)getpid();	/* without getrandom() (3.17): O_EXCL still protects */

	syscall(SYS_getrandom, &n, sizeof(n), 0);
	return n;
}

int newfile_fits(const char *file)
{
	struct stat st;

	if (lstat(file, &st))
		return errno == ENOENT ? 1 : last_error();
	return S_ISREG(st.st_mode);
}

int newfile_open(const char *file, u32 mode, char **name)
{
	struct strbuf sb = { 0 };
	int fd = -1;

	for (int i = 0; i < TRIES && fd < 0 && (!i || errno == EEXIST); i++) {
		sb_reset(&sb);
		sb_printf(&sb, "%s.%llx.new", file, (unsigned long long)random_number());
		fd = open(sb.s, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
	}
	if (fd < 0)
		fd = last_error();
	*name = sb.s;
	return fd;
}

int newfile_like(int fd, const char *file)
{
	struct stat st;

	if (lstat(file, &st))
		return errno == ENOENT ? 0 : last_error();
	if (S_ISREG(st.st_mode) && !fchown(fd, st.st_uid, st.st_gid))
		fchmod(fd, st.st_mode & 07777);
	return 0;
}

int newfile_close(int fd, char *name, const char *file, int err)
{
	if ((close(fd) || (!err && rename(name, file))) && !err)
		err = last_error();
	if (err)
		unlink(name);
	return err;
}
