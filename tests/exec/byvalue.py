#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
#
#	byvalue.py N SEED >byvalue.c
#
# Prints a C program about N made-up functions.  Their parameters are integers, pointers and
# structures by value, and some return a structure.  The program calls each with known values, and a
# routine in assembler saves the registers and the stack at the entry.  The program prints a script for tests/awlvm on standard
# output, which reads every parameter by name from these, and the expected result on standard
# error.  So the compiler is the oracle.
import random, sys

N, SEED = int(sys.argv[1]), int(sys.argv[2])
rand = random.Random(SEED)
SCALARS = ["unsigned short", "short", "int", "unsigned", "unsigned long", "long long", "void *"]
STRUCTS = {	# name: (declaration of the members, expressions that read them)
    "word": ("unsigned val;", ["val"]),
    "byte": ("signed char b;", ["b"]),
    "sockptr": ("union { void *kernel; void *user; }; _Bool is_kernel : 1;", ["user", "is_kernel"]),
    "pair": ("int a; int b;", ["a", "b"]),
    "three": ("unsigned a, b, c;", ["a", "b", "c"]),
    "wide": ("unsigned long long w;", ["w"]),
    "mixed": ("signed char c; unsigned long long w;", ["c", "w"]),
    "nested": ("struct word w; struct pair p;", ["w.val", "p.a", "p.b"]),
    "packed": ("signed char c; unsigned long long w;", ["c", "w"]),
    "big": ("unsigned long long a, b, c;", ["a", "b", "c"]),
    "odd": ("signed char a, b, c;", ["a", "b", "c"]),
}
PACKED = {"packed"}

print("""#include <stdio.h>
#include <string.h>
struct words { unsigned long regs[8], stack[28]; } words;
void capture(void);
/* The compiler can't see its prototype: on ppc64le the place of arguments depends on that. */
void *volatile routine = (void *)capture;
#if defined(__x86_64__)
#define REGS 6
__asm__(".text; .globl capture; capture: lea words(%rip), %rax;"
	"mov %rdi, (%rax); mov %rsi, 8(%rax); mov %rdx, 16(%rax); mov %rcx, 24(%rax);"
	"mov %r8, 32(%rax); mov %r9, 40(%rax);"
	".set i, 0; .rept 28; mov 8+i*8(%rsp), %rcx; mov %rcx, 64+i*8(%rax);"
	".set i, i+1; .endr; ret");
#elif defined(__aarch64__)
#define REGS 8
#define COPIES 0xffff000010000000
__asm__(".text; .globl capture; capture: ldr x9, =words; stp x0, x1, [x9]; stp x2, x3, [x9, 16];"
	"stp x4, x5, [x9, 32]; stp x6, x7, [x9, 48];"
	".set i, 0; .rept 28; ldr x10, [sp, i*8]; str x10, [x9, 64+i*8];"
	".set i, i+1; .endr; ret; .ltorg");
#elif defined(__i386__)	/* the kernel is compiled with -mregparm=3 */
#define REGS 3
#define CALL __attribute__((regparm(3)))
__asm__(".text; .globl capture; capture: push %ebx; lea words, %ebx;"
	"mov %eax, (%ebx); mov %edx, 4(%ebx); mov %ecx, 8(%ebx);"
	".set i, 0; .rept 28; mov 8+i*4(%esp), %ecx; mov %ecx, 32+i*4(%ebx);"
	".set i, i+1; .endr; pop %ebx; ret");
#elif defined(__powerpc64__)
#define REGS 8
__asm__(".text; .globl capture; capture: addis 11, 2, words@toc@ha; addi 11, 11, words@toc@l;"
	"std 3, 0(11); std 4, 8(11); std 5, 16(11); std 6, 24(11);"
	"std 7, 32(11); std 8, 40(11); std 9, 48(11); std 10, 56(11);"
	".set i, 0; .rept 28; ld 12, 96+i*8(1); std 12, 64+i*8(11);"
	".set i, i+1; .endr; blr");
#elif defined(__powerpc__)
#define REGS 8
#define COPIES 0xd0000000
__asm__(".text; .globl capture; capture: lis 11, words@ha; la 11, words@l(11);"
	"stw 3, 0(11); stw 4, 4(11); stw 5, 8(11); stw 6, 12(11);"
	"stw 7, 16(11); stw 8, 20(11); stw 9, 24(11); stw 10, 28(11);"
	".set i, 0; .rept 28; lwz 12, 8+i*4(1); stw 12, 32+i*4(11);"
	".set i, i+1; .endr; blr");
#elif defined(__mips__) && _MIPS_SIM == _ABIO32
#define REGS 4
__asm__(".text; .globl capture; capture: .set push; .set noreorder;"
	"lui $8, %hi(words); addiu $8, $8, %lo(words);"
	"sw $4, 0($8); sw $5, 4($8); sw $6, 8($8); sw $7, 12($8);"
	".set i, 0; .rept 28; lw $9, 16+i*4($29); sw $9, 32+i*4($8);"
	".set i, i+1; .endr; jr $31; nop; .set pop");
#elif defined(__mips__)
#define REGS 8
__asm__(".text; .globl capture; capture: .set push; .set noreorder;"
	"lui $12, %highest(words); lui $13, %hi(words); daddiu $12, $12, %higher(words);"
	"daddiu $13, $13, %lo(words); dsll32 $12, $12, 0; daddu $12, $12, $13;"
	"sd $4, 0($12); sd $5, 8($12); sd $6, 16($12); sd $7, 24($12);"
	"sd $8, 32($12); sd $9, 40($12); sd $10, 48($12); sd $11, 56($12);"
	".set i, 0; .rept 28; ld $13, i*8($29); sd $13, 64+i*8($12);"
	".set i, i+1; .endr; jr $31; nop; .set pop");
#elif defined(__s390x__)
#define REGS 5
#define COPIES 0x310000000
__asm__(".text; .globl capture; capture: larl %r1, words; stmg %r2, %r6, 0(%r1);"
	".set i, 0; .rept 28; mvc 64+i*8(8, %r1), 160+i*8(%r15);"
	".set i, i+1; .endr; br %r14");
#elif defined(__riscv) && __riscv_xlen == 64
#define REGS 8
#define COPIES 0xffffffd810000000
__asm__(".text; .globl capture; capture: lla t0, words; sd a0, 0(t0); sd a1, 8(t0); sd a2, 16(t0);"
	"sd a3, 24(t0); sd a4, 32(t0); sd a5, 40(t0); sd a6, 48(t0); sd a7, 56(t0);"
	".set i, 0; .rept 28; ld t1, i*8(sp); sd t1, 64+i*8(t0);"
	".set i, i+1; .endr; ret");
#elif defined(__riscv) && __riscv_xlen == 32
#define REGS 8
#define COPIES 0xd0000000
__asm__(".text; .globl capture; capture: lui t0, %hi(words); addi t0, t0, %lo(words);"
	"sw a0, 0(t0); sw a1, 4(t0); sw a2, 8(t0); sw a3, 12(t0);"
	"sw a4, 16(t0); sw a5, 20(t0); sw a6, 24(t0); sw a7, 28(t0);"
	".set i, 0; .rept 28; lw t1, i*4(sp); sw t1, 32+i*4(t0);"
	".set i, i+1; .endr; ret");
#else
#define REGS 4
__asm__(".text; .arm; .type capture, %function; .globl capture; capture: ldr r12, =words; stm r12, {r0-r3};"
	".set i, 0; .rept 28; ldr r0, [sp, #i*4]; str r0, [r12, #32+i*4];"
	".set i, i+1; .endr; bx lr; .ltorg");
#endif
#ifndef CALL
#define CALL
#endif
static unsigned n_addresses;
/* The structures that are passed. */
static struct { const void *at; unsigned long size; } copies[8];
static unsigned n_copies;

/* Is it the address of a copy?  What registers have beside a small structure may look like one. */
static int is_copy(unsigned long w)
{
	if (w - (unsigned long)__builtin_frame_address(0) >= 4096)
		return 0;
	for (unsigned i = 0; i < n_copies; i++)
		if (!memcmp((void *)w, copies[i].at, copies[i].size))
			return 1;
	return 0;
}

static void scene(void)
{
	for (unsigned i = 0; i < 32; i++) {
		unsigned long w = i < REGS ? words.regs[i] : words.stack[i - REGS];
#ifdef COPIES	/* true if the argument is the address of a copy */
		unsigned char *p = (unsigned char *)w;

		if (is_copy(w)) {
			w = COPIES + 0x1000 * n_addresses++;
			printf("# kernel %#lx:", w);
			for (unsigned k = 0; k < 32; k++)
				printf(" u8:%u", p[k]);
			printf("\\n");
		}
#endif
		printf("# arg%u: %#lx\\n", i, w);
	}
}
static void want(const char *format, unsigned long long v) { fprintf(stderr, format, v); }
""")
for name, (members, _) in STRUCTS.items():
    print("struct %s { %s }%s;" % (name, members,
          " __attribute__((packed))" if name in PACKED else ""))

clauses = []
for f in range(N):
    params, n = [], rand.randrange(1, 6)
    for i in range(n):
        t = rand.choice(SCALARS + ["struct " + s for s in STRUCTS])
        params.append((t, "p%d" % i))
    result = rand.choice(["void", rand.choice(SCALARS), "struct " + rand.choice(list(STRUCTS))])
    args = ", ".join("%s %s" % p for p in params)
    print("CALL __attribute__((noinline)) %s f%d(%s) { %s%s}" %
          (result, f, args, "".join('__asm__ volatile("" :: "m"(%s)); ' % p for _, p in params),
           "" if result == "void" else "static %s r; return r; " % result))
    print("static void call%d(void) {" % f)
    for t, p in params:
        print("\t%s %s;" % (t, p))
        data = "".join("\\x%02x" % rand.randrange(256) for _ in range(24))
        print('\tmemcpy(&%s, "%s", sizeof(%s));' % (p, data, p))
        if t == "struct sockptr":	# other values of the byte are not a valid _Bool
            print("\t%s.is_kernel = %d;" % (p, rand.randrange(2)))
    print("\tn_copies = 0;")
    for t, p in params:
        if t.startswith("struct"):
            print("\tcopies[n_copies].at = &%s;\n\tcopies[n_copies++].size = sizeof(%s);" % (p, p))
    print("\t((CALL %s (*)(%s))routine)(%s);" % (result, ", ".join(t for t, _ in params),
                                             ", ".join(p for _, p in params)))
    reads = []
    for t, p in params:
        if t.startswith("struct"):
            reads += ["%s.%s" % (p, m) for m in STRUCTS[t[7:]][1]]
        else:
            reads.append(p)
    print('\tvolatile unsigned long long v;\n\tscene();\n\tprintf("# fire kprobe:f%d\\n");' % f)
    print('\twant("f%d", 0);' % f)
    for r in reads:
        cast = "(unsigned long)" if "user" in r or dict((p, t) for t, p in params).get(r) == "void *" else ""
        # gcc for mips passes a packed member itself where no function looks for a u64
        print('\tv = (unsigned long long)%s%s;\n\twant(" %%llx", v);' % (cast, r))
    print('\twant("\\n", 0);\n}')
    clauses.append('kprobe:f%d { printf(\\"f%d%s\\\\n\\"%s); }' % (f, f, " %llx" * len(reads),
                   "".join(", (u64)" + r for r in reads)))
print("int main(void) {")
for f in range(N):
    print("\tcall%d();" % f)
for c in clauses:
    print('\tputs("%s");' % c)
print("}")
