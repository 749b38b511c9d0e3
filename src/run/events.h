/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * events.h - records from the kernel: a BPF ring buffer or perf buffers; or
 * perf's records of what processes map.
 */
#ifndef AWL_EVENTS_H
#define AWL_EVENTS_H

#include "base/mem.h"

struct events;

/* The map is a ring buffer of `size` bytes, or (perf) an array of per-CPU
 * buffers, each of which gets its share of size.  NULL and -errno in *err. */
struct events *events_open(int map_fd, bool perf, u64 size, int *err);
/* What sysperf_mappings gives, in buffers of size bytes altogether; records
 * begin with their perf header. */
struct events *events_open_mappings(u64 size, int *err);
/* Descriptors to poll for input; returns how many, at most max.  A ring buffer's
 * is ready once for each time the kernel wakes us, not as long as there are
 * records: events_woken() says whether it was, and makes it ready for the next. */
u32 events_fds(const struct events *e, int *fds, u32 max);
bool events_woken(struct events *e);
/*
 * Hands every record there is to fn until it returns less than 0, which is returned.
 * Records lie in the buffer and are gone after fn returns; four bytes before each can
 * be read, too.  fn may take records behind the first, in the next `room` bytes:
 * before each is a header of BPF_RINGBUF_HDR_SZ bytes, and it begins, when the record is
 * complete, with its length.  It returns how many bytes these were, 0 for none, or ~that
 * to stop.
 */
typedef int events_fn(void *arg, const void *data, u32 len, u32 room);
int events_drain(struct events *e, events_fn *fn, void *arg);
/* Notes how far the kernel has written. / Has all that was there then been taken? */
void events_mark(struct events *e);
bool events_passed(const struct events *e);
/* How full the buffer is, in its quarters; of perf buffers the fullest. */
u32 events_quarters(const struct events *e);
u64 events_lost(const struct events *e);	/* perf buffers only */
void events_close(struct events *e);

#endif
