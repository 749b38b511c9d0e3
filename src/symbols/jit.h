/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jit.h - names of code that processes have made themselves, such as those of node and Java.
 *
 * Such a process writes /tmp/perf-PID.map: a line "START SIZE NAME" for each function, both numbers
 * in hexadecimal, SIZE in bytes.  It appends lines as it makes code, also where other code was
 * before.  So the last line with an address counts.  (Facts: tools/perf/Documentation/
 * jit-interface.txt of Linux.)
 *
 * Everybody can write to /tmp.  So a file is read only if it belongs to root or to the user of the
 * process, and is not a symbolic link.  Its first JIT_BYTES are read, and names are cut off after
 * JIT_NAME bytes.  Control characters of names, and ';', which ends a frame in folded stacks, are
 * replaced.
 */
#ifndef AWL_JIT_H
#define AWL_JIT_H

#include "base/base.h"

#define JIT_BYTES (256u << 20)
#define JIT_NAME 512		/* bytes, with the NUL */
#define JIT_NAMES 65536		/* names that are kept; addresses with others have none */

struct jit;

struct jit *jit_open(const char *proc);		/* proc is "/proc"; it is not copied */
void jit_close(struct jit *j);
/* As usyms_want(), usyms_resolve() and usyms_find().  jit_find() returns NULL if the address has
 * no name; else the name is valid until jit_close(), and *start is where its code begins. */
void jit_want(struct jit *j, u32 pid, u64 addr);
void jit_resolve(struct jit *j);
const char *jit_find(const struct jit *j, u32 pid, u64 addr, u64 *start);
/* The process has ended: forgets its addresses. */
void jit_forget(struct jit *j, u32 pid);
/* Calls fn for each process with addresses. */
void jit_each(struct jit *j, void (*fn)(void *arg, u32 pid), void *arg);

#endif
