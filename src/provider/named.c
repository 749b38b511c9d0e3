/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * named.c - types, constants and functions of the kernel, by name.
 *
 * A bundle has those that its script needs.  Else they are in the kernel's BTF or, if it has
 * none, in its debug information.  Types of a probed program come before those of the kernel, and
 * without BTF also those of a probed module.
 */
#include <linux/bpf.h>
#include <string.h>

#include "base/text.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "provider/provider.h"
#include "provider/resolved.h"
#include "provider/source.h"
#include "script.h"

#ifndef NO_DWARF
/* The debug information that is asked in place of BTF.  Without it the passes say that there is
 * no BTF, which they know by find_type. */
static struct debug *no_btf_but_debug(struct script *s)
{
	struct debug *d = s->why_no_btf && s->find_type ? source_kernel(s, NULL) : NULL;

	if (!d && s->why_no_btf && !resolved_types(s)) {
		s->find_type = NULL;
		s->find_constant = NULL;
		s->find_param = NULL;
		s->param_name = NULL;
	}
	return d;
}
#endif

static const enum btf_want wants[] = {
	[TN_PLAIN] = BTF_ANY, [TN_STRUCT] = BTF_STRUCT, [TN_UNION] = BTF_UNION,
	[TN_ENUM] = BTF_ENUM,
};

#ifndef NO_DWARF
const struct type *source_type(struct script *s, const struct prog *p, int tag, const char *name)
{
	const char *module = p->targets.n ? p->targets.v[0]->module : NULL;
	struct debug *d = NULL;
	const struct type *t;

	if (p->provider->offers & OFFERS_USER_CTX)
		d = module ? source_debug(s, module, SPACE_USER, NULL) : NULL;
	else if (module && s->why_no_btf)
		d = source_module(s, module, NULL, NULL);
	t = d ? debug_type(d, wants[tag], name) : NULL;

	if (t)
		resolved_keep_type(s, tag, name, t);
	return t;
}

const struct type *source_variable_type(struct script *s, const char *module, const char *name)
{
	struct debug *d = module ? source_module(s, module, NULL, NULL) : source_kernel(s, NULL);

	return d ? debug_variable_type(d, name) : NULL;
}

const struct type *source_type_in(struct script *s, const char *path, const char *name)
{
	struct debug *d = source_debug(s, path, SPACE_USER, NULL);

	return d ? debug_variable_type(d, name) : NULL;
}
#endif

static const struct type *find_type(void *ctx, int tag, const char *name)
{
	struct script *s = ctx;
	struct btf *own = resolved_types(s);
	const struct type *t = own ? btf_struct(own, wants[tag], name) : NULL;

	if (!t && !s->why_no_btf)
		return kern_type(s->kern, wants[tag], name);
#ifndef NO_DWARF
	if (!t) {
		struct debug *d = no_btf_but_debug(s);

		t = d ? debug_type(d, wants[tag], name) : NULL;
		if (t)
			resolved_keep_type(s, tag, name, t);
	}
#endif
	return t;
}

static bool find_constant(void *ctx, const char *name, s64 *value, const struct type **type)
{
	struct script *s = ctx;
	struct btf *own = resolved_types(s);

	if (own && btf_enumerator(own, name, value, type))
		return true;
	if (!s->why_no_btf)
		return kern_constant(s->kern, name, value, type);
#ifndef NO_DWARF
	struct debug *d = no_btf_but_debug(s);

	if (d && debug_constant(d, name, value, type)) {
		resolved_keep_type(s, TN_ENUM, name, *type);
		return true;
	}
#endif
	return false;
}

static bool find_func(struct script *s, const char *name, struct btf_func *f)
{
	struct btf *own = resolved_types(s);

	if (own && btf_func(own, name, f))
		return true;
	if (!s->why_no_btf)
		return kern_func(s->kern, "", name, f);
#ifndef NO_DWARF
	struct debug *d = no_btf_but_debug(s);

	if (d && debug_func(d, name, f)) {
		resolved_keep_func(s, name, f);
		return true;
	}
#endif
	return false;
}

static bool find_param(void *ctx, const char *func, const char *name,
		       const struct arch_abi *abi, struct param_place *p)
{
	struct script *s = ctx;
	struct param_place *all;
	struct btf_func f;

	if (!find_func(s, func, &f))
		return false;
	if (p->first == PARAM_RETURN && !name)
		return p->type = f.ret, true;
	all = arena_array(s->arena, struct param_place, f.n_params);
	for (u32 i = 0; i < f.n_params; i++)
		all[i].type = f.params[i].type;
	callabi_place(abi, abi == &callabi_slots ? 8 : s->arch->word, f.ret, all, f.n_params);
	for (u32 i = 0; i < f.n_params; i++) {
		if (name ? strcmp(f.params[i].name, name) :
			   all[i].first != p->first || all[i].words != 1)
			continue;
		*p = all[i];
		return true;
	}
	return false;
}

static const char *param_name(void *ctx, const char *func, u32 n)
{
	struct btf_func f;

	return find_func(ctx, func, &f) && n < f.n_params ? f.params[n].name : NULL;
}

/* ---- as the verifier knows them ---- */

static u32 type_id(const struct script *s, const struct type *t)
{
	return t->kind == TY_STRUCT && t->complete_from && t->complete_from == s->kern->btf ?
	       t->complete_id : 0;
}

/*
 * The type of argument n of a raw tracepoint.  From 6.2 on the kernel believes that such pointers
 * are valid, which some are not: a typed program could crash it.
 */
static const struct type *event_type(const struct script *s, struct target *t, u32 n)
{
	struct btf_func f;

	if (s->opt.no_kernel || host_kernel_version() >= 0x60200 || !s->image.has(FEATURE_JIT) ||
	    s->image.has(FEATURE_RDONLY_CAST))
		return NULL;
	if (!t->func_id &&
	    kern_func(s->kern, "vmlinux", arena_printf(s->arena, "btf_trace_%s", t->module), &f))
		t->func_id = f.id;
	if (!t->func_id || !btf_func_of_id(s->kern->btf, t->func_id, &f))
		return NULL;
	return n + 1 < f.n_params ? f.params[n + 1].type : NULL;
}

/* The slots are the function's arguments, and after them its result. */
static const struct type *slot_type(const struct script *s, const struct prog *p, u32 n)
{
	struct target *t = p->targets.v[0];
	struct btf_func f;

	if (p->provider->prog_type == BPF_PROG_TYPE_RAW_TRACEPOINT)
		return event_type(s, t, n);
	if (p->provider->prog_type != BPF_PROG_TYPE_TRACING || !s->kern->btf || t->bpf_prog ||
	    t->by_value || (t->btf_module && *t->btf_module) ||
	    !btf_func_of_id(s->kern->btf, t->func_id, &f))
		return NULL;
	return n < f.n_params ? f.params[n].type : n == f.n_params ? f.ret : NULL;
}

void script_find_names(struct script *s)
{
	bool has_debug = false;

	s->kern->arch = s->arch;
	s->why_no_btf = kern_has_btf(s->kern) ? 0 :
			*s->kern->sysroot || host_has_sysfs() ? T_NO_BTF : T_NO_SYSFS;
#ifndef NO_DWARF
	has_debug = s->kern->vmlinux || !s->opt.no_kernel;
#endif
	if (s->why_no_btf && !resolved_types(s) && !has_debug)
		return;
	s->find_type = find_type;
	s->find_constant = find_constant;
	s->find_param = find_param;
	s->param_name = param_name;
	s->find_ctx = s;
	s->type_id = type_id;
	s->slot_type = slot_type;
}
