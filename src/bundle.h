/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bundle.h - a copy of awl with a script: one file that is a command.
 *
 * Every awl has an empty mark in its data.  A bundle is an awl, also one for another
 * architecture, whose mark says where in the file the payload is.  The payload is awl's options,
 * the arguments of the script, and the files that it consists of; each text ends in a NUL.
 * After an empty text follows what debug information said (provider/resolved.h), if the script
 * needed it.
 * Starting an awl without payload costs nothing extra.
 */
#ifndef AWL_BUNDLE_H
#define AWL_BUNDLE_H

#include "options.h"

/* If this awl is a bundle, reads its options, arguments and files into o.  Returns 0, or an exit
 * status after an error was reported. */
int bundle_open(struct options *o);
/* Like host_read_file(), but reads a file of the bundle if that has it. */
char *bundle_read(const struct options *o, const char *name, size_t *len);
/* Keeps the files that were parsed, for bundle_write(). */
void bundle_pack(struct options *o, const struct diag *d);
/* Writes the file of -o; after an error it does not change.  Returns 0, or an exit status after
 * the error was reported. */
int bundle_write(const struct options *o, const struct arch *arch);

#endif
