/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options.c - the command line; see options.h. */
#include "options_impl.h"

#include <string.h>
#include <unistd.h>

#include "base/find.h"
#include "base/number.h"
#include "base/print.h"
#include "base/text.h"
#include "kernel/host.h"
#include "own.h"
#include "tables.h"
#include "toolbox.h"

#define AT(member) offsetof(struct options, member)

static const struct option_row rows[] = {
	{ "arch", 0, TEXT, AT(arch) },
	{ "as", OPT_AS, VALUE, 0 },
	{ "attach", OPT_ATTACH, VALUE, 0 },
	{ "btf", 0, TEXT, AT(btf) },
	{ "budget", OPT_BUDGET, VALUE, 0 },
	{ "buffer", OPT_BUFFER, VALUE, 0 },
	{ "bench", 0, FLAG, AT(session.bench) },
	{ "bundle", 0, TEXT, AT(bundle) },
#ifndef NO_MERGE
	{ "by-host", 0, FLAG, AT(merge.by_host) },
	{ "diff", OPT_DIFF, FLAG, AT(merge.diff) },
	{ "merge", OPT_MERGE, PLAIN, 0 },
#endif
	{ "check", 0, FLAG, AT(session.dry_run) },
	{ "cmd", 'c', VALUE, 0 },
	{ "color", OPT_COLOR, VALUE, 0 },
	{ "command", 'c', VALUE, 0 },
	{ "cost", 0, FLAG, AT(session.cost) },
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
	{ "messages", OPT_MESSAGES, VALUE, 0 },
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
	{ "throttle", 0, FLAG, AT(session.throttle) },
	{ "timeout", 't', VALUE, 0 },
#ifndef NO_TOOLS
	{ "tool-source", OPT_TOOL_SOURCE, TEXT, AT(tool) },
	{ "tools", OPT_TOOLS, PLAIN, 0 },
#endif
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
	{ OPT_DEPTH, false, AT(image.stack_depth), 1, 1024, T_TAKES_DEPTH },
	{ OPT_MAP_SIZE, false, AT(image.map_size), 1, 1 << 26, T_TAKES_MAP_SIZE },
	{ OPT_BUFFER, true, AT(session.buffer_size), 4096, 1 << 30, T_TAKES_BUFFER },
	{ OPT_MEMORY, true, AT(image.memory), 1, 1ull << 40, T_TAKES_MEMORY },
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

/* "1%", "0.5%" or "1": a part of one CPU, in millionths. */
static bool parse_share(const char *s, u32 *share)
{
	u64 n, part = BUDGET_WHOLE / 100;

	if ((!number_decimal(&s, &n) && *s != '.') || n > 100000)
		return false;
	n *= part;
	if (*s == '.')
		for (s++; *s >= '0' && *s <= '9'; s++)
			n += (u64)(*s - '0') * (part /= 10);
	*share = (u32)n;
	return n && n <= UINT32_MAX && (!*s || !strcmp(s, "%"));
}

static int set_format(struct options *o, const char *name)
{
	o->output = output_find(name);
	if (!o->output && registry_left_out(&registry, name))
		return options_left_out(name);
	return o->output ? 0 : options_error(T_NO_FORMAT, name);
}

bool option_names_format(const char *name)
{
	return (output_find(name) || registry_left_out(&registry, name)) && access(name, R_OK);
}

/* -f FILE is a file, as in awk; -f json is a format, as in bpftrace. */
static int set_file(struct options *o, const char *name)
{
	if (option_names_format(name))
		return set_format(o, name);
	o->program_file = name;
	return 0;
}

/* The index of a word in "a|b|c", or -1. */
static int word_index(const char *words, const char *word)
{
	const char *at = words;

	for (int i = 0; *at; i++) {
		size_t n = strcspn(at, "|");

		if (strlen(word) == n && !strncmp(at, word, n))
			return i;
		at += n + (at[n] == '|');
	}
	return -1;
}

/* The same; -1 after a message. */
static int choose_word(const char *option, const char *words, const char *word)
{
	int i = word_index(words, word);

	if (i < 0)
		print_error(TEXT_ARGS(T_TAKES_WORD, option, words, word));
	return i;
}

#define COLOUR_WORDS "auto|always|never"	/* enum print_colours */
#define MESSAGE_WORDS "text|json"

/* Sets *choice to the index of a word. */
static int set_choice(u32 *choice, const char *option, const char *words, const char *word)
{
	int i = choose_word(option, words, word);

	*choice = i < 0 ? 0 : (u32)i;
	return i < 0 ? 2 : 0;
}

void options_messages(const struct options *o, struct diag *diag)
{
	int when = COLOURS_AUTO;

	for (size_t i = 0; i < o->words.n; i++) {
		const struct option_word *w = &o->words.v[i];

		if (!w->row || !w->value)
			continue;
		if (w->row->letter == OPT_MESSAGES)
			diag->as_json = word_index(MESSAGE_WORDS, w->value) == 1;
		if (w->row->letter == OPT_COLOR)
			when = word_index(COLOUR_WORDS, w->value);
	}
	diag->is_coloured = print_coloured(STDERR_FILENO, when < 0 ? COLOURS_AUTO : (u32)when);
}

static int set_dump(struct options *o, const char *what)
{
	int i = choose_word("dump", "ast|ir|bpf", what);

	if (!i)
		o->dump_ast = o->no_expand = true;	/* only parsing, which needs no kernel */
	o->dump_ir |= i == 1;
	o->dump_bpf |= i == 2;
	return i < 0 ? 2 : 0;
}

/* --mode has only `bench`; bpftrace's other modes are not for users. */
static int set_mode(struct options *o, const char *mode)
{
	o->session.bench = !choose_word("mode", "bench", mode);
	return o->session.bench ? 0 : 2;
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
	if (choose_word("as", "ply", name))
		return 2;
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
	case OPT_TOOLS:
	case OPT_MERGE: return 0;	/* main.c asks for it */
	case 'c': vec_push(&o->commands, arg); return 0;
	case 'k':
		o->session.strict = false;
		o->session.tells_failures = !o->as_ply;
		return 0;
	case 'd': o->dump_ast = o->dump_ir = o->dump_bpf = true; return 0;
	case 'F': return set_format(o, arg);
	case 'f': return set_file(o, arg);
	case OPT_AS: return set_as(o, arg);
	case OPT_BUDGET:
		return parse_share(arg, &o->session.budget) ? 0 :
							      options_error(T_TAKES_SHARE, arg);
	case OPT_ATTACH:	/* enum attach_by */
		return set_choice(&o->image.attach, "attach", "auto|plain|fast", arg);
	case OPT_COLOR: return set_choice(&o->session.colours, "color", COLOUR_WORDS, arg);
	case OPT_MESSAGES:	/* options_messages() has applied it */
		return choose_word("messages", MESSAGE_WORDS, arg) < 0 ? 2 : 0;
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

/* Options of ply that have another letter or name in awl. */
static const struct { char letter, name[11], ours; } of_ply[] = {
	{ 'd', "debug", 'd' },
	{ 'e', "dry-run", 'n' },
	{ 'k', "keep-going", 'k' },
	{ 'S', "dump", 'S' },
	{ 'u', "unbuffer", 'u' },
	{ 'v', "version", 'V' },
};

const struct option_row *option_short(const struct options *o, char letter)
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

const struct option_row *option_long(const struct options *o, const char *name, size_t n)
{
	const struct option_row *found = NULL;
	bool several = false;

	for (u32 i = 0; o->as_ply && i < ARRAY_SIZE(of_ply); i++)
		if (!strcmp(of_ply[i].name, name))
			return option_short(o, of_ply[i].letter);
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

/* ---- applying them ---- */

static int apply_word(struct options *o, const struct option_word *w)
{
	if (!w->row)
		return options_error(T_NO_OPTION, w->word);
	if (option_has_value(w->row) && !w->value)
		return options_error(T_NEEDS_VALUE, w->word);
	if (!option_has_value(w->row) && w->value)
		return options_error(T_NO_VALUE, w->word);
	return apply(o, w->row, w->value);
}

int options_apply(struct options *o)
{
	int err = 0;

	options_scan_own(o);
	for (size_t i = 0; i < o->words.n && !err; i++) {
		const struct option_word *w = &o->words.v[i];

		if (w->is_taken)
			continue;
		if (w->is_own && w->value)
			vec_push(&o->own, w->value);
		else if (w->is_own)
			err = options_error(T_NEEDS_VALUE, w->word);
		else if (w->is_operand)
			vec_push(&o->params, w->word);
		else
			err = apply_word(o, w);
	}
	if (!err && o->session.throttle && !o->session.budget)
		err = options_error(T_NEEDS_BUDGET, NULL);
	return err;
}

void options_called(struct options *o, const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;
	const char *name = slash ? slash + 1 : path;

	if (!name || o->files)
		return;
	if (!strcmp(name, "ply"))
		set_as(o, "ply");
	o->called = tool_find(name) != NULL;
	if (o->called)
		o->tool = name;
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
	own_free(o);
}
