/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * packets.h - the files of skboutput().
 *
 * Files are in the pcap format with times in nanoseconds, and their packets begin with the IP
 * header (LINKTYPE_RAW).  A file is complete, and has its name, when the session ends.
 */
#ifndef AWL_PACKETS_H
#define AWL_PACKETS_H

#include "run/session.h"

/* Creates the files of all actions.  Returns 0, or 1 after a message. */
int packets_open(struct session *s);
/* Gives the files their names.  Returns 0, or 1 after a message. */
int packets_close(struct session *s);
/* Adds a packet that had `whole` bytes, of which n were kept, at a time since boot in ns.  The
 * session ends if it can't be written. */
void packets_write(struct session *s, const struct action *a, u64 when, u32 whole, const u8 *data,
		   u32 n);

#endif
