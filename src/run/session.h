/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session.h - a script at work: what was loaded, what is read, what is shown.
 *
 * session_run does everything from creating maps to the last line printed.
 * Actions (builtin rows' handle functions) use the functions below it.
 */
#ifndef AWL_SESSION_H
#define AWL_SESSION_H

#include <sys/types.h>

#include "kernel/kern.h"
#include "output/output.h"
#include "run/value.h"
#include "image.h"

struct session_options {
	const char **commands;	/* -c, one after the other */
	u32 n_commands;
	u64 timeout_ns;		/* -t; 0: none */
	pid_t pid;		/* -p: end when it ends; 0: none */
	const char *out_file;	/* -o; NULL: stdout */
	const struct output *notes;	/* for what the format has no place for: text */
	bool top;		/* --top: the maps in place, each second */
	bool quiet, verbose, unbuffered;
	bool raw;		/* strings go to a terminal as they are */
	bool tells_failures;	/* -k */
	bool strict;		/* the first loss ends it, with status 4 */
	bool bench;		/* run the benchmarks, and attach nothing */
	bool dry_run;		/* load, but attach nothing */
	bool own_status;	/* the command's exit status isn't ours */
	u64 buffer_size;	/* bytes of event buffer; 0: by the machine */
	u64 memory;		/* bytes of all maps together; 0: any */
	const char **stack_filter;	/* maps show only stacks with one of these */
	u32 n_stack_filter;
};

struct attachments;		/* run/attach.h */
struct events;			/* run/events.h */
struct usyms;			/* kernel/usyms.h */

struct session {			/* what is used most comes first */
	struct image *image;
	const struct session_options *opt;
	const struct output *output;
	struct kern *kern;
	u8 *vars;		/* the vars map, mapped; of vars_size bytes */
	struct attachments *attached;
	struct events *events;
	struct events *mappings;	/* of processes; NULL unless user symbols are used */
	struct usyms *usyms;
	bool stop;
	bool lossy;		/* something was lost */
	bool just_look;		/* losses are noticed, not told */
	bool discards;		/* records are taken, not shown */
	bool exit_called;	/* by the script: with exit_code */
	int exit_code;
	bool any_records;	/* came since it was cleared */
	u32 room;		/* bytes of the buffer behind a record (run/events.h) */
	struct strbuf out;	/* text not yet written, behind out_done bytes that are */
	size_t out_done;
	size_t out_most;	/* after a record; what is more is written */
	struct strbuf text;	/* what one action makes */
	int out_fd, out_how;	/* run/outlet.c */
	bool tracing;		/* nothing may wait for the output's reader */
	bool stalled;		/* that reader is far behind */
	bool gave_up;		/* … for too long at the end: nothing more is written */
	bool cut_short;		/* records wait in the buffer: the loop has its turn */
	u64 turn_ends;		/* when; 0: not set */
	u32 hurried;		/* how many signals said to end */
	u64 hurry_until;	/* the end should be reached then */
	u64 taken_at;		/* when the output's reader last took something */
	u64 unwritten;		/* bytes of output that nobody took */
	const char *source;	/* -o's name without folder and end, else "awl" */
	bool replaces;		/* a new file takes the place of -o's when it is complete */
	u32 period;		/* seconds between refreshes, run/live.h; 0: none */
	bool prints;		/* the script says when to refresh */
	bool top;		/* the largest entries come first */
	bool holds;		/* flushing waits */
	bool told_hidden;	/* that symbols can't be shown */
	bool out_broken;	/* the reader went away */
	struct arena arena;	/* one record's or one map's values */
	struct hash stacks;	/* those of overflow maps; see session_env.c */
	struct value_env env;
	size_t vars_len;
	struct host_module *modules;	/* at the start; NULL if no probe is on a function */
	u64 missed;		/* hits the probes missed; known at the end */
	u64 buffer_size;	/* bytes of event buffer */
};

/* 0, or an exit status: 3 the kernel refused, 1 the script is wrong, … */
int session_run(struct image *im, const struct session_options *opt,
		const struct output *output);

/* A helper failed: where, and what it returned.  An action_handler. */
int session_failure(struct session *s, const struct action *a, const void *record);
/* One run of a program that the session runs itself; what it sent is shown. */
void session_run_program(struct session *s, const struct prog *p);

/* ---- for actions ---- */
/* The values a record carries, symbols resolved; valid until the next call. */
struct value *session_values(struct session *s, const struct action *a, const void *record);
void session_text(struct session *s, enum out_text kind, const char *text, size_t len);
/* The same for text that is appended in between to what the first returns. */
struct strbuf *session_text_begin(struct session *s);
void session_text_end(struct session *s, enum out_text kind);
void session_value(struct session *s, const struct value *v);
/* Shows a map: the top entries (0: all), values divided by div (0: not). */
void session_print_map(struct session *s, const struct global *g, u32 top, u64 div);
/* Shows the value of one key; zeros if there is no such entry. */
void session_print_entry(struct session *s, const struct global *g, const void *key);
/* Empties a map; keep: only sets the values to zero. */
void session_clear(struct session *s, struct global *g, bool keep);
/* Programs leave the values it has to be shown, and then cleared: lang/turns.c. */
void session_take(struct session *s, struct global *g);
void session_exit(struct session *s, int code);
/* A signal says that the session ends: within about HURRY_MS. */
#define HURRY_MS 60
void session_hurry(struct session *s);
/* Should what the action waits for be given up?  In END only a second signal says so. */
bool session_overdue(struct session *s, const struct action *a);
void session_flush(struct session *s);
u64 session_now(void);	/* ns, of the clock `nsecs` uses */

#endif
