/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inlined.c - finds the functions in probes that have no symbol in the kernel.
 *
 * Debug information is searched only for those, because reading it takes long.  The names in all
 * probes of the script are looked up at once: in BTF and, if it lacks one, in kallsyms, which takes
 * ten times as long.  If there is no file with debug information, which is usual, nothing is
 * looked up.
 */
#include <string.h>

#include "kernel/kern.h"
#include "provider/source.h"
#include "script.h"
#include "symbols/rename.h"

#ifndef NO_DWARF

struct source_names { struct kname *v; u32 n; bool is_unknown; };
struct list { struct script *s; VEC(struct kname) v; VEC(struct btf_brief) funcs; };

/* Adds a function, and the names that it has on other kernels: if this kernel has one of them,
 * the probe goes there (kprobe.c). */
static void add(struct list *l, const char *module, const char *name)
{
	struct kname n = { .name = name, .module = module };
	struct btf_brief func = { .name = name, .kind = BTF_FUNCTION };

	vec_push(&l->funcs, func);
	for (u32 i = 0; n.name; i++) {
		vec_push(&l->v, n);
		n.name = rename_candidate(l->s->arena, l->s->arch, name, i);
	}
}

/* Adds the last part of a probe if it may be a function. */
static void add_probe(struct list *l, const char *probe)
{
	const char *colon = strrchr(probe, ':');

	if (colon && !colon[strcspn(colon, "*?[+@./$")])
		add(l, NULL, colon + 1);
}

/* Modules have BTF of their own. */
static bool are_in_btf(struct list *l)
{
	u32 n = 0;

	if (!l->v.n || l->v.v[0].module || kern_scan(l->s->kern, l->funcs.v, l->funcs.n))
		return false;
	while (n < l->funcs.n && l->funcs.v[n].count)
		n++;
	return n == l->funcs.n;
}

/* Looks in kallsyms or, when compiling for another machine, in its vmlinux. */
static struct source_names *look_up(struct list *l)
{
	struct script *s = l->s;
	struct source_names *names = arena_new(s->arena, struct source_names);
	struct elf_symbol sym;
	struct debug *d;
	bool has_all = are_in_btf(l);

	names->n = l->v.n;
	names->v = arena_memdup(s->arena, l->v.v, l->v.n * sizeof(*l->v.v));
	vec_free(&l->v);
	vec_free(&l->funcs);
	for (u32 i = 0; has_all && i < names->n; i++)
		names->v[i].found = 1;
	if (has_all)
		return names;
	if (!s->opt.no_kernel || s->kern->kallsyms) {
		names->is_unknown = ksyms_lookup(kern_ksyms(s->kern), names->v, names->n) < 0;
		return names;
	}
	d = source_kernel(s, NULL);
	names->is_unknown = !d;
	for (u32 i = 0; d && i < names->n; i++)
		names->v[i].found = elf_find(debug_elf(d), names->v[i].name, &sym);
	return names;
}

static struct source_names *names_of_script(struct script *s)
{
	struct list l = { .s = s };

	for (const struct clause *c = s->unit.clauses; c; c = c->next)
		for (const struct probe_spec *p = c->probes; p; p = p->next)
			add_probe(&l, p->text);
	return look_up(&l);
}

/* The names of a function are in sequence, itself first. */
static bool has_symbol(struct script *s, const struct source_names *names, const char *func,
		       bool *is_there)
{
	bool found = false;
	u32 i = 0, n = 0;

	while (i < names->n && strcmp(names->v[i].name, func))
		i++;
	*is_there = i < names->n;
	for (const char *other = func; *is_there && other && i < names->n; i++) {
		found |= names->v[i].found;
		other = rename_candidate(s->arena, s->arch, func, n++);
	}
	return found;
}

bool source_lacks_symbol(struct script *s, const char *module, const char *func)
{
	struct list l = { .s = s };
	const struct source_names *names;
	bool is_there = false, has = false;

	if (!*module && !source_has_kernel(s))
		return false;
	if (!*module && !s->kernel_names)
		s->kernel_names = names_of_script(s);
	names = s->kernel_names;
	if (!*module)
		has = has_symbol(s, names, func, &is_there);
	if (!is_there) {		/* of a module, or by a parameter of the script */
		add(&l, *module ? module : NULL, func);
		names = look_up(&l);
		has = has_symbol(s, names, func, &is_there);
	}
	return !has && !names->is_unknown;
}

#endif
