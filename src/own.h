/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * own.h - the script's own options, which it reads by getopt().
 *
 * getopt("name", ...) is --name or --name=value, getopt("x", ...) is also -x or -x value.  They
 * are known when the script is parsed; then the words after the script are scanned again.
 */
#ifndef AWL_OWN_H
#define AWL_OWN_H

#include "options.h"

struct own_option {
	const char *name;
	bool takes_value;	/* its default is neither missing nor a bool */
	const struct expr *call;	/* getopt(name, default, help) */
};

/* Notes a call of getopt(); `options` is a struct options.  A name counts once. */
void own_note(void *options, const struct expr *call);
/* The option with these n bytes as name; NULL if the script has none. */
const struct own_option *own_find(const struct options *o, const char *name, size_t n);
/* "--x=value", or "--x" if value is NULL; o owns it. */
const char *own_word(struct options *o, const struct own_option *own, const char *value);
/* Adds a word of the command line as the script's own, with what getopt() reads.  NULL: its
 * value is missing. */
void own_push(struct options *o, const char *word, const char *read);
/* Applies a bundle's arguments: options come before those given, operands after them. */
void own_default(struct options *o);
/* Appends a line for each option: its name, default and help. */
void own_show(struct strbuf *out, const struct options *o);
void own_free(struct options *o);

#endif
