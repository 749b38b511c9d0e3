/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * uprobe.c - entry and return of functions of programs and libraries.
 *
 * uprobe:FILE:function[+offset], uprobe:FILE:0xaddress.  FILE is a path, a
 * program in PATH or a library's name (libc).  Globs match the file's symbols.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <string.h>

#include "base/number.h"
#include "kernel/elf.h"
#include "kernel/host.h"
#include "kernel/sysperf.h"
#include "provider/provider.h"
#include "run/attach.h"
#include "tables.h"

struct place { const char *file, *func; };	/* the two parts of a target */

static int bad_probe(struct script *s, struct prog *p, const char *text)
{
	diag_say(s->diag, E_PROBE_SYNTAX, p->span, text, p->provider->usage);
	return -1;
}

/* FILE may hold colons in quotes only; the function is what is behind the last. */
static bool split(struct script *s, const char *text, struct place *out)
{
	const char *colon;

	if (*text == '"') {
		const char *end = strchr(text + 1, '"');

		if (!end || end[1] != ':' || !end[2])
			return false;
		out->file = arena_strndup(s->arena, text + 1, (size_t)(end - text - 1));
		out->func = end + 2;
		return true;
	}
	colon = strchr(text, ':');
	if (!colon || colon == text || !colon[1])
		return false;
	out->file = arena_strndup(s->arena, text, (size_t)(colon - text));
	out->func = colon + 1;
	return true;
}

static void add_target(struct script *s, struct prog *p, const char *file,
		       const char *shown, const char *func, u64 offset, bool from_glob)
{
	struct target *t = script_target(s, p->span, arena_printf(s->arena, "%s:%s:%s",
					 p->provider->name, shown, func));

	t->module = file;
	t->func = arena_strdup(s->arena, func);
	t->addr = offset;
	t->from_glob = from_glob;
	vec_push(&p->targets, t);
}

struct matches { struct script *s; struct prog *p; const struct elf *elf;
		 const char *file, *glob; u64 last; };

static int add_match(void *arg, const struct elf_symbol *sym)
{
	struct matches *m = arg;
	u64 off = elf_offset(m->elf, sym->addr);

	if (!sym->is_func || off == UINT64_MAX || off == m->last ||
	    !host_glob(m->glob, sym->name))
		return 0;
	m->last = off;
	add_target(m->s, m->p, m->file, m->file, sym->name, off, true);
	return 0;
}

struct nearest { struct near near; };

static int offer(void *arg, const struct elf_symbol *sym)
{
	struct nearest *n = arg;

	if (sym->is_func)
		near_offer(&n->near, sym->name);
	return 0;
}

static int no_symbol(struct script *s, struct prog *p, const struct elf *elf,
		     const struct place *pl, const char *func)
{
	struct nearest n;

	diag_say(s->diag, E_NO_USER_SYMBOL, p->span, pl->file, func);
	near_init(&n.near, func);
	elf_each(elf, offer, &n);
	if (n.near.best)
		diag_note(s->diag, (struct span){ 0 }, "did you mean '%s'?", n.near.best);
	else if (!elf_has_symbols(elf))
		diag_note(s->diag, (struct span){ 0 },
			  "the file is stripped: give an address, %s:%s:0x...",
			  p->provider->name, pl->file);
	return -1;
}

/* function, function+offset or 0xaddress to a place in the file */
static int add_one(struct script *s, struct prog *p, const struct elf *elf,
		   const char *file, const struct place *pl)
{
	char *func = arena_strdup(s->arena, pl->func), *plus = strchr(func, '+');
	const char *end = func;
	struct elf_symbol sym = { 0 };
	u64 more = 0, off;

	if (plus) {
		*plus = '\0';
		end = plus + 1;
		if (!number_any(&end, &more) || *end)
			return bad_probe(s, p, pl->func);
		end = func;
	}
	if (*func >= '0' && *func <= '9') {
		if (!number_any(&end, &sym.addr) || *end)
			return bad_probe(s, p, pl->func);
	} else if (!elf_find(elf, func, &sym)) {
		return no_symbol(s, p, elf, pl, func);
	}
	off = elf_offset(elf, sym.addr + more);
	if (off == UINT64_MAX)
		return bad_probe(s, p, pl->func);
	add_target(s, p, file, pl->file, pl->func, off, false);
	return 0;
}

static int expand_uprobe(struct script *s, struct prog *p, const char *text)
{
	struct matches m = { .s = s, .p = p, .last = UINT64_MAX };
	struct place pl;
	struct elf *elf;
	int err;

	if (!split(s, text, &pl))
		return bad_probe(s, p, text);
	m.file = elf_locate(s->arena, "", pl.file);
	elf = m.file ? elf_open(m.file, &err) : NULL;
	if (!elf) {
		diag_say(s->diag, E_NO_FILE, p->span, pl.file,
			 m.file ? strerror(-err) : "not found, as a path, a program or a library");
		return -1;
	}
	err = 0;
	if (elf_word(elf) != s->arch->word && !s->opt.no_kernel)
		diag_say(s->diag, W_OTHER_WORD, p->span, pl.file, elf_word(elf) * 8);
	if (host_is_glob(pl.func)) {
		m.glob = pl.func;
		m.elf = elf;
		elf_each(elf, add_match, &m);
	} else {
		err = add_one(s, p, elf, m.file, &pl);
	}
	elf_close(elf);
	return err;
}

static int attach_uprobe(struct attach *a, const struct prog *p, struct target *t)
{
	int fd = sysperf_uprobe(t->module, t->addr, p->provider == &provider_uretprobe,
				a->pid ? a->pid : -1, 0);

	return fd < 0 ? fd : attach_perf(a, p, t, fd);
}

static void explain_uprobe(struct script *s, const struct target *t, int err,
			   struct strbuf *out)
{
	(void)s;
	switch (-err) {
	case EACCES:
	case EPERM:
		sb_puts(out, "not permitted: run as root (CAP_BPF and CAP_PERFMON)");
		break;
	case ENODEV:
	case EOPNOTSUPP:
		sb_puts(out, "this kernel has no uprobes: it needs CONFIG_UPROBE_EVENTS");
		break;
	case EINVAL:
		sb_printf(out, "no probe can be put at offset %#llx of %s: not the start of an instruction, or one that can't be probed",
			  (unsigned long long)t->addr, t->module);
		break;
	default:
		sb_printf(out, "%s: %s", t->module, strerror(-err));
	}
}

#define OFFERS (OFFERS_TASK | OFFERS_REGS | OFFERS_FUNC | OFFERS_KSTACK | OFFERS_USTACK | \
		OFFERS_USER_CTX)

const struct provider provider_uprobe = {
	.name = "uprobe", .aliases = "u", .usage = "uprobe:file:function[+offset]",
	.doc = DOC("a function of a program or library is entered"),
	.offers = OFFERS | OFFERS_ARGS, .prog_type = BPF_PROG_TYPE_KPROBE,
	.expand = expand_uprobe, .attach = attach_uprobe, .explain = explain_uprobe,
	.feature = FEATURE_UPROBE_PMU,
	.default_body = "printf(\"%s %d %s\\n\", probe, pid, comm);",
};

const struct provider provider_uretprobe = {
	.name = "uretprobe", .aliases = "ur", .usage = "uretprobe:file:function",
	.doc = DOC("a function of a program or library returns"),
	.offers = OFFERS | OFFERS_RETVAL, .prog_type = BPF_PROG_TYPE_KPROBE,
	.expand = expand_uprobe, .attach = attach_uprobe, .explain = explain_uprobe,
	.feature = FEATURE_UPROBE_PMU,
	.default_body = "printf(\"%s %d %s %d\\n\", probe, pid, comm, retval);",
};
