/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * failing.c - a library for LD_PRELOAD: it makes one of many system calls fail.
 *
 *	FAIL_AT=17 FAIL_ERRNO=5 LD_PRELOAD=tests/failing.so awl ...
 *
 * The calls below are counted.  The 17th fails with errno 5 and is written to the file FAIL_LOG,
 * which shows which call it was and when there are no more.  Calls that a process makes to release
 * resources (close, munmap) never fail here.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static long count, at;
static int number = EIO;
static const char *log_file;

/* Processes that awl starts are not affected. */
static void __attribute__((constructor)) start(void)
{
	const char *s = getenv("FAIL_AT");

	at = s ? atol(s) : 0;
	s = getenv("FAIL_ERRNO");
	number = s ? atoi(s) : EIO;
	log_file = getenv("FAIL_LOG");
	unsetenv("LD_PRELOAD");
}

static bool fails(const char *what)
{
	int fd;

	if (++count != at)
		return false;
	fd = log_file ? (int)syscall(SYS_openat, AT_FDCWD, log_file,
				     O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
	if (fd >= 0) {
		syscall(SYS_write, fd, what, strlen(what));
		syscall(SYS_close, fd);
	}
	errno = number;
	return true;
}

/* The function of this name in the libraries after this one. */
#define CALL(result, failed, name, params, ...) \
result name params; \
result name params \
{ \
	static result (*next) params; \
	if (!next) \
		*(void **)&next = dlsym(RTLD_NEXT, #name); \
	return fails(#name) ? failed : next(__VA_ARGS__); \
}

CALL(ssize_t, -1, read, (int fd, void *buf, size_t n), fd, buf, n)
CALL(ssize_t, -1, pread, (int fd, void *buf, size_t n, off_t at), fd, buf, n, at)
CALL(void *, MAP_FAILED, mmap, (void *p, size_t n, int prot, int flags, int fd, off_t at),
     p, n, prot, flags, fd, at)
CALL(int, -1, pipe, (int fds[2]), fds)
CALL(int, -1, dup, (int fd), fd)
CALL(int, -1, dup2, (int fd, int to), fd, to)
CALL(pid_t, -1, fork, (void))
CALL(pid_t, -1, waitpid, (pid_t pid, int *status, int options), pid, status, options)
CALL(int, -1, poll, (struct pollfd *p, nfds_t n, int ms), p, n, ms)
CALL(int, -1, signalfd, (int fd, const sigset_t *set, int flags), fd, set, flags)
CALL(int, -1, timerfd_create, (clockid_t clock, int flags), clock, flags)
CALL(int, -1, timerfd_settime, (int fd, int flags, const struct itimerspec *to,
     struct itimerspec *was), fd, flags, to, was)
CALL(int, -1, fstat, (int fd, struct stat *st), fd, st)
CALL(int, -1, stat, (const char *file, struct stat *st), file, st)
CALL(int, -1, lstat, (const char *file, struct stat *st), file, st)
CALL(int, -1, rename, (const char *from, const char *to), from, to)
CALL(int, -1, fchown, (int fd, uid_t uid, gid_t gid), fd, uid, gid)
CALL(int, -1, fchmod, (int fd, mode_t mode), fd, mode)
CALL(ssize_t, -1, readlink, (const char *file, char *to, size_t n), file, to, n)
CALL(DIR *, NULL, opendir, (const char *dir), dir)

/* Messages are always written, because otherwise awl could not report the error. */
ssize_t write(int fd, const void *buf, size_t n)
{
	static ssize_t (*next)(int fd, const void *buf, size_t n);

	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "write");
	return fd != STDERR_FILENO && fails("write") ? -1 : next(fd, buf, n);
}

int open(const char *file, int flags, ...)
{
	static int (*next)(const char *file, int flags, ...);
	va_list ap;
	mode_t mode;

	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "open");
	va_start(ap, flags);
	mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(ap, mode_t) : 0;
	va_end(ap);
	return fails("open") ? -1 : next(file, flags, mode);
}
