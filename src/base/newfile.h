/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * newfile.h - files that replace older ones only when they are complete.
 *
 * awl runs as root and may write to a directory of another user.  So the new file has a name
 * that can't be guessed, no existing file is opened, and no link is followed.
 */
#ifndef AWL_NEWFILE_H
#define AWL_NEWFILE_H

#include "base/base.h"

/* May the file be replaced?  1 if it is a regular file or doesn't exist.  0 if it is a device or a
 * link, which a rename would destroy.  Or -errno. */
int newfile_fits(const char *file);
/* Creates a file in the directory of `file`.  *name receives its name, also
 * after an error, to be freed by mem_free().  Returns a descriptor or -errno. */
int newfile_open(const char *file, u32 mode, char **name);
/* Gives it the owner and the mode of `file`, if that is a regular file.  Returns 0, or -errno if it
 * can't be told whose `file` is.  Only root can give files away; others keep their own. */
int newfile_like(int fd, const char *file);
/* Closes it.  If err is 0 renames it to `file`, else removes it.   Returns 0 or -errno. */
int newfile_close(int fd, char *name, const char *file, int err);

#endif
