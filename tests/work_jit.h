/* SPDX-License-Identifier: GPL-2.0-or-later */
/* work_jit.h - commands of the workload that are about code.  An error ends the program. */
#ifndef WORK_JIT_H
#define WORK_JIT_H

void jit_n(long n);
void landing_n(long n);
long work_landing(long n);
void refused_n(long n);

void die(const char *what);
void work_outer(void);

#endif
