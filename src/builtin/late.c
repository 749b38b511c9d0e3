/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * late.c - values that user space turns into text, and actions that only user space can do.
 *
 * Of strftime, strerror, signal_name and the like the program sends a number, which becomes
 * text when it is shown.  join, cat, system, errorf and warnf are actions.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/find.h"
#include "base/print.h"
#include "builtin/builtin.h"
#include "builtin/late.h"
#include "builtin/printf.h"
#include "builtin/quote.h"
#include "gen/gen.h"
#include "kernel/cgroup.h"
#include "kernel/host.h"
#include "kernel/limit.h"
#include "lang/check.h"
#include "lang/constants.h"
#include "provider/provider.h"
#include "run/session.h"
#include "run/signals.h"
#include "show/render.h"
#include "tables.h"

static void gen_first(struct gen *g, struct expr *e, struct operand *out)
{
	operand_set(out, gen_reg(g, e->args[0]));
}

/* ---- numbers with names ---- */

static const struct type *late_type(struct check *c, const struct expr *e,
				    const struct late *late)
{
	struct type *t = arena_new(c->s->arena, struct type);

	*t = (struct type){ .kind = TY_LATE, .size = 8, .align = 8, .name = ex_builtin(e)->name,
			    .late = *late };
	return t;
}

static void show_error(struct strbuf *out, u64 n, const void *arg)
{
	(void)arg;
	sb_puts(out, strerror((int)n));
}

static const struct type *check_strerror(struct check *c, struct expr *e)
{
	return late_type(c, e, &(struct late){ .show = show_error });
}

static void show_signal(struct strbuf *out, u64 n, const void *arch)
{
	const char *name = n ? constant_name(arch, "SIG", (s64)n) : "none";

	if (name)
		sb_puts(out, name);
	else
		render_uint(out, n);
}

static const struct type *check_signal_name(struct check *c, struct expr *e)
{
	return late_type(c, e, &(struct late){ .show = show_signal, .arg = c->s->arch });
}

/* A number with COMPAT_CALL is one of a 32-bit process. */
static void show_syscall(struct strbuf *out, u64 n, const void *arg)
{
	const struct arch *arch = arg;
	const char *name = NULL;

	if (n & COMPAT_CALL && n < COMPAT_CALL * 2 && arch->compat) {
		n -= COMPAT_CALL;
		arch = arch->compat;
	}
	if (n <= UINT32_MAX)
		name = arch_syscall_name(arch, (u32)n);
	if (name)
		sb_puts(out, name);
	else
		render_int(out, (s64)n);
}

static const struct type *check_syscall_name(struct check *c, struct expr *e)
{
	return late_type(c, e, &(struct late){ .show = show_syscall, .arg = c->s->arch });
}

/* A number that is known when compiling is one of the architecture's own. */
static void gen_syscall_name(struct gen *g, struct expr *e, struct operand *out)
{
	vreg n = ir_vreg(g->ir);

	if (e->args[0]->kind == EX_INT || !g->s->arch->compat ||
	    !(g->p->provider->offers & OFFERS_TASK)) {
		gen_first(g, e, out);
		return;
	}
	ir_mov(g->ir, n, gen_reg(g, e->args[0]));
	gen_mark_compat(g, n);
	operand_set(out, n);
}

static void show_user(struct strbuf *out, u64 n, const void *arg)
{
	char name[64];

	(void)arg;
	if (host_user_name((u32)n, name, sizeof(name)))
		sb_puts(out, name);
	else
		render_uint(out, n);
}

const struct type *check_username(struct check *c, struct expr *e)
{
	return late_type(c, e, &(struct late){ .show = show_user });
}

/* The name of a process that need not be the current one; nothing if it has ended. */
static void show_comm(struct strbuf *out, u64 pid, const void *arg)
{
	char path[40];
	size_t len;
	char *name;

	(void)arg;
	snprintf(path, sizeof(path), "/proc/%u/comm", (u32)pid);
	name = host_read_file(path, &len);
	if (name)
		sb_put(out, name, len - (len && name[len - 1] == '\n'));
	mem_free(name);
}

const struct type *check_comm_of(struct check *c, struct expr *e)
{
	return late_type(c, e, &(struct late){ .show = show_comm });
}

/* ---- cgroups ---- */

static const struct type *check_cgroupid(struct check *c, struct expr *e)
{
	const char *path = e->args[0]->name;
	u64 id;
	int err = cgroup_id(path, &id);

	if (err)
		return check_fail(c, E_NO_CGROUP, e->span, path,
				  err == -EINVAL ? "another file system" : error_text(err));
	expr_become_int(e, (s64)id);
	ex_is_unsigned(e) = true;
	return &type_u64;
}

/* Prints "unified:/system.slice" if the filter matches that name.  Only the hierarchy of
 * version 2 has ids. */
static void show_cgroup(struct strbuf *out, u64 n, const void *filter)
{
	char path[4096];

	if (!host_glob(filter, "unified"))
		return;
	if (cgroup_folder(n, path, sizeof(path)))
		render_uint(out, n);
	else
		sb_printf(out, "unified:%s", path);
}

static const struct type *check_cgroup_path(struct check *c, struct expr *e)
{
	return late_type(c, e, &(struct late){ .show = show_cgroup,
					    .arg = intern_s(&c->s->names, e->n_args > 1 ?
							  e->args[1]->name : "*") });
}

/* ---- signal ---- */

static const struct type *check_signal(struct check *c, struct expr *e)
{
	struct expr *n = e->args[0];

	if (n->kind == EX_STRING) {
		const char *name = n->name + (starts_with(n->name, "SIG") ? 3 : 0);
		s64 number;

		name = arena_printf(c->s->arena, "SIG%s", name);
		if (!constant_of_headers(c->s->arch, name, &number))
			return check_fail(c, E_NO_SIGNAL, n->span, n->name);
		expr_become_int(n, number);
		n->type = &type_s64;
	}
	if (!type_is_scalar(n->type) && n->type->kind != TY_UNKNOWN)
		return check_fail(c, E_ARG_TYPE, n->span, ex_builtin(e)->name,
				  "a number or a name", type_name(n->type));
	return &type_void;
}

static void send_signal(struct gen *g, const struct expr *e, enum helper helper)
{
	struct ir_arg n = ARG_R(gen_reg(g, e->args[0]));

	gen_call(g, ir_vreg(g->ir), helper, &n, 1);
}

static void gen_signal(struct gen *g, struct expr *e, struct operand *out)
{
	(void)out;
	send_signal(g, e, HELPER_send_signal);
}

static void gen_signal_thread(struct gen *g, struct expr *e, struct operand *out)
{
	(void)out;
	send_signal(g, e, HELPER_send_signal_thread);
}

/* ---- time ---- */

static const struct type *check_strftime(struct check *c, struct expr *e)
{
	struct type *t = arena_new(c->s->arena, struct type);

	*t = (struct type){ .kind = TY_TIME, .size = 8, .align = 8, .text = e->args[0]->name };
	t->name = arena_printf(c->s->arena, "strftime(\"%s\")", t->text);
	return t;
}

static void gen_strftime(struct gen *g, struct expr *e, struct operand *out)
{
	operand_set(out, gen_reg(g, e->args[1]));
}

/* ---- join ---- */

#define JOIN_ARGS 16

static int handle_join(struct session *s, const struct action *a, const void *record)
{
	struct value *v = decode_record(s, a, record);
	struct strbuf text = { 0 };

	for (u32 i = 0; i < v->n && v->items[i].len; i++) {
		if (i)
			sb_puts(&text, a->text);
		render_string(&text, v->items[i].s, v->items[i].len);
	}
	sb_putc(&text, '\n');
	outlet_text(s, OUT_JOIN, text.s, text.n);
	sb_free(&text);
	return 0;
}

/* join() takes up to 16 strings from an array of pointers. */
static const struct type *check_join(struct check *c, struct expr *e)
{
	const struct type *t = type_array(c->s->arena,
					  check_open_text(c), JOIN_ARGS);
	const char *s = " ";

	if (e->n_args > 1 && !check_literal(c, e->args[1], &s))
		return &type_error;
	check_action(c, e, &t, 1, handle_join)->text = s;
	return &type_void;
}

/*
 * For each i: p = argv[i]; if (p) read the string into the record, else "".
 * Nothing more is read after the first NULL.
 */
static void gen_strings(struct gen *g, struct place dst, struct expr *argv)
{
	enum space space = gen_space(g, argv->type);
	u32 word = g->s->arch->word, size = g->s->image.opt.strlen;
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
		gen_read_open(g, place_at(dst, (s32)(i * size)), size, place_reg(p, 0, space),
			      0, 0);
	}
	ir_put(g->ir, end);
}

static void gen_join(struct gen *g, struct expr *e, struct operand *out)
{
	(void)out;
	gen_record_with(g, ex_action(e), gen_strings, e->args[0]);
}

/* ---- cat, system ---- */

static void formatted(struct session *s, const struct action *a, const void *record,
		      struct strbuf *out)
{
	render_printf(out, a->format, decode_record(s, a, record));
	sb_puts(out, "");
}

#define LOOK_MS 20	/* between checks for signals while waiting for a file or a command */

/* Passes on all that fd has to read, and closes it.  Stops, and counts that, if the session
 * should have ended by now.  0 or -errno. */
static int pass_on(struct session *s, const struct action *a, int fd, enum out_text kind)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	u32 most = kind == OUT_CAT ? s->image->opt.max_cat : 0;
	size_t left = most ? most : SIZE_MAX;
	char buf[4096];
	ssize_t n = 1;
	int err = 0;

	while (n && left && !err && !pace_is_overdue(s, a)) {
		if (poll(&p, 1, LOOK_MS) <= 0)
			continue;
		n = read(fd, buf, left < sizeof(buf) ? left : sizeof(buf));
		left -= n > 0 ? (size_t)n : 0;
		if (n > 0)
			outlet_text(s, kind, buf, (size_t)n);
		else if (n < 0 && errno != EINTR)
			err = last_error();
	}
	close(fd);
	a->prog->unrun += n && !err;
	return err == -EAGAIN ? 0 : err;
}

static void cannot_read(const char *file, int err)
{
	const char *why = error_text(err);
	bool escaped = render_escapes(isatty(STDERR_FILENO));
	struct strbuf text = { 0 };

	render_string(&text, file, strlen(file));
	render_escapes(escaped);
	print_error("cat: %s: %s", sb_str(&text), why);
	sb_free(&text);
}

/* O_NONBLOCK, because otherwise a FIFO without writer would block awl. */
static int handle_cat(struct session *s, const struct action *a, const void *record)
{
	struct strbuf name = { 0 };
	bool escaped;
	int fd, err;

	escaped = render_escapes(false);
	formatted(s, a, record, &name);
	render_escapes(escaped);
	fd = open(name.s, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	err = fd < 0 ? last_error() : pass_on(s, a, fd, OUT_CAT);
	if (err)
		cannot_read(name.s, err);
	sb_free(&name);
	return 0;
}

static const struct type *check_cat(struct check *c, struct expr *e)
{
	return check_printf(c, e, handle_cat);
}

static void run_shell(const char *command, const int *fds)
{
	signals_reset();
	limit_restore();
	if (dup2(fds[1], 1) < 0) {
		print_error("system: %s: %s", command, error_text(last_error()));
		_exit(127);
	}
	close(fds[0]);
	close(fds[1]);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

/* Reads the command's output through a pipe, so that it appears in the right order. */
static int shell(struct session *s, const struct action *a, const char *command)
{
	int fds[2], err, failed;
	pid_t pid;

	if (pipe(fds))
		return last_error();
	pid = fork();
	failed = pid < 0 ? last_error() : 0;
	if (!pid)
		run_shell(command, fds);
	close(fds[1]);
	err = pass_on(s, a, fds[0], OUT_SYSTEM);
	if (failed)
		err = failed;
	if (pid > 0 && pace_is_overdue(s, a))
		kill(pid, SIGTERM);
	while (pid > 0 && waitpid(pid, NULL, pace_is_overdue(s, a) ? WNOHANG : 0) < 0 &&
	       errno == EINTR)
		;
	return err;
}

static int handle_system(struct session *s, const struct action *a, const void *record)
{
	struct strbuf command = { 0 };
	bool escaped;
	int err;

	if (pace_is_overdue(s, a)) {	/* thousands may still be in the buffer */
		a->prog->unrun++;
		return 0;
	}
	escaped = render_escapes(false);
	quote_command(&command, a->format, decode_record(s, a, record));
	render_escapes(escaped);
	outlet_flush(s);
	err = shell(s, a, sb_str(&command));
	if (err)
		print_error("system: %s: %s", command.s, error_text(err));
	sb_free(&command);
	return 0;
}

static const struct type *check_system(struct check *c, struct expr *e)
{
	return check_printf(c, e, handle_system);
}

/* ---- errorf, warnf ---- */

/* Prints the place of a call like bpftrace: "program:1:9-26", "program:2-3". */
static void put_place(struct strbuf *out, const struct diag *d, struct span at)
{
	unsigned line, last, col, end;
	const char *name;

	diag_place(d, at.beg, &name, &line, &col);
	diag_place(d, at.end, &name, &last, &end);
	if (line == last)
		sb_printf(out, "%s:%u:%u-%u", name, line, col, end);
	else
		sb_printf(out, "%s:%u-%u", name, line, last);
}

static int say(struct session *s, const struct action *a, const void *record,
	       const char *severity)
{
	struct strbuf text = { 0 };
	bool escaped;

	outlet_flush(s);
	put_place(&text, s->image->diag, a->span);
	sb_printf(&text, ": %s: ", severity);
	escaped = render_escapes(isatty(STDERR_FILENO) && !s->opt->raw);
	formatted(s, a, record, &text);
	render_escapes(escaped);
	sb_putc(&text, '\n');
	print_buffer(STDERR_FILENO, &text);
	sb_free(&text);
	return 0;
}

static int handle_errorf(struct session *s, const struct action *a, const void *record)
{
	return say(s, a, record, "ERROR");
}

static int handle_warnf(struct session *s, const struct action *a, const void *record)
{
	return say(s, a, record, "WARNING");
}

static const struct type *check_errorf(struct check *c, struct expr *e)
{
	return check_printf(c, e, handle_errorf);
}

static const struct type *check_warnf(struct check *c, struct expr *e)
{
	return check_printf(c, e, handle_warnf);
}

#define PRINTF(n, result, params, ck) \
	{ PROTO(n, result, params), .check = ck, .gen = gen_printf, .acts = true }

static const struct builtin rows[] = {
	PRINTF("cat", "void", "(literal format, ...)", check_cat),
	{ PROTO("cgroup_path", "string", "(int id [, literal filter])"),
	  .check = check_cgroup_path, .gen = gen_first },
	{ PROTO("cgroupid", "u64", "(literal path)"), .check = check_cgroupid,
	  .gen = gen_first },
	PRINTF("errorf", "void", "(literal format, ...)", check_errorf),
	{ PROTO("join", "void", "(ptr strings [, literal delimiter])"),
	  .check = check_join, .gen = gen_join },
	{ PROTO("signal", "void", "(any signal)"), .needs = OFFERS_TASK,
	  .check = check_signal, .gen = gen_signal, .is_unsafe = true },
	{ PROTO("signal_name", "string", "(int number)"),
	  .check = check_signal_name, .gen = gen_first },
	{ PROTO("signal_thread", "void", "(any signal)"), .needs = OFFERS_TASK,
	  .check = check_signal, .gen = gen_signal_thread, .is_unsafe = true },
	{ PROTO("strerrno", "string", "(int number)"),
	  .check = check_strerror, .gen = gen_first },
	{ PROTO("strerror", "string", "(int number)"),
	  .check = check_strerror, .gen = gen_first },
	{ PROTO("strftime", "time", "(literal format, int nsecs)"),
	  .check = check_strftime, .gen = gen_strftime },
	{ PROTO("syscall_name", "string", "(int number)"),
	  .check = check_syscall_name, .gen = gen_syscall_name },
	{ PROTO("system", "void", "(literal format, ...)"), .is_unsafe = true, .acts = true,
	  .check = check_system, .gen = gen_printf },
	PRINTF("warnf", "void", "(literal format, ...)", check_warnf),
};
const struct builtin_table builtin_late = { rows, ARRAY_SIZE(rows) };
