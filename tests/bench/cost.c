/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cost.c - what a command costs from its start to its end.
 *
 *	cost N COMMAND [ARGS...]
 *
 * Runs it N times with its output thrown away and prints the median of user +
 * system time, the median of elapsed time (both in microseconds), and the
 * largest resident set (kB).  Built static and small: with vfork, the peak
 * would else be this program's own.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000L + t.tv_nsec / 1000;
}

static long us(struct timeval t)
{
	return t.tv_sec * 1000000L + t.tv_usec;
}

static pid_t start(char **argv)
{
	pid_t pid = vfork();

	if (!pid) {
		int null = open("/dev/null", O_RDWR);

		dup2(null, 0);
		dup2(null, 1);
		execvp(argv[0], argv);
		_exit(127);
	}
	return pid;
}

static int by_number(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;

	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	int n = argc > 2 ? atoi(argv[1]) : 0, status = 0;
	long *cpu = calloc((size_t)n + 1, sizeof(*cpu)), *wall = calloc((size_t)n + 1, sizeof(*wall));
	struct rusage r = { 0 };
	long rss = 0;

	if (n < 1 || !cpu || !wall) {
		fprintf(stderr, "usage: cost N COMMAND [ARGS...]\n");
		return 2;
	}
	for (int i = 0; i < n; i++) {
		long from = now_us();
		pid_t pid = start(argv + 2);

		if (pid < 0 || wait4(pid, &status, 0, &r) != pid || status) {
			fprintf(stderr, "cost: %s: status %x\n", argv[2], (unsigned)status);
			return 1;
		}
		wall[i] = now_us() - from;
		cpu[i] = us(r.ru_utime) + us(r.ru_stime);
		rss = r.ru_maxrss > rss ? r.ru_maxrss : rss;
	}
	qsort(cpu, (size_t)n, sizeof(*cpu), by_number);
	qsort(wall, (size_t)n, sizeof(*wall), by_number);
	printf("%ld %ld %ld\n", cpu[n / 2], wall[n / 2], rss);
	free(cpu);
	free(wall);
	return 0;
}
