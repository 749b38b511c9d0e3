/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * process.c - fork() and abort() of a program without threads, for the static
 * musl builds: the C library's bring locks along for 3 kB.
 */
#define _GNU_SOURCE	/* syscall */
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

pid_t fork(void)
{
	return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
}

void abort(void)
{
	kill(getpid(), SIGABRT);
	_exit(128 + SIGABRT);
}
