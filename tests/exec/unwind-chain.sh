# SPDX-License-Identifier: GPL-2.0-or-later
# needs: unwind
#
# Stacks of a program whose call chain is known, 40 functions deep and interrupted by signals, are
# found by its tables: of several compilers, and where possible at each instruction.
walk="$BUILD/tests/stackwalk"
[ -x "$walk" ] || { echo "no stackwalk: make check builds it"; exit 77; }
cd "$TESTS/stacks" || exit 1
rc=0 tried=0

try() { # try COMPILER OPTION...
	command -v "$1" >/dev/null || return 0
	"$@" chain.c -o "$TMP/chain" 2>"$TMP/err" || { echo "$* does not work: not tried"; return 0; }
	tried=$((tried + 1))
	timeout 60 "$walk" -r 300 "$TMP/chain" >"$TMP/out" 2>&1 && return 0
	if grep -q 'ot permitted' "$TMP/out"; then
		echo "a process may not be traced"
		exit 77
	fi
	echo "$*"
	cat "$TMP/out"
	rc=1
}

try gcc -O2 -fomit-frame-pointer
try gcc -O0
try clang -O2 -fomit-frame-pointer
try gcc -O2 -static
try musl-gcc -O2 -static
[ $tried -gt 0 ] || { echo "no compiler"; exit 77; }
exit $rc
