/* SPDX-License-Identifier: GPL-2.0-or-later */
/* work_tools.h - commands of the workload for tests of single tools, and for made-up scripts. */
#ifndef AWL_TESTS_WORK_TOOLS_H
#define AWL_TESTS_WORK_TOOLS_H

void events_n(long n);
void leak_n(long n);
void setuid_n(long n);
void texts_n(long n);

#endif
