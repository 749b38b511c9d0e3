/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options.h - what the command line asks for.
 *
 * Options end at the first operand, as the program's own arguments follow it;
 * long ones may be shortened as far as they stay unlike each other.
 */
#ifndef AWL_OPTIONS_H
#define AWL_OPTIONS_H

#include "output/output.h"
#include "run/session.h"
#include "script.h"

struct options {
	struct script_options script;
	struct session_options session;
	const struct output *output;
	const char *program_file, *program_text, *arch, *btf, *kallsyms, *tracefs, *sysroot;
	const char *bundle, *runner;	/* what is to be made a command, of which awl */
	bool as_ply;		/* options mean what they mean to ply */
	bool dump_ast, dump_ir, dump_bpf, help, version, self_test, list, no_expand;
	VEC(const char *) commands, params, stack_filter;
	char *filter_text;	/* what stack_filter points into */
	struct strbuf kept;	/* what a bundle has of these options, bundle.h */
	/* of a bundle: its payload, the files in it, arguments that aren't given */
	char *bundled;
	const char *files, *defaults;
};


/* What the name that awl was called by (argv[0], may be NULL) says: ply means --as ply. */
void options_called(struct options *o, const char *path);
/* 0, and *arg the first operand; or 2, told.  Texts are argv's own. */
int options_parse(struct options *o, int argc, char **argv, int *arg);
void options_free(struct options *o);
/* Says what is wrong with the command line; 2.  arg may be NULL. */
int options_error(u32 what, const char *arg);
int options_left_out(const char *format);

#endif
