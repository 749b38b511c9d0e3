/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mapfile_impl.h - the numbers of awlmap(5) that the writer and the reader share. */
#ifndef AWL_MAPFILE_IMPL_H
#define AWL_MAPFILE_IMPL_H

#include "show/mapfile.h"

/* The last byte is the version of the format. */
#define MAPFILE_MAGIC "awlmap\x1a\x01"
#define MAPFILE_VERSION 1

/* The types of blocks. */
#define MAPFILE_RUNS 'R'
#define MAPFILE_TEXTS 'T'
#define MAPFILE_MAPS 'M'
#define MAPFILE_ENTRIES 'E'
#define MAPFILE_LOSSES 'L'
#define MAPFILE_LAST 'Z'

#define MAPFILE_PIECE 65536		/* a block ends when its payload is larger */
#define MAPFILE_MOST (1u << 20)		/* bytes of the largest payload that is read */
#define MAPFILE_KEYS 64			/* more than maps have */

#endif
