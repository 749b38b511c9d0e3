/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * user.c - find the files of user probes and attach to them; see user.h.
 *
 * With -p, paths are those that the process sees, and only the process is probed.
 */
#include "provider/user.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/find.h"
#include "base/text.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "kernel/limit.h"
#include "kernel/paths.h"
#include "kernel/sysbpf.h"
#include "kernel/sysperf.h"
#include "provider/mangled.h"
#include "provider/source.h"
#include "run/attach.h"
#include "script.h"
#include "symbols/elf_place.h"
#include "tables.h"

/* Removes the quotes of names, which may be quoted wholly or in part.  A backslash quotes the
 * next character. */
static const char *unquoted(struct kern *k, const char *text)
{
	char *copy, *to;

	if (!strchr(text, '"'))
		return text;
	copy = to = arena_strdup(k->arena, text);
	for (; *text; text++) {
		if (*text == '"')
			continue;
		text += *text == '\\' && text[1];
		*to++ = *text;
	}
	*to = '\0';
	return copy;
}

bool user_split(struct kern *k, const char *text, const char **file, const char **rest)
{
	const char *colon = strchr(text, ':');

	if (*text == '"') {
		colon = strchr(++text, '"');
		if (!colon || colon[1] != ':')
			return false;
		*rest = colon + 2;
	} else if (colon) {
		*rest = colon + 1;
	} else {
		*rest = colon = text;
	}
	*file = arena_strndup(k->arena, text, (size_t)(colon - text));
	*rest = unquoted(k, *rest);
	return **rest && (**file || k->pid);
}

/* ---- files ---- */

struct walk {
	struct kern *k;
	const char *glob;
	int (*fn)(void *arg, const struct user_file *f);
	void *arg;
	u32 n_files;		/* number of files that could be read */
};

static int with_file(struct walk *w, const char *shown, const char *path)
{
	struct user_file f = { .shown = shown, .path = path };
	int err;

	f.elf = elf_open(path, &err);
	if (!f.elf)
		return err;
	err = w->fn(w->arg, &f);
	elf_close(f.elf);
	return err;
}

/* Skips mapped files that are no programs or libraries. */
static int mapped_file(void *arg, const char *path)
{
	struct walk *w = arg;
	struct arena *a = w->k->arena;
	int err;

	if (!host_glob(w->glob, path))
		return 0;
	err = with_file(w, arena_strdup(a, path),
			arena_printf(a, "/proc/%u/root%s", w->k->pid, path));
	return err == -1 ? -1 : 0;
}

/* Skips matching files that are no programs or libraries. */
static int matching_file(void *arg, const char *path)
{
	struct walk *w = arg;
	int err = with_file(w, path, path);

	w->n_files += err >= 0;
	return err == -1 ? -1 : 0;
}

int user_files(struct kern *k, const char *file,
	       int (*fn)(void *arg, const struct user_file *f), void *arg)
{
	struct walk w = { .k = k, .glob = file, .fn = fn, .arg = arg };
	char exe[PATH_MAX];
	const char *path;
	ssize_t n;

	if (k->pid && host_is_glob(file))
		return elf_each_mapped(k->pid, mapped_file, &w);
	if (host_is_glob(file) && strchr(file, '/')) {
		int err = paths_each(k->arena, file, matching_file, &w);

		return err || w.n_files ? err : -ENOENT;
	}
	path = *k->sysroot && *file == '/' ?
	       arena_printf(k->arena, "%s%s", k->sysroot, file) : file;
	if (path == file || access(path, R_OK))
		path = elf_locate_pid(k->arena, k->pid, file);
	if (!path)
		return -ENOENT;
	if (!*file) {
		n = readlink(path, exe, sizeof(exe));
		if (n < 0)
			return last_error();
		file = arena_strndup(k->arena, exe, (size_t)n);
	}
	return with_file(&w, file, path);
}

/* Refuses files of another machine, or of this one with other words.  Warns about 32-bit files on a
 * 64-bit machine. */
static int check_machine(struct script *s, struct prog *p, const struct user_file *f)
{
	u32 bits = elf_word(f->elf) * 8, machine = elf_machine(f->elf);

	if ((machine == s->arch->elf_machine && bits == s->arch->word * 8u) || s->opt.no_kernel)
		return 0;
	if (s->arch->args_32 && machine == s->arch->elf_machine_32) {
		diag_say(s->diag, W_OTHER_WORD, p->span, f->shown, bits);
		return 0;
	}
	diag_say(s->diag, E_OTHER_MACHINE, p->span, f->shown, bits, machine, s->arch->name);
	return -1;
}

struct expansion {
	struct script *s;
	struct prog *p;
	int (*fn)(void *arg, const struct user_file *f);
	void *arg;
};

static int expand_file(void *arg, const struct user_file *f)
{
	struct expansion *x = arg;

	return check_machine(x->s, x->p, f) ? -1 : x->fn(x->arg, f);
}

int user_expand(struct script *s, struct prog *p, const char *file,
		int (*fn)(void *arg, const struct user_file *f), void *arg)
{
	struct expansion x = { s, p, fn, arg };
	u32 errors = s->diag->errors;
	int err = user_files(s->kern, file, expand_file, &x);

	if (err == -ENOENT && s->diag->muted)
		return 1;
	if (err < 0 && s->diag->errors == errors && !s->diag->muted)
		diag_say(s->diag, E_NO_FILE, p->span, *file ? file : "-p",
			 !*file ? text_of(T_NO_PROCESS) :
			 host_is_glob(file) && !strchr(file, '/') ?
				text_of(T_PATTERN_PATH) :
			 host_is_glob(file) ? text_of(T_NO_FILE_MATCHES) :
			 err == -ENOENT ? text_of(T_NO_SUCH_FILE) :
			 err == -ENOEXEC ? text_of(T_NOT_ELF) : limit_error(err));
	return err;
}

/* Is the address in Thumb code?  The kernel's breakpoint is an ARM instruction. */
static bool is_thumb(const struct elf *elf, u64 addr)
{
	struct elf_symbol sym;
	char mark;

	if (elf_machine(elf) != arch_arm.elf_machine)
		return false;
	mark = elf_mark(elf, addr);
	return mark == 't' || (!mark && elf_nearest(elf, addr, &sym) && sym.is_thumb);
}

void user_know_file(const struct script *s, struct target *t, const struct user_file *f)
{
	if (elf_machine(f->elf) == s->arch->elf_machine_32)
		t->args = s->arch->args_32;
	t->other_word = elf_word(f->elf) != s->arch->word;
	t->local = elf_local(f->elf, elf_address(f->elf, t->addr));
	t->landing = elf_landing(f->elf, t->addr);
}

int user_target(struct script *s, struct prog *p, const struct user_file *f,
		const char *name, u64 addr, struct target **out)
{
	u64 offset = elf_code(f->elf, addr);
	bool thumb = is_thumb(f->elf, addr);
	struct target *t;

	if (thumb || offset == UINT64_MAX) {
		if (thumb)
			diag_say(s->diag, E_THUMB, p->span, f->shown, name);
		else
			diag_say(s->diag, E_NO_CODE, p->span, f->shown, name);
		return -1;
	}
	t = script_target(s, p->span, arena_printf(s->arena, "%s:%s:%s", p->provider->name,
						   f->shown, name));
	t->module = f->path;
	t->func = arena_strdup(s->arena, name);
	t->addr = offset;
	user_know_file(s, t, f);
	vec_push(&p->targets, t);
	*out = t;
	return 0;
}

/* ---- functions that are missing ---- */

struct absent {
	struct script *s;
	struct prog *p;
	const char *func;
	bool is_mangled;	/* func is a name of C++ or Rust */
	struct strbuf shown;
	struct near near;
};

static int offer(void *arg, const struct elf_symbol *sym)
{
	struct absent *m = arg;

	sb_reset(&m->shown);
	if (HAS_DEMANGLE && m->is_mangled && demangle_name(sym->name, &m->shown))
		near_offer(&m->near, sb_str(&m->shown));
	else if (sym->is_func)
		near_offer(&m->near, sym->name);
	return 0;
}

/* If the library defines the function, says that the probe belongs there. */
static int offer_library(void *arg, const char *library)
{
	struct absent *m = arg;
	struct script *s = m->s;
	const char *path = elf_locate_pid(s->arena, s->kern->pid, library);
	struct elf_symbol sym;
	struct elf *elf;
	int err;
	bool has;

	elf = path ? elf_open(path, &err) : NULL;
	has = elf && elf_find(elf, m->func, &sym) && sym.is_func;
	elf_close(elf);
	if (has)
		diag_hint(s->diag, T_IMPORTED, m->p->provider->name, library, m->func);
	return has;
}

int user_no_function(struct script *s, struct prog *p, const struct user_file *f,
		     const char *func)
{
	struct mangled by_name = mangled_parse(func);
	struct absent m = { .s = s, .p = p, .func = func, .is_mangled = by_name.want };
	struct diag *d = s->diag;

	diag_say(d, E_NO_USER_SYMBOL, p->span, f->shown, "function", func);
	if (!HAS_DEMANGLE && (starts_with(func, "cpp:") || strstr(func, "::"))) {
		diag_hint(d, T_LEFT_OUT);
		return 1;
	}
	if (elf_imports(f->elf, func) && elf_each_needed(f->elf, offer_library, &m))
		return 1;
	near_init(&m.near, m.is_mangled ? by_name.want : func);
	elf_each(f->elf, offer, &m);
	diag_suggest(d, "", m.near.best);
	sb_free(&m.shown);
	if (!elf_has_symbols(f->elf))
		diag_hint(d, T_STRIPPED, p->provider->name, f->shown);
	return 1;
}

/* After T_INSIDE_INSN, says where the instruction begins and where the next one does. */
static void say_bounds(struct diag *d, const struct elf_symbol *sym, u64 begin, u64 end)
{
	const char *name = sym->name ? sym->name : "", *plus = sym->name ? "+" : "";
	u64 from = sym->name ? sym->addr : 0;

	diag_hint(d, T_INSN_BOUNDS, name, plus, (unsigned long long)(begin - from), name, plus,
		  (unsigned long long)(end - from));
}

/*
 * Refuses a place, given by offset or address, where a probe would change what the program
 * does: the middle of an instruction, and data.  A return probe must be at a function's
 * start, because it replaces the word on top of the stack.
 */
int user_check_place(struct script *s, struct prog *p, const struct user_file *f,
		     const char *text, const struct elf_symbol *sym, u64 addr)
{
	bool is_return = p->provider->offers & OFFERS_RETVAL;
	const struct elf *symbols;
	u64 begin = 0, end = 0;
	enum elf_place place;

	if (elf_code(f->elf, addr) == UINT64_MAX)
		return 0;		/* user_target() prints the error */
	place = elf_place(f->elf, f->elf, addr, &begin, &end);
	if (place == PLACE_IS_UNKNOWN && (symbols = source_symbols(s, f))) {
		if (is_thumb(symbols, addr))
			return diag_say(s->diag, E_THUMB, p->span, f->shown, text), -1;
		place = elf_place(f->elf, symbols, addr, &begin, &end);
	}
	if (place == PLACE_STARTS_FUNCTION || (place == PLACE_STARTS_INSN && !is_return) ||
	    (place == PLACE_IS_UNKNOWN && s->opt.unsafe))
		return 0;
	diag_say(s->diag, E_PLACE, p->span, f->shown, text,
		 text_of(place == PLACE_INSIDE_INSN ? T_INSIDE_INSN :
			 place == PLACE_IS_DATA ? T_PLACE_IS_DATA :
			 is_return ? T_NOT_ENTRY : T_PLACE_UNKNOWN));
	if (place == PLACE_INSIDE_INSN)
		say_bounds(s->diag, sym, begin, end);
	else if (place == PLACE_IS_UNKNOWN)
		diag_hint(s->diag, T_UNSAFE_PLACE);
	return -1;
}

/* ---- attaching ---- */

u64 user_offset(const struct target *t)
{
	return t->addr + t->local + t->landing;
}

/* The error for an instruction that the kernel can't step over, which depends on the architecture,
 * becomes -EINVAL. */
static int place_error(int err)
{
	return err == -ENOEXEC || err == -KERNEL_ENOTSUPP ? -EINVAL : err;
}

int user_attach(struct attach *a, const struct prog *p, struct target *t)
{
	int fd;

	if (t->id > UINT32_MAX)		/* the semaphore is not in the file */
		return -EINVAL;
	fd = sysperf_uprobe(t->module, user_offset(t), p->provider->offers & OFFERS_RETVAL,
			    a->pid ? a->pid : -1, t->id);
	return fd < 0 ? place_error(fd) : attach_perf(a, p, t, fd);
}

/*
 * One link for all places in one file (uprobe.multi); cookies tell them apart.  It is better
 * for a single place, too: it follows the process, while a perf event of a process ends with
 * its main thread.
 */
bool user_may_attach_many(const struct prog *p)
{
	for (size_t i = 1; i < p->targets.n; i++)
		if (strcmp(p->targets.v[i]->module, p->targets.v[0]->module))
			return false;
	return p->targets.n && feature_has(FEATURE_UPROBE_MULTI);
}

/* Attaches to n targets, from number `from` on.  Returns 0 or -errno; -EINVAL: the kernel refuses
 * at least one of these places. */
static int link_targets(struct attach *a, const struct prog *p, u32 from, u32 n)
{
	struct target *const *t = p->targets.v + from;
	u64 *all = mem_alloc(3 * n * sizeof(*all));
	struct sysbpf_uprobes u = {
		.path = t[0]->module, .offsets = all, .semaphores = all + n,
		.cookies = all + 2 * n, .n = n, .pid = (u32)a->pid,
		.is_return = p->provider->offers & OFFERS_RETVAL,
	};
	int fd;

	for (u32 i = 0; i < n; i++) {
		all[i] = user_offset(t[i]);
		all[n + i] = t[i]->id;
		all[2 * n + i] = t[i]->cookie;
	}
	fd = sysbpf_link_uprobe_multi(p->fd, &u);
	mem_free(all);
	if (fd == -EOPNOTSUPP)		/* sysbpf.c has made it of ENOTSUPP */
		return -EINVAL;
	return fd < 0 ? place_error(fd) : attach_link(a, fd);
}

/* The same, but finds those that the kernel refuses, by halves, and leaves them out. */
static int link_accepted(struct attach *a, const struct prog *p, u32 from, u32 n)
{
	int err = link_targets(a, p, from, n);

	if (err == -EINVAL && n > 1) {
		err = link_accepted(a, p, from, n / 2);
		return err ? err : link_accepted(a, p, from + n / 2, n - n / 2);
	}
	for (u32 i = from; i < from + n; i++)
		p->targets.v[i]->refused = err;
	return err == -EINVAL ? 0 : err;
}

int user_attach_many(struct attach *a, const struct prog *p)
{
	size_t before = a->to->fds.n;
	int err = link_accepted(a, p, 0, (u32)p->targets.n);

	while (err && a->to->fds.n > before)
		close(a->to->fds.v[--a->to->fds.n]);
	return err;
}

void user_explain(struct image *im, const struct target *t, int err, struct strbuf *out)
{
	(void)im;
	switch (-err) {
	case ENODEV:
	case EOPNOTSUPP:
		sb_puts(out, text_of(t->id ? T_NO_SEMAPHORES : T_NO_UPROBES));
		break;
	case EINVAL:
		sb_printf(out, TEXT_ARGS(T_UPROBE_PLACE, (unsigned long long)t->addr,
					 t->module));
		break;
	default:
		sb_printf(out, "%s: %s", t->module, error_text(err));
	}
}
