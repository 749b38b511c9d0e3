/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pack.c - the table of the source file TABLE_FILE, in a section of its own.
 *
 * static.mk compiles it for the target, whose byte order the table's numbers have, and takes the
 * section's bytes out of the object; see base/packed.h.
 */
#include TABLE_FILE

extern const void *const pack_keeps;
const void *const pack_keeps = &data;
