/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * chain.c - a program whose call chain is known: main, f40, f39 and so on, f1, leaf, of which the
 * innermost functions come and go.  Signals interrupt it.  `stackwalk -r` checks its stacks.
 */
#include <signal.h>
#include <stdint.h>
#include <sys/time.h>

#define NOINLINE __attribute__((noinline, noclone))
volatile uintptr_t sink;

NOINLINE uintptr_t leaf(uintptr_t x)
{
	for (int i = 0; i < 5; i++)
		x = x * 1103515245 + 12345;
	return x;
}

NOINLINE uintptr_t f1(uintptr_t x)
{
	for (int i = 0; i < 20; i++)
		x += leaf(x);
	return x;
}

/* Frames of different sizes, each with something to do after its call. */
#define F(n, m) NOINLINE uintptr_t f##n(uintptr_t x)			\
{									\
	volatile uintptr_t v[n * n % 23 + 1];				\
	uintptr_t y;							\
									\
	v[0] = x;							\
	y = f##m(x + n) ^ (n % 3 ? leaf(x) : 0);			\
	return y + v[0];						\
}
F(2, 1) F(3, 2) F(4, 3) F(5, 4) F(6, 5) F(7, 6) F(8, 7) F(9, 8) F(10, 9) F(11, 10) F(12, 11)
F(13, 12) F(14, 13) F(15, 14) F(16, 15) F(17, 16) F(18, 17) F(19, 18) F(20, 19) F(21, 20)
F(22, 21) F(23, 22) F(24, 23) F(25, 24) F(26, 25) F(27, 26) F(28, 27) F(29, 28) F(30, 29)
F(31, 30) F(32, 31) F(33, 32) F(34, 33) F(35, 34) F(36, 35) F(37, 36) F(38, 37) F(39, 38)
F(40, 39)

static void handler(int sig)
{
	sink += f1((uintptr_t)sig);
}

int main(void)
{
	struct itimerval every = { { 0, 5000 }, { 0, 5000 } };
	struct sigaction action = { .sa_handler = handler };

	sigaction(SIGPROF, &action, 0);
	setitimer(ITIMER_PROF, &every, 0);
	for (;;)
		sink += f40(sink);
}
