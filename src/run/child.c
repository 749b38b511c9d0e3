/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * child.c - the commands of -c; see child.h.
 *
 * The gate is a futex.  The child waits at gate[0], and the parent moves it to gate[1]
 * without waking it.  If that succeeds the child is asleep, so probes that are attached
 * now don't see its way to the gate.  Waiting for a pipe or a stop signal would be seen
 * by scripts that trace reads or signals.
 */
#define _GNU_SOURCE	/* MAP_ANONYMOUS, syscall() */

#include "run/child.h"

#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/print.h"
#include "kernel/limit.h"
#include "run/signals.h"

#define SHELL_SYNTAX "|&;<>()$`\\\"'*?[]#~=%{}\n"

/* Splits at blanks.  Nothing is freed, because the child is about to exec. */
static char **split(char *command)
{
	VEC(char *) words = { 0 };
	char *save = NULL;

	for (char *w = strtok_r(command, " \t", &save); w; w = strtok_r(NULL, " \t", &save))
		vec_push(&words, w);
	vec_push(&words, NULL);
	return words.v;
}

bool child_is_direct(const char *command)
{
	return !strpbrk(command, SHELL_SYNTAX);
}

static void run_command(const char *command)
{
	char *copy = strdup(command), **words;
	const char *name;
	int err;

	if (!child_is_direct(command)) {
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		print_error("/bin/sh: %s", error_text(0));
		_exit(127);
	}
	words = copy ? split(copy) : NULL;
	name = words && words[0] ? words[0] : "";
	execvp(name, words);
	/* It may be a builtin of the shell, such as exit or cd.  EACCES can be about a folder in
	 * PATH. */
	err = errno;
	if (err == ENOENT || (err == EACCES && !strchr(name, '/')))
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	errno = err;
	print_error("-c '%s': %s", command, error_text(0));
	_exit(127);
}

#define GATE_BYTES (2 * sizeof(int))
#define PROMPT_MS 1000	/* how long to wait for the child; a later one may be traced on its way */

static void wait_at_gate(int *gate)
{
	while (!__atomic_load_n(gate, __ATOMIC_ACQUIRE))
		syscall(SYS_futex, gate, FUTEX_WAIT, 0, NULL, NULL, 0);
}

static void see_it_wait(int *gate)
{
	for (int i = 0; i < PROMPT_MS; i++) {
		if (syscall(SYS_futex, gate, FUTEX_CMP_REQUEUE, 0, (void *)1L, gate + 1, 0) > 0)
			return;
		poll(NULL, 0, 1);
	}
}

static void run_child(int *gate, pid_t parent, const char *command)
{
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)	/* the parent died before the prctl() */
		_exit(1);
	signals_reset();
	limit_restore();
	wait_at_gate(gate);
	run_command(command);
}

int child_start(struct child *c, const char *command)
{
	pid_t parent = getpid();
	int *gate = mmap(NULL, GATE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			 -1, 0);

	if (gate == MAP_FAILED)
		return last_error();
	c->gate = gate;
	c->pid = fork();
	if (c->pid < 0)
		return last_error();
	if (!c->pid)
		run_child(gate, parent, command);
	see_it_wait(gate);
	return 0;
}

void child_go(struct child *c)
{
	if (!c->gate)
		return;
	__atomic_store_n(c->gate, 1, __ATOMIC_RELEASE);
	/* it waits at the second futex if it could be moved, else at the first */
	syscall(SYS_futex, c->gate + 1, FUTEX_WAKE, 1, NULL, NULL, 0);
	syscall(SYS_futex, c->gate, FUTEX_WAKE, 1, NULL, NULL, 0);
	munmap(c->gate, GATE_BYTES);
	c->gate = NULL;
}

int child_status(int wait_status)
{
	if (WIFSIGNALED(wait_status))
		return 128 + WTERMSIG(wait_status);
	return WEXITSTATUS(wait_status);
}

bool child_end(struct child *c, int ms)
{
	int status;

	if (c->pid <= 0)
		return true;
	kill(c->pid, SIGTERM);
	kill(c->pid, SIGCONT);		/* a process that is stopped doesn't end */
	child_go(c);
	for (int waited = 0; !waitpid(c->pid, &status, WNOHANG); waited++) {
		if (waited == ms)
			return false;
		poll(NULL, 0, 1);
	}
	c->pid = 0;
	return true;
}
