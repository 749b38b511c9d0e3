/* SPDX-License-Identifier: GPL-2.0-or-later */
/* work_tools.c - the commands of work.c that tests of single tools need. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "work_tools.h"

/* Three changes of the user id, by root: to n; of the effective one to n + 1; and to n + 2, which
 * only root may do.  On arm the calls with these names take ids of 16 bits. */
void setuid_n(long n)
{
#ifdef SYS_setuid32
	syscall(SYS_setfsuid32, n);
	syscall(SYS_setresuid32, -1, n + 1, -1);
	syscall(SYS_setuid32, n + 2);
#else
	syscall(SYS_setfsuid, n);
	syscall(SYS_setresuid, -1, n + 1, -1);
	syscall(SYS_setuid, n + 2);
#endif
}

/* N times: 100 bytes of malloc(), 150 of calloc() and 200 of realloc() stay; others are freed. */
void leak_n(long n)
{
	void *volatile p;

	while (n-- > 0) {
		p = malloc(100);
		p = calloc(3, 50);
		p = malloc(70);
		p = realloc(p, 200);
		p = malloc(1000);
		p = realloc(p, 100000);
		free(p);
		p = calloc(10, 10);
		free(p);
	}
}
