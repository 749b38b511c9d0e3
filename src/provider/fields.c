/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fields.c - fields of a tracepoint's record, found in what its function is given.
 *
 * Of a system call that are the registers, or the result.  Of other events
 * `rows` says, in the order of their arguments: "-", the name of the field an
 * argument becomes, or "prefix*" of a task whose pid, prio and comm are fields: as
 * include/trace/events/ assigns them, a name says nothing.  tests/live/fields.sh compares
 * all of them with perf's records.
 * 6.12 lets no program whose arguments have types load one that is a const void *:
 * kmem's "ptr" is in `words`, for programs whose arguments have none.
 */
#include "provider/fields.h"

#include <string.h>

#include "base/find.h"
#include "provider/syscall_args.h"
#include "script.h"

/* Not packed: most scripts with a tracepoint ask. */
static const char rows[] =
	";sched:sched_switch - prev_* next_*;sched:sched_wakeup *;"
	"sched:sched_wakeup_new *;sched:sched_waking *;"
	"sched:sched_stat_runtime * runtime;"
	"sched:sched_process_exit *;"
	"sched:sched_process_fork parent_* child_*;"
	"raw_syscalls:sys_enter - id;raw_syscalls:sys_exit - ret;"
	"irq:irq_handler_entry irq;"
	"irq:softirq_entry vec;irq:softirq_exit vec;irq:softirq_raise vec;"
	"kmem:kmalloc call_site - bytes_req bytes_alloc;kmem:kfree call_site;"
	"kmem:kmem_cache_alloc call_site;kmem:kmem_cache_free call_site;";

/* The same arguments in all kernels from 5.10 to 7.2. */
static const char words[] = ";kmem:kfree call_site ptr;kmem:kmem_cache_free call_site ptr;";

static bool find_in_call(const struct script *s, const struct target *t,
			 const struct member *m, struct event_field *f)
{
	bool exits = syscall_exits(t->func);
	u32 n = (m->off - SYSCALL_ARGS) / 8;

	f->arg = exits * 8;
	f->member = exits ? -1 : s->arch->syscall.reg_off[n % 8];
	return m->off >= SYSCALL_ARGS && type_is_scalar(m->type);
}

static bool find_in_row(const char *row, const char *name, struct event_field *f)
{
	const char *rest;
	size_t len;

	for (; *row == ' '; f->arg += 8) {
		len = strcspn(++row, " *;");
		rest = strncmp(name, row, len) ? "-" : name + len;
		row += len;
		f->member = -1;
		if (*row != '*' && !*rest)
			return true;
		if (*row != '*')
			continue;
		while (++f->member < TASK_MEMBERS)
			if (!strcmp(rest, btf_task_members[f->member]))
				return true;
		row++;
	}
	return false;
}

/* Is it there in this kernel?  The function's first parameter is not in the context. */
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

static const char *row_of(struct script *s, const struct target *t, const char *table)
{
	const char *row = find_text(table, arena_printf(s->arena, ";%s ",
							strchr(t->name, ':') + 1));

	return row ? strchr(row, ' ') : NULL;
}

bool fields_find_words(struct script *s, struct target *t, const struct fields *of)
{
	struct event_field *f = arena_array(s->arena, struct event_field, MOST_FIELDS);
	const char *row = row_of(s, t, words);

	t->fields = f;
	for (u32 i = 0; i < of->n; i++, f++) {
		f->off = of->v[i]->off;
		if (!row || !find_in_row(row, of->v[i]->name, f) ||
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
	const char *row = is_call ? NULL : row_of(s, t, rows);

	t->fields = f;
	for (u32 i = 0; i < of->n; i++, f++) {
		f->off = of->v[i]->off;
		if (is_call ? !find_in_call(s, t, of->v[i], f) :
		    !row || !find_in_row(row, of->v[i]->name, f) ||
		    (event && !fits(of->v[i], f, event, task)))
			return false;
	}
	return true;
}
