/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * work_jit.c - the command of work.c that makes code at run time and describes it as node and Java
 * do, in /tmp/perf-PID.map.
 *
 * Others call a function that begins with an instruction without effect, and one that begins with
 * an instruction that can't have a user probe.
 *
 * The made code is two copies of a function that depends on no address: the first calls the second,
 * and that calls work_outer().
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "work_jit.h"

#ifdef __clang__
#define LINK __attribute__((noinline, optnone))
#define PLAIN LINK
#else
#define PLAIN __attribute__((optimize("O0")))
#define LINK __attribute__((noipa, optimize("no-omit-frame-pointer", "no-stack-protector")))
#endif

enum { EACH = 256 };		/* bytes copied, more than the function has */

struct step { void (*call)(const struct step *next); };

LINK void work_step(const struct step *next)
{
	next->call(next + 1);
	__asm__ volatile("" : : : "memory");
}

static void last_step(const struct step *next)
{
	(void)next;
	work_outer();
	__asm__ volatile("" : : : "memory");
}

/* The second line of the map is about code that was replaced.  Later ones count. */
static void describe(const char *code)
{
	unsigned long at = (unsigned long)code;
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "/tmp/perf-%d.map", getpid());
	f = fopen(path, "w");
	if (!f)
		die(path);
	fprintf(f, "not a line\n%lx %x replaced\n", at + 8, 2 * EACH);
	fprintf(f, "%lx %x made first;~ work.js:1\n", at, EACH);
	fprintf(f, "%lx %x made second\n%lx %x unfinished", at + EACH, EACH, at, 2 * EACH);
	fclose(f);
}

#ifdef __x86_64__
/* A function that begins as those of programs for control-flow enforcement do. */
__asm__(".globl work_landing\n"
	".type work_landing, @function\n"
	"work_landing:\n"
	"	endbr64\n"
	"	push %r12\n"
	"	lea 1(%rdi), %rax\n"
	"	pop %r12\n"
	"	ret\n"
	".size work_landing, . - work_landing\n");
#else
__attribute__((noinline)) long work_landing(long n)
{
	__asm__ volatile("" : : : "memory");
	return n + 1;
}
#endif

/* Calls work_landing() N times with the numbers from 0, and prints the sum of its results and how
 * far from its start the breakpoint is: -1 if there is none. */
void landing_n(long n)
{
	const volatile unsigned char *code = (const void *)(uintptr_t)work_landing;
	long sum = 0, at = 5;

	for (long i = 0; i < n; i++)
		sum += work_landing(i);
	while (at >= 0 && code[at] != 0xcc)
		at--;
	printf("%ld %ld\n", sum, at);
}

/* An instruction that the kernel refuses to step over, and a return. */
#if defined(__x86_64__)
#define REFUSED "	lock orl $0, (%rsp)\n	ret\n"
#elif defined(__i386__)
#define REFUSED "	lock orl $0, (%esp)\n	ret\n"
#elif defined(__aarch64__)
#define REFUSED "	ldxr x0, [sp]\n	clrex\n	ret\n"
#elif defined(__arm__)
#define REFUSED "	mrc p15, 0, r0, c13, c0, 3\n	bx lr\n"
#elif defined(__riscv)
#define REFUSED "	fence\n	ret\n"
#elif defined(__s390x__)
#define REFUSED "	exrl %r0, 1f\n	br %r14\n1:	nopr\n"
#elif defined(__powerpc__)	/* the kernel refuses only what programs may not do */
#define IS_PRIVILEGED
#define REFUSED "	rfid\n	blr\n"
#endif
#ifdef REFUSED
void work_refused(void);
__asm__(".globl work_refused\n"
	".type work_refused, %function\n"
	".balign 4\n"
	"work_refused:\n"
	REFUSED
	".size work_refused, . - work_refused\n");
#endif

/* How often work_refused_not() was called.  On i386 the address in its first instruction
 * is absolute, and in 64-bit code the same bytes would count from ip. */
volatile int work_accepted;
void work_refused_not(void);
#ifdef __i386__
__asm__(".globl work_refused_not\n"
	".type work_refused_not, @function\n"
	"work_refused_not:\n"
	"	incl work_accepted\n"
	"	ret\n"
	".size work_refused_not, . - work_refused_not\n");
#else
__attribute__((noinline)) void work_refused_not(void)
{
	work_accepted++;
}
#endif

/* Calls work_refused(), which can't have a probe, and work_refused_not() N times.  Prints how often
 * the second ran. */
void refused_n(long n)
{
	for (long i = 0; i < n; i++) {
#if defined(REFUSED) && !defined(IS_PRIVILEGED)
		work_refused();
#endif
		work_refused_not();
	}
	printf("%d\n", work_accepted);
}

/* Calls work_outer() N times from made code, when a tracer had time to see that it was mapped.  The
 * map is there until somebody removes it.  An optimizer may call the first round from another place
 * than the others, and stacks would differ. */
PLAIN void jit_n(long n)
{
	uintptr_t from = (uintptr_t)work_step, thumb = 0;
	char *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct step steps[3];

	if (code == MAP_FAILED)
		die("mmap");
#ifdef __arm__
	thumb = from & 1;
#endif
	memcpy(code, (const void *)(from - thumb), EACH);
	memcpy(code + EACH, (const void *)(from - thumb), EACH);
	if (mprotect(code, 4096, PROT_READ | PROT_EXEC))
		die("mprotect");
	__builtin___clear_cache(code, code + 2 * EACH);
	describe(code);
	usleep(500000);
	steps[0].call = (void (*)(const struct step *))((uintptr_t)code | thumb);
	steps[1].call = (void (*)(const struct step *))((uintptr_t)(code + EACH) | thumb);
	steps[2].call = last_step;
	while (n-- > 0)
		steps[0].call(steps + 1);
}
