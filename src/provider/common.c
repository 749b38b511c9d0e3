/* SPDX-License-Identifier: GPL-2.0-or-later */
/* common.c - what several providers of kernel events share; see provider.h. */
#include <errno.h>
#include <string.h>

#include "base/text.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "kernel/sysbpf.h"
#include "provider/provider.h"
#include "run/attach.h"
#include "script.h"
#include "symbols/rename.h"

/* ---- missing files of the kernel ---- */

struct tracefs *provider_tracefs(struct script *s, const struct prog *p)
{
	int err;
	struct tracefs *fs = kern_tracefs(s->kern, &err);
	bool denied = err == -EACCES || err == -EPERM, locked = host_is_confidential();

	if (fs)
		return fs;
	diag_say(s->diag, E_NO_TRACEFS, p->span, *s->kern->sysroot ? "not given" :
		 denied || locked ? "not readable" : "not mounted");
	if (*s->kern->sysroot)
		diag_hint(s->diag, T_OTHER_FILES);
	else if (locked)
		diag_hint(s->diag, T_LOCKED_DOWN);
	else if (denied)
		diag_hint(s->diag, T_RUN_AS_ROOT);
	else
		diag_hint(s->diag, T_MOUNT);
	return NULL;
}

int provider_no_functions(struct script *s, const struct prog *p)
{
	diag_say(s->diag, E_NO_FUNCTIONS, p->span);
	if (*s->kern->sysroot)
		diag_hint(s->diag, T_OTHER_FILES);
	else if (host_is_confidential())
		diag_hint(s->diag, T_LOCKED_DOWN);
	else
		diag_hint(s->diag, T_MOUNT_AS_ROOT);
	return -1;
}

/* ---- functions ---- */

void provider_check_superseded(struct script *s, const struct prog *p, const char *func)
{
	struct kname n[] = { { .name = func }, { .name = rename_superseded(func) } };

	if (!n[1].name || (s->opt.no_kernel && !s->kern->kallsyms))
		return;
	ksyms_lookup(kern_ksyms(s->kern), n, 2);
	if (n[0].found && n[1].found)
		diag_say(s->diag, W_SUPERSEDED, p->span, func, n[1].name);
}

const char *provider_returning(struct script *s, const char *text)
{
	const char *percent = strrchr(text, '%');

	return percent && !strcmp(percent, "%return") ?
	       arena_strndup(s->arena, text, (size_t)(percent - text)) : NULL;
}

bool provider_find_func(struct kern *k, const char *module, const char *func,
			struct btf_func *f)
{
	return kern_func(k, *module ? module : "vmlinux", func, f) && !f->is_variadic;
}

const struct type *provider_args_record(struct script *s, const struct btf_func *f, u32 first,
					bool one)
{
	struct member *m = arena_array(s->arena, struct member, f->n_params + 1);
	struct type *t = arena_new(s->arena, struct type);
	u32 size = 0;

	for (u32 i = first; i < f->n_params; i++) {
		m[i - first] = f->params[i];
		m[i - first].off = size;
		size += one ? 8 : ALIGN_UP(m[i - first].type->size, 8);
	}
	*t = (struct type){ .kind = TY_STRUCT, .size = size, .align = 8,
			    .members = m, .count = f->n_params - first };
	t->name = "args";
	return t;
}

static int offer_function(void *arg, const char *module, const char *func)
{
	(void)module;
	near_offer(arg, func);
	return 0;
}

void provider_suggest(struct image *im, const char *func, struct strbuf *out)
{
	struct near n;
	struct tracefs *fs;
	int err;

	fs = kern_functions(im->kern, &err);
	if (!fs)
		return;
	near_init(&n, func);
	tracefs_each_function(fs, "*", "*", offer_function, &n);
	if (n.best)
		sb_printf(out, "; did you mean '%s'?", n.best);
}

/* ---- attaching ---- */

int provider_link_functions(struct attach *a, const struct prog *p, const char *const *names,
			    bool returns)
{
	u32 n = (u32)p->targets.n;
	u64 *cookies = arena_array(a->image->arena, u64, n), *addrs = NULL;
	int fd;

	for (u32 i = 0; i < n; i++)
		cookies[i] = p->targets.v[i]->cookie;
	if (a->image->arch->links_at_calls) {
		struct tracefs *fs = kern_tracefs(a->image->kern, &fd);

		addrs = arena_array(a->image->arena, u64, n);
		if (fs)
			fd = tracefs_calls_in(fs, names, addrs, n);
		if (fd < 0)
			return fd;
		names = NULL;
	}
	fd = sysbpf_link_kprobe_multi(p->fd, names, addrs, cookies, n, returns);
	return fd < 0 ? fd : attach_link(a, fd);
}

u64 provider_address_in_module(struct image *im, const char *name)
{
	const char *colon = strchr(name, ':');
	struct kname n = { .name = colon + 1, .module = arena_strndup(im->arena, name,
								     (size_t)(colon - name)) };

	ksyms_lookup(kern_ksyms(im->kern), &n, 1);
	return n.found == 1 ? n.addr : 0;
}

const char *provider_entry_at(struct script *s, u64 *addr)
{
	bool has_symbols = !s->opt.no_kernel || s->kern->kallsyms;
	const struct ksym *sym;
	struct kname n = { 0 };
	struct ksyms *k;

	if (!s->arch->two_entries || !has_symbols)
		return "";
	k = kern_ksyms(s->kern);
	ksyms_want(k, *addr);
	ksyms_resolve(k);
	sym = ksyms_find(k, *addr);
	if (sym && sym->start == *addr && !*sym->module)
		n.name = arena_strdup(s->arena, sym->name);
	if (n.name)
		ksyms_lookup(k, &n, 1);
	if (n.found != 1)
		return "";
	*addr = 0;
	return n.name;
}

/* ---- -lv ---- */

void provider_describe(const struct type *t, const char *name, struct strbuf *out)
{
	sb_printf(out, "    %s %s\n", type_name(t), name);
}

void provider_describe_func(struct kern *k, const struct provider *pv, const char *module,
			    const char *func, struct strbuf *out)
{
	struct btf_func f;

	if (!provider_find_func(k, module, func, &f))
		return;
	for (u32 i = 0; pv->offers & OFFERS_ARGS && i < f.n_params; i++)
		provider_describe(f.params[i].type, f.params[i].name, out);
	if (pv->offers & OFFERS_RETVAL && f.ret->kind != TY_VOID)
		provider_describe(f.ret, "retval", out);
}
