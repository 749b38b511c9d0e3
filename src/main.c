/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * main.c - the table of contents: options, the passes in order, exit status.
 *
 *	0  it ran (or the script's exit code, or the last command's with -c)
 *	1  the script is wrong	2  the command line is	3  the kernel refuses
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "bpf/dump.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "lang/parse.h"
#include "run/list.h"
#include "run/load.h"
#include "run/selftest.h"
#include "run/session.h"
#include "script.h"
#include "tables.h"

struct options {
	struct script_options script;
	struct session_options session;
	const struct output *output;
	const char *program_file, *program_text, *arch, *btf, *kallsyms, *tracefs;
	bool dump_ast, dump_ir, dump_bpf, help, version, self_test, list, no_expand;
	VEC(const char *) commands, params, stack_filter;
	char *filter_text;	/* what stack_filter points into */
};

enum { OPT_ARCH = 256, OPT_ATTACH, OPT_BTF, OPT_KALLSYMS, OPT_TRACEFS, OPT_MAP_SIZE, OPT_STRLEN, OPT_BUFFER,
       OPT_STACK_DEPTH, OPT_STACK_FILTER, OPT_UNSAFE, OPT_DUMP, OPT_HELP };

static const struct option long_options[] = {
	{ "arch", required_argument, NULL, OPT_ARCH },
	{ "attach", required_argument, NULL, OPT_ATTACH },
	{ "btf", required_argument, NULL, OPT_BTF },
	{ "buffer", required_argument, NULL, OPT_BUFFER },
	{ "command", required_argument, NULL, 'c' },
	{ "dump", required_argument, NULL, OPT_DUMP },
	{ "dry-run", no_argument, NULL, 'n' },
	{ "format", required_argument, NULL, 'F' },
	{ "help", no_argument, NULL, 'h' },
	{ "kallsyms", required_argument, NULL, OPT_KALLSYMS },
	{ "list", no_argument, NULL, 'l' },
	{ "map-size", required_argument, NULL, OPT_MAP_SIZE },
	{ "output", required_argument, NULL, 'o' },
	{ "pid", required_argument, NULL, 'p' },
	{ "quiet", no_argument, NULL, 'q' },
	{ "self-test", no_argument, NULL, 'T' },
	{ "stack-depth", required_argument, NULL, OPT_STACK_DEPTH },
	{ "stack-filter", required_argument, NULL, OPT_STACK_FILTER },
	{ "strlen", required_argument, NULL, OPT_STRLEN },
	{ "timeout", required_argument, NULL, 't' },
	{ "tracefs", required_argument, NULL, OPT_TRACEFS },
	{ "unsafe", no_argument, NULL, OPT_UNSAFE },
	{ "verbose", no_argument, NULL, 'v' },
	{ "version", no_argument, NULL, 'V' },
	{ NULL, 0, NULL, 0 }
};

static const char usage_text[] =
	"usage: awl [options] PROGRAM | FILE | -  [ARGS]\n"
	"       awl [options] -e PROGRAM          awl [options] -f FILE\n"
	"\n"
	"  -c CMD         run CMD and trace until it ends; repeatable, `phase` counts\n"
	"  -e PROGRAM     the program itself      -f FILE    a file (or json, text: -F)\n"
	"  -t SECONDS     stop after that time    -p PID     stop when PID ends\n"
	"  -o FILE        write there             -F FORMAT  text, json\n"
	"  -n             load it, don't run it   -S  show the BPF code\n"
	"  -d             show all stages         -T  what works here, and why not\n"
	"  -l [GLOB]      list probes; with -v their arguments too\n"
	"  -k             keep going after loss   -u  don't buffer output\n"
	"  -q             quiet   -v  verbose     -V  version   -h  this text\n"
	"  --arch NAME, --btf FILE, --kallsyms FILE, --tracefs DIR   compile for another machine\n"
	"  --attach auto|plain|fast   the cheapest probes that mean the same, or not\n"
	"  --map-size N, --strlen N, --stack-depth N, --buffer BYTES   limits\n"
	"  --stack-filter NAMES   show only stacks with one of these functions\n"
	"  --unsafe       allow what changes the system\n"
	"See awl(1) and awl-lang(7).\n";

static int usage_error(const char *what, const char *arg)
{
	fprintf(stderr, "awl: %s%s%s; awl -h lists the options\n", what, arg ? ": " : "",
		arg ? arg : "");
	return 2;
}

/* A number with an optional k, M or G; false if it is none or out of range. */
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
	return o->output ? 0 : usage_error("there is no output format", name);
}

/* -f: a file as for awk; -f json, as for bpftrace, is a format. */
static int set_file(struct options *o, const char *name)
{
	if (output_find(name) && access(name, R_OK))
		return set_format(o, name);
	o->program_file = name;
	return 0;
}

static int set_attach(struct options *o, const char *how)
{
	static const char *const words[] = { "auto", "plain", "fast" };

	for (u32 i = 0; i < ARRAY_SIZE(words); i++)
		if (!strcmp(how, words[i])) {
			o->script.attach = i;
			return 0;
		}
	return usage_error("--attach takes auto, plain or fast, not", how);
}

static int set_dump(struct options *o, const char *what)
{
	if (!strcmp(what, "ast"))	/* the grammar's work alone: no kernel needed */
		o->dump_ast = o->no_expand = true;
	else if (!strcmp(what, "ir"))
		o->dump_ir = true;
	else if (!strcmp(what, "bpf"))
		o->dump_bpf = true;
	else
		return usage_error("--dump takes ast, ir or bpf, not", what);
	return 0;
}

static int set_limit(struct options *o, int c, const char *arg)
{
	u64 n;

	switch (c) {
	case OPT_MAP_SIZE:
		if (!parse_size(arg, 1, 1 << 26, &n))
			return usage_error("--map-size takes 1 to 64M", arg);
		o->script.map_size = (u32)n;
		break;
	case OPT_STRLEN:
		if (!parse_size(arg, 2, 4096, &n))
			return usage_error("--strlen takes 2 to 4096", arg);
		o->script.strlen = (u32)n;
		break;
	case OPT_STACK_DEPTH:
		if (!parse_size(arg, 1, 127, &n))
			return usage_error("--stack-depth takes 1 to 127", arg);
		o->script.stack_depth = (u32)n;
		break;
	default:
		if (!parse_size(arg, 4096, 1 << 30, &n))
			return usage_error("--buffer takes 4k to 1G", arg);
		o->session.buffer_size = n;
	}
	return 0;
}

/* NAME,NAME… or a file with a name a line. */
static void set_stack_filter(struct options *o, const char *arg)
{
	size_t len;
	char *save = NULL;

	mem_free(o->filter_text);
	o->filter_text = host_read_file(arg, &len);
	if (!o->filter_text) {
		o->filter_text = mem_alloc(strlen(arg) + 1);
		strcpy(o->filter_text, arg);
	}
	for (char *w = strtok_r(o->filter_text, ", \t\n", &save); w;
	     w = strtok_r(NULL, ", \t\n", &save))
		vec_push(&o->stack_filter, w);
}

static int set_option(struct options *o, int c, const char *arg)
{
	u64 n;

	switch (c) {
	case 'c': vec_push(&o->commands, arg); return 0;
	case 'd': o->dump_ast = o->dump_ir = o->dump_bpf = true; return 0;
	case 'F': return set_format(o, arg);
	case 'f': return set_file(o, arg);
	case 'k': o->session.keep_going = true; return 0;
	case 'l': o->list = true; return 0;
	case 'n': o->session.dry_run = true; return 0;
	case 'o': o->session.out_file = arg; return 0;
	case 'q': o->session.quiet = true; return 0;
	case 'S': o->dump_bpf = true; return 0;
	case 'T': o->self_test = true; return 0;
	case 'u': o->session.unbuffered = true; return 0;
	case 'B': o->session.unbuffered = !strcmp(arg, "none") || !strcmp(arg, "line"); return 0;
	case 'V': o->version = true; return 0;
	case 'v': o->session.verbose = true; return 0;
	case 'h': o->help = true; return 0;
	case OPT_ARCH: o->arch = arg; return 0;
	case OPT_ATTACH: return set_attach(o, arg);
	case OPT_BTF: o->btf = arg; return 0;
	case OPT_DUMP: return set_dump(o, arg);
	case OPT_KALLSYMS: o->kallsyms = arg; return 0;
	case OPT_TRACEFS: o->tracefs = arg; return 0;
	case OPT_STACK_FILTER: set_stack_filter(o, arg); return 0;
	case OPT_UNSAFE: o->script.unsafe = true; return 0;
	case 'p':
		if (!parse_size(arg, 1, INT32_MAX, &n))
			return usage_error("-p takes a process id, not", arg);
		o->session.pid = (pid_t)n;
		return 0;
	case 't':
		if (!parse_seconds(arg, &o->session.timeout_ns))
			return usage_error("-t takes seconds, not", arg);
		return 0;
	case OPT_MAP_SIZE: case OPT_STRLEN: case OPT_BUFFER: case OPT_STACK_DEPTH:
		return set_limit(o, c, arg);
	default:
		return usage_error("unknown option or missing argument", NULL);
	}
}

/*
 * -e PROGRAM as bpftrace has it; but ply's -e is a flag (dry run) in front of
 * a program that is its own operand: awl -e 'program' is both at once, and
 * -e followed by an option is ply's.
 */
static int parse_options(struct options *o, int argc, char **argv)
{
	int c, err = 0;

	while (!err && (c = getopt_long(argc, argv, "+B:c:de:F:f:hklno:p:qSTt:uVv",
					long_options, NULL)) != -1) {
		if (c == 'e')
			o->program_text = optarg;
		else
			err = set_option(o, c, optarg);
	}
	return err;
}

/* ---- the program's text ---- */

static char *read_stream(FILE *f, size_t *len)
{
	struct strbuf sb = { 0 };
	char buf[4096];
	size_t n;

	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		sb_put(&sb, buf, n);
	*len = sb.n;
	if (!sb.s)
		sb_puts(&sb, "");
	return sb.s;
}

struct program { const char *name; char *text; size_t len; };

static int read_program_file(const char *name, struct program *p)
{
	FILE *f = strcmp(name, "-") ? fopen(name, "re") : stdin;

	if (!f) {
		fprintf(stderr, "awl: %s: %s\n", name, strerror(errno));
		return 2;
	}
	p->name = strcmp(name, "-") ? name : "stdin";
	p->text = read_stream(f, &p->len);
	if (f != stdin)
		fclose(f);
	return 0;
}

static int take_text(const char *text, struct program *p)
{
	struct strbuf sb = { 0 };

	sb_puts(&sb, text);
	*p = (struct program){ "program", sb.s, sb.n };
	return 0;
}

/* An operand is a program if it isn't a file; and so, for ply's users, is
 * the text of -c if there is no operand at all. */
static int find_program(struct options *o, int *arg, int argc, char **argv,
			struct program *p)
{
	const char *text;

	if (o->program_file)
		return read_program_file(o->program_file, p);
	if (o->program_text)
		return access(o->program_text, R_OK) ? take_text(o->program_text, p)
						     : read_program_file(o->program_text, p);
	if (*arg < argc) {
		text = argv[(*arg)++];
		if (!strcmp(text, "-") || !access(text, R_OK))
			return read_program_file(text, p);
		if (!parse_looks_like_program(text)) {
			fprintf(stderr, "awl: %s: %s\n", text, strerror(errno));
			return 2;
		}
		return take_text(text, p);
	}
	if (o->commands.n) {
		text = o->commands.v[--o->commands.n];
		return take_text(text, p);
	}
	return usage_error("no program", NULL);
}

/* ---- compiling ---- */

static u32 slots_for(u32 cpus)
{
	u32 n = 1;

	while (n < cpus)
		n *= 2;
	return n;
}

static bool has_cookies(void)
{
	return feature_has(FEATURE_PERF_LINK);
}

static int set_target(struct script *s, const struct options *o)
{
	s->arch = arch_find(o->arch ? o->arch : host_machine());
	if (!s->arch)
		return usage_error("no such architecture", o->arch ? o->arch : host_machine());
	s->n_cpus = host_cpus_possible();
	s->cpu_slots = slots_for(s->n_cpus);
	s->caps.atomics = s->arch->word == 8;
	if (o->arch) {		/* code to look at: as the newest kernel has it */
		s->opt.no_kernel = true;
		s->caps.ringbuf = s->caps.probe_read_ku = s->caps.boot_ns = true;
	} else {
		s->has_cookies = has_cookies;
	}
	return 0;
}

/* Each of these is a trial; only those whose answer is of use. */
static int ask_kernel(struct script *s)
{
	if (s->opt.no_kernel)
		return 0;
	s->caps.ringbuf = s->uses_events && feature_has(FEATURE_RINGBUF);
	s->caps.probe_read_ku = feature_has(FEATURE_PROBE_READ_KU);
	s->caps.boot_ns = feature_has(FEATURE_BOOT_NS);
	return 0;
}

static int choose(struct script *s)
{
	script_choose(s);
	return 0;
}

static void write_stdout(struct strbuf *sb)
{
	if (sb->n)
		fwrite(sb->s, 1, sb->n, stdout);
	sb_reset(sb);
}

/* ---- what the kernel's BTF says ---- */

static const struct type *find_type(void *ctx, int tag, const char *name)
{
	static const enum btf_want wants[] = {
		[TN_PLAIN] = BTF_ANY, [TN_STRUCT] = BTF_STRUCT, [TN_UNION] = BTF_UNION,
		[TN_ENUM] = BTF_ENUM,
	};
	struct script *s = ctx;

	return kern_type(s->kern, s->arch->word, wants[tag], name);
}

static bool find_constant(void *ctx, const char *name, s64 *value, const struct type **type)
{
	struct script *s = ctx;

	return kern_constant(s->kern, s->arch->word, name, value, type);
}

static const struct type *find_param(void *ctx, const char *func, const char *name, u32 *index)
{
	struct script *s = ctx;
	struct btf_func f;

	if (!kern_func(s->kern, s->arch->word, func, &f))
		return NULL;
	if (*index == PARAM_RETURN && !name)
		return f.ret;
	for (u32 i = 0; name && i < f.n_params; i++)
		if (!strcmp(f.params[i].name, name))
			return *index = i, f.params[i].type;
	return !name && *index < f.n_params ? f.params[*index].type : NULL;
}

/* Code for another machine has nothing to do with this one's BTF. */
static void set_btf(struct script *s, const struct options *o)
{
	if ((s->opt.no_kernel && !o->btf) || !kern_has_btf(s->kern))
		return;
	s->find_type = find_type;
	s->find_constant = find_constant;
	s->find_param = find_param;
	s->find_ctx = s;
}

/* ---- import "file" ---- */

/* Beside the script that imports it, unless it is an absolute path. */
static const char *import_path(struct script *s, const char *script, const char *name)
{
	const char *slash = strrchr(script, '/');

	if (*name == '/' || !slash)
		return name;
	return arena_printf(s->arena, "%.*s/%s", (int)(slash - script), script, name);
}

static bool imported_before(const struct script *s, const struct expr *e)
{
	for (const struct expr *i = s->unit.imports; i != e; i = i->next)
		if (!strcmp(i->name, e->name))
			return true;
	return false;
}

/* Imports may import: the list grows as it is walked. */
static int import_all(struct script *s, struct parse *parse, const char *script)
{
	int err = 0;

	for (struct expr *e = s->unit.imports; e; e = e->next) {
		const char *path = import_path(s, script, e->name);
		char *text;
		size_t len;

		if (imported_before(s, e))
			continue;
		text = host_read_file(path, &len);
		if (!text) {
			diag_say(s->diag, E_NO_FILE, e->span, path, strerror(errno));
			err = -1;
			continue;
		}
		err |= parse_source(parse, path, arena_strndup(s->arena, text, len), len);
		mem_free(text);
	}
	return err;
}

/* The passes, in order.  0 or an exit status. */
static int compile(struct script *s, const struct options *o, const struct program *p)
{
	struct parse parse = { .arena = s->arena, .diag = s->diag, .names = &s->names,
			       .unit = &s->unit,
			       .have_btf = true /* headers are never read */ };
	struct strbuf dump = { 0 };
	int err = parse_source(&parse, p->name, p->text, p->len);

	err |= import_all(s, &parse, p->name);
	if (o->dump_ast && !err)
		ast_dump(&dump, &s->unit);
	if (o->dump_ir)
		s->dump_ir = &dump;
	load_reserve_maps(s);
	set_btf(s, o);
	if (!err && !o->no_expand)
		err = script_expand(s) || script_check(s) || ask_kernel(s) || choose(s) ||
		      script_gen(s);
	if (!err && o->dump_bpf)
		dump_code(&dump, s);
	fflush(stdout);
	write_stdout(&dump);
	sb_free(&dump);
	s->dump_ir = NULL;
	kern_close_btf(s->kern);
	return err ? 1 : 0;
}

static void release(struct script *s)
{
	for (size_t i = 0; i < s->progs.n; i++)
		vec_free(&s->progs.v[i]->targets);
	vec_free(&s->targets);
	vec_free(&s->progs);
	vec_free(&s->globals);
	vec_free(&s->maps);
	vec_free(&s->actions);
	hash_free(&s->types);
	intern_free(&s->names);
	diag_free(s->diag);
	kern_free(s->kern);
	arena_free(s->arena);
}

static int run(struct options *o, struct program *p)
{
	struct arena arena = { 0 };
	struct diag diag = { .quiet = o->session.quiet };
	struct kern kern = { .arena = &arena, .sysroot = "", .kallsyms = o->kallsyms,
			     .tracefs_dir = o->tracefs, .btf_file = o->btf };
	struct script s = { .arena = &arena, .diag = &diag, .kern = &kern,
			    .names = { .arena = &arena }, .opt = o->script };
	int err = set_target(&s, o);

	if (!err)
		err = compile(&s, o, p);
	diag_flush(&diag);
	if (!err && !(o->arch && o->session.dry_run) && !o->no_expand)
		err = session_run(&s, &o->session, o->output);
	diag_flush(&diag);
	release(&s);
	return err;
}

static int list(const struct options *o, const char *glob)
{
	struct arena arena = { 0 };
	struct kern kern = { .arena = &arena, .sysroot = "", .kallsyms = o->kallsyms,
			     .tracefs_dir = o->tracefs };
	const struct arch *arch = arch_find(o->arch ? o->arch : host_machine());
	int err = list_probes(&kern, glob, o->session.verbose, arch ? arch->word : 8);

	kern_free(&kern);
	arena_free(&arena);
	return err;
}

static void finish_options(struct options *o, int arg, int argc, char **argv)
{
	if (arg < argc && !strcmp(argv[arg], "--"))
		arg++;
	for (; arg < argc; arg++)
		vec_push(&o->params, argv[arg]);
	o->script.params = o->params.v;
	o->script.n_params = (u32)o->params.n;
	o->session.commands = o->commands.v;
	o->session.n_commands = (u32)o->commands.n;
	o->session.stack_filter = o->stack_filter.v;
	o->session.n_stack_filter = (u32)o->stack_filter.n;
}

int main(int argc, char **argv)
{
	struct options o = { .output = &output_text,
			     .script = { .strlen = 128, .stack_depth = 127 } };
	struct program p = { 0 };
	int err = parse_options(&o, argc, argv), arg = optind;

	if (!err && o.help) {
		fputs(usage_text, stdout);
	} else if (!err && o.version) {
		puts("awl " PACKAGE_VERSION);
	} else if (!err && o.self_test) {
		err = selftest();
	} else if (!err && o.list) {
		err = list(&o, arg < argc ? argv[arg] : "");
	} else if (!err && !(err = find_program(&o, &arg, argc, argv, &p))) {
		finish_options(&o, arg, argc, argv);
		err = run(&o, &p);
	}
	mem_free(p.text);
	mem_free(o.filter_text);
	vec_free(&o.stack_filter);
	vec_free(&o.commands);
	vec_free(&o.params);
	return err;
}
