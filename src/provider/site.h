/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * site.h - functions that kprobes are put at: their names for the kernel, and why it refuses them.
 */
#ifndef AWL_SITE_H
#define AWL_SITE_H

#include "provider/provider.h"

/* The function's name for the kernel: "module:function" in a module.  NULL for an address. */
const char *site_name(struct image *im, const struct target *t);

/* Can ftrace trace a function of this name? */
bool site_is_traceable(struct image *im, const char *func);
/* The function at this address, if one begins there that ftrace can trace, else NULL. */
const char *site_traceable_at(struct image *im, u64 addr);

/* For struct provider: these append why the target was refused with err. */
void site_explain_kprobe(struct image *im, const struct target *t, int err, struct strbuf *out);
void site_explain_kretprobe(struct image *im, const struct target *t, int err,
			     struct strbuf *out);

#endif
