/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * output.h - what an output format provides.
 *
 * One file and one row in tables.c per format.  An output writes into `out`;
 * the session writes that to the file and decides when.
 */
#ifndef AWL_OUTPUT_H
#define AWL_OUTPUT_H

#include "base/strbuf.h"
#include "run/value.h"

enum out_text {			/* where a piece of text comes from */
	OUT_PRINTF, OUT_TIME, OUT_JOIN, OUT_CAT, OUT_SYSTEM
};

struct loss {			/* something that was not recorded */
	const char *what;	/* "events", "map @x full", … */
	const char *where;	/* probe or map; "" if none */
	u64 count;
	const char *cure;	/* what to do about it; "" if nothing */
	const char *source;	/* as in struct map_view */
};

struct failure {		/* of a helper */
	const char *helper, *reason, *file;
	s64 retcode;
	unsigned line, col;
};

/*
 * What is NULL has no place in the format: attached and loss are then told as
 * text on stderr, text and value on stdout if there is an -o, else on stderr.
 */
struct output {
	const char *name;
	const char *extension;	/* of files of this format; NULL: the name */
	doc_line doc;
	bool is_document;	/* only whole: `out` is kept until the end, */
	u32 period;		/* or written anew after so many seconds */
	bool is_text;		/* text() only appends */
	bool in_script_order;	/* at the end maps come in order of the script, not of name */
	bool tells_zeros;	/* losses of nothing, too */
	void (*attached)(struct strbuf *out, u32 probes);
	void (*text)(struct strbuf *out, enum out_text kind, const char *s, size_t len);
	void (*value)(struct strbuf *out, const struct value *v);	/* print(x) */
	void (*map)(struct strbuf *out, const struct map_view *m);
	void (*failure)(struct strbuf *out, const struct failure *f);
	/* what one run of benchmark number i took, of so many runs */
	void (*bench)(struct strbuf *out, u32 i, const char *name, u64 ns, u64 runs);
	void (*loss)(struct strbuf *out, const struct loss *l);
	/* before the maps shown at exit, and at the very end; may be NULL */
	void (*before_final)(struct strbuf *out);
	void (*end)(struct strbuf *out);
};

extern const struct output output_csv, output_folded, output_json, output_openmetrics,
	output_ply, output_svg, output_text;

#endif
