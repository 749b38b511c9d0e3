# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Members and bit-fields of 120 random structures in debug information of DWARF 2 to 5, on machines
# of both byte orders, against objects in which one bit-field is all ones.
dump="$BUILD/tests/debugdump"
[ -x "$dump" ] || { echo "no debugdump: make check builds it"; exit 77; }
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
rc=0 built=0

try() { # try ORDER OBJCOPY COMPILER OPTION...
	command -v "$2" >/dev/null && command -v "$3" >/dev/null || { echo "no $2 or $3: not tried"; return; }
	built=$((built + 1))
	python3 "$TESTS/exec/debug-bits.py" "$dump" "$TESTS/lib" "$TMP" "$@" >"$TMP/out" 2>&1 && return
	echo "$*:"
	tail -n 20 "$TMP/out"
	rc=1
}
try little objcopy gcc
try little arm-linux-gnueabihf-objcopy arm-linux-gnueabihf-gcc
try big s390x-linux-gnu-objcopy s390x-linux-gnu-gcc
for machine in powerpc powerpc64 mips; do
	try big llvm-objcopy clang --target=$machine-linux-gnu
done
[ $built -gt 0 ] || exit 77
exit $rc
