/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watchpoint.c - reads, writes and execution of memory, by debug registers.
 *
 * watchpoint:ADDR:LEN:MODE.  ADDR is a number, or [MODULE:]SYMBOL of the kernel, which
 * +OFFSET, +TYPE.MEMBER or, with debug information, .MEMBER may follow.  A MODULE with a slash is a
 * program or library.  LEN is 1, 2, 4 or 8 bytes.  MODE is made of r and w, or is x.  An address
 * below the kernel's is in the process of -p or -c.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/stat.h>

#include "base/number.h"
#include "base/text.h"
#include "kernel/kern.h"
#include "kernel/procmaps.h"
#include "kernel/sysperf.h"
#include "lang/decl.h"
#include "provider/provider.h"
#include "provider/source.h"
#include "run/attach.h"
#include "run/whynot.h"
#include "script.h"
#include "tables.h"

/* Turns ".member.member", or nothing, into an offset in t. */
static bool member_offset(struct script *s, const struct prog *p, const struct type *t,
			  const char *path, u64 *off)
{
	*off = 0;
	while (*path++) {
		size_t n = strcspn(path, ".");
		const char *name = arena_strndup(s->arena, path, n);
		const struct member *m;
		u32 here;

		t = type_complete(t);
		m = t->kind == TY_STRUCT ? type_member(t, name, &here) : NULL;
		if (!m) {
			diag_say(s->diag, E_NO_MEMBER, p->span, name, type_name(t));
			return false;
		}
		*off += here;
		t = m->type;
		path += n;
	}
	return true;
}

/* Turns "type.member.member" into an offset.  BTF has types only for per-CPU variables (pahole's
 * default), and these have no single address. */
static bool type_offset(struct script *s, const struct prog *p, const char *path, u64 *off)
{
	size_t n = strcspn(path, ".");
	struct typename tn = { .name = arena_strndup(s->arena, path, n) };
	const struct type *t = type_lookup(s, &tn);

	if (t)
		return member_offset(s, p, t, path + n, off);
	diag_say(s->diag, E_NO_TYPE, p->span, tn.name);
	if (!s->find_type)
		diag_hint(s->diag, T_AS_IT_IS, text_of(s->why_no_btf));
	return false;
}

/* Cuts "+offset" or "+type.member" off the symbol's name and computes it. */
static bool cut_offset(struct script *s, const struct prog *p, char *name, u64 *off)
{
	char *plus = strchr(name, '+');
	const char *end = plus ? plus + 1 : NULL;

	*off = 0;
	if (!plus)
		return true;
	*plus = '\0';
	if (number_any(&end, off) && !*end)
		return true;
	if (strchr("0123456789", plus[1]))	/* also true if nothing follows */
		return script_bad_probe(s, p, plus + 1), false;
	return type_offset(s, p, plus + 1, off);
}

/* A name with a dot was made by the compiler, or was meant as a member. */
static void no_symbol(struct script *s, const struct prog *p, const char *name)
{
	struct kname n = { .name = arena_strndup(s->arena, name, strcspn(name, ".")) };

	diag_say(s->diag, E_NO_SYMBOL, p->span, name);
	if (strchr(name, '.') && !ksyms_lookup(kern_ksyms(s->kern), &n, 1) && n.found)
		diag_hint(s->diag, T_WATCH_MEMBER, n.name, n.name, strchr(name, '.'));
	else
		whynot_symbol(&s->image);
}

/* If debug information knows the variable of "variable.member", looks that up instead.  Returns -1
 * after a message. */
static int look_up_member(struct script *s, const struct prog *p, struct kname *n, u64 *off)
{
	const char *dot = strchr(n->name, '.');
	struct kname whole = { .module = n->module };
	const struct type *t;

	if (!dot)
		return 0;
	whole.name = arena_strndup(s->arena, n->name, (size_t)(dot - n->name));
	t = source_variable_type(s, n->module, whole.name);
	if (!t || ksyms_lookup(kern_ksyms(s->kern), &whole, 1) || !whole.found)
		return 0;
	*n = whole;
	return member_offset(s, p, t, dot, off) ? 0 : -1;
}

/* Returns the address of [module:]symbol, which +offset, +type.member or .member may follow.  On
 * errors prints a message and returns 0, which is no symbol's address. */
static u64 kernel_address(struct script *s, const struct prog *p, const char *module, char *name)
{
	struct kname n[] = { { .name = name + (*name == '&'), .module = module },
			     { .name = "__per_cpu_start" }, { .name = "__per_cpu_end" } };
	u64 off;

	if (!cut_offset(s, p, name, &off))
		return 0;
	if (!s->opt.no_kernel || s->kern->kallsyms) {
		ksyms_lookup(kern_ksyms(s->kern), n, 3);
		if (!n->found && look_up_member(s, p, n, &off) < 0)
			return 0;
	}
	if (!n->found) {
		no_symbol(s, p, n->name);
	} else if (!n->addr) {
		diag_say(s->diag, E_KSYMS_HIDDEN, p->span);
	} else if (n->addr >= n[1].addr && n->addr < n[2].addr) {
		diag_say(s->diag, E_PER_CPU, p->span, n->name);
		return 0;
	}
	return n->addr ? n->addr + off : 0;
}

/* ---- variables of programs ---- */

struct watched {
	struct script *s;
	struct prog *p;
	char *name;
	u64 addr;
	const struct user_file *f;
	u64 ino, bias;
};

static int note_bias(void *arg, const struct procmap *m)
{
	struct watched *w = arg;

	return m->ino == w->ino && elf_bias(w->f->elf, m->off, m->start, &w->bias);
}

/* Adds what the file's addresses differ from those in the process of -p. */
static bool add_bias(struct watched *w)
{
	u32 pid = w->s->kern->pid;
	struct stat st;

	if (elf_is_fixed(w->f->elf))
		return true;
	if (pid && !stat(w->f->path, &st)) {
		w->ino = st.st_ino;
		if (procmaps_each("/proc", pid, note_bias, w) > 0) {
			w->addr += w->bias;
			return true;
		}
	}
	diag_say(w->s->diag, E_NOT_LOADED, w->p->span, w->f->shown);
	diag_hint(w->s->diag, T_WATCH_LOADED);
	return false;
}

/* Finds variable[.member][+offset], where the compiler's names of variables may have dots, too. */
static int find_variable(void *arg, const struct user_file *f)
{
	struct watched *w = arg;
	char *dot = strchr(w->name, '.');
	const struct type *t;
	struct elf_symbol sym;
	u64 off = 0;

	w->f = f;
	if (!elf_find(f->elf, w->name, &sym) || sym.is_func) {
		const char *whole = dot ? arena_strndup(w->s->arena, w->name,
							(size_t)(dot - w->name)) : "";

		t = dot ? source_type_in(w->s, f->path, whole) : NULL;
		if (!t || !elf_find(f->elf, whole, &sym) || sym.is_func) {
			diag_say(w->s->diag, E_NO_USER_SYMBOL, w->p->span, f->shown, "variable",
				 w->name);
			return 1;
		}
		if (!member_offset(w->s, w->p, t, dot, &off))
			return -1;
	}
	w->addr += sym.addr + off;
	return add_bias(w) ? 0 : -1;
}

/* The address of a variable of a program in the process that is watched; 0 after a message. */
static u64 user_address(struct script *s, struct prog *p, const char *file, char *name)
{
	struct watched w = { .s = s, .p = p, .name = name + (*name == '&') };

	return cut_offset(s, p, name, &w.addr) && !user_expand(s, p, file, find_variable, &w) ?
	       w.addr : 0;
}

/* Turns "rw" into HW_BREAKPOINT_*.  Returns 0 for other letters, and for x with r or w. */
static u32 parse_mode(const char *s)
{
	static const char letters[] = "rwx";	/* HW_BREAKPOINT_R is 1, W 2, X 4 */
	u32 mode = 0;

	for (; *s; s++) {
		const char *at = strchr(letters, *s);

		if (!at)
			return 0;
		mode |= 1u << (at - letters);
	}
	return mode & HW_BREAKPOINT_X && mode != HW_BREAKPOINT_X ? 0 : mode;
}

/* Parses [module:]addr:len:mode.  *module is NULL if there is none. */
static bool parse(struct script *s, const char *text, const char **module, char **addr,
		  struct sysperf_event *e)
{
	char *len, *mode;
	const char *end;

	*addr = arena_strdup(s->arena, text);
	len = strchr(*addr, ':');
	mode = len ? strchr(len + 1, ':') : NULL;
	if (!mode)
		return false;
	*module = NULL;
	if (strchr(mode + 1, ':')) {
		*module = *addr;
		*addr = len + 1;
		*len = '\0';
		len = mode;
		mode = strchr(len + 1, ':');
	}
	*len++ = *mode++ = '\0';
	e->bp_type = parse_mode(mode);
	end = len;
	return **addr && e->bp_type && number_decimal(&end, &e->len) && !*end && e->len <= 8 &&
	       e->len && !(e->len & (e->len - 1));
}

static int expand_watchpoint(struct script *s, struct prog *p, const char *text)
{
	struct sysperf_event e = { .type = PERF_TYPE_BREAKPOINT, .period = 1 };
	const char *end, *module;
	struct target *t;
	char *addr;

	if (!parse(s, text, &module, &addr, &e))
		return script_bad_probe(s, p, text);
	end = addr;
	if (!number_any(&end, &e.addr) || *end)
		e.addr = module && strchr(module, '/') ? user_address(s, p, module, addr) :
			 kernel_address(s, p, module, addr);
	if (!e.addr)
		return -1;
	t = script_target(s, p->span, arena_printf(s->arena, "watchpoint:%s", text));
	t->in_process = e.addr < s->arch->kernel_start;
	t->event = arena_memdup(s->arena, &e, sizeof(e));
	vec_push(&p->targets, t);
	return 0;
}

static int attach_watchpoint(struct attach *a, const struct prog *p, struct target *t)
{
	return t->in_process && !a->pid && !a->child ? -ESRCH : attach_event(a, p, t);
}

static void explain_watchpoint(struct image *im, const struct target *t, int err,
			       struct strbuf *out)
{
	(void)im;
	if (err == -ESRCH)
		sb_puts(out, text_of(T_WATCH_USER));
	else if (err == -ENOSPC)
		sb_puts(out, text_of(T_WATCH_FULL));
	else if (err == -EINVAL && t->event->bp_type == HW_BREAKPOINT_X)
		sb_printf(out, TEXT_ARGS(T_WATCH_CODE, (unsigned long long)t->event->addr,
					 (unsigned long long)t->event->len));
	else if (err == -EINVAL)
		sb_printf(out, TEXT_ARGS(T_WATCH_KIND,
					 (unsigned long long)t->event->len));
	else if (err == -ENODEV || err == -EOPNOTSUPP || err == -ENOENT)
		sb_puts(out, text_of(T_NO_WATCH));
}

const struct provider provider_watchpoint = {
	.name = "watchpoint", .aliases = "w", .usage = T_WATCHPOINT, .takes_file = true,
	.offers = OFFERS_TASK | OFFERS_REGS | OFFERS_KSTACK | OFFERS_USTACK,
	.prog_type = BPF_PROG_TYPE_PERF_EVENT, .expand = expand_watchpoint,
	.attach = attach_watchpoint, .explain = explain_watchpoint,
	.is_last_first = provider_last_first,
	.feature = FEATURE_BREAKPOINT, .default_body = "printf(\"%s %d %s\\n\", probe, pid, comm);",
};
