/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fakebpf.h - a kernel for tests: bpf() and what programs are attached to.
 *
 * Linked in place of the library's sysbpf, feature, events and attach, so that
 * the whole of awl runs, from the command line to the last line printed, with
 * bpfvm running the programs.  "Attaching" makes the events happen that the
 * test asks for, and then ends the session as an interrupt would.
 *
 * A test says what happens in lines, done in order; those before the first
 * `fire` set the scene:
 *
 *	arg0: N …  retval: N  retaddr: N  reg NAME: N
 *	pid: N  tid: N  uid: N  gid: N  cpu: N  nsecs: N  rand: N  cgroup: N
 *		pid: awl	awl's own
 *	comm: TEXT
 *	field NAME: N | "TEXT" | {N, N, …}	of a tracepoint's record
 *	kernel ADDR: ITEM…	memory: "TEXT" u8:N u16:N u32:N u64:N word:N
 *	user ADDR: ITEM…
 *	stack: [collides] ADDR…	the current stack; the table of stacks has no room for
 *		one that collides with another
 *	room: N			of records; what comes then is refused
 *	lost: N			what the kernel says was lost in perf buffers
 *	complex: N		so many programs are too complex for the verifier
 *	skipped: N		hits of each program that it was not run for
 *	fire [GLOB] [xN]	the programs on probes matching GLOB run, N times
 *
 * Without a `fire` every program runs once per target.
 */
#ifndef AWL_FAKEBPF_H
#define AWL_FAKEBPF_H

#include "base/base.h"

/* Lines of the test; not copied. */
void fakebpf_lines(const char *const *lines, u32 n);
/* Features that this kernel lacks, with commas; not copied. */
void fakebpf_lacks(const char *list);
/* Is awl in a PID namespace of its own?  The ids of a test's lines are those in it. */
void fakebpf_namespace(bool own);
bool fakebpf_failed(void);	/* a program did what no kernel would accept */
void fakebpf_free(void);

#endif
