/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * words.c - splits the command line into options and operands, and finds the program.
 *
 * Options are noted and not applied.  Only the script's text says which of the words after it are
 * its own, so these are scanned a second time after the script was parsed.
 */
#include "options_impl.h"

#include <string.h>

#include "own.h"
#include "toolbox.h"

/* Notes an option.  Its value may be the next word. */
static void scan_one(struct options *o, const struct option_row *r, const char *word,
		     const char *value, char **argv, int *i)
{
	struct option_word w = { .row = r, .word = word, .value = value };

	if (r && option_has_value(r) && !value && argv[*i])
		w.value = argv[(*i)++];
	vec_push(&o->words, w);
}

/* May the next word be an option of the script's own? */
static bool is_after_program(const struct options *o)
{
	return o->files || o->called || (o->own_from && o->words.n >= o->own_from);
}

/* Is it an option of the script's own, which may come after "--", too? */
static bool is_own(const struct options *o, const char *word)
{
	if (!is_after_program(o) || word[0] != '-')
		return false;
	return word[1] == '-' ? own_find(o, word + 2, strcspn(word + 2, "=")) != NULL
			      : own_find(o, word + 1, 1) != NULL;
}

static void scan_long(struct options *o, const char *word, char **argv, int *i)
{
	size_t n = strcspn(word, "=");

	if (is_own(o, word))
		own_push(o, word, word);
	else
		scan_one(o, option_long(o, word + 2, n - 2), word,
			 word[n] ? word + n + 1 : NULL, argv, i);
}

/* Notes the script's own option with a letter.  Returns whether the rest of the word is its
 * value. */
static bool scan_own_letter(struct options *o, const struct own_option *own, const char *word,
			    const char *rest, char **argv, int *i)
{
	const char *value = rest;

	if (!own->takes_value) {
		own_push(o, word, own_word(o, own, NULL));
		return false;
	}
	if (!*rest)
		value = argv[*i];
	if (!*rest && value)
		(*i)++;
	own_push(o, word, value ? own_word(o, own, value) : NULL);
	return true;
}

/* Notes the option with the letter *s in the word.  Returns whether the word ends with it. */
static bool scan_letter(struct options *o, const char *word, const char *s, char **argv, int *i)
{
	const struct own_option *own = is_after_program(o) ? own_find(o, s, 1) : NULL;
	const struct option_row *r;

	if (own)
		return scan_own_letter(o, own, word, s + 1, argv, i);
	r = option_short(o, *s);
	scan_one(o, r, word, r && option_has_value(r) && s[1] ? s + 1 : NULL, argv, i);
	return !r || option_has_value(r);
}

/*
 * Notes options with letters.  -e PROGRAM is bpftrace's; ply's -e (dry run) has no value, and
 * the program is an operand: awl -e 'program' fits both.
 */
static void scan_letters(struct options *o, const char *word, char **argv, int *i)
{
	for (const char *s = word + 1; *s; s++)
		if (scan_letter(o, word, s, argv, i))
			return;
}

/* Returns where to store the value of an option that describes the target; NULL for others. */
static const char **target_option(struct options *o, const struct option_row *r)
{
	return !strcmp(r->name, "arch") ? &o->arch : !strcmp(r->name, "btf") ? &o->btf :
	       !strcmp(r->name, "sysroot") ? &o->sysroot : NULL;
}

/* Returns where to store the value of an option that names the program; NULL for others. */
static const char **program_option(struct options *o, const struct option_word *w)
{
	if (w->row->letter == 'f' && !option_names_format(w->value))
		return &o->program_file;
	return w->row->letter == 'e' ? &o->program_text :
	       !strcmp(w->row->name, "bundle") ? &o->bundle : NULL;
}

/* Notes what parsing needs before options are applied: the program, and the target. */
static void note_program(struct options *o, const struct option_word *w)
{
	const char **target, **program;

	/* after a tool, -e and -f may be its own */
	if (!w->row || !w->value || (o->tool && (w->row->letter == 'e' || w->row->letter == 'f')))
		return;
	if (w->row->letter == OPT_AS)	/* it decides what later letters mean */
		o->as_ply = !strcmp(w->value, "ply");
	target = target_option(o, w->row);
	program = program_option(o, w);
	if (target)
		*target = w->value;
	if (!program)
		return;
	*program = w->value;
	if (!o->own_from && !o->files)
		o->own_from = o->words.n;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Is the next operand the program? */
static bool lacks_program(const struct options *o)
{
	if (o->files || o->called || o->own_from)
		return false;
	for (size_t i = 0; i < o->words.n; i++) {
		const struct option_word *w = &o->words.v[i];

		if (w->is_operand || (w->row && option_lists(w->row)))
			return false;
	}
	return true;
}

static void scan_operand(struct options *o, const char *word)
{
	bool is_tool = lacks_program(o) && tool_find(word);

	vec_push(&o->words, ((struct option_word){ .word = word, .is_operand = true,
						   .is_taken = is_tool }));
	if (!is_tool)
		return;
	o->tool = word;
	o->own_from = o->words.n;
}

void options_scan(struct options *o, int argc, char **argv)
{
	bool ended = false;
	int i = 1;

	o->argc = argc;
	o->argv = argv;
	o->session.argv = argv;
	o->words.n = 0;
	while (i < argc) {
		const char *word = argv[i++];

		if (!ended && !strcmp(word, "--")) {
			ended = true;
			continue;
		}
		/* no option is a digit, so -5 is a number for the script */
		if ((ended && !is_own(o, word)) || word[0] != '-' || !word[1] ||
		    is_digit(word[1]))
			scan_operand(o, word);
		else if (word[1] == '-')
			scan_long(o, word, argv, &i);
		else
			scan_letters(o, word, argv, &i);
		note_program(o, &o->words.v[o->words.n - 1]);
	}
}

void options_scan_own(struct options *o)
{
	bool taken = o->own_from && o->words.v[o->own_from - 1].is_taken;

	if (!o->asked.n || !(o->own_from || o->files || o->called))
		return;
	options_scan(o, o->argc, o->argv);
	if (o->own_from)
		o->words.v[o->own_from - 1].is_taken = taken;
}

bool options_has(const struct options *o, char letter)
{
	/* it is not after a script, whose option it may be */
	bool before = !o->files && !o->called;
	bool is_tool = o->called || o->tool;

	for (size_t i = 0; i < o->words.n; i++) {
		const struct option_word *w = &o->words.v[i];

		before &= !w->is_operand && (!o->own_from || i < o->own_from);
		if (w->row && w->row->letter == letter &&
		    (before || (option_lists(w->row) && w->word[1] != '-' && !is_tool)))
			return true;
	}
	return false;
}

const char *options_operand(struct options *o)
{
	for (size_t i = 0; i < o->words.n; i++) {
		struct option_word *w = &o->words.v[i];

		if (!w->is_operand || w->is_taken)
			continue;
		w->is_taken = true;
		o->own_from = i + 1;
		return w->word;
	}
	return NULL;
}

const char *options_last_command(struct options *o)
{
	for (size_t i = o->words.n; i-- > 0; ) {
		struct option_word *w = &o->words.v[i];

		if (w->row && w->row->letter == 'c' && w->value) {
			w->is_taken = true;
			return w->value;
		}
	}
	return NULL;
}
