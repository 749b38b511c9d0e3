/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bundle.h - a script behind a copy of awl: one file that is a command.
 *
 * Every awl has an empty mark in its data.  A bundle is an awl, this one or
 * another architecture's, whose mark says where in the file the payload
 * stands: awl's options, the script's arguments, and the files it is made of,
 * each text ended by a NUL.  Without --bundle that costs a start nothing.
 */
#ifndef AWL_BUNDLE_H
#define AWL_BUNDLE_H

#include "options.h"

/* If this awl is a bundle: its options, arguments and files into o.  0 or an
 * exit status, told. */
int bundle_open(struct options *o);
/* A file of the bundle, else of the machine; as host_read_file(). */
char *bundle_read(const struct options *o, const char *name, size_t *len);
/* Keeps the files that were parsed for bundle_write(). */
void bundle_pack(struct options *o, const struct diag *d);
/* Writes the file of -o, or leaves it as it was.  0 or an exit status, told. */
int bundle_write(const struct options *o, const struct arch *arch);

#endif
