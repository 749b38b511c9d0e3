/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * frames.c - remove frames from kernel stacks that are not part of the traced code; see frames.h.
 *
 * A program without saved registers takes a stack that begins in the program itself, followed by
 * the kernel's functions that called it.  Most of these are skipped when the stack is taken
 * (arch.stack_own).  The rest depends on the kernel's configuration, on whether the program was
 * compiled, and on how many tracers share an event, so it is found by name.
 */
#include "show/frames.h"

#include <linux/perf_event.h>
#include <string.h>

#include "base/find.h"

/* A return address that is closer to its function's start is that of the call that tracing has
 * patched in, not of a call in the source. */
#define PATCHED_CALL 16

/* POWER's functions save the link register and make a frame before they call another one.  So no
 * return address is within these bytes after a function's start. */
#define BEFORE_CALLS 16

#define MODULES_32 (16u << 20)	/* 32-bit arm's modules are in the 16 MB at the kernel's start */

/*
 * Functions that call programs, by how their names begin: kernel/bpf/core.c, trampoline.c and
 * bpf_iter.c, kernel/trace/bpf_trace.c, include/trace/bpf_probe.h and perf.h,
 * kernel/trace/trace_event_perf.c and trace_syscalls.c, net/bpf/test_run.c, Linux 5.10 to 7.2.
 */
static bool runs_programs(const char *name)
{
	static const char *const names[] = {
		"bpf_prog_", "__bpf_prog_", "___bpf_prog_run", "bpf_trampoline_", "bpf_dispatcher_",
		"bpf_trace_run", "__bpf_trace_", "__traceiter_", "perf_trace_", "trace_call_bpf",
		"perf_call_bpf_enter", "perf_call_bpf_exit", "perf_syscall_enter",
		"perf_syscall_exit", "bpf_loop", "bpf_for_each_", "bpf_get_stack",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (starts_with(name, names[i]))
			return true;
	return false;
}

/* How many frames at the start are those of the program and its callers? */
static u32 count_own(const struct value *v)
{
	const struct value_sym *f = v->frames;
	/* Where the kernel has only frame pointers, it writes the address of the call twice:
	 * perf_fetch_caller_regs() sets the pc to what the first frame has as well. */
	u32 own = v->n > 1 && f[0].addr == f[1].addr;

	for (u32 i = own; i < v->n && (!f[i].name || runs_programs(f[i].name)); i++)
		if (f[i].name)
			own = i + 1;
	if (v->stack_begin == STACK_AT_RETURN && own < v->n && f[own].name &&
	    f[own].off <= PATCHED_CALL)
		own++;
	return own;
}

/* Some unwinders go on with data that is not an address of code. */
static bool is_junk(const struct value_sym *f, u64 kernel_start)
{
	if (f->name)
		return false;
	return f->addr < kernel_start || (kernel_start <= UINT32_MAX && kernel_start &&
					  f->addr - kernel_start >= MODULES_32);
}

/* The length up to junk.  If no frame has a name, the kernel hides its symbols, and nothing is
 * known about addresses. */
static u32 count_real(const struct value *v, u64 kernel_start)
{
	u32 junk = v->n;
	bool has_names = false;

	for (u32 i = v->n; i-- > 0; ) {
		has_names |= v->frames[i].name != NULL;
		if (is_junk(&v->frames[i], kernel_start))
			junk = i;
	}
	return has_names ? junk : v->n;
}

/*
 * A function that a trampoline calls is there twice: its body, the trampoline, and the patched call
 * at its entry.  Only the body is left.
 */
static void drop_trampolines(struct value *v)
{
	struct value_sym *f = v->frames;
	u32 n = 0;

	for (u32 i = 0; i < v->n; i++) {
		if (i && f[i].name && starts_with(f[i].name, "bpf_trampoline_")) {
			if (n && i + 1 < v->n && f[i + 1].off <= PATCHED_CALL &&
			    f[i + 1].addr - f[i + 1].off == f[n - 1].addr - f[n - 1].off)
				i++;
			continue;
		}
		f[n++] = f[i];
	}
	v->n = n;
}

static void drop_at(struct value *v, u32 at)
{
	v->n--;
	for (u32 i = at; i < v->n; i++)
		v->frames[i] = v->frames[i + 1];
}

/*
 * The link register is the caller only until the function has called another one.  Then it has an
 * address in the function itself, or still the caller's, which follows.  Before that the function
 * may have been called by itself.  Frame `at` is where the function was interrupted, and the link
 * register follows.
 */
static void drop_link(struct value *v, u32 at)
{
	struct value_sym *f = v->frames + at;
	u32 n = v->n - at;
	bool is_inside = n > 1 && f[0].name && f[1].name &&
			 f[0].addr - f[0].off == f[1].addr - f[1].off;
	bool is_entry = n && f[0].name && f[0].off < BEFORE_CALLS;
	bool is_again = n > 2 && f[1].addr == f[2].addr;

	/* the place of the event itself is no caller */
	if (n < 2 || (f[0].addr != f[1].addr && (is_entry || !(is_inside || is_again))))
		return;
	drop_at(v, at + 1);
}

/* POWER's kernel writes a mark (PERF_CONTEXT_*) where an interrupt or a signal came, and then again
 * the place and the link register (arch/powerpc/perf/callchain.c). */
static void drop_marks(struct value *v)
{
	for (u32 i = v->n; i-- > 0; )
		if (v->frames[i].addr >= (u64)PERF_CONTEXT_MAX) {
			drop_at(v, i);
			drop_link(v, i);
		}
}

/* Removes the first n frames. */
static void drop(struct value *v, u32 n)
{
	if (n > v->n)
		n = v->n;
	v->frames += n;
	v->n -= n;
}

static void trim_kernel(struct value *v, u64 kernel_start)
{
	v->n = count_real(v, kernel_start);
	if (v->stack_begin != STACK_AT_EVENT)
		drop(v, count_own(v));
	drop_trampolines(v);
}

bool frames_trim(struct value *v, u64 kernel_start)
{
	u32 before = v->n;

	if (v->stack_has_link)
		drop_link(v, 0);
	drop_marks(v);
	if (v->n && !v->frames->pid)
		trim_kernel(v, kernel_start);
	drop(v, v->stack_skip);
	if (v->n > v->stack_depth)
		v->n = v->stack_depth;
	return v->n != before;
}
