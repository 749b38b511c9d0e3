/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fakebpf.h - a kernel for tests: bpf() and events.
 *
 * It replaces the library's sysbpf, feature, events and attach.  So all of awl runs, from the
 * command line to the last line of output, and bpfvm runs the programs.  "Attaching" makes the
 * test's events happen, and then ends the session like an interrupt.
 *
 * A test lists what happens in lines, which are executed in order; those before the first
 * `fire` set the initial values:
 *
 *	arg0: N …  retval: N  retaddr: N  reg NAME: N
 *	pid: N  tid: N  uid: N  gid: N  cpu: N  nsecs: N  rand: N  cgroup: N
 *		pid: awl	awl's own
 *	comm: TEXT
 *	field NAME: N | "TEXT" | {N, N, …}	a field of a tracepoint's record
 *	kernel ADDR: ITEM…	memory: "TEXT" u8:N u16:N u32:N u64:N word:N,
 *		and pad, zeros up to a word
 *	user ADDR: ITEM…
 *	stack: [collides] ADDR…	the current stack; the table of stacks has no room for
 *		one that collides with another
 *	task ip: N  task sp: N  task fp: N  task fp2: N  task lr: N	registers of user space
 *	copied: ITEM…	what perf adds to a record of ustack(snapshot), such as
 *		u64:2 for the kind of registers, these, and the stack
 *	area PID: START END OFFSET FILE	the process has mapped this part of a file; numbers
 *	rows FILE: OFFSET RULE; …	the file's unwinding table: fakeunwind.c
 *	exec			the process executes another program
 *	room: N			number of records; further ones are refused
 *	stays: 1		after the events the session goes on until something else ends it
 *	lost: N			records that the kernel reports as lost in perf buffers
 *	complex: N		the first N programs are too complex for the verifier
 *	skipped: N		hits for which each program was skipped
 *	fire [GLOB] [xN]	the programs on probes matching GLOB run, N times
 *
 * Without a `fire` every program runs once per target.
 */
#ifndef AWL_FAKEBPF_H
#define AWL_FAKEBPF_H

#include "base/base.h"

/* Sets the lines of the test, which are not copied. */
void fakebpf_lines(const char *const *lines, u32 n);
/* Sets the features that this kernel lacks, separated by commas; not copied. */
void fakebpf_lacks(const char *list);
/* Is awl in its own PID namespace?  Then the ids in a test's lines are those of the namespace. */
void fakebpf_namespace(bool own);
u64 fakebpf_steps(void);	/* instructions that programs have executed; a helper is one */
bool fakebpf_failed(void);	/* did a program do something that the verifier would refuse? */
void fakebpf_free(void);

/* leaks.c ends awl if it writes past the end of a block.  leaks_count() begins to count blocks;
 * leaks_found() returns how many were not freed since then, or 0 if there were too many. */
void leaks_count(void);
u32 leaks_found(void);

#endif
