# SPDX-License-Identifier: GPL-2.0-or-later
#
# The numbers of arch/syscalls.def are those of <asm/unistd.h> of each architecture whose compiler
# is here.  A number from 424 on may be missing in an older header, and so may one of a call that
# only other architectures with the same table have.
def=$TESTS/../arch/syscalls.def
tried='' bad=0

try() { # COLUMN COMPILER [OPTION]
	command -v "$2" >/dev/null || return
	sed -n 's/^X(\([a-z0-9_]*\), \(.*\))$/\1 \2/p' "$def" | tr -d , >"$TMP/rows"
	{
		echo '#include <asm/unistd.h>'
		sed 's/\([^ ]*\) .*/=\1 \(__NR_\1\)/' "$TMP/rows"
	} >"$TMP/in.c"
	$2 ${3-} -E -P "$TMP/in.c" 2>/dev/null | sed -n 's/^=//p' | tr -d '()' >"$TMP/out"
	[ "$(wc -l <"$TMP/out")" = "$(wc -l <"$TMP/rows")" ] || return
	paste -d ' ' "$TMP/rows" "$TMP/out" | awk -v column="$1" -v compiler="$2 ${3-}" '
		{
			ours = $(column + 1)
			theirs = $12			# after the name: 4000 + 5, 5 or __NR_read
			if ($13 == "+")
				theirs = $14
			is_known = theirs ~ /^[0-9]/
			n += is_known
			if (is_known && theirs != ours && !(ours < 0 && theirs >= 424)) {
				print compiler ": " $1 ": " ours ", not " theirs
				bad = 1
			}
			if (!is_known && ours >= 0 && ours < 424)
				absent++
		}
		END { if (n < 250 || absent > 32) { print compiler ": " n " known, " absent " absent"; bad = 1 }
			exit bad }' || bad=1
	tried="$tried $2"
}

try 1 x86_64-linux-gnu-gcc
try 2 aarch64-linux-gnu-gcc
try 2 riscv64-linux-gnu-gcc
try 3 arm-linux-gnueabihf-gcc
try 4 s390x-linux-gnu-gcc
try 5 i686-linux-gnu-gcc
try 6 powerpc64le-linux-gnu-gcc
try 6 powerpc-linux-gnu-gcc
try 7 mips-linux-gnu-gcc
try 7 mipsel-linux-gnu-gcc
try 8 mipsel-linux-gnu-gcc -mabi=64
try 8 mips64-linux-gnuabi64-gcc
try 8 mips64el-linux-gnuabi64-gcc
try 9 riscv64-linux-gnu-gcc '-march=rv32gc -mabi=ilp32d'
[ "$tried" ] || { echo "no compiler with <asm/unistd.h>"; exit 77; }
exit $bad
