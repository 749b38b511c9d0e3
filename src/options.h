/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options.h - the command line.
 *
 * Options may be anywhere before "--".  Long ones may be shortened as long as they are unique.
 * Only the script's text says which words are the script's own options.  So the words are
 * scanned first, then the program is found and parsed, and then the options are applied.
 */
#ifndef AWL_OPTIONS_H
#define AWL_OPTIONS_H

#include "output/output.h"
#include "run/merge.h"
#include "run/session.h"
#include "script.h"

struct option_row;		/* options.c */

struct option_word {		/* a word of the command line */
	const struct option_row *row;	/* NULL: an operand, or an unknown option */
	const char *word, *value;	/* value: NULL if there is none */
	bool is_operand;
	bool is_own;		/* the script's option; value is what getopt() reads */
	bool is_taken;		/* it is used as the program */
};

/* The letters of options that main.c asks for and that have none. */
enum { OPT_TOOLS = 1, OPT_TOOL_SOURCE, OPT_MERGE, OPT_DIFF };

struct own_option;		/* own.h */

struct options {
	struct script_options script;
	struct image_options image;
	struct session_options session;
	const struct output *output;
	const char *program_file, *program_text, *arch, *btf, *kallsyms, *tracefs, *sysroot;
	const char *vmlinux, *lines, *source;
	const char *bundle, *runner;	/* the script to bundle, and the awl for it */
	bool as_ply;		/* options have ply's meaning */
	const char *probe_filter, *functions;
	bool no_warnings;
	bool dump_ast, dump_ir, dump_bpf, help, version, self_test, list, no_expand;
	VEC(const char *) commands, params, stack_filter, includes;
	struct merge_options merge;
	const char *tool;	/* toolbox.h: the tool that is the program, or to be shown */
	bool called;		/* awl was called by its name */
	VEC(const char *) own, own_defaults;	/* --name=value for getopt(); a bundle's */
	VEC(char *) own_words;	/* those of them that own.c made */
	VEC(struct own_option) asked;	/* the options that the script asks for */
	VEC(struct option_word) words;
	size_t own_from;	/* index of the first word after the program */
	char **argv;		/* what was scanned */
	int argc;
	char *filter_text;	/* owns the text that stack_filter points into */
	struct strbuf kept;	/* the options of a bundle: bundle.h */
	/* of a bundle: its payload; the files in it; its default arguments */
	char *bundled;
	const char *files, *defaults;
	const char *resolved;		/* provider/resolved.h; or NULL */
	size_t types_len;		/* bytes after that text */
	bool has_resolved;		/* --bundle: there is such a text */
};

/* If awl was called by the name ply, applies --as ply.  If it was called by the name of a tool,
 * that is the program.  path is argv[0] and may be NULL. */
void options_called(struct options *o, const char *path);
/* Splits the words of the command line and notes -e, -f and --bundle.  argv must live as long
 * as o. */
void options_scan(struct options *o, int argc, char **argv);
/* Applies the options about messages, which the parser needs before the others are applied. */
void options_messages(const struct options *o, struct diag *diag);
/* Is there an option with this letter that can't be the script's? */
bool options_has(const struct options *o, char letter);
/* Takes the first operand, or the last -c, as the program; NULL if there is none. */
const char *options_operand(struct options *o);
const char *options_last_command(struct options *o);
/* Applies the words that were scanned.  Returns 0, or 2 after an error was reported. */
int options_apply(struct options *o);
void options_free(struct options *o);
/* Reports an error in the command line, a text and arg, which may be NULL.  Returns 2. */
int options_error(u32 what, const char *arg);
int options_left_out(const char *format);

#endif
