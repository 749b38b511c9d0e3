/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watchpoint.c - memory is read, written or executed: debug registers.
 *
 * watchpoint:ADDR:LEN:MODE, where ADDR is a number or a symbol of the kernel,
 * LEN 1, 2, 4 or 8 bytes and MODE made of r, w and x.  An address below the
 * kernel's is one of the process of -p or -c.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "kernel/kern.h"
#include "kernel/sysperf.h"
#include "provider/provider.h"
#include "run/attach.h"
#include "tables.h"

/* symbol or symbol+offset; 0: there is none of this name (said), as a kernel symbol
 * can't be there. */
static u64 kernel_address(struct script *s, const struct prog *p, char *name)
{
	struct kname n = { .name = name };
	char *plus = strchr(name, '+');
	const char *end = plus ? plus + 1 : NULL;
	u64 off = 0;

	if (plus && (!number_any(&end, &off) || *end)) {
		script_bad_probe(s, p, name);
		return 0;
	}
	if (plus)
		*plus = '\0';
	if (!s->opt.no_kernel)
		ksyms_lookup(kern_ksyms(s->kern), &n, 1);
	if (!n.found)
		diag_say(s->diag, E_NO_SYMBOL, p->span, name);
	else if (!n.addr)
		diag_say(s->diag, E_KSYMS_HIDDEN, p->span);
	return n.addr ? n.addr + off : 0;
}

/* "rw" to HW_BREAKPOINT_*; 0 if it is no mode.  Code is watched alone. */
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

/* addr:len:mode */
static bool parse(struct script *s, const char *text, char **addr, struct sysperf_event *e)
{
	char *len, *mode;
	const char *end;

	*addr = arena_strdup(s->arena, text);
	len = strchr(*addr, ':');
	mode = len ? strchr(len + 1, ':') : NULL;
	if (!mode)
		return false;
	*len++ = *mode++ = '\0';
	e->bp_type = parse_mode(mode);
	end = len;
	return **addr && e->bp_type && number_decimal(&end, &e->len) && !*end && e->len <= 8 &&
	       e->len && !(e->len & (e->len - 1));
}

static int expand_watchpoint(struct script *s, struct prog *p, const char *text)
{
	struct sysperf_event e = { .type = PERF_TYPE_BREAKPOINT, .period = 1 };
	struct target *t;
	const char *end;
	char *addr;

	if (!parse(s, text, &addr, &e))
		return script_bad_probe(s, p, text);
	end = addr;
	if (!number_any(&end, &e.addr) || *end)
		e.addr = kernel_address(s, p, addr);
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

static void explain_watchpoint(struct script *s, const struct target *t, int err,
			       struct strbuf *out)
{
	(void)s;
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
	.name = "watchpoint", .aliases = "w", .usage = T_WATCHPOINT,
	.doc = DOC("memory is read (r), written (w) or executed (x)"),
	.offers = OFFERS_TASK | OFFERS_REGS | OFFERS_KSTACK | OFFERS_USTACK,
	.prog_type = BPF_PROG_TYPE_PERF_EVENT, .expand = expand_watchpoint,
	.attach = attach_watchpoint, .explain = explain_watchpoint,
	.is_last_first = provider_last_first,
	.feature = FEATURE_BREAKPOINT, .default_body = "printf(\"%s %d %s\\n\", probe, pid, comm);",
};
