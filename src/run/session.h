/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session.h - a script at work: what was loaded, what is read, what is shown.
 *
 * session_run does everything from creating maps to the last line printed.  Each part of
 * a session has a header of its own, with what actions (builtin rows' handle functions)
 * may call: decode.h, outlet.h, pace.h, records.h, showmap.h.
 */
#ifndef AWL_SESSION_H
#define AWL_SESSION_H

#include <sys/types.h>

#include "image.h"
#include "output/output.h"
#include "run/decode.h"
#include "run/live.h"
#include "run/losses.h"
#include "run/mappings.h"
#include "run/mapread.h"
#include "run/outlet.h"
#include "run/pace.h"

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

struct session {			/* what is used most comes first */
	const struct session_options *opt;
	const struct output *output;
	struct image *image;
	u32 room;		/* bytes of the buffer after a record (run/events.h) */
	bool stop;
	bool discards;		/* records are taken, not shown */
	bool any_records;	/* came since it was cleared */
	bool exit_called;	/* by the script: with exit_code */
	int exit_code;
	struct pace pace;
	struct outlet outlet;
	struct events *events;
	struct mapread maps;	/* maps.vars: mapped, vars_len bytes */
	struct decode decode;
	struct mappings mappings;
	struct losses losses;
	struct live live;
	struct attachments *attached;
	size_t vars_len;
	u64 buffer_size;	/* bytes of event buffer */
};

/* 0, or an exit status: 3 the kernel refused, 1 the script is wrong, … */
int session_run(struct image *im, const struct session_options *opt,
		const struct output *output);

#endif
