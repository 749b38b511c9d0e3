/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options.c - the command line; see options.h. */
#include "options.h"

#include <string.h>
#include <unistd.h>

#include "base/find.h"
#include "base/number.h"
#include "base/print.h"
#include "base/text.h"
#include "kernel/host.h"
#include "tables.h"

/* The letters of options without a letter. */
enum { OPT_AS = 1, OPT_NOTHING, OPT_DUMP, OPT_ATTACH, OPT_FILTER, OPT_STRLEN, OPT_DEPTH,
       OPT_MAP_SIZE, OPT_BUFFER, OPT_MEMORY, OPT_MODE };

enum kind {
	FLAG,			/* a bool at the offset */
	TEXT,			/* a const char * at the offset */
	PLAIN,			/* set_option() handles it; it has no value */
	VALUE			/* the same, with a value */
};

#define AT(member) offsetof(struct options, member)

static const struct option_row { char name[21], letter; u8 kind; u16 at; } rows[] = {
	{ "arch", 0, TEXT, AT(arch) },
	{ "as", OPT_AS, VALUE, 0 },
	{ "attach", OPT_ATTACH, VALUE, 0 },
	{ "btf", 0, TEXT, AT(btf) },
	{ "buffer", OPT_BUFFER, VALUE, 0 },
	{ "bench", 0, FLAG, AT(session.bench) },
	{ "bundle", 0, TEXT, AT(bundle) },
	{ "cmd", 'c', VALUE, 0 },
	{ "command", 'c', VALUE, 0 },
	{ "dry-run", 'n', FLAG, AT(session.dry_run) },
	{ "dump", OPT_DUMP, VALUE, 0 },
	{ "format", 'F', VALUE, 0 },
	{ "help", 'h', FLAG, AT(help) },
	{ "include", 'I', VALUE, 0 },
	{ "info", 'T', FLAG, AT(self_test) },
	{ "kallsyms", 0, TEXT, AT(kallsyms) },
#ifndef NO_DWARF
	{ "lines", 'L', TEXT, AT(lines) },
#endif
	{ "list", 'l', FLAG, AT(list) },
	{ "map-size", OPT_MAP_SIZE, VALUE, 0 },
	{ "memory", OPT_MEMORY, VALUE, 0 },
	{ "mode", OPT_MODE, VALUE, 0 },
	{ "no-warnings", 0, FLAG, AT(no_warnings) },
	{ "output", 'o', TEXT, AT(session.out_file) },
	{ "pid", 'p', VALUE, 0 },
	{ "probe-filter", 0, TEXT, AT(probe_filter) },
	{ "quiet", 'q', FLAG, AT(session.quiet) },
	{ "raw", 0, FLAG, AT(session.raw) },
	{ "runner", 0, TEXT, AT(runner) },
	{ "self-test", 'T', FLAG, AT(self_test) },
#ifndef NO_DWARF
	{ "source", 0, TEXT, AT(source) },
#endif
	{ "stack-depth", OPT_DEPTH, VALUE, 0 },
	{ "stack-filter", OPT_FILTER, VALUE, 0 },
	{ "strict", 0, FLAG, AT(session.strict) },
	{ "strlen", OPT_STRLEN, VALUE, 0 },
	{ "sysroot", 0, TEXT, AT(sysroot) },
#ifndef NO_DWARF
	{ "vmlinux", 0, TEXT, AT(vmlinux) },
#endif
	{ "timeout", 't', VALUE, 0 },
	{ "top", 0, FLAG, AT(session.top) },
	{ "traceable-functions", 0, TEXT, AT(functions) },
	{ "tracefs", 0, TEXT, AT(tracefs) },
	{ "usdt-file-activation", OPT_NOTHING, PLAIN, 0 },
	{ "unsafe", 0, FLAG, AT(script.unsafe) },
	{ "verbose", 'v', FLAG, AT(session.verbose) },
	{ "version", 'V', FLAG, AT(version) },
	/* without a name */
	{ "", 'B', VALUE, 0 },
	{ "", 'd', PLAIN, 0 },
	{ "", 'e', TEXT, AT(program_text) },
	{ "", 'f', VALUE, 0 },
	{ "", 'k', PLAIN, 0 },
	{ "", 'S', FLAG, AT(dump_bpf) },
	{ "", 'u', FLAG, AT(session.unbuffered) },
};

static const struct limit { char letter; bool wide; u16 at; u64 lo, hi; u16 what; }
limits[] = {
	{ OPT_STRLEN, false, AT(image.strlen), 2, 4096, T_TAKES_STRLEN },
	{ OPT_DEPTH, false, AT(image.stack_depth), 1, 127, T_TAKES_DEPTH },
	{ OPT_MAP_SIZE, false, AT(image.map_size), 1, 1 << 26, T_TAKES_MAP_SIZE },
	{ OPT_BUFFER, true, AT(session.buffer_size), 4096, 1 << 30, T_TAKES_BUFFER },
	{ OPT_MEMORY, true, AT(session.memory), 1, 1ull << 40, T_TAKES_MEMORY },
	{ 'p', false, AT(session.pid), 1, INT32_MAX, T_TAKES_PID },
};

int options_error(u32 what, const char *arg)
{
	print_error("%s%s%s; awl -h lists the options", text_of(what), arg ? ": " : "",
		    arg ? arg : "");
	return 2;
}

int options_left_out(const char *format)
{
	return options_error(T_FORMAT_LEFT_OUT, format);
}

/* Reads a number with an optional k, M or G; false if it is none or out of range. */
static bool parse_size(const char *s, u64 lo, u64 hi, u64 *n)
{
	if (!number_any(&s, n))
		return false;
	for (const char *unit = "kMG"; *s && *unit; unit++) {
		*n *= 1024;
		if (*unit == *s || (*s == 'K' && *unit == 'k')) {
			s++;
			break;
		}
	}
	return !*s && *n >= lo && *n <= hi;
}

static bool parse_seconds(const char *s, u64 *ns)
{
	u64 part = 1000000000;
	if ((!number_decimal(&s, ns) && *s != '.') || *ns > 1000000000)
		return false;
	*ns *= 1000000000;
	if (*s == '.')
		for (s++; *s >= '0' && *s <= '9'; s++)
			*ns += (u64)(*s - '0') * (part /= 10);
	return (!*s || !strcmp(s, "s")) && *ns;
}

static int set_format(struct options *o, const char *name)
{
	o->output = output_find(name);
	if (!o->output && registry_left_out(&registry, name))
		return options_left_out(name);
	return o->output ? 0 : options_error(T_NO_FORMAT, name);
}

static bool is_format(const char *name)
{
	return (output_find(name) || registry_left_out(&registry, name)) && access(name, R_OK);
}

/* -f FILE is a file, as in awk; -f json is a format, as in bpftrace. */
static int set_file(struct options *o, const char *name)
{
	if (is_format(name))
		return set_format(o, name);
	o->program_file = name;
	return 0;
}

static int set_attach(struct options *o, const char *how)
{
	static const char *const words[] = { "auto", "plain", "fast" };

	for (u32 i = 0; i < ARRAY_SIZE(words); i++)
		if (!strcmp(how, words[i])) {
			o->image.attach = i;
			return 0;
		}
	return options_error(T_TAKES_WAY, how);
}

static int set_dump(struct options *o, const char *what)
{
	if (!strcmp(what, "ast"))	/* only parsing, which needs no kernel */
		o->dump_ast = o->no_expand = true;
	else if (!strcmp(what, "ir"))
		o->dump_ir = true;
	else if (!strcmp(what, "bpf"))
		o->dump_bpf = true;
	else
		return options_error(T_TAKES_STAGE, what);
	return 0;
}

/* --mode has only `bench`; bpftrace's other modes are not for users. */
static int set_mode(struct options *o, const char *mode)
{
	o->session.bench = !strcmp(mode, "bench");
	return o->session.bench ? 0 : options_error(T_TAKES_MODE, mode);
}

/* Reads NAME,NAME… or a file with one name per line. */
static void read_stack_filter(struct options *o, const char *arg)
{
	size_t len;

	mem_free(o->filter_text);
	o->filter_text = host_read_file(arg, &len);
	if (!o->filter_text) {
		o->filter_text = mem_alloc(strlen(arg) + 1);
		strcpy(o->filter_text, arg);
	}
}

static void set_stack_filter(struct options *o)
{
	char *save = NULL;

	for (char *w = strtok_r(o->filter_text, ", \t\n", &save); w;
	     w = strtok_r(NULL, ", \t\n", &save))
		vec_push(&o->stack_filter, w);
}

static int set_limit(struct options *o, const struct limit *l, const char *arg)
{
	u64 n;

	if (!parse_size(arg, l->lo, l->hi, &n))
		return options_error(l->what, arg);
	if (l->wide)
		*(u64 *)((char *)o + l->at) = n;
	else
		*(u32 *)((char *)o + l->at) = (u32)n;
	return 0;
}

/* --as ply: its output, its options, its exit status. */
static int set_as(struct options *o, const char *name)
{
	if (strcmp(name, "ply"))
		return options_error(T_TAKES_AS, name);
	o->as_ply = o->session.own_status = true;
	o->output = &output_ply;
	return 0;
}

static int set_option(struct options *o, char letter, const char *arg)
{
	switch (letter) {
	case 'B': o->session.unbuffered = !strcmp(arg, "none") || !strcmp(arg, "line"); return 0;
	case 'I': vec_push(&o->includes, arg); return 0;	/* files there are never read */
	case OPT_NOTHING: return 0;	/* semaphores are always raised by file */
	case 'c': vec_push(&o->commands, arg); return 0;
	case 'k':
		o->session.strict = false;
		o->session.tells_failures = !o->as_ply;
		return 0;
	case 'd': o->dump_ast = o->dump_ir = o->dump_bpf = true; return 0;
	case 'F': return set_format(o, arg);
	case 'f': return set_file(o, arg);
	case OPT_AS: return set_as(o, arg);
	case OPT_ATTACH: return set_attach(o, arg);
	case OPT_DUMP: return set_dump(o, arg);
	case OPT_MODE: return set_mode(o, arg);
	case OPT_FILTER: set_stack_filter(o); return 0;
	case 't':
		if (parse_seconds(arg, &o->session.timeout_ns))
			return 0;
		return options_error(T_TAKES_SECONDS, arg);
	}
	for (const struct limit *l = limits; ; l++)
		if (l->letter == letter)
			return set_limit(o, l, arg);
}

/* Keeps an option for --bundle.  Options that say what a bundle is made of are not kept. */
static void keep(struct options *o, const struct option_row *r, const char *arg)
{
	if (r->name[0])
		sb_printf(&o->kept, arg ? "--%s=" : "--%s", r->name);
	else
		sb_printf(&o->kept, "-%c", r->letter);
	sb_printf(&o->kept, "%s%c", arg ? arg : "", 0);
}

static int apply(struct options *o, const struct option_row *r, const char *arg)
{
	void *at = (char *)o + r->at;

	if (r->letter == OPT_FILTER) {
		read_stack_filter(o, arg);
		arg = o->filter_text;
	}
	if (r->kind != TEXT)
		keep(o, r, arg);
	if (r->kind == FLAG)
		*(bool *)at = true;
	else if (r->kind == TEXT)
		*(const char **)at = arg;
	else
		return set_option(o, r->letter, arg);
	return 0;
}

static bool has_value(const struct option_row *r)
{
	return r->kind == TEXT || r->kind == VALUE;
}

/* Options of ply that have another letter or name in awl. */
static const struct { char letter, name[11], ours; } of_ply[] = {
	{ 'd', "debug", 'd' },
	{ 'e', "dry-run", 'n' },
	{ 'k', "keep-going", 'k' },
	{ 'S', "dump", 'S' },
	{ 'u', "unbuffer", 'u' },
	{ 'v', "version", 'V' },
};

static const struct option_row *short_option(const struct options *o, char letter)
{
	for (u32 i = 0; o->as_ply && i < ARRAY_SIZE(of_ply); i++)
		if (of_ply[i].letter == letter) {
			letter = of_ply[i].ours;
			break;
		}
	for (const struct option_row *r = rows; r < rows + ARRAY_SIZE(rows); r++)
		if (r->letter == letter && letter > OPT_MODE)	/* others have only a name */
			return r;
	return NULL;
}

/* The option with this name, or the only one that begins with it; NULL if there is none. */
static const struct option_row *long_option(const struct options *o, const char *name, size_t n)
{
	const struct option_row *found = NULL;
	bool several = false;

	for (u32 i = 0; o->as_ply && i < ARRAY_SIZE(of_ply); i++)
		if (!strcmp(of_ply[i].name, name))
			return short_option(o, of_ply[i].letter);
	for (const struct option_row *r = rows; r < rows + ARRAY_SIZE(rows); r++) {
		if (!r->name[0] || strncmp(r->name, name, n))
			continue;
		if (!r->name[n])
			return r;
		several |= found != NULL;
		found = r;
	}
	return several ? NULL : found;
}

/* ---- reading the words ---- */

/* Notes an option.  Its value may be the next word. */
static void scan_one(struct options *o, const struct option_row *r, const char *word,
		     const char *value, char **argv, int *i)
{
	struct option_word w = { .row = r, .word = word, .value = value };

	if (r && has_value(r) && !value && argv[*i]) {
		w.value = argv[(*i)++];
		w.took_next = true;
	}
	vec_push(&o->words, w);
}

static void scan_long(struct options *o, const char *word, char **argv, int *i)
{
	size_t n = strcspn(word, "=");

	scan_one(o, long_option(o, word + 2, n - 2), word, word[n] ? word + n + 1 : NULL, argv, i);
}

/*
 * Notes options with letters.  -e PROGRAM is bpftrace's; ply's -e (dry run) has no value, and
 * the program is an operand: awl -e 'program' fits both.
 */
static void scan_letters(struct options *o, const char *word, char **argv, int *i)
{
	const struct option_row *r;
	const char *s = word;

	do {
		r = short_option(o, *++s);
		scan_one(o, r, word, r && has_value(r) && s[1] ? s + 1 : NULL, argv, i);
	} while (s[1] && r && !has_value(r));
}

/* Notes what parsing needs before options are applied: the program, and the target. */
static void note_program(struct options *o, const struct option_word *w)
{
	const char **at;

	if (!w->row || !w->value)
		return;
	if (w->row->letter == OPT_AS)	/* it decides what later letters mean */
		o->as_ply = !strcmp(w->value, "ply");
	if (w->row->letter == 'f' && !is_format(w->value))
		at = &o->program_file;
	else if (w->row->letter == 'e')
		at = &o->program_text;
	else if (!strcmp(w->row->name, "bundle"))
		at = &o->bundle;
	else if (!strcmp(w->row->name, "arch"))
		at = &o->arch;
	else
		return;
	*at = w->value;
	if (at != &o->arch && !o->own_from && !o->files)
		o->own_from = o->words.n;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

void options_scan(struct options *o, int argc, char **argv)
{
	bool ended = false;
	int i = 1;

	o->words.n = 0;
	while (i < argc) {
		const char *word = argv[i++];

		if (!ended && !strcmp(word, "--")) {
			ended = true;
			continue;
		}
		/* no option is a digit, so -5 is a number for the script */
		if (ended || word[0] != '-' || !word[1] || is_digit(word[1]))
			vec_push(&o->words, ((struct option_word){ .word = word,
								   .is_operand = true }));
		else if (word[1] == '-')
			scan_long(o, word, argv, &i);
		else
			scan_letters(o, word, argv, &i);
		note_program(o, &o->words.v[o->words.n - 1]);
	}
}

bool options_has(const struct options *o, char letter)
{
	bool before = !o->files;	/* it is not after a script, whose option it may be */

	for (size_t i = 0; i < o->words.n; i++) {
		const struct option_word *w = &o->words.v[i];

		before &= !w->is_operand && (!o->own_from || i < o->own_from);
		if (w->row && w->row->letter == letter && (before || w->word[1] != '-'))
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

/* ---- applying them ---- */

/* Is --name or --name=value, after the script, an option that the script asks for? */
static bool is_own(const struct options *o, const char *word)
{
	size_t n = strcspn(word, "=");

	for (size_t i = 0; starts_with(word, "--") && i < o->asked.n; i++)
		if (!strncmp(o->asked.v[i].name, word + 2, n - 2) && !o->asked.v[i].name[n - 2])
			return true;
	return false;
}

static int apply_word(struct options *o, const struct option_word *w)
{
	if (!w->row)
		return options_error(T_NO_OPTION, w->word);
	if (has_value(w->row) && !w->value)
		return options_error(T_NEEDS_VALUE, w->word);
	if (!has_value(w->row) && w->value)
		return options_error(T_NO_VALUE, w->word);
	return apply(o, w->row, w->value);
}

int options_apply(struct options *o)
{
	int err = 0;

	for (size_t i = 0; i < o->words.n && !err; i++) {
		const struct option_word *w = &o->words.v[i];
		bool own = i >= o->own_from && is_own(o, w->word);

		if (w->is_taken)
			continue;
		if (own)
			vec_push(&o->own, w->word);
		else if (w->is_operand)
			vec_push(&o->params, w->word);
		else
			err = apply_word(o, w);
		if (own && w->took_next)
			vec_push(&o->params, w->value);
	}
	return err;
}

void options_called(struct options *o, const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	if (path && !strcmp(slash ? slash + 1 : path, "ply"))
		set_as(o, "ply");
}

/* Applies a bundle's arguments: options come before those given, operands after them. */
void options_default(struct options *o)
{
	size_t given = o->params.n, n = 0;

	for (const char *p = o->defaults; p && *p == '='; p += strlen(p) + 1) {
		if (is_own(o, p + 1))
			vec_push(&o->own_defaults, p + 1);
		else if (n++ >= given)
			vec_push(&o->params, p + 1);
	}
}

void options_free(struct options *o)
{
	mem_free(o->filter_text);
	mem_free(o->bundled);
	sb_free(&o->kept);
	vec_free(&o->stack_filter);
	vec_free(&o->includes);
	vec_free(&o->commands);
	vec_free(&o->params);
	vec_free(&o->words);
	vec_free(&o->own);
	vec_free(&o->own_defaults);
	vec_free(&o->asked);
}
