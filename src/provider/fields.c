/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fields.c - find the fields of a tracepoint's record in the arguments of its function.
 *
 * For a system call the arguments are the saved registers on entry and the result on exit.  For
 * other events `rows` says which argument a field is a copy of.  It follows the TP_fast_assign()
 * parts of include/trace/events/, because equal names prove nothing.  tests/live/fields.sh
 * compares all of them with perf's records.
 */
#include "provider/fields.h"

#include <string.h>

#include "provider/syscall_args.h"
#include "script.h"

/* The kinds of program that may read a field from the argument that it is a copy of. */
enum {
	TYPED	= 1,		/* programs whose arguments have types */
	WORD	= 2,		/* programs without types: the argument is the same, 5.10 to 7.2 */
	TASK	= 4		/* typed; the argument is a task, the field's name is `field` and
				 * the name of one of the task's members */
};

static const struct row { const char *event, *field; u8 arg, as; } rows[] = {
	{ "irq:irq_handler_entry",	"irq",		0, TYPED },
	{ "irq:softirq_entry",		"vec",		0, TYPED },
	{ "irq:softirq_exit",		"vec",		0, TYPED },
	{ "irq:softirq_raise",		"vec",		0, TYPED },
	{ "kmem:kfree",			"call_site",	0, TYPED | WORD },
	/* 6.12 refuses a program with types that loads an argument of type const void *. */
	{ "kmem:kfree",			"ptr",		1, WORD },
	{ "kmem:kmalloc",		"call_site",	0, TYPED },
	{ "kmem:kmalloc",		"bytes_req",	2, TYPED },
	{ "kmem:kmalloc",		"bytes_alloc",	3, TYPED },
	{ "kmem:kmem_cache_alloc",	"call_site",	0, TYPED },
	{ "kmem:kmem_cache_free",	"call_site",	0, TYPED | WORD },
	{ "kmem:kmem_cache_free",	"ptr",		1, WORD },
	{ "raw_syscalls:sys_enter",	"id",		1, TYPED },
	{ "raw_syscalls:sys_exit",	"ret",		1, TYPED },
	{ "sched:sched_process_exit",	"",		0, TASK },
	{ "sched:sched_process_fork",	"parent_",	0, TASK },
	{ "sched:sched_process_fork",	"child_",	1, TASK },
	{ "sched:sched_stat_runtime",	"",		0, TASK },
	{ "sched:sched_stat_runtime",	"runtime",	1, TYPED },
	{ "sched:sched_switch",		"prev_",	1, TASK },
	{ "sched:sched_switch",		"next_",	2, TASK },
	{ "sched:sched_wakeup",		"",		0, TASK },
	{ "sched:sched_wakeup_new",	"",		0, TASK },
	{ "sched:sched_waking",		"",		0, TASK },
};

static bool find_in_call(const struct script *s, const struct target *t,
			 const struct member *m, struct event_field *f)
{
	bool exits = syscall_exits(t->func);
	u32 n = (m->off - SYSCALL_ARGS) / 8;

	f->arg = exits * 8;
	f->member = exits ? -1 : s->arch->syscall.reg_off[n % 8] + (s32)(m->off % 8);
	return m->off >= SYSCALL_ARGS && type_is_scalar(m->type);
}

/* Is the row about the field of this name?  Sets *member to -1, or to a TASK_*. */
static bool is_row(const struct row *r, const char *name, s32 *member)
{
	size_t n = strlen(r->field);

	*member = -1;
	if (!(r->as & TASK))
		return !strcmp(name, r->field);
	if (strncmp(name, r->field, n))
		return false;
	while (++*member < TASK_MEMBERS)
		if (!strcmp(name + n, btf_task_members[*member]))
			return true;
	return false;
}

static bool find_in_rows(const struct target *t, const char *name, u32 as,
			 struct event_field *f)
{
	const char *event = strchr(t->name, ':') + 1;

	for (const struct row *r = rows; r < rows + ARRAY_SIZE(rows); r++)
		if (r->as & as && !strcmp(r->event, event) && is_row(r, name, &f->member)) {
			f->arg = r->arg * 8;
			return true;
		}
	return false;
}

/* Does this kernel's event have the field there?  Sets f->member to the offset in the task.  BTF
 * also lists the function's first parameter, which is not in the context. */
static bool fits(const struct member *m, struct event_field *f, const struct btf_brief *event,
		 const struct btf_brief *task)
{
	u32 bit = 2u << f->arg / 8, size = event->words & bit ? 8 : 4;

	if (f->member >= 0) {
		if (!(event->tasks & bit))
			return false;
		size = f->member == TASK_COMM ? 16 : 4;
		f->member = (s32)task->off[f->member];
	}
	return f->member && m->type->size == size;
}

bool fields_find_words(struct script *s, struct target *t, const struct fields *of)
{
	struct event_field *f = arena_array(s->arena, struct event_field, MOST_FIELDS);

	t->fields = f;
	for (u32 i = 0; i < of->n; i++, f++) {
		f->off = of->v[i]->off;
		if (!find_in_rows(t, of->v[i]->name, WORD, f) ||
		    of->v[i]->type->size != s->arch->word)
			return false;
	}
	return true;
}

bool fields_find(struct script *s, struct target *t, const struct fields *of,
		 const struct btf_brief *event, const struct btf_brief *task)
{
	struct event_field *f = arena_array(s->arena, struct event_field, MOST_FIELDS);
	bool is_call = !strcmp(t->module, "syscalls");

	t->fields = f;
	for (u32 i = 0; i < of->n; i++, f++) {
		f->off = of->v[i]->off;
		if (is_call ? !find_in_call(s, t, of->v[i], f) :
		    !find_in_rows(t, of->v[i]->name, TYPED | TASK, f) ||
		    (event && !fits(of->v[i], f, event, task)))
			return false;
	}
	return true;
}
