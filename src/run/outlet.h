/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * outlet.h - the way out of what a session shows, whose reader may be slow or asleep.
 *
 * Nothing here makes the event loop wait while it traces.  Text that the reader does
 * not take stays in session.out; when that is full, records stay in the kernel's
 * buffer; when that is half full, they are dropped and counted.
 */
#ifndef AWL_OUTLET_H
#define AWL_OUTLET_H

#include "run/session.h"

/* Takes over fd for the session's output. */
void outlet_open(struct session *s, int fd);
void outlet_close(struct session *s);
/* Writes what is in s->out, as far as s->patience allows. */
void session_write(struct session *s);
/* Text that has no place in the output format, to where it is not taken for a part of it. */
void outlet_beside(struct session *s, const char *text, size_t len);
/*
 * Called now and then while records are handled: sees a signal that ends the session,
 * and notes when the loop should have its turn again.
 */
void outlet_breathe(struct session *s);
/* The reader is far behind, and the kernel's buffer still has room for records. */
bool outlet_holds_back(const struct session *s);

#endif
