/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pace.c - see pace.h. */
#include "run/pace.h"

#include <time.h>

#include "kernel/feature.h"
#include "kernel/host.h"
#include "provider/provider.h"
#include "run/session.h"
#include "run/signals.h"

#define TURN_NS 50000000	/* how long records are handled before the loop goes on */

u64 pace_now(void)
{
	return host_now(feature_has(FEATURE_BOOT_NS) ? CLOCK_BOOTTIME : CLOCK_MONOTONIC);
}

void pace_exit(struct session *s, int code)
{
	s->exit_called = true;
	s->exit_code = code;
	s->stop = true;
}

void pace_breathe(struct session *s)
{
	if (signals_end(s->image))
		pace_hurry(s);
	if (!s->pace.turn_ends)
		s->pace.turn_ends = pace_now() + TURN_NS;
	s->pace.turn_is_over = pace_now() > s->pace.turn_ends;
}

void pace_hurry(struct session *s)
{
	s->stop = true;
	if (!s->pace.hurried++)
		s->pace.hurry_until = pace_now() + HURRY_MS * 1000000ull;
}

bool pace_is_overdue(struct session *s, const struct action *a)
{
	if (signals_end(s->image))
		pace_hurry(s);
	if (a->prog->provider->runs == RUN_END)
		return s->pace.hurried > 1;
	return s->pace.hurried && pace_now() > s->pace.hurry_until;
}
