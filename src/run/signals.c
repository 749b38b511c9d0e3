/* SPDX-License-Identifier: GPL-2.0-or-later */
/* signals.c - the signals a session listens to; see signals.h. */
#include "run/signals.h"

#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>

#include "provider/provider.h"

/* Sets *set to the signals at which programs of the script run. */
static void own_signals(const struct image *im, sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < im->progs.n; i++)
		for (size_t t = 0; im->progs.v[i]->provider->runs == RUN_SIGNAL &&
				   t < im->progs.v[i]->targets.n; t++)
			sigaddset(set, (int)im->progs.v[i]->targets.v[t]->id);
}

int signals_open(const struct image *im)
{
	sigset_t set;
	int fd;

	own_signals(im, &set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGHUP);
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd < 0)
		return last_error();
	sigaddset(&set, SIGPIPE);	/* write() returns EPIPE, too */
	sigprocmask(SIG_BLOCK, &set, NULL);
	return fd;
}

bool signals_end(const struct image *im)
{
	static const struct timespec at_once;
	sigset_t own, end;

	own_signals(im, &own);
	sigemptyset(&end);
	sigaddset(&end, SIGINT);
	sigaddset(&end, SIGTERM);
	if (!sigismember(&own, SIGHUP))
		sigaddset(&end, SIGHUP);
	return sigtimedwait(&end, NULL, &at_once) > 0;
}

void signals_reset(void)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}
