/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * outlet.h - writes a session's output to a reader that may be slow or asleep.
 *
 * Nothing here makes the event loop wait while it traces.  Text that the reader does
 * not take stays in outlet.text.  When that is full, records stay in the kernel's buffer.
 * When half of the buffer is used, records are taken, dropped and counted.
 */
#ifndef AWL_OUTLET_H
#define AWL_OUTLET_H

#include "base/strbuf.h"
#include "output/output.h"

struct session;

struct outlet {
	struct strbuf text;	/* the first `done` bytes are written, the others not yet */
	size_t done;
	size_t most;		/* after a record text is written if it has more bytes */
	struct strbuf piece;	/* the text of one action */
	int fd, how;		/* see outlet.c */
	bool is_tracing;	/* nothing may wait for the reader */
	bool is_stalled;	/* the reader is slow, and a lot is not written */
	bool is_held;		/* outlet_flush() does nothing */
	bool gave_up;		/* the reader was too slow at the end: nothing more is written */
	bool is_broken;		/* the reader went away */
	u64 taken_at;		/* when the reader last took something: pace_now() */
	u64 unwritten;		/* bytes that were dropped */
};

/* Takes over fd for the session's output. */
void outlet_open(struct session *s, int fd);
void outlet_close(struct session *s);
/* Writes the text, as far as the reader takes it.  Errors end the session. */
void outlet_write(struct session *s);
/* The same, unless the output is to be written as a whole. */
void outlet_flush(struct session *s);
/* Writes text that the output's format has no place for: to stdout if the output is a file, else
 * to stderr. */
void outlet_beside(struct session *s, const char *text, size_t len);
/* Should records stay in the kernel's buffer?  Yes if the reader is slow and it has room. */
bool outlet_holds_back(const struct session *s);

/* ---- for actions ---- */
/* Outputs text.  It is dropped and counted if the reader is slow. */
void outlet_text(struct session *s, enum out_text kind, const char *text, size_t len);
/* Output text, too: the caller appends it to the buffer that the first function returns, and
 * then calls the second one. */
struct strbuf *outlet_text_begin(struct session *s);
void outlet_text_end(struct session *s, enum out_text kind);

#endif
