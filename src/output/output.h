/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * output.h - the interface of an output format.
 *
 * Each format has a file, and a row in tables.c.  Its functions append text to `out`; the session
 * decides when to write that to the file.
 */
#ifndef AWL_OUTPUT_H
#define AWL_OUTPUT_H

#include "base/strbuf.h"
#include "show/value.h"

enum out_text {			/* the source of a piece of text */
	OUT_PRINTF, OUT_TIME, OUT_JOIN, OUT_CAT, OUT_SYSTEM
};

enum out_diff {			/* of a map whose values are records of two numbers */
	DIFF_NONE,		/* nothing */
	DIFF_CHANGES,		/* entries that differ */
	DIFF_ALL		/* all entries: map() gets them with map_view.is_diff */
};

struct loss {			/* something that was not recorded */
	const char *what;	/* "events", "entries", … */
	const char *where;	/* probe or map; "" if none */
	u64 count;
	const char *cure;	/* "" if there is none */
	const char *source;	/* as in struct map_view */
};

struct failure {		/* a BPF helper returned an error */
	const char *helper, *reason, *file;
	s64 retcode;
	unsigned line, col;
};

enum moment_kind {
	MOMENT_BEGIN, MOMENT_END, MOMENT_INSTANT, MOMENT_COUNTER,	/* on a track */
	MOMENT_GROUP,		/* a group of tracks gets its name */
	MOMENT_TRACK,		/* a track gets its name, and perhaps a number that orders tracks */
	MOMENT_NOTE		/* something about the session, on no track */
};

struct moment {			/* of a timeline */
	enum moment_kind kind;
	u64 ns;			/* since the session began */
	u32 group, track;	/* their numbers; 0: none */
	const struct value *name;	/* of a counter: the track's; NULL: none */
	const char *const *names;	/* of the n fields */
	const struct value *fields;
	u32 n;
};

/*
 * A function that the format does not support is NULL.  What attached() and loss() would show is
 * then printed as text on stderr.  What text(), value() and map() would show is printed on stdout
 * if there is an -o, else on stderr.
 */
struct output {
	const char *name;
	const char *extension;	/* of files of this format; NULL: the name */
	bool is_document;	/* useful only when complete: `out` is kept until the end, */
	bool is_stream;		/* the same, but written as it comes; the file appears at the end */
	u32 period;		/* or the file is rewritten every `period` seconds (0: never) */
	bool is_text;		/* text() only appends */
	bool has_looks;		/* on a terminal it has colours, and bars that fit */
	bool maps_in_parts;	/* map() may be called for one part of a map after the other */
	bool in_script_order;	/* prints maps at the end in the script's order, not by name */
	bool tells_zeros;	/* calls loss() also for losses of 0 */
	u8 diff;		/* what it shows of --diff: enum out_diff */
	bool saves;		/* the file is not text, but an awlmap: run/savemap.h */
	void (*attached)(struct strbuf *out, u32 probes);
	void (*text)(struct strbuf *out, enum out_text kind, const char *s, size_t len);
	void (*value)(struct strbuf *out, const struct value *v);	/* print(x) */
	/* row(): n values, or the header if v is NULL.  NULL: text, or the values by name. */
	void (*row)(struct strbuf *out, const char *const *names, u32 n, const struct value *v);
	/* timelines: begin() before all else, moment() in the order of time */
	void (*begin)(struct strbuf *out);
	void (*moment)(struct strbuf *out, const struct moment *m);
	void (*map)(struct strbuf *out, const struct map_view *m);
	void (*failure)(struct strbuf *out, const struct failure *f);
	/* benchmark number i: ns is the average time of a run */
	void (*bench)(struct strbuf *out, u32 i, const char *name, u64 ns, u64 runs);
	void (*loss)(struct strbuf *out, const struct loss *l);
	/* before_final() is called before the maps at exit, end() at the very end */
	void (*before_final)(struct strbuf *out);
	void (*end)(struct strbuf *out);
};

static inline bool output_saves(const struct output *o)
{
	return HAS_MERGE && o->saves;
}

extern const struct output output_csv, output_folded, output_json, output_openmetrics,
	output_ply, output_svg, output_text, output_timeline, output_awlmap;

#endif
