/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options.h - what the command line asks for.
 *
 * Options may stand anywhere before "--"; long ones may be shortened as far as they
 * stay unlike each other.  Which words are the script's own options only its text
 * can tell: so the words are scanned, the program is found and parsed, and then the
 * options are applied.
 */
#ifndef AWL_OPTIONS_H
#define AWL_OPTIONS_H

#include "output/output.h"
#include "run/session.h"
#include "script.h"

struct option_row;		/* options.c */

struct option_word {		/* of the command line */
	const struct option_row *row;	/* NULL: an operand, or no option of ours */
	const char *word, *value;	/* value: NULL if there is none */
	bool is_operand;
	bool took_next;		/* value is the next word */
	bool is_taken;		/* it is the program */
};

struct own_option {		/* getopt(name, otherwise, help) of a script */
	const char *name;
	const struct expr *call;
};

struct options {
	struct script_options script;
	struct image_options image;
	struct session_options session;
	const struct output *output;
	const char *program_file, *program_text, *arch, *btf, *kallsyms, *tracefs, *sysroot;
	const char *vmlinux;
	const char *bundle, *runner;	/* what is to be made a command, of which awl */
	bool as_ply;		/* options mean what they mean to ply */
	const char *probe_filter, *functions;
	bool no_warnings;
	bool dump_ast, dump_ir, dump_bpf, help, version, self_test, list, no_expand;
	VEC(const char *) commands, params, stack_filter, includes;
	VEC(const char *) own, own_defaults;	/* --name=value for getopt(); a bundle's */
	VEC(struct own_option) asked;	/* those the script asks for */
	VEC(struct option_word) words;
	size_t own_from;	/* index of the first word behind the program */
	char *filter_text;	/* what stack_filter points into */
	struct strbuf kept;	/* what a bundle has of these options, bundle.h */
	/* of a bundle: its payload, the files in it, arguments that aren't given */
	char *bundled;
	const char *files, *defaults;
};


/* What the name that awl was called by (argv[0], may be NULL) says: ply means --as ply. */
void options_called(struct options *o, const char *path);
/* Splits the words of the command line and notes -e, -f and --bundle.  Texts are
 * argv's own. */
void options_scan(struct options *o, int argc, char **argv);
/* Is this surely one of them, whatever the script says? */
bool options_has(const struct options *o, char letter);
/* The first operand, the last -c: taken as the program; NULL if there is none. */
const char *options_operand(struct options *o);
const char *options_last_command(struct options *o);
/* Applies the words that were scanned; 0, or 2, told. */
int options_apply(struct options *o);
void options_default(struct options *o);
void options_free(struct options *o);
/* Says what is wrong with the command line; 2.  arg may be NULL. */
int options_error(u32 what, const char *arg);
int options_left_out(const char *format);

#endif
