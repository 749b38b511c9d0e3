/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * events.h - reads records from a BPF ring buffer or from perf buffers, or perf's
 * records of what processes map.
 */
#ifndef AWL_EVENTS_H
#define AWL_EVENTS_H

#include "base/mem.h"

struct events;

/* Opens a map that is a ring buffer of `size` bytes or, if `perf`, an array of per-CPU
 * buffers, which have `size` bytes together.  On errors it returns NULL and sets *err to
 * -errno. */
struct events *events_open(int map_fd, bool perf, u64 size, int *err);
/* Opens the events of sysperf_mappings(), with buffers of `size` bytes together.  Records
 * start with their perf header.  Errors as above. */
struct events *events_open_mappings(u64 size, bool at_once, int *err);
/*
 * Opens a second map, an array of perf events whose records go to the same buffers and end with
 * registers and a stack: sysperf_bpf_output().  Returns 0 or -errno.
 */
int events_add_stacks(struct events *e, int map_fd, u64 regs, u32 stack);
/* What follows a record of perf buffers, *n bytes. */
const u8 *events_rest(const void *record, u32 *n);
/* Sets fds to the descriptors to poll for input and returns how many, at most max.  That of a
 * ring buffer becomes ready when the kernel wakes us, and stays so until events_woken() is
 * called, which tells whether it was ready.  It isn't ready just because there are records. */
u32 events_fds(const struct events *e, int *fds, u32 max);
bool events_woken(struct events *e);
/*
 * Calls fn for each record until fn returns less than 0, and returns what fn returned last.
 * Records are in the buffer and gone after fn returns.  The four bytes before each can be
 * read, too.  fn may also take the records that follow, in the next `room` bytes.  Each of
 * them has a header of BPF_RINGBUF_HDR_SZ bytes before it, which starts with the record's
 * length once the record is complete.  fn returns how many bytes these records and headers
 * take (0: it took none), or ~ of that number to stop.
 */
typedef int events_fn(void *arg, const void *data, u32 len, u32 room);
int events_drain(struct events *e, events_fn *fn, void *arg);
/* Notes how far the kernel has written. */
void events_mark(struct events *e);
/* Have all records been taken that were there at events_mark()? */
bool events_passed(const struct events *e);
/* How many quarters of the buffer are used; for perf buffers, of the fullest one. */
u32 events_quarters(const struct events *e);
u64 events_lost(const struct events *e);	/* perf buffers only */
void events_close(struct events *e);

#endif
