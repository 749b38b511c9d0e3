/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * snapshot.h - user stacks that the kernel has copied into records: ustack(snapshot).
 *
 * A record of a perf buffer can end with the user's registers and the top of its stack
 * (sysperf_bpf_output()).  Every kernel with BPF can write these, while walking a stack by tables
 * in a program needs a new one.  awl walks the copy when it shows the record, by the same tables.
 */
#ifndef AWL_SNAPSHOT_H
#define AWL_SNAPSHOT_H

#include "base/base.h"

struct session;
struct snapshots;

/* NULL: the script copies no stacks. */
struct snapshots *snapshots_open(struct session *s);
void snapshots_close(struct snapshots *x);
/* The next stack is that of the record, which must stay there. */
void snapshots_take(struct snapshots *x, const void *record);
/* Sets addrs to the frames of that stack of a process, at most max.  Returns how many. */
u32 snapshots_frames(struct snapshots *x, u32 pid, u64 *addrs, u32 max);
/* How many stacks went on after the end of their copy?  is_whole: that had all bytes which were
 * asked for; else it ends before a page that was not in memory, such as one never touched. */
u64 snapshots_cut(const struct snapshots *x, bool is_whole);

#endif
