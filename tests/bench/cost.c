/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cost.c - measures the cost of a command from its start to its end.
 *
 *	cost [-a] [-d] N COMMAND [ARGS...]
 *
 * Runs it N times without its output.  Prints the medians of its CPU time and its elapsed time in
 * microseconds, and the largest resident set in kB.  A command that has not ended after LIMIT
 * seconds is killed and counts as failed.
 *
 * With -a the command is a tracer that runs `cost -r` (as its -c) when all is attached, and then
 * gets Ctrl-C.  Prints rows "NAME<tab>median<tab>least<tab>most" for the time until all is
 * attached, the time from Ctrl-C on, and the memory of its BPF maps.  The CPU time is that of the
 * tracer without its children.  -d removes the command's file from the page cache before each run.
 *
 * It is built statically and small, because with vfork the peak could be this program's own.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CPU, WALL, PEAK, UP_CPU, UP_WALL, END_CPU, END_WALL, MAPS, VALUES };
static const char *const names[] = {
	"CPU, us", "us", "peak kB", "to attached, CPU us", "to attached, us",
	"from Ctrl-C, CPU us", "from Ctrl-C, us", "maps, kB",
};

static const char fifo[] = "COST_FIFO";

#define LIMIT 150
static pid_t running;

static void too_long(int sig)
{
	(void)sig;
	kill(-running, SIGKILL);
}

static long us(struct timespec t)
{
	return t.tv_sec * 1000000L + t.tv_nsec / 1000;
}

static long now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return us(t);
}

/* The time of this process without others, also if it is a zombie. */
static long cpu_us(pid_t pid)
{
	struct timespec t = { 0 };
	clockid_t clock;

	if (!clock_getcpuclockid(pid, &clock))
		clock_gettime(clock, &t);
	return us(t);
}

static pid_t start(char **argv)
{
	pid_t pid = vfork();

	if (!pid) {
		int null = open("/dev/null", O_RDWR);

		setpgid(0, 0);
		dup2(null, 0);
		dup2(null, 1);
		execvp(argv[0], argv);
		_exit(127);
	}
	return pid;
}

/* A map may have several descriptors; each map counts once. */
static long map_kb(pid_t pid)
{
	char dir[64], path[512], line[256];
	long bytes = 0, seen[256], n = 0;
	struct dirent *d;
	DIR *fds;

	snprintf(dir, sizeof(dir), "/proc/%d/fdinfo", (int)pid);
	fds = opendir(dir);
	while (fds && (d = readdir(fds))) {
		long lock = 0, id = -1;
		FILE *f;

		snprintf(path, sizeof(path), "%s/%s", dir, d->d_name);
		f = fopen(path, "r");
		while (f && fgets(line, sizeof(line), f)) {
			sscanf(line, "memlock: %ld", &lock);
			sscanf(line, "map_id: %ld", &id);
		}
		if (f)
			fclose(f);
		for (long i = 0; i < n; i++)
			if (seen[i] == id)
				id = -1;
		if (id >= 0 && n < 256) {
			seen[n++] = id;
			bytes += lock;
		}
	}
	if (fds)
		closedir(fds);
	return bytes / 1024;
}

/* The resident size now.  The peak of newer kernels leaves out up to 64 pages per CPU. */
static long resident_kb(pid_t pid)
{
	char path[64], line[256];
	long kb = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/smaps_rollup", (int)pid);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f) && sscanf(line, "Rss: %ld", &kb) != 1)
		;
	if (f)
		fclose(f);
	return kb;
}

/* `cost -r`: reports that all is attached, and waits. */
static int ready(void)
{
	int fd = open(getenv(fifo) ? getenv(fifo) : "", O_WRONLY);

	if (fd < 0 || write(fd, "", 1) != 1)
		return 1;
	close(fd);
	pause();
	return 0;
}

/* Waits for `cost -r`, or for the end of the tracer. */
static int attached(pid_t pid, int fd, long *v, long from)
{
	struct timespec step = { 0, 200000 };
	siginfo_t info;
	char c;

	while (read(fd, &c, 1) != 1) {
		info.si_pid = 0;
		if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid)
			return -1;
		nanosleep(&step, NULL);
	}
	v[UP_CPU] = cpu_us(pid);
	v[UP_WALL] = now_us() - from;
	v[MAPS] = map_kb(pid);
	v[PEAK] = resident_kb(pid);
	step.tv_nsec = 20000000;	/* lets the tracer finish its work before it waits */
	nanosleep(&step, NULL);
	return 0;
}

/* One run: returns v, or -1. */
static int measure(char **argv, int fd, long *v)
{
	long from = now_us(), cpu = 0;
	pid_t pid = start(argv);
	struct rusage r;
	siginfo_t info;
	int status;

	if (pid < 0)
		return -1;
	running = pid;
	alarm(LIMIT);
	if (fd >= 0) {
		if (attached(pid, fd, v, from)) {
			fprintf(stderr, "cost: %s: never attached\n", argv[0]);
			return -1;
		}
		cpu = cpu_us(pid);
		from = now_us();
		kill(-pid, SIGINT);
	}
	while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) && errno == EINTR)
		;
	alarm(0);
	v[WALL] = v[END_WALL] = now_us() - from;
	v[CPU] = cpu_us(pid);
	v[END_CPU] = v[CPU] - cpu;
	if (wait4(pid, &status, 0, &r) != pid || (fd < 0 && status) || status == SIGKILL) {
		fprintf(stderr, "cost: %s: status %x\n", argv[0], (unsigned)status);
		return -1;
	}
	if (v[PEAK] < r.ru_maxrss)
		v[PEAK] = r.ru_maxrss;
	return 0;
}

static int by_number(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;

	return (x > y) - (x < y);
}

/* Removes the file that would be executed from the page cache. */
static void drop(const char *name)
{
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s", name);
	if (!strchr(name, '/')) {
		const char *p = getenv("PATH");

		for (; p && *p; p += strcspn(p, ":"), p += *p == ':') {
			snprintf(path, sizeof(path), "%.*s/%s", (int)strcspn(p, ":"), p, name);
			if (!access(path, X_OK))
				break;
		}
	}
	fd = open(path, O_RDONLY);
	if (fd >= 0) {
		fsync(fd);
		posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
		close(fd);
	}
}

static void show(long (*all)[VALUES], int n, int up)
{
	long *v = calloc((size_t)n, sizeof(*v));

	for (int k = 0; v && k < (up ? VALUES : UP_CPU); k++) {
		if (up && k == WALL)
			continue;
		for (int i = 0; i < n; i++)
			v[i] = all[i][k];
		qsort(v, (size_t)n, sizeof(*v), by_number);
		if (up)
			printf("%s\t%ld\t%ld\t%ld\n", names[k], v[n / 2], v[0], v[n - 1]);
		else
			printf("%ld%c", v[k == PEAK ? n - 1 : n / 2], k == PEAK ? '\n' : ' ');
	}
	free(v);
}

int main(int argc, char **argv)
{
	char path[64];
	int n, fd = -1, up = 0, cold = 0, i = 0;
	long (*all)[VALUES];

	for (; argc > 2 && argv[1][0] == '-'; argv++, argc--) {
		up |= argv[1][1] == 'a';
		cold |= argv[1][1] == 'd';
	}
	if (argc == 2 && !strcmp(argv[1], "-r"))
		return ready();
	n = argc > 2 ? atoi(argv[1]) : 0;
	all = calloc((size_t)(n > 0 ? n : 1), sizeof(*all));
	if (n < 1 || !all) {
		fprintf(stderr, "usage: cost [-a] [-d] N COMMAND [ARGS...]\n");
		return 2;
	}
	if (up) {
		snprintf(path, sizeof(path), "/tmp/cost.%d", (int)getpid());
		setenv(fifo, path, 1);
		if (mkfifo(path, 0600) ||
		    (fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)) < 0) {
			perror(path);
			return 1;
		}
	}
	signal(SIGALRM, too_long);
	for (; i < n; i++) {
		if (cold)
			drop(argv[2]);
		if (measure(argv + 2, fd, all[i]))
			break;
	}
	if (up)
		unlink(path);
	if (i == n)
		show(all, n, up);
	free(all);
	return i < n;
}
