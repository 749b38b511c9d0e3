/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * awlmap.c - maps as they are at the end, in a file that awl --merge reads: awlmap(5).
 *
 * run/savemap.c makes the file, because it needs what values for people no longer have.  What the
 * script prints before is printed as text.
 */
#include "output/output.h"

const struct output output_awlmap = {
	.name = "awlmap", .is_document = true, .saves = true,
};
