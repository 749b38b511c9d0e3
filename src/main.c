/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * main.c - options, then the passes in order, then the exit status:
 *
 *	0  it ran (or the exit code of the script or, with -c, of the last command)
 *	1  the script is wrong
 *	2  the command line is wrong
 *	3  the kernel refuses
 *	4  --strict, and something was lost
 *	5  the programs took more than --budget
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/find.h"
#include "base/print.h"
#include "base/text.h"
#include "bundle.h"
#include "compile.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "lang/asks.h"
#include "lang/parse.h"
#include "options.h"
#include "own.h"
#include "provider/source.h"
#include "run/failure.h"
#include "run/list.h"
#include "run/selftest.h"
#include "tables.h"
#include "toolbox.h"

static const char version_text[] = "awl " PACKAGE_VERSION "\n";

/* Without debug information nothing is known of source lines. */
#ifdef NO_DWARF
#define HAS_LINES false
#else
#define HAS_LINES true
#endif

/* ---- the program's text ---- */

struct program { const char *name; char *text; size_t len; };

static int read_program_file(const struct options *o, const char *name, struct program *p)
{
	bool is_stdin = !strcmp(name, "-");

	p->name = is_stdin ? "stdin" : name;
	p->text = is_stdin ? host_read_fd(STDIN_FILENO, &p->len) : bundle_read(o, name, &p->len);
	if (p->text)
		return 0;
	print_error("%s: %s", name, error_text(0));
	return 2;
}

static int take_text(const char *text, struct program *p)
{
	struct strbuf sb = { 0 };

	sb_puts(&sb, text);
	*p = (struct program){ "program", sb.s, sb.n };
	return 0;
}

static int take_tool(const char *name, struct program *p)
{
	take_text(tool_find(name), p);
	p->name = name;
	return 0;
}

/* A clause of a probe alone, for -l. */
static int take_probe(const char *text, struct program *p)
{
	struct strbuf sb = { 0 };

	sb_printf(&sb, "%s { }", text);
	*p = (struct program){ "program", sb.s, sb.n };
	return 0;
}

/* An operand is a program if it isn't a file.  Without operands the text of -c is the program, as
 * in ply. */
static int find_program(struct options *o, struct program *p)
{
	const char *text;

	if (o->program_file)
		return read_program_file(o, o->program_file, p);
	if (o->program_text)
		return access(o->program_text, R_OK) ? take_text(o->program_text, p)
						     : read_program_file(o, o->program_text, p);
	if (o->tool)
		return take_tool(o->tool, p);
	if (o->bundle && access(o->bundle, R_OK) && tool_find(o->bundle))
		return take_tool(o->bundle, p);
	text = o->bundle ? o->bundle : options_operand(o);
	if (!text) {
		text = options_last_command(o);
		if (text)
			return take_text(text, p);
		return options_apply(o) ? 2 : options_error(T_NO_PROGRAM, NULL);
	}
	if (!strcmp(text, "-") || !access(text, R_OK))
		return read_program_file(o, text, p);
	if (HAS_LINES && options_has(o, 'l'))	/* only a line gets here: lists_script() */
		return take_probe(text, p);
	if (parse_looks_like_program(text))
		return take_text(text, p);
	print_error("%s: %s", text, error_text(0));
	return 2;
}

/* ---- one script ---- */

static void release(struct script *s)
{
	source_close(s);
	script_release(s);
	diag_free(s->diag);
	kern_free(s->kern);
	arena_free(s->arena);
}

/* For another machine nothing of this machine's kernel is used. */
static const char *sysroot(const struct options *o)
{
	return o->sysroot ? o->sysroot : o->arch ? NO_SYSROOT : "";
}

/* For another machine without its files probes can't be checked: only the syntax is. */
static int prepare_bundle(struct options *o)
{
	if (!o->session.out_file)
		return options_error(T_NEEDS_OUTPUT, NULL);
	o->no_expand = o->arch && !o->sysroot && !o->btf && !o->kallsyms && !o->tracefs &&
		       !o->vmlinux;
	if (o->no_expand && !o->session.quiet)
		print_error(TEXT_ARGS(T_SYNTAX_ONLY, o->bundle));
	return 0;
}

/* A file of --btf must be readable: the types of this kernel may differ from those in it. */
static int check_btf(struct script *s, const struct options *o)
{
	const char *type;
	int err = 0;

	s->kern->arch = s->arch;
	if (!o->btf)
		return 0;
	if (kern_btf(s->kern, &err)) {
		type = kern_foreign_btf(s->kern);
		if (type)
			print_error(TEXT_ARGS(T_FOREIGN_BTF, o->btf, type));
		return type ? 2 : 0;
	}
	print_error(TEXT_ARGS(T_BAD_BTF, o->btf, err == -EINVAL ?
			      text_of(T_OTHER_BTF) : error_text(err)));
	return 2;
}

static int run(struct script *s, struct options *o)
{
	int err = compile_target(s, o);

	s->opt.pid = (u32)o->session.pid;
	s->opt.own_pid = (u32)getpid();
	if (!o->arch)
		host_pid_ns(&s->opt.pid_ns.dev, &s->opt.pid_ns.ino);
	s->opt.lacks_ns_pid = s->opt.pid_ns.ino && !s->image.has(FEATURE_NS_PID);
	if (!err && o->session.pid && s->opt.lacks_ns_pid)
		err = options_error(T_NO_NS_PID, NULL);
	if (!err && o->session.pid && kill(o->session.pid, 0) && errno == ESRCH) {
		print_error("-p %d: %s", (int)o->session.pid, error_text(0));
		err = 1;	/* or the message would be about its files */
	}
	if (!err)
		err = check_btf(s, o);
	if (!err && o->bundle)
		err = prepare_bundle(o);
	if (!err)
		err = compile(s, o);
	diag_flush(s->diag);
	if (!err && o->bundle)
		err = bundle_write(o, s->arch);
	else if (!err && o->list)
		list_script(&s->image, o->session.verbose);
	else if (!err && !(o->arch && o->session.dry_run) && !o->no_expand)
		err = session_run(&s->image, &o->session, o->output);
	return err;
}

/* Is the probe a line of the source or, for -lv, a function of a program?  These have variables. */
static bool has_variables(const struct options *o, const char *word)
{
	size_t n = strcspn(word, ":");
	const struct provider *pv = registry_provider(&registry, word, n);

	return HAS_LINES && (source_is_line(word) ||
			     (options_has(o, 'v') && pv && pv->takes_file &&
			      pv->offers & OFFERS_VARIABLES && word[n] &&
			      strchr(word + n + 1, ':') && !host_is_glob(word)));
}

/* Does -l list the probes of a script, given as a file or with -e, or of such a place? */
static bool lists_script(const struct options *o)
{
	size_t i = 0;

	if (o->program_text || o->program_file)
		return true;
	while (i < o->words.n && !o->words.v[i].is_operand)
		i++;
	return i < o->words.n && (!access(o->words.v[i].word, R_OK) ||
				  has_variables(o, o->words.v[i].word));
}

static int list(const struct options *o, const char *glob)
{
	const struct arch *arch = arch_find(o->arch ? o->arch : host_machine());
	struct arena arena = { 0 };
	struct kern kern = { .arena = &arena, .sysroot = sysroot(o), .kallsyms = o->kallsyms,
			     .tracefs_dir = o->tracefs, .btf_file = o->btf,
			     .functions = o->functions, .arch = arch ? arch : &arch_x86_64,
			     .pid = (u32)o->session.pid };
	bool verbose = o->session.verbose;
	int err = list_names_types(glob) ? list_types(&kern, glob, verbose) :
		  list_probes(&registry, &kern, glob, verbose);

	kern_free(&kern);
	arena_free(&arena);
	return err;
}

/* ---- the script's own options ---- */

/* Arguments that the script doesn't read are mistyped options, or for another program. */
static int check_params(const struct options *o, const struct unit *u)
{
	if (!o->params.n || unit_reads_params(u))
		return 0;
	return options_error(T_NO_ARGUMENTS, o->params.v[0]);
}

/* Without -F the file's name says the format. */
static int choose_output(struct options *o)
{
	o->session.notes = &output_text;
	if (o->session.out_file && !strcmp(o->session.out_file, "-"))
		o->session.out_file = NULL;	/* the standard output */
	if (!o->output && o->session.out_file) {
		const char *dot = strrchr(o->session.out_file, '.');

		o->output = output_for_file(o->session.out_file);
		if (!o->output && dot && registry_left_out(&registry, dot + 1))
			return options_left_out(dot + 1);
	}
	if (!o->output || o->session.top)
		o->output = &output_text;
	return 0;
}

static int finish_options(struct options *o, const struct unit *u)
{
	int err;

	own_default(o);
	if (!o->btf && !o->arch && !o->sysroot)
		o->btf = getenv("BPFTRACE_BTF");
	o->script.params = o->params.v;
	o->script.n_params = (u32)o->params.n;
	o->script.own[0] = o->own.v;
	o->script.n_own[0] = (u32)o->own.n;
	o->script.own[1] = o->own_defaults.v;
	o->script.n_own[1] = (u32)o->own_defaults.n;
	o->session.commands = o->commands.v;
	o->session.n_commands = (u32)o->commands.n;
	o->session.stack_filter = o->stack_filter.v;
	o->session.n_stack_filter = (u32)o->stack_filter.n;
	err = choose_output(o);
	o->script.is_timeline = !err && o->output->moment;
	return err ? err : check_params(o, u);
}

/* ---- help ---- */

/* Shows the comment at the script's start, which describes the script. */
static void show_comment(struct strbuf *out, const char *s)
{
	for (size_t n; *s == '#'; s += n) {
		n = strcspn(s, "\n");
		n += s[n] == '\n';
		if (s[1] != '!' && !starts_with(s, "# SPDX-"))
			sb_put(out, s + 1 + (s[1] == ' '), n - 1 - (s[1] == ' '));
	}
}

static void help(const struct options *o, const char *text)
{
	struct strbuf out = { 0 }, formats = { 0 };

	show_comment(&out, text);
	own_show(&out, o);
	if (out.n)
		sb_putc(&out, '\n');
	output_names(&formats);
	if (o->tool)
		sb_puts(&out, text_of(T_TOOL_USAGE));
	else
		sb_printf(&out, TEXT_ARGS(T_USAGE, formats.s));
	print_buffer(STDOUT_FILENO, &out);
	sb_free(&out);
	sb_free(&formats);
}

/* ---- from the command line to the last line printed ---- */

/* Is there an option that asks for information, so that nothing is run? */
static bool is_asked(const struct options *o)
{
	return o->help || o->version || o->self_test || o->list;
}

static int answer(const struct options *o, const char *text, const char *glob)
{
	if (o->help)
		help(o, text);
	else if (o->version)
		print_bytes(STDOUT_FILENO, version_text, sizeof(version_text) - 1);
	else
		return o->self_test ? selftest(&registry) : list(o, glob);
	return 0;
}

/* -L: nothing is parsed or run. */
static int show_lines(struct options *o)
{
	struct arena arena = { 0 };
	struct kern kern = { .arena = &arena, .sysroot = sysroot(o) };
	struct script s = { .arena = &arena, .kern = &kern };
	int err = options_apply(o);

	kern.vmlinux = o->vmlinux;
	kern.pid = (u32)o->session.pid;
	s.opt.no_kernel = o->arch;
	if (!err)
		err = source_show(&s, o->lines, o->source);
	source_close(&s);
	kern_free(&kern);
	arena_free(&arena);
	return err;
}

/* --tools and --tool-source. */
static int show_tools(struct options *o)
{
	struct strbuf out = { 0 };
	int err = options_apply(o);
	const char *text = o->tool ? tool_find(o->tool) : NULL;

	if (!err && o->tool && !text)
		err = options_error(T_NO_TOOL, o->tool);
	else if (!err && text)
		sb_puts(&out, text);
	else if (!err)
		tools_list(&out);
	print_buffer(STDOUT_FILENO, &out);
	sb_free(&out);
	return err;
}

/* --merge and --diff: the operands are files, even if there are tools of their names. */
static int merge(struct options *o)
{
	VEC(const char *) files = { 0 };
	int err;

	for (size_t i = 0; i < o->words.n; i++) {
		o->words.v[i].is_taken &= !o->words.v[i].is_operand;
		if (o->words.v[i].is_operand)
			vec_push(&files, o->words.v[i].word);
	}
	o->merge.files = files.v;
	o->merge.n_files = (u32)files.n;
	o->merge.aggs = registry.aggs;
	err = options_apply(o);
	if (!err)
		err = choose_output(o);
	o->session.stack_filter = o->stack_filter.v;
	o->session.n_stack_filter = (u32)o->stack_filter.n;
	if (!err && o->merge.diff && files.n != 2)
		err = options_error(T_DIFF_TWO, NULL);
	else if (!err && !files.n)
		err = options_error(T_NO_MAPFILES, NULL);
	if (!err)
		err = merge_run(&o->merge, &o->session, o->output);
	vec_free(&files);
	return err;
}

static int answer_alone(struct options *o)
{
	const char *glob = options_operand(o);
	int err = options_apply(o);

	return err ? err : answer(o, "", glob ? glob : "");
}

static int run_program(struct options *o, const struct program *p)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	struct kern kern = { .arena = &arena, .btf_file = o->btf, .sysroot = sysroot(o) };
	struct script s = { .arena = &arena, .diag = &diag, .kern = &kern, .registry = &registry,
			    .names = { .arena = &arena },
			    .image = { .arena = &arena, .diag = &diag, .kern = &kern } };
	int err;

	options_messages(o, &diag);
	err = compile_parse(&s, o, p->name, p->text, p->len) ? 1 : 0;
	unit_each_getopt(&registry, &s.unit, own_note, o);
	if (!err)
		err = options_apply(o);
	if (!err && is_asked(o) && !o->list) {
		err = answer(o, p->text, "");
	} else if (!err) {
		err = finish_options(o, &s.unit);
		diag.quiet = o->session.quiet || o->no_warnings;
		kern.kallsyms = o->kallsyms;
		kern.tracefs_dir = o->tracefs;
		kern.functions = o->functions;
		kern.vmlinux = o->vmlinux;
		kern.pid = (u32)o->session.pid;
		s.opt = o->script;
		s.image.opt = o->image;
		s.tell_failure = o->session.tells_failures ? failure_handle : NULL;
		if (!err)
			err = run(&s, o);
	}
	diag_flush(&diag);
	release(&s);
	return err;
}

/* Is there -h, and nothing that could be a program? */
static bool asks_for_help(const struct options *o)
{
	if (!options_has(o, 'h') || o->program_file || o->program_text || o->bundle || o->tool)
		return false;
	for (size_t i = 0; i < o->words.n; i++)
		if (o->words.v[i].is_operand)
			return false;
	return true;
}

/* Opens standard descriptors that are closed, or the next files would get their numbers. */
static void open_standard(void)
{
	int fd = open("/dev/null", O_RDWR);

	while (fd >= 0 && fd <= STDERR_FILENO)
		fd = dup(fd);
	if (fd > STDERR_FILENO)
		close(fd);
}

int main(int argc, char **argv)
{
	struct options o = { .image = { .strlen = 256, .stack_depth = 127,
				       .snapshot = 8192 } };
	struct program p = { 0 };
	int err;

	open_standard();
	err = bundle_open(&o);
	options_called(&o, argv[0]);
	if (!err) {
		options_scan(&o, argc, argv);
		if (HAS_LINES && options_has(&o, 'L'))
			err = show_lines(&o);
		else if (options_has(&o, OPT_TOOLS) || options_has(&o, OPT_TOOL_SOURCE))
			err = show_tools(&o);
		else if (options_has(&o, 'V') || options_has(&o, 'T') ||
		    (options_has(&o, 'l') && !lists_script(&o)) || asks_for_help(&o))
			err = answer_alone(&o);
		else if (HAS_MERGE && (options_has(&o, OPT_MERGE) || options_has(&o, OPT_DIFF)))
			err = merge(&o);
		else if (!(err = find_program(&o, &p)))
			err = run_program(&o, &p);
	}
	mem_free(p.text);
	options_free(&o);
	return err;
}
