# SPDX-License-Identifier: GPL-2.0-or-later
# needs: unwind
#
# User stacks of a 32-bit program on a 64-bit kernel, whose registers the tables do not describe.
. "$TESTS/live/common"
[ "$ARCH" = x86_64 ] || skip "only for x86_64"
cat >"$TMP/p.c" <<'E2'
#define NOINLINE __attribute__((noinline, noclone))
static int call(int n)
{
	int r;

	__asm__ volatile("int $0x80" : "=a"(r) : "a"(n), "b"(0) : "memory");
	return r;
}
NOINLINE int inner(void) { return call(64) + 1; }	/* getppid */
NOINLINE int middle(void) { return inner() + 1; }
NOINLINE int outer(void) { return middle() + 1; }
void _start(void)
{
	for (volatile int i = 0; i < 5; i++)
		outer();
	call(1);
}
E2
${CC:-gcc} -m32 -O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls -fno-pic -no-pie -static -nostdlib \
	-o "$TMP/p" "$TMP/p.c" 2>"$TMP/cc" || skip "no compiler of 32-bit programs here"
"$TMP/p" || skip "the kernel runs no 32-bit programs"
awl -q -c "$TMP/p" 'tracepoint:raw_syscalls:sys_enter / pid == cpid && args.id == 64 / { @[ustack] = count(); }'
status 0
want stack "inner middle outer _start 5" \
	"$(sed -n 's/^ *\([a-z_]*\)+.*/\1/p; s/^\]: //p' "$OUT" | tr '\n' ' ' | sed 's/ $//')"
# Of a copy only the innermost frame is there.
awl -q -c "$TMP/p" 'tracepoint:raw_syscalls:sys_enter / pid == cpid && args.id == 64 / { print(ustack(snapshot)); }'
status 0
want snapshot "inner inner inner inner inner" \
	"$(sed -n 's/^ *\([a-z_]*\)+.*/\1/p' "$OUT" | tr '\n' ' ' | sed 's/ $//')"
finish
