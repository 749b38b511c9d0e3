/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calls.c - the entries of system calls, by one link for the kernel's functions of these calls.
 *
 * choose.c uses it for tracepoint:syscalls:sys_enter_* on kernels that preempt the programs of
 * such events.  The functions are called right after the event, and get a pointer to the registers
 * of the process.  The compatible calls of processes with the other word size have functions of
 * their own or are left out by the program, as those events leave them out.
 */
#include <errno.h>
#include <linux/bpf.h>

#include "base/text.h"
#include "provider/provider.h"
#include "provider/syscall_args.h"
#include "run/attach.h"
#include "script.h"
#include "tables.h"

static bool always(const struct prog *p)
{
	(void)p;
	return true;
}

static int attach_calls(struct attach *a, const struct prog *p)
{
	const char **names = arena_array(a->image->arena, const char *, p->targets.n);

	for (size_t i = 0; i < p->targets.n; i++)
		names[i] = syscall_function(a->image->arena, a->image->arch,
					    p->targets.v[i]->func);
	return provider_link_functions(a, p, names, false);
}

/* If the kernel refuses the link, each event is attached as it was written. */
static int attach_none(struct attach *a, const struct prog *p, struct target *t)
{
	(void)a, (void)p, (void)t;
	return -EOPNOTSUPP;
}

const struct provider provider_calls = {
	.name = "tracepoint", .aliases = "", .usage = T_TRACEPOINT,
	.offers = OFFERS_TASK | OFFERS_RECORD,
	.prog_type = BPF_PROG_TYPE_KPROBE, .many_type = TRACE_KPROBE_MULTI,
	.may_attach_many = always, .attach_many = attach_calls, .attach = attach_none,
	.feature = FEATURE_KPROBE_MULTI,
};
