/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * newfile.h - files that appear complete, in the place of older ones.
 *
 * awl runs as root and may write to a folder of somebody else's.  So the new file has a
 * name that can't be guessed, is never an existing one, and no link is followed.
 */
#ifndef AWL_NEWFILE_H
#define AWL_NEWFILE_H

#include "base/base.h"

/* A new file in the folder of `file`; its name goes to *name, for mem_free().  The
 * descriptor, or -errno. */
int newfile_open(const char *file, u32 mode, char **name);
/* Gives it the mode and the owner of `file`, if that is there and that is allowed. */
void newfile_like(int fd, const char *file);
/* Closes it, and renames it to `file`, or if err isn't 0 removes it.  0 or -errno. */
int newfile_close(int fd, char *name, const char *file, int err);

#endif
