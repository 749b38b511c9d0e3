/* SPDX-License-Identifier: GPL-2.0-or-later */
/* syscall_args.c - where the arguments of system calls are; see syscall_args.h. */
#include "provider/syscall_args.h"

#include <string.h>

#include "kernel/kern.h"
#include "lang/callabi.h"
#include "script.h"

const char *syscall_function(struct arena *a, const struct arch *arch, const char *event)
{
	return arena_printf(a, "%s%s", arch->syscall_prefixes[0], strchr(event + 4, '_') + 1);
}

const char *syscall_guard(struct script *s, const char *name)
{
	int nr = arch_syscall_number(s->arch, name);

	return nr < 0 ? NULL : arena_printf(s->arena, "data->__syscall_nr == %u", (u32)nr);
}

void syscall_place_params(const struct script *s, struct member *m, u32 n, u32 first)
{
	struct param_place places[6] = { { 0 } };

	for (u32 i = 0; i < n; i++)
		places[i].type = m[i].type;
	callabi_place(&s->arch->syscall, s->arch->word, NULL, places, n);
	for (u32 i = 0; i < n; i++)
		m[i].off = first + places[i].first * s->arch->word +
			   arch_low_part(s->arch, m[i].type->size);
}

/* A call's format gives each argument one word ("loff_t length; offset:16; size:4").  Only the
 * type's name shows that it is longer.  Returns true if it is. */
static bool widen(struct script *s, struct member *m)
{
	const struct type *t = type_scalar_named(m->type->name, s->arch->word);
	struct type *wide;

	if (m->type->kind != TY_INT || !t || t->size <= s->arch->word)
		return false;
	wide = arena_memdup(s->arena, t, sizeof(*wide));
	wide->name = m->type->name;
	m->type = wide;
	return true;
}

/* Does the kernel's BTF have the members that lead to the result? */
static bool has_result(const struct script *s)
{
	const struct type *t = s->find_type ?
			       s->find_type(s->find_ctx, TN_STRUCT, "task_struct") : NULL;
	const char *const *name = s->arch->exit_result;
	const struct member *m;
	u32 off;

	for (; t && *name; name++) {
		t = type_complete(t->kind == TY_PTR && t->elem ? t->elem : t);
		m = t->kind == TY_STRUCT ? type_member(t, *name, &off) : NULL;
		t = m ? m->type : NULL;
	}
	return t;
}

/* A copy of the event's record, in which the last field is read from the current task. */
static const struct type *with_result(struct script *s, const struct type *record)
{
	struct member *m = arena_memdup(s->arena, record->members, record->count * sizeof(*m));
	struct type *t = arena_memdup(s->arena, record, sizeof(*t));

	m[t->count - 1].in_task = s->arch->exit_result;
	t->members = m;
	return t;
}

/* Events have the names of the kernel's functions, which differ from those of some calls. */
static const char *call_of_function(const char *function)
{
	static const struct { const char *function, *call; } names[] = {
		{ "getrlimit", "ugetrlimit" }, { "llseek", "_llseek" }, { "newfstat", "fstat" },
		{ "newlstat", "lstat" }, { "newstat", "stat" }, { "newuname", "uname" },
		{ "old_getrlimit", "getrlimit" }, { "oldumount", "umount" },
		{ "sendfile64", "sendfile" }, { "umount", "umount2" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(names[i].function, function))
			return names[i].call;
	return function;
}

const char *syscall_signed_exit(struct script *s, struct tracefs *fs, const char *name,
				struct tp_event *ev)
{
	const char *guard;
	struct tp_event raw;
	struct member *m;
	struct type *t;

	if (!s->arch->exit_result || !ev->record->count)
		return NULL;
	if (has_result(s)) {
		ev->record = with_result(s, ev->record);
		return NULL;
	}
	guard = syscall_guard(s, call_of_function(name));
	if (!guard || tracefs_event(fs, "raw_syscalls", "sys_exit", s->arch, &raw) ||
	    raw.record->count != raw.n_common + 2u)
		return NULL;
	m = arena_memdup(s->arena, raw.record->members, raw.record->count * sizeof(*m));
	m[raw.n_common].name = "__syscall_nr";
	t = arena_memdup(s->arena, raw.record, sizeof(*t));
	t->members = m;
	*ev = (struct tp_event){ ev->category, ev->name, raw.id, t, raw.n_common };
	return guard;
}

const char *syscall_widen(struct script *s, struct tracefs *fs, const char *name,
			  struct tp_event *ev)
{
	u32 n = ev->record->count - ev->n_common - 1, common, wide = 0;
	const struct member *own = ev->record->members + ev->n_common + 1;
	const char *guard = s->arch->word == 8 ? NULL : syscall_guard(s, name);
	struct tp_event raw;
	struct member *m;
	struct type *t;

	if (!guard || ev->record->count < ev->n_common + 1u || n > 6 ||
	    tracefs_event(fs, "raw_syscalls", "sys_enter", s->arch, &raw) ||
	    raw.record->count != raw.n_common + 2u)
		return NULL;
	common = raw.n_common;
	m = arena_array(s->arena, struct member, common + 1 + n);
	memcpy(m, raw.record->members, (common + 1) * sizeof(*m));
	memcpy(m + common + 1, own, n * sizeof(*m));
	m[common].name = "__syscall_nr";
	for (u32 i = 0; i < n; i++)
		wide += widen(s, &m[common + 1 + i]);
	if (!wide)
		return NULL;
	syscall_place_params(s, m + common + 1, n, raw.record->members[common + 1].off);
	t = arena_memdup(s->arena, raw.record, sizeof(*t));
	t->members = m;
	t->count = common + 1 + n;
	*ev = (struct tp_event){ ev->category, ev->name, raw.id, t, raw.n_common };
	return guard;
}
