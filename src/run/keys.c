/* SPDX-License-Identifier: GPL-2.0-or-later */
/* keys.c - see keys.h. */
#include "run/keys.h"

#include <errno.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

/* What a signal's handler needs. */
static struct { bool is_open; struct termios before, ours; } terminal;

/* In the background the terminal is another process's. */
static bool is_foreground(void)
{
	return tcgetpgrp(STDIN_FILENO) == getpgrp();
}

static void set_terminal(const struct termios *settings)
{
	if (is_foreground())
		tcsetattr(STDIN_FILENO, TCSANOW, settings);
}

/* The signals that would end or stop the process and that the session doesn't wait for.  Those of
 * a script's own are blocked, and never get here. */
static const u8 signals[] = {
	SIGABRT, SIGALRM, SIGBUS, SIGCONT, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTSTP, SIGTTIN,
	SIGUSR1, SIGUSR2,
};

static void on_signal(int signo);

static void catch_signals(void)
{
	struct sigaction a = { .sa_handler = on_signal,
			       .sa_flags = (int)(SA_RESETHAND | SA_NODEFER | SA_RESTART) };

	for (u32 i = 0; i < ARRAY_SIZE(signals); i++)
		sigaction(signals[i], &a, NULL);
}

/* raise() returns only from a signal that stops the process, when it continues. */
static void on_signal(int signo)
{
	int err = errno;

	if (signo != SIGCONT) {
		set_terminal(&terminal.before);
		raise(signo);
	}
	catch_signals();
	set_terminal(&terminal.ours);
	errno = err;
}

bool keys_open(void)
{
	if (!is_foreground() || tcgetattr(STDIN_FILENO, &terminal.before))
		return false;
	terminal.ours = terminal.before;
	terminal.ours.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	terminal.ours.c_cc[VMIN] = terminal.ours.c_cc[VTIME] = 0;	/* read() doesn't wait */
	terminal.is_open = true;
	catch_signals();
	set_terminal(&terminal.ours);
	return true;
}

char keys_read(void)
{
	char key;

	return read(STDIN_FILENO, &key, 1) == 1 ? key : 0;
}

void keys_close(void)
{
	if (terminal.is_open)
		set_terminal(&terminal.before);
	for (u32 i = 0; terminal.is_open && i < ARRAY_SIZE(signals); i++)
		signal(signals[i], SIG_DFL);
	terminal.is_open = false;
}
