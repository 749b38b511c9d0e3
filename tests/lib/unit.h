/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit.h - shared by the unit tests: counts, and files to read.
 */
#ifndef AWL_TEST_UNIT_H
#define AWL_TEST_UNIT_H

#include "base/base.h"
#include "base/order.h"

extern unsigned passed, failed;
/* Inputs that must only not crash the program; they do not count as checks. */
extern unsigned inputs;

/* One check; a failure is printed with its line. */
#define CHECK(x) check((x), #x, __func__, __LINE__)
void check(bool ok, const char *what, const char *func, int line);
/* Are the texts equal?  Prints both if not. */
bool same(const char *a, const char *b);
/* Does fn(arg) end the process, as bug() does?  It runs in a child without standard error. */
bool is_mistake(void (*fn)(void *arg), void *arg);
/* The byte order of ELF files that a test makes, as elf.h calls this machine's. */
#define ELFDATA_HOST (HOST_IS_BIG ? ELFDATA2MSB : ELFDATA2LSB)
/* A new directory, made by the first call and removed by unit_end(). */
const char *unit_folder(void);
/* Makes a file and its directories below unit_folder().  Returns its path in a static buffer. */
const char *put(const char *path, const char *text);
/* Prints the counts for tests/run and returns the exit status. */
int unit_end(void);

#endif
