/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit.h - what the unit tests share: counting, and files to read.
 */
#ifndef AWL_TEST_UNIT_H
#define AWL_TEST_UNIT_H

#include "base/base.h"

extern unsigned passed, failed;
/* Inputs of which nothing is known but that the program must not crash: not counted as checks. */
extern unsigned inputs;

/* One test; what failed is printed with its line. */
#define CHECK(x) check((x), #x, __func__, __LINE__)
void check(bool ok, const char *what, const char *func, int line);
/* Are they the same text?  Prints both if not. */
bool same(const char *a, const char *b);
/* A new folder, made by the first call; unit_end() removes it. */
const char *unit_folder(void);
/* Makes a file below it, and the folders on the way; its path, in a static buffer. */
const char *put(const char *path, const char *text);
/* Prints the counts for tests/run; what main() returns. */
int unit_end(void);

#endif
