/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * process.c - process functions for a program without threads, for the static musl builds.
 *
 * The C library's fork() and abort() add 3 kB of locks, its exec functions take 0.9 kB, getenv()
 * 0.3 kB, and clock_gettime() 0.9 kB for the vDSO, which awl calls too rarely to gain from.
 */
#define _GNU_SOURCE	/* syscall */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "arch/arch.h"

char *getenv(const char *name)
{
	size_t n = strlen(name);

	for (char **e = environ; *e; e++)
		if (!strncmp(*e, name, n) && (*e)[n] == '=')
			return *e + n + 1;
	return NULL;
}

pid_t fork(void)
{
	return (pid_t)syscall(SYS_clone, ARCH_CLONE(SIGCHLD), 0, 0, 0);
}

void abort(void)
{
	kill(getpid(), SIGABRT);
	_exit(128 + SIGABRT);
}

/* Supports at most seven arguments. */
int execl(const char *path, const char *arg, ...)
{
	char *argv[8] = { (char *)arg };
	va_list ap;

	va_start(ap, arg);
	for (int i = 1; i < 7 && (argv[i] = va_arg(ap, char *)); i++)
		;
	va_end(ap);
	return execv(path, argv);
}

int execvp(const char *file, char *const argv[])
{
	const char *dir = getenv("PATH");
	char path[4096];
	int err = ENOENT, n;

	if (strchr(file, '/'))
		return execv(file, argv);
	for (dir = dir ? dir : "/usr/local/bin:/bin:/usr/bin"; dir; dir = strchr(dir, ':')) {
		dir += *dir == ':';
		n = (int)strcspn(dir, ":");
		snprintf(path, sizeof(path), "%.*s%s%s", n, dir, n ? "/" : "", file);
		execv(path, argv);
		if (errno == EACCES)	/* it exists: the error, if no other folder has it */
			err = errno;
	}
	errno = err;
	return -1;
}

#ifndef SYS_clock_gettime64	/* 32-bit machines have it, for a 64-bit time_t */
int clock_gettime(clockid_t clock, struct timespec *t)
{
	return (int)syscall(SYS_clock_gettime, clock, t);
}
#endif
