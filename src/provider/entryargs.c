/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * entryargs.c - return probes that read the function's arguments.
 *
 * When a function returns, the registers no longer hold its arguments.  An fexit program gets
 * the arguments as they were at the entry.  So a kretprobe that names one becomes an fexit if
 * the kernel's BTF has the function and the architecture has trampolines.
 */
#include <string.h>

#include "builtin/builtin.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "provider/provider.h"
#include "script.h"

struct reads { const struct registry *registry; struct btf_func func; int n; };

/* Does the name mean a parameter of the function?  Builtins without arguments, such as pid,
 * take precedence. */
static bool is_param(const struct reads *r, const struct expr *e)
{
	const struct builtin *b;

	if (e->kind != EX_NAME)
		return false;
	b = registry_builtin(r->registry, e->name);
	if (b && b->flags & SEES_PARAMS)
		return true;
	if (b && !builtin_wants_args(b))
		return false;
	for (u32 i = 0; i < r->func.n_params; i++)
		if (!strcmp(r->func.params[i].name, e->name))
			return true;
	return false;
}

static bool count_reads(void *arg, const struct expr *e)
{
	struct reads *r = arg;

	r->n += is_param(r, e);
	r->n -= e->kind == EX_INDEX && is_param(r, e->a);	/* ply's maps have no '@' */
	return false;
}

/* For a pattern only `args` counts, because the parameters' names differ between functions. */
bool provider_reads_entry(struct script *s, const struct prog *p, const char *module,
			  const char *func)
{
	struct reads r = { .registry = s->registry };
	u32 version = s->opt.no_kernel ? ~0u - 1 : host_kernel_version();

	if (!p->clause->body || version < s->arch->trampolines_from || !kern_has_btf(s->kern) ||
	    !(host_is_glob(func) || kern_func(s->kern, module, func, &r.func)))
		return false;
	expr_any(p->clause->pred, count_reads, &r);
	stmt_any(p->clause->body, count_reads, &r);
	return r.n > 0;
}
