/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * whynot.c - see whynot.h.
 *
 * Facts: kernel_lockdown(7), security/lockdown.  The mode "confidentiality" forbids kprobes,
 * tracefs, and helpers that read the kernel's memory.  bpf_base_func_proto() then doesn't
 * return those helpers, so the verifier calls them unknown.
 */
#include "run/whynot.h"

#include <string.h>

#include "base/find.h"
#include "base/text.h"
#include "kernel/host.h"
#include "kernel/kern.h"

enum { CAP_SYS_ADMIN = 21, CAP_PERFMON = 38 };	/* linux/capability.h */

u32 whynot_permitted(void)
{
	bool is_root = host_capable(CAP_SYS_ADMIN) || host_capable(CAP_PERFMON);

	return is_root && host_is_confidential() ? T_LOCKED_DOWN : T_DENIED;
}

u32 whynot_found(void)
{
	return host_has_sysfs() ? 0 : T_NO_SYSFS;
}

/* Does kallsyms have only functions, as without CONFIG_KALLSYMS_ALL?  It looks for a function and
 * a variable that all kernels have. */
static bool lacks_data(struct ksyms *k)
{
	struct kname names[] = { { .name = "_stext" }, { .name = "init_task" } };

	return !ksyms_lookup(k, names, 2) && names[0].found && !names[1].found;
}

void whynot_symbol(struct image *im)
{
	if (*im->kern->sysroot && !im->kern->kallsyms && !strcmp(im->kern->sysroot, NO_SYSROOT))
		diag_hint(im->diag, T_OTHER_FILES);
	else if (lacks_data(kern_ksyms(im->kern)))
		diag_hint(im->diag, T_NO_DATA_SYMBOLS);
}

void whynot_btf(struct image *im)
{
	if (*im->kern->sysroot)
		diag_hint(im->diag, T_OTHER_FILES);
	else if (whynot_found())
		diag_hint(im->diag, T_NO_SYSFS);
}

u32 whynot_loaded(const char *verifier)
{
	bool is_helper = find_text(verifier, "helper") || find_text(verifier, "unknown func");

	return is_helper && host_is_confidential() ? T_LOCKED_READS : 0;
}
