/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session.h - runs a script.
 *
 * session_run() does everything from creating maps to the last line printed.  Each part of
 * a session has its own header: decode.h, outlet.h, pace.h, records.h, showmap.h.  Actions
 * (the handle functions of builtin rows) may call their functions.
 */
#ifndef AWL_SESSION_H
#define AWL_SESSION_H

#include <sys/types.h>

#include "image.h"
#include "output/output.h"
#include "run/cost.h"
#include "run/decode.h"
#include "run/live.h"
#include "run/losses.h"
#include "run/mappings.h"
#include "run/mapread.h"
#include "run/outlet.h"
#include "run/pace.h"
#include "run/threads.h"
#include "run/timeline.h"

struct session_options {
	const char **commands;	/* -c, one after the other */
	u32 n_commands;
	u64 timeout_ns;		/* -t; 0: none */
	pid_t pid;		/* -p: end when it ends; 0: none */
	const char *out_file;	/* -o; NULL: stdout */
	char **argv;		/* the command line, NULL-terminated, for the title of a page */
	const struct output *notes;	/* text, for what the format has no place for */
	bool top;		/* --top: show the maps in place, each second */
	bool quiet, verbose, unbuffered;
	u32 colours;		/* --color: enum print_colours */
	bool raw;		/* strings for a terminal are not escaped */
	bool tells_failures;	/* -k */
	bool strict;		/* the first loss ends the session, with status 4 */
	bool bench;		/* run the benchmarks, and attach nothing */
	bool cost;		/* show what tracing cost */
	u32 budget;		/* run/cost.h; 0: none */
	bool throttle;		/* pause when it is used up, don't end */
	bool dry_run;		/* load, but attach nothing */
	bool own_status;	/* don't exit with the command's status */
	u64 buffer_size;	/* bytes of event buffer; 0: depends on the machine */
	const char **stack_filter;	/* maps show only stacks with one of these */
	u32 n_stack_filter;
};

struct attachments;		/* run/attach.h */
struct mapfile_writer;		/* show/mapfile.h */
struct events;			/* run/events.h */

struct session {			/* the members that are used most come first */
	const struct session_options *opt;
	const struct output *output;
	struct image *image;
	u32 room;		/* bytes of the buffer after a record (run/events.h) */
	bool stop;
	bool discards;		/* records are taken, but not shown */
	bool any_records;	/* records came since this was cleared */
	bool exit_called;	/* the script called exit(), or output failed */
	int exit_code;		/* if exit_called */
	const char *row_header;	/* the last one that was printed */
	struct pace pace;
	struct outlet outlet;
	struct events *events;
	struct mapread maps;	/* maps.vars: vars_len bytes */
	struct decode decode;
	struct mappings mappings;
	struct losses losses;
	struct live live;
	struct cost cost;
	struct timeline timeline;
	struct threads threads;
	struct attachments *attached;
	s32 probed_pid, child_pid;	/* struct attach's */
	struct mapfile_writer *saving;	/* savemap.c: the file that is being made */
	size_t vars_len;
	u64 buffer_size;	/* bytes of event buffer */
};

/* Runs a script.  Returns an exit status: 0, 1 if a file or a command is wrong, 3 if the kernel
 * refused something, 4 for losses with --strict, 5 if --budget ended it, or the status of the
 * script or the command. */
int session_run(struct image *im, const struct session_options *opt,
		const struct output *output);

#endif
