/* SPDX-License-Identifier: GPL-2.0-or-later */
/* loop.h - the event loop: records, timers, signals, and the commands of -c. */
#ifndef AWL_LOOP_H
#define AWL_LOOP_H

#include "base/mem.h"
#include "run/child.h"
#include "run/hold.h"

struct pollfd;
struct prog;
struct session;

struct loop {
	struct session *s;
	struct child child;
	struct hold hold;
	u32 command;		/* the index of the command that runs */
	int signals;		/* signalfd */
	int deadline;		/* timerfd of -t, or -1 */
	int refresh;		/* timerfd of run/live.h, or -1 */
	int watched;		/* pidfd of -p, or -1 */
	struct pollfd *keys;	/* in polls: the terminal's keys, if live.has_keys */
	struct pollfd *out;	/* in polls: the output, while text waits for its reader */
	VEC(struct timer { int fd; const struct prog *prog; }) timers;
	struct pollfd *polls;
	u32 n_polls;
	int status;		/* of the last command */
	int failed;		/* an exit status if poll() failed, else 0 */
};

/* Functions that return an int return 0, or an exit status after saying why. */
int loop_open(struct loop *l, struct session *s);
/* Starts the command, which waits at its gate. */
int loop_start_command(struct loop *l);
int loop_start_timers(struct loop *l);
void loop_let_command_go(struct loop *l);
/* Reads the iterators to their ends. */
void loop_run_iters(struct session *s);
/* Runs the loop until s->stop. */
void loop_run(struct loop *l);
/* Ends a command that still runs. */
void loop_end_command(struct loop *l);
void loop_close(struct loop *l);

#endif
