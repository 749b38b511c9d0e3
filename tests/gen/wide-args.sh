# SPDX-License-Identifier: GPL-2.0-or-later
#
# Where a 64-bit argument of a system call is on 32-bit machines, ftruncate64's second one: in the
# third and fourth word where pairs begin at even ones (syscall(2), "Architecture-specific
# requirements"), else in the second and third.  The words begin at byte 12 of the event.  The
# call's number is that of <asm/unistd.h> with the ABI's base.
bad=0
try() { # ARCH NUMBER OFFSET
	"$AWL" -n -S --arch "$1" --tracefs "$TESTS/fixtures/tracefs" 'syscall:ftruncate64 { @ = args.length; }' \
		>"$TMP/code" 2>&1 || { cat "$TMP/code"; bad=1; }
	grep -q "^ *[0-9]*: if r[0-9] != $(printf '%#x' "$2") goto" "$TMP/code" &&
		grep -Eq "^ *[0-9]*: r[0-9] (\\+= $3|= \\*\\(u64 \\*\\)\\(r[0-9] \\+$3\\))\$" "$TMP/code" ||
		{ echo "$1: not number $2, offset $3"; cat "$TMP/code"; bad=1; }
}
try arm 194 20
try i386 194 16
try mips 4212 20
try mipsel 4212 20
try powerpc 194 20
try riscv32 46 16
exit $bad
