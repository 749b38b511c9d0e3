/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * files.c - plain system calls, for the static musl builds.
 *
 * The C library's functions also allow threads to be cancelled, support very old kernels, and
 * convert structures.  awl needs none of that: the kernel's struct stat differs from musl's at
 * most in the times at its end, which awl does not read.
 */
#define _GNU_SOURCE	/* syscall, pipe2, mremap */
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef SYS_fstatat64
#define SYS_newfstatat SYS_fstatat64
#endif

int open(const char *path, int flags, ...)
{
	mode_t mode = 0;
	va_list ap;

	va_start(ap, flags);
	if (flags & O_CREAT)
		mode = va_arg(ap, mode_t);
	va_end(ap);
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int close(int fd)
{
	return (int)syscall(SYS_close, fd);
}

ssize_t read(int fd, void *to, size_t n)
{
	return syscall(SYS_read, fd, to, n);
}

ssize_t write(int fd, const void *from, size_t n)
{
	return syscall(SYS_write, fd, from, n);
}

/* All calls have exactly one more argument, of any type. */
int ioctl(int fd, int request, ...)
{
	va_list ap;
	long arg;

	va_start(ap, request);
	arg = va_arg(ap, long);
	va_end(ap);
	return (int)syscall(SYS_ioctl, fd, request, arg);
}

int fstatat(int fd, const char *restrict path, struct stat *restrict st, int flags)
{
	return (int)syscall(SYS_newfstatat, fd, path, st, flags);
}

int fstat(int fd, struct stat *st)
{
	return fstatat(fd, "", st, AT_EMPTY_PATH);
}

int stat(const char *restrict path, struct stat *restrict st)
{
	return fstatat(AT_FDCWD, path, st, 0);
}

int lstat(const char *restrict path, struct stat *restrict st)
{
	return fstatat(AT_FDCWD, path, st, AT_SYMLINK_NOFOLLOW);
}

int isatty(int fd)
{
	struct winsize size;

	return !ioctl(fd, TIOCGWINSZ, &size);
}

int pipe2(int fds[2], int flags)
{
	return (int)syscall(SYS_pipe2, fds, flags);
}

int pipe(int fds[2])
{
	return pipe2(fds, 0);
}

int epoll_create1(int flags)
{
	return (int)syscall(SYS_epoll_create1, flags);
}

int epoll_ctl(int fd, int op, int watched, struct epoll_event *ev)
{
	return (int)syscall(SYS_epoll_ctl, fd, op, watched, ev);
}

int epoll_wait(int fd, struct epoll_event *ev, int n, int ms)
{
	return (int)syscall(SYS_epoll_pwait, fd, ev, n, ms, NULL, 0);
}

int signalfd(int fd, const sigset_t *set, int flags)
{
	return (int)syscall(SYS_signalfd4, fd, set, _NSIG / 8, flags);
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	return (int)syscall(SYS_rt_sigprocmask, how, set, old, _NSIG / 8);
}

void *mmap(void *at, size_t size, int prot, int flags, int fd, off_t offset)
{
#ifdef SYS_mmap2
	return (void *)syscall(SYS_mmap2, at, size, prot, flags, fd, (long)(offset / 4096));
#else
	return (void *)syscall(SYS_mmap, at, size, prot, flags, fd, offset);
#endif
}

int munmap(void *at, size_t size)
{
	return (int)syscall(SYS_munmap, at, size);
}

void *mremap(void *at, size_t old_size, size_t size, int flags, ...)
{
	return (void *)syscall(SYS_mremap, at, old_size, size, flags, 0);
}
