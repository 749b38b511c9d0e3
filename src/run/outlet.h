/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * outlet.h - the way out of what a session shows, whose reader may be slow or asleep.
 *
 * Nothing here makes the event loop wait while it traces.  Text that the reader does
 * not take stays in outlet.text; when that is full, records stay in the kernel's
 * buffer; when that is half full, they are dropped and counted.
 */
#ifndef AWL_OUTLET_H
#define AWL_OUTLET_H

#include "base/strbuf.h"
#include "output/output.h"

struct session;

struct outlet {
	struct strbuf text;	/* not yet written, after the first `done` bytes, which are */
	size_t done;
	size_t most;		/* after a record: more than that is written */
	struct strbuf piece;	/* what one action makes */
	int fd, how;		/* see outlet.c */
	bool is_tracing;	/* nothing may wait for the reader */
	bool is_stalled;	/* the reader is slow, and a lot is not written */
	bool is_held;		/* flushing waits */
	bool gave_up;		/* the reader was too slow at the end: nothing more is written */
	bool is_broken;		/* the reader went away */
	u64 taken_at;		/* when the reader last took something */
	u64 unwritten;		/* bytes that nobody took */
};

/* Takes over fd for the session's output. */
void outlet_open(struct session *s, int fd);
void outlet_close(struct session *s);
/* Writes what there is, as far as the reader takes it. */
void outlet_write(struct session *s);
/* The same, unless the output is to be written as a whole. */
void outlet_flush(struct session *s);
/* Text that has no place in the output format, to where it is not taken for a part of it. */
void outlet_beside(struct session *s, const char *text, size_t len);
/* The reader is slow, and the kernel's buffer still has room for records. */
bool outlet_holds_back(const struct session *s);

/* ---- for actions ---- */
void outlet_text(struct session *s, enum out_text kind, const char *text, size_t len);
/* The same for text that is appended in between to what the first returns. */
struct strbuf *outlet_text_begin(struct session *s);
void outlet_text_end(struct session *s, enum out_text kind);

#endif
