/* SPDX-License-Identifier: GPL-2.0-or-later */
/* work_tools.c - the commands of work.c that tests of single tools and made-up scripts need. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
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

/* A function for user probes. */
__attribute__((noinline)) long work_text(const char *text, long value);
__attribute__((noinline)) long work_text(const char *text, long value)
{
	__asm__ volatile("" : : "r"(text) : "memory");
	return value;
}

/* Calls it N times with a text of 199 characters that is this process's own, its id at both ends
 * and a letter between them, and with numbers from 0 to 10006 without an order. */
void texts_n(long n)
{
	char text[200];
	volatile long sum = 0;
	int pid = getpid();

	memset(text, 'a' + pid % 26, sizeof(text));
	snprintf(text, sizeof(text), "%07d", pid);
	text[7] = text[8];
	snprintf(text + sizeof(text) - 8, 8, "%07d", pid);
	for (long i = 0; i < n; i++)
		sum += work_text(text, i * 7919 % 10007);
}

/* A function for user probes. */
__attribute__((noinline)) long work_event(long a, long b, long c, long d);
__attribute__((noinline)) long work_event(long a, long b, long c, long d)
{
	__asm__ volatile("" : : "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
	return a;
}

/* Reads N events from standard input: four numbers, with which it calls the function, and the name
 * that the process has then. */
void events_n(long n)
{
	long a, b, c, d;
	char name[16];

	while (n-- > 0) {
		if (scanf("%ld %ld %ld %ld %15s", &a, &b, &c, &d, name) != 5) {
			fprintf(stderr, "work: events: not four numbers and a name\n");
			exit(1);
		}
		prctl(PR_SET_NAME, name);
		work_event(a, b, c, d);
	}
}
