/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * site.c - functions that kprobes are put at; see site.h.
 */
#include "provider/site.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "kernel/feature.h"
#include "kernel/kern.h"
#include "kernel/sysperf.h"
#include "symbols/rename.h"

const char *site_name(struct image *im, const struct target *t)
{
	if (!*t->func)
		return NULL;
	if (*t->module && !t->from_glob && strcmp(t->module, "vmlinux"))
		return arena_printf(im->arena, "%s:%s", t->module, t->func);
	return t->func;
}

static int count_function(void *n, const char *module, const char *func)
{
	(void)module, (void)func;
	++*(u32 *)n;
	return 0;
}

bool site_is_traceable(struct image *im, const char *func)
{
	struct tracefs *fs;
	u32 n = 0;
	int err;

	fs = kern_tracefs(im->kern, &err);
	if (fs)
		tracefs_each_function(fs, "*", func, count_function, &n);
	return n;
}

const char *site_traceable_at(struct image *im, u64 addr)
{
	struct ksyms *k = kern_ksyms(im->kern);
	const struct ksym *sym;

	ksyms_want(k, addr);
	ksyms_resolve(k);
	sym = ksyms_find(k, addr);
	return sym && sym->start == addr && site_is_traceable(im, sym->name) ? sym->name : NULL;
}

/* ---- why not ---- */

/* Looks up the name in the kernel and in all modules. */
static struct kname symbol_of(struct image *im, const struct target *t)
{
	struct kname n = { .name = t->func };

	ksyms_lookup(kern_ksyms(im->kern), &n, 1);
	return n;
}

static void explain_absence(struct image *im, const struct target *t, struct strbuf *out)
{
	if (!*t->func) {
		sb_printf(out, TEXT_ARGS(T_NO_CODE_AT, (unsigned long long)t->addr));
	} else if (*t->module && symbol_of(im, t).found) {
		sb_printf(out, TEXT_ARGS(T_OTHER_MODULE, t->module, t->func, t->func));
	} else {
		sb_printf(out, TEXT_ARGS(T_LACKS, "function", t->func));
		provider_suggest(im, t->func, out);
#ifndef NO_DWARF
		if (!im->kern->vmlinux)
			sb_puts(out, text_of(T_MAY_BE_INLINED));
#endif
	}
}

static void explain_place(struct image *im, const struct target *t, struct strbuf *out)
{
	struct kname n = symbol_of(im, t);

	if (*t->func && !n.found)
		explain_absence(im, t, out);
	else if (!*t->func)
		sb_printf(out, TEXT_ARGS(T_NO_CODE_AT, (unsigned long long)t->addr));
	else if (t->addr)
		sb_printf(out, TEXT_ARGS(T_KPROBE_PLACE, t->func, (unsigned long long)t->addr));
	else if (n.found > 1)
		sb_printf(out, TEXT_ARGS(T_KPROBE_SEVERAL, n.found, t->func,
					 (unsigned long long)n.addr));
	else
		sb_printf(out, TEXT_ARGS(T_KPROBE_FORBIDDEN, t->func));
}

void site_explain_kprobe(struct image *im, const struct target *t, int err, struct strbuf *out)
{
	switch (err == -ENOENT && !feature_has(FEATURE_KPROBE_PMU) ? ENODEV : -err) {
	case ENOENT:
		explain_absence(im, t, out);
		break;
	case EINVAL:
	case EILSEQ:
	case EADDRNOTAVAIL:
		explain_place(im, t, out);
		break;
	case ENODEV:
	case EOPNOTSUPP:
		sb_puts(out, text_of(T_NO_KPROBES));
	}
}

/* The function that takes a kprobe only after ftrace's call (open_entry() of kprobe.c), or NULL. */
static const char *refused_entry(struct image *im, const struct target *t)
{
	u32 call = im->arch->ftrace_call;
	const char *func = *t->func ? t->func : site_traceable_at(im, t->addr);
	const char *name = *t->func ? site_name(im, t) : NULL;
	u64 addr = *t->func ? call : t->addr + call;

	for (u32 i = 0; func; i++) {
		int fd = sysperf_kprobe(name, addr, false);

		if (fd >= 0) {
			close(fd);
			return func;
		}
		func = name = *t->func ? rename_candidate(im->arena, im->arch, t->func, i) : NULL;
	}
	return NULL;
}

void site_explain_kretprobe(struct image *im, const struct target *t, int err,
			     struct strbuf *out)
{
	bool may_be = ARCH_HOST_REFUSES_ENTRIES && (err == -EINVAL || err == -ENOENT);
	const char *func = may_be ? refused_entry(im, t) : NULL;

	if (func)
		sb_printf(out, TEXT_ARGS(T_NO_RETURN_HERE, func, func));
	else
		site_explain_kprobe(im, t, err, out);
}
