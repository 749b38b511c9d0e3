/* SPDX-License-Identifier: GPL-2.0-or-later */
/* child.c - the commands of -c; see child.h. */
#define _GNU_SOURCE	/* pipe2 */

#include "run/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/print.h"

#define SHELL_SYNTAX "|&;<>()$`\\\"'*?[]#~=%{}\n"

/* Splits at blanks; owns nothing, the child is about to exec. */
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

	if (!child_is_direct(command)) {
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		print_error("/bin/sh: %s", strerror(errno));
		_exit(127);
	}
	words = copy ? split(copy) : NULL;
	if (words && words[0])
		execvp(words[0], words);
	print_error("-c '%s': %s", command, strerror(errno));
	_exit(127);
}

static void wait_at_gate(int fd)
{
	char c;

	while (read(fd, &c, 1) < 0 && errno == EINTR)
		;
	close(fd);
}

int child_start(struct child *c, const char *command)
{
	sigset_t none;
	int fds[2];

	if (pipe2(fds, O_CLOEXEC))
		return -errno;
	c->pid = fork();
	if (c->pid < 0)
		return -errno;
	if (!c->pid) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		sigemptyset(&none);
		sigprocmask(SIG_SETMASK, &none, NULL);
		close(fds[1]);
		wait_at_gate(fds[0]);
		run_command(command);
	}
	close(fds[0]);
	c->gate = fds[1];
	return 0;
}

void child_go(struct child *c)
{
	if (c->gate >= 0)
		close(c->gate);
	c->gate = -1;
}

int child_status(int wait_status)
{
	if (WIFSIGNALED(wait_status))
		return 128 + WTERMSIG(wait_status);
	return WEXITSTATUS(wait_status);
}

int child_end(struct child *c)
{
	int status = 0;

	if (c->pid <= 0)
		return 0;
	kill(c->pid, SIGTERM);
	child_go(c);
	while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
		;
	c->pid = 0;
	return child_status(status);
}
