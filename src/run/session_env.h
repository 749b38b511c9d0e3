/* SPDX-License-Identifier: GPL-2.0-or-later */
/* session_env.h - the showing half of a session: values, maps, losses. */
#ifndef AWL_SESSION_ENV_H
#define AWL_SESSION_ENV_H

#include "run/session.h"

void session_env(struct session *s);	/* fills in s->env */
void session_env_free(struct session *s);
/* From now on it is known what processes have mapped, if the script's values
 * will need it. */
void session_watch_mappings(struct session *s);
void session_drain_mappings(struct session *s);
/* Frames of modules have names though the module was unloaded before they are shown. */
void session_note_modules(struct session *s);
/* The entries of a map as tuples (key, value) of type t, for a loop. */
struct loop_entries { u8 *bytes; u32 n, size; };
int session_loop_begin(struct session *s, const struct global *g, const struct type *t,
		       struct loop_entries *it);
void session_loop_end(struct loop_entries *it);
/* -v: the maps and programs there are, on stderr. */
void session_say_loaded(const struct session *s);
/* The time for which CPUs were offline and so not sampled; before detaching. */
void session_tell_away(struct session *s);
/* One map to the output, whole or the top entries. */
void session_show_map(struct session *s, const struct global *g, u32 top, u64 div);
/* All that is not empty, in order of name; at most top entries of each. */
void session_show_maps(struct session *s, u32 top);
void session_tell_losses(struct session *s);
/* What the probes missed, while they are open. */
void session_count_missed(struct session *s);
bool session_has_lost(struct session *s);	/* anything so far; nothing is told */
/* The maps at exit and, on stderr, what was lost. */
void session_final(struct session *s);

#endif
