/* SPDX-License-Identifier: GPL-2.0-or-later */
/* selftest.h - -T: what works on this machine, and what to do where it doesn't. */
#ifndef AWL_SELFTEST_H
#define AWL_SELFTEST_H

/* Prints one line per capability; 0, or 3 if something essential is missing. */
struct registry;
int selftest(const struct registry *r);

#endif
