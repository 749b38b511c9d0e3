/* SPDX-License-Identifier: GPL-2.0-or-later */
/* selftest.h - -T: reports what works on this machine, and how to cure what doesn't. */
#ifndef AWL_SELFTEST_H
#define AWL_SELFTEST_H

/* Prints a line for each feature and each provider.  Returns 0, or 3 if BPF doesn't work. */
struct registry;
int selftest(const struct registry *r);

#endif
