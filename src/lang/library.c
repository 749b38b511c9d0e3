/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * library.c - functions that are written in awl's own language.
 *
 * They are macros that every script may use, and may replace by macros of the same name.  The
 * text is parsed when a script uses a name that means nothing else, so it costs other scripts
 * nothing.
 */
#include <string.h>

#include "base/find.h"
#include "lang/check_impl.h"

static const char text[] =
"macro assert(is_true, text) {\n"
"	if (!(is_true)) { errorf(\"assert failed: %s\", text); exit(1); }\n"
"}\n"
"macro has_cpid() { cpid != 0 }\n"
/* linux/err.h, MAX_ERRNO: the last 4095 addresses are error numbers. */
"macro is_err(pointer) { (long)pointer < 0 && (long)pointer >= -4095 }\n"
/*
 * The id of a task's process in the PID namespace of that inode (struct pid, linux/pid.h).  A
 * process has an id on each level from the first namespace to its own.  The level is that of
 * the current task; if another namespace is there, the result is 0.
 */
"macro pid_in_ns(task, ino) {\n"
"	let $pid = task->group_leader->thread_pid;\n"
"	let $level = curtask->thread_pid->level;\n"
"	let $up = (struct upid *)((uint64)$pid + offsetof(struct pid, numbers)) + $level;\n"
"	$pid->level >= $level && $up->ns->ns.inum == ino ? $up->nr : 0\n"
"}\n"
/* __per_cpu_offset, asm-generic/percpu.h */
"macro percpu_kaddr(name) { percpu_kaddr(name, cpu) }\n"
"macro percpu_kaddr(name, nr) {\n"
"	(uint64 *)(kaddr(name) + (uint64)((unsigned long *)kaddr(\"__per_cpu_offset\"))[nr])\n"
"}\n"
;

/* Is there a line that begins with "macro name("? */
static bool has_macro(const char *name)
{
	size_t n = strlen(name);

	for (const char *s = text; *s; s += strcspn(s, "\n") + 1)
		if (starts_with(s, "macro ") && !strncmp(s + 6, name, n) && s[6 + n] == '(')
			return true;
	return false;
}

bool library_load(struct check *c, const char *name)
{
	struct script *s = c->s;
	struct parse parse = { .arena = s->arena, .diag = s->diag, .names = &s->names,
			       .unit = &s->unit };
	struct macro **tail = &s->unit.macros;

	if (s->has_library || !has_macro(name))
		return false;
	while (*tail)
		tail = &(*tail)->next;
	if (parse_source(&parse, "library", text, sizeof(text) - 1))
		bug("the library does not parse");
	for (struct macro *m = *tail; m; m = m->next)
		m->is_library = true;
	return s->has_library = true;
}
