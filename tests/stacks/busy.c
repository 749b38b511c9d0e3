/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * busy.c - a program whose stacks are looked at (tests/stacks/run).
 *
 * It is interrupted by signals whose handlers work, sorts with callbacks, has frames of variable
 * and of aligned size, functions that end in calls of others, and threads.
 */
#define _GNU_SOURCE
#include <alloca.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))
static volatile unsigned long sum;

static NOINLINE unsigned long leaf(unsigned long n)
{
	for (int i = 0; i < 20; i++)
		n = n * 6364136223846793005u + 1442695040888963407u;
	return n;
}

static NOINLINE unsigned long deep(unsigned int n, unsigned long x)
{
	unsigned long y;

	if (!n)
		return leaf(x);
	y = deep(n - 1, x ^ n);
	return y + leaf(y);
}

static NOINLINE unsigned long last_call(unsigned long n)
{
	return leaf(n + 1);
}

static NOINLINE unsigned long variable(size_t n)
{
	char *p = alloca(n);

	memset(p, (int)n, n);
	return last_call((unsigned long)p[n / 2]) + deep(5, n);
}

static NOINLINE unsigned long aligned(unsigned long n)
{
	unsigned long v[8] __attribute__((aligned(64)));

	for (size_t i = 0; i < 8; i++)
		v[i] = leaf(n + i);
	__asm__ volatile("" : : "r"(v) : "memory");
	return v[n & 7] + deep(3, v[0]);
}

static NOINLINE unsigned long large(unsigned long n)
{
	unsigned long v[20000];

	v[n % 20000] = leaf(n);
	__asm__ volatile("" : : "r"(v) : "memory");
	return v[n % 20000] + last_call(n);
}

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	sum += leaf((unsigned long)x);
	return (x > y) - (x < y);
}

static void handler(int sig)
{
	sum += deep(4, (unsigned long)sig);
}

static NOINLINE void library(unsigned int round)
{
	char text[200];
	int v[30];

	for (unsigned int i = 0; i < 30; i++)
		v[i] = (int)(i * 7919 % 101 + round);
	qsort(v, 30, sizeof(v[0]), compare);
	snprintf(text, sizeof(text), "%d %s %f", v[3], "text", sin(v[4]));
	sum += strlen(text) + strtoul(text, NULL, 10);
	free(malloc(round % 5000 + 1));
	sum += (unsigned long)getppid();
}

static void *work(void *arg)
{
	for (unsigned int i = (unsigned int)(uintptr_t)arg; ; i++) {
		sum += deep(20, i) + variable(100 + i % 400) + aligned(i) + large(i);
		library(i);
		if (i % 16 == 0)
			raise(SIGUSR2);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	struct itimerval every = { { 0, 3000 }, { 0, 3000 } };
	struct sigaction action = { .sa_handler = handler };
	pthread_t threads[2];

	(void)argv;
	sigaction(SIGUSR2, &action, NULL);
	sigaction(SIGPROF, &action, NULL);
	setitimer(ITIMER_PROF, &every, NULL);
	for (size_t i = 0; argc > 1 && i < 2; i++)
		pthread_create(&threads[i], NULL, work, (void *)(uintptr_t)i);
	work(NULL);
	return 0;
}
