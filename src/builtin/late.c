/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * late.c - values whose text is made in user space, and what only it can do.
 *
 * strftime, strerror, signal_name: a number travels, its name is found when it
 * is shown.  join, cat, system, errorf, warnf: actions.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/print.h"
#include "bpf/gen.h"
#include "builtin/builtin.h"
#include "builtin/printf.h"
#include "lang/check.h"
#include "run/render.h"
#include "run/session.h"
#include "tables.h"

static void gen_first(struct gen *g, struct expr *e, struct operand *out)
{
	operand_set(out, gen_reg(g, e->args[0]));
}

/* ---- numbers with names ---- */

#define MAX_ERRNO_NAMED 134

/* A number shown as its text is an enumeration made on the spot. */
static const struct type *named_numbers(struct check *c, const char *name, u32 n,
					const char *(*text)(int))
{
	struct enumerator *e = arena_array(c->s->arena, struct enumerator, n);
	struct type *t = arena_new(c->s->arena, struct type);

	for (u32 i = 0; i < n; i++) {
		e[i].value = i;
		e[i].name = arena_strdup(c->s->arena, text((int)i));
	}
	*t = (struct type){ .kind = TY_ENUM, .size = 4, .align = 4, .is_signed = true,
			    .name = name, .enums = e, .count = n };
	return t;
}

static const char *errno_text(int n)
{
	return strerror(n);
}

static const struct type *check_strerror(struct check *c, struct expr *e)
{
	(void)e;
	return named_numbers(c, "errno", MAX_ERRNO_NAMED, errno_text);
}

/* Numbers are the same on x86, arm and arm64 (asm-generic/signal.h). */
static const char *const signals[] = {
	"none", "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS",
	"SIGFPE", "SIGKILL", "SIGUSR1", "SIGSEGV", "SIGUSR2", "SIGPIPE", "SIGALRM",
	"SIGTERM", "SIGSTKFLT", "SIGCHLD", "SIGCONT", "SIGSTOP", "SIGTSTP", "SIGTTIN",
	"SIGTTOU", "SIGURG", "SIGXCPU", "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH",
	"SIGIO", "SIGPWR", "SIGSYS",
};

static const char *signal_text(int n)
{
	return signals[n];
}

static const struct type *check_signal_name(struct check *c, struct expr *e)
{
	(void)e;
	return named_numbers(c, "signal", ARRAY_SIZE(signals), signal_text);
}

/* ---- time ---- */

static const struct type *check_strftime(struct check *c, struct expr *e)
{
	struct type *t = arena_new(c->s->arena, struct type);

	*t = (struct type){ .kind = TY_TIME, .size = 8, .align = 8, .name = "time",
			    .text = e->args[0]->name };
	return t;
}

static void gen_strftime(struct gen *g, struct expr *e, struct operand *out)
{
	operand_set(out, gen_reg(g, e->args[1]));
}

/* ---- join ---- */

#define JOIN_ARGS 16

/* Up to 16 strings an array of pointers points to. */
static const struct type *check_join(struct check *c, struct expr *e)
{
	const struct type *t = type_array(c->s->arena,
					  type_string(c->s->arena, c->s->opt.strlen), JOIN_ARGS);
	const char *s = " ";
	u32 len;

	if (e->n_args > 1 && !check_literal(c, e->args[1], &s, &len))
		return &type_error;
	check_action(c, e, &t, 1);
	if (e->action)
		e->action->text = s;
	return &type_void;
}

/*
 * For each i: p = argv[i]; if (p) read the string into the record, else "".
 * After the first NULL nothing more is read.
 */
static void gen_strings(struct gen *g, struct place dst, struct expr *argv)
{
	enum space space = gen_space(g, argv->type);
	u32 word = g->s->arch->word, size = g->s->opt.strlen;
	struct place tmp = place_slot(gen_slot(g, 8), 0);
	label end = ir_label(g->ir);
	vreg base = gen_fresh(g, argv);

	for (u32 i = 0; i < JOIN_ARGS; i++)
		place_storei(g, 1, place_at(dst, (s32)(i * size)), 0);
	for (u32 i = 0; i < JOIN_ARGS; i++) {
		vreg p = ir_vreg(g->ir);

		gen_probe_read(g, tmp, word, base, (s32)(i * word), space);
		place_load(g, p, word, tmp);
		ir_jcci(g->ir, COND_EQ, p, 0, end);
		gen_probe_read_str(g, place_at(dst, (s32)(i * size)), size, p, 0, space, false);
	}
	ir_put(g->ir, end);
}

static void gen_join(struct gen *g, struct expr *e, struct operand *out)
{
	(void)out;
	gen_record_with(g, e->action, gen_strings, e->args[0]);
}

static int handle_join(struct session *s, const struct action *a, const void *record)
{
	struct value *v = session_values(s, a, record);
	struct strbuf text = { 0 };

	for (u32 i = 0; i < v->n && v->items[i].len; i++) {
		if (i)
			sb_puts(&text, a->text);
		sb_put(&text, v->items[i].s, v->items[i].len);
	}
	sb_putc(&text, '\n');
	session_text(s, OUT_JOIN, text.s, text.n);
	sb_free(&text);
	return 0;
}

/* ---- cat, system ---- */

static void formatted(struct session *s, const struct action *a, const void *record,
		      struct strbuf *out)
{
	render_printf(out, a->format, session_values(s, a, record));
	sb_puts(out, "");
}

/* All there is to read; closes fd. */
static void pass_on(struct session *s, int fd, enum out_text kind)
{
	char buf[4096];
	ssize_t n;

	while ((n = read(fd, buf, sizeof(buf))) > 0 || (n < 0 && errno == EINTR))
		if (n > 0)
			session_text(s, kind, buf, (size_t)n);
	close(fd);
}

static int handle_cat(struct session *s, const struct action *a, const void *record)
{
	struct strbuf name = { 0 };
	int fd;

	formatted(s, a, record, &name);
	fd = open(name.s, O_RDONLY | O_CLOEXEC);
	if (fd >= 0)
		pass_on(s, fd, OUT_CAT);
	else
		print_error("cat: %s: %s", name.s, strerror(errno));
	sb_free(&name);
	return 0;
}

static const struct type *check_system(struct check *c, struct expr *e)
{
	if (!c->s->opt.unsafe)
		return check_fail(c, E_UNSAFE, e->span, e->builtin->name);
	return check_printf(c, e);
}

/* Its output comes through us, so that it stands where it belongs. */
static int handle_system(struct session *s, const struct action *a, const void *record)
{
	struct strbuf command = { 0 };
	int fds[2];
	pid_t pid;

	formatted(s, a, record, &command);
	session_flush(s);
	if (pipe(fds))
		return 0;
	pid = fork();
	if (!pid) {
		dup2(fds[1], 1);
		close(fds[0]);
		close(fds[1]);
		execl("/bin/sh", "sh", "-c", sb_str(&command), (char *)NULL);
		_exit(127);
	}
	close(fds[1]);
	pass_on(s, fds[0], OUT_SYSTEM);
	while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	sb_free(&command);
	return 0;
}

/* ---- errorf, warnf ---- */

static int handle_errorf(struct session *s, const struct action *a, const void *record)
{
	struct strbuf text = { 0 };

	session_flush(s);
	sb_puts(&text, a->builtin->name[0] == 'e' ? "ERROR: " : "WARNING: ");
	formatted(s, a, record, &text);
	sb_putc(&text, '\n');
	print_buffer(STDERR_FILENO, &text);
	sb_free(&text);
	return 0;
}

#define PRINTF(n, p, ck, h, d) \
	{ .name = n, .proto = p, .check = ck, .gen = gen_printf, .handle = h, .doc = DOC(d) }

static const struct builtin rows[] = {
	PRINTF("cat", "void cat(literal format, ...)", check_printf, handle_cat,
	       "the contents of a file"),
	PRINTF("errorf", "void errorf(literal format, ...)", check_printf, handle_errorf,
	       "formatted text on stderr, as an error"),
	{ .name = "join", .proto = "void join(ptr strings [, literal delimiter])",
	  .check = check_join, .gen = gen_join, .handle = handle_join,
	  .doc = DOC("up to 16 strings from an array of pointers, such as argv, as a line") },
	{ .name = "signal_name", .proto = "string signal_name(int number)",
	  .check = check_signal_name, .gen = gen_first, .doc = DOC("a signal's name") },
	{ .name = "strerrno", .proto = "string strerrno(int number)",
	  .check = check_strerror, .gen = gen_first, .doc = DOC("the same as strerror()") },
	{ .name = "strerror", .proto = "string strerror(int number)",
	  .check = check_strerror, .gen = gen_first, .doc = DOC("the text of an error number") },
	{ .name = "strftime", .proto = "time strftime(literal format, int nsecs)",
	  .check = check_strftime, .gen = gen_strftime,
	  .doc = DOC("a time (of nsecs) as text; %f is microseconds") },
	PRINTF("system", "void system(literal format, ...)", check_system, handle_system,
	       "run a command (--unsafe)"),
	PRINTF("warnf", "void warnf(literal format, ...)", check_printf, handle_errorf,
	       "formatted text on stderr, as a warning"),
};
const struct builtin_table builtin_late = { rows, ARRAY_SIZE(rows) };
