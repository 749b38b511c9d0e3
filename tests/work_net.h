/* SPDX-License-Identifier: GPL-2.0-or-later */
/* work_net.h - commands of the workload that use sockets.  An error ends the program. */
#ifndef AWL_TESTS_WORK_NET_H
#define AWL_TESTS_WORK_NET_H

void die(const char *what);	/* work.c: prints what, and why, and exits with 1 */
void setsockopt_n(long n);
void sockets_n(long n);
void datagrams_n(long n);
void tcp_n(long n);

#endif
