# SPDX-License-Identifier: GPL-2.0-or-later
#
# The lengths of x86 instructions, compared with objdump's, in awl, the C library and some programs.
# objdump shows fwait (9b) as part of the next instruction, and shows prefixes without an
# instruction in data.  Both are skipped.
command -v objdump >/dev/null || { echo "no objdump"; exit 77; }
objdump -f "$AWL" | grep -q x86-64 || { echo "awl is not for x86_64"; exit 77; }
rc=0
all() { # all BITS FILE...
	bits=$1
	shift
	for f; do
		[ -f "$f" ] || continue
		objdump -dw "$f" | awk -F'\t' '
			NF >= 3 && $3 !~ /\(bad\)|^(rex[.A-Z]*|data16|addr32|[c-gs]s|lock|repn?z?) *$/ &&
				$2 !~ /^9b ./ { print $2 }' >"$TMP/lines"
		"$BUILD/tests/unit_x86_insn" "$bits" <"$TMP/lines" >"$TMP/out" ||
			{ echo "$f:"; cat "$TMP/out"; rc=1; }
	done
}
all 64 "$AWL" /lib/x86_64-linux-gnu/libc.so.6 /lib/x86_64-linux-gnu/libm.so.6 /bin/bash
all 32 /usr/lib32/libc.so.6
exit $rc
