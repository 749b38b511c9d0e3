/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_child.c - run/child.c with real processes.  A command sleeps until it may go, has the
 * signals, limits and words that its user expects, and ends with awl.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kernel/host.h"
#include "kernel/limit.h"
#include "tests/lib/unit.h"

static bool no_shell;		/* there is no /bin/sh */
static u32 n_mapped;		/* pages that awl has mapped for gates */

static int fake_execl(const char *path, const char *arg, ...)
{
	const char *words[4] = { arg };
	va_list ap;

	va_start(ap, arg);
	for (int i = 1; i < 4; i++)
		words[i] = va_arg(ap, const char *);
	va_end(ap);
	if (no_shell) {
		errno = ENOENT;
		return -1;
	}
	return execv(path, (char *const *)words);
}

static void *fake_mmap(void *at, size_t n, int prot, int flags, int fd, off_t off)
{
	void *p = mmap(at, n, prot, flags, fd, off);

	n_mapped += p != MAP_FAILED;
	return p;
}

static int fake_munmap(void *at, size_t n)
{
	n_mapped--;
	return munmap(at, n);
}

#define execl fake_execl
#define mmap fake_mmap
#define munmap fake_munmap
#include "src/run/child.c"
#undef mmap
#undef munmap

static char output[256];	/* what the last command wrote */

static u64 now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000 + (u64)t.tv_nsec / 1000000;
}

/* Runs the command and returns its status.  Its standard output and error go to `output`. */
static int run(const char *command)
{
	struct child c = { 0 };
	int ends[2], out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO), status = 0;
	size_t n = 0;
	ssize_t got;

	CHECK(!pipe(ends));
	fflush(stdout);
	dup2(ends[1], STDOUT_FILENO);
	dup2(ends[1], STDERR_FILENO);
	CHECK(child_start(&c, command) == 0);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	close(out);
	close(err);
	close(ends[1]);
	child_go(&c);
	while (n < sizeof(output) - 1 &&
	       (got = read(ends[0], output + n, sizeof(output) - 1 - n)) > 0)
		n += (size_t)got;
	output[n] = '\0';
	close(ends[0]);
	CHECK(waitpid(c.pid, &status, 0) == c.pid);
	return child_status(status);
}

static void test_direct(void)
{
	static const char shell[] = "|&;<>()$`\\\"'*?[]#~=%{}\n";

	CHECK(child_is_direct("ls -l /tmp/a.b") && child_is_direct("cc -o,x 1+2 @f !x ^y :z"));
	for (const char *c = shell; *c; c++) {
		const char text[] = { 'l', 's', ' ', *c, '\0' };

		CHECK(!child_is_direct(text));
	}
}

static void test_words(void)
{
	CHECK(run("echo  one\ttwo   three ") == 0 && same(output, "one two three\n"));
	CHECK(run("echo 'one  two'; exit 3") == 3 && same(output, "one  two\n"));
	CHECK(run("false") == 1 && same(output, ""));
	CHECK(run("exit 5") == 5);			/* a builtin of the shell */
	CHECK(run("kill -9 $$") == 128 + 9);
	CHECK(run("/nonexistent/program x") == 127);
	CHECK(run("/etc/passwd") == 127);
	CHECK(strstr(output, "/etc/passwd': Permission denied") != NULL);
	CHECK(run("") == 0 && run(" ") == 0 && same(output, ""));
	no_shell = true;
	CHECK(run("exit 5") == 127);
	CHECK(same(output, "awl: -c 'exit 5': No such file or directory\n"));
	CHECK(run("echo $HOME") == 127);
	CHECK(same(output, "awl: /bin/sh: No such file or directory\n"));
	no_shell = false;
}

/* The state of a process in /proc/PID/stat: S for one that sleeps; 0 if it is gone. */
static char state_of(pid_t pid)
{
	char path[64], *text;
	char state;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	text = host_read_file(path, NULL);
	state = text ? strrchr(text, ')')[2] : 0;
	mem_free(text);
	return state;
}

/* Returns when the process is gone or a zombie, but after some seconds in any case. */
static bool is_ended(pid_t pid)
{
	for (int i = 0; i < 5000; i++) {
		char s = state_of(pid);

		if (!s || s == 'Z')
			return true;
		poll(NULL, 0, 1);
	}
	return false;
}

/* The child has arrived at the gate when child_start() returns, and nothing wakes it but
 * child_go(). */
static void test_gate(void)
{
	struct child c = { 0 };
	char command[300];
	int status;

	n_mapped = 0;
	snprintf(command, sizeof(command), "touch %s/ran", unit_folder());
	CHECK(child_start(&c, command) == 0 && c.pid > 0 && c.gate && n_mapped == 1);
	CHECK(state_of(c.pid) == 'S');
	/* It was moved to the second futex, so a wake-up of the first does not reach it. */
	CHECK(syscall(SYS_futex, c.gate, FUTEX_WAKE, 1, NULL, NULL, 0) == 0);
	poll(NULL, 0, 20);
	CHECK(state_of(c.pid) == 'S' && !waitpid(c.pid, &status, WNOHANG));
	snprintf(command, sizeof(command), "%s/ran", unit_folder());
	CHECK(access(command, F_OK) != 0);
	child_go(&c);
	CHECK(!c.gate && n_mapped == 0);
	CHECK(waitpid(c.pid, &status, 0) == c.pid && child_status(status) == 0);
	CHECK(access(command, F_OK) == 0);
	child_go(&c);		/* nothing happens a second time */
	unlink(command);
}

static void test_end(void)
{
	struct child c = { 0 };
	char command[300];
	u64 from;

	CHECK(child_end(&c, 10));		/* there is no child */
	/* A command that never went does not run, either. */
	snprintf(command, sizeof(command), "touch %s/ran", unit_folder());
	CHECK(child_start(&c, command) == 0);
	CHECK(child_end(&c, 5000) && c.pid == 0 && !c.gate);
	snprintf(command, sizeof(command), "%s/ran", unit_folder());
	CHECK(access(command, F_OK) != 0);
	/* One that runs gets SIGTERM. */
	CHECK(child_start(&c, "sleep 100") == 0);
	child_go(&c);
	from = now_ms();
	CHECK(child_end(&c, 50000) && c.pid == 0 && now_ms() - from < 20000);
	/* One that ignores it goes on. */
	CHECK(child_start(&c, "trap '' TERM; touch ignores; while :; do sleep 0.05; done") == 0);
	child_go(&c);
	for (int i = 0; i < 5000 && access("ignores", F_OK); i++)
		poll(NULL, 0, 1);
	unlink("ignores");
	from = now_ms();
	CHECK(!child_end(&c, 60) && c.pid > 0 && now_ms() - from >= 60);
	kill(c.pid, SIGKILL);
	CHECK(child_end(&c, 5000) && c.pid == 0);
}

/* Signals that awl blocks reach the command, and its limits are those that awl was started with. */
static void test_reset(void)
{
	sigset_t set, before;
	struct rlimit limit;
	char want[32];

	getrlimit(RLIMIT_NOFILE, &limit);
	snprintf(want, sizeof(want), "%llu\n", (unsigned long long)limit.rlim_cur);
	limit_files((u32)limit.rlim_max);
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &before);
	CHECK(run("kill -TERM $$") == 128 + SIGTERM);
	CHECK(run("grep SigBlk /proc/self/status") == 0);
	CHECK(same(output, "SigBlk:\t0000000000000000\n"));
	sigprocmask(SIG_SETMASK, &before, NULL);
	CHECK(run("sh -c 'ulimit -n'") == 0 && same(output, want));
}

/* If awl dies, its command gets SIGTERM. */
static void test_orphan(void)
{
	int ends[2];
	pid_t awl, pid = 0;

	CHECK(!pipe(ends));
	awl = fork();
	if (!awl) {
		struct child c = { 0 };

		child_start(&c, "sleep 100");
		child_go(&c);
		if (write(ends[1], &c.pid, sizeof(c.pid)) < 0)
			_exit(1);
		_exit(0);
	}
	CHECK(read(ends[0], &pid, sizeof(pid)) == sizeof(pid));
	waitpid(awl, NULL, 0);
	CHECK(is_ended(pid));
	if (state_of(pid))
		kill(pid, SIGKILL);
	close(ends[0]);
	close(ends[1]);
}

int main(void)
{
	if (chdir(unit_folder()))
		return 1;
	setenv("PATH", "/usr/bin:/bin", 1);	/* folders that all may search */
	test_direct();
	test_words();
	test_gate();
	test_end();
	test_reset();
	test_orphan();
	return unit_end();
}
