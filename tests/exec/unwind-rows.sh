# SPDX-License-Identifier: GPL-2.0-or-later
# needs: unwind
#
# Tables for unwinding of programs by several compilers, and of files of this machine, have the
# rules that readelf reads.  `make check-stacks` compares more and larger files.
dump="$BUILD/tests/unwinddump"
[ -x "$dump" ] || { echo "no unwinddump: make check builds it"; exit 77; }
for tool in python3 readelf objcopy; do
	command -v $tool >/dev/null || { echo "no $tool"; exit 77; }
done
cd "$TESTS/fixtures" || exit 1
rc=0 files=0

rows() { # rows FILE...: compares those that there are
	python3 "$TESTS/stacks/rows.py" "$dump" "$@" >"$TMP/out" || { cat "$TMP/out"; rc=1; }
	files=$((files + $(grep -c ' differ$' "$TMP/out")))
}

try() { # try COMPILER OPTION...: compares what it makes
	command -v "$1" >/dev/null || { echo "no $1: not tried"; return 0; }
	"$@" -o "$TMP/prog" debug.c debug2.c 2>"$TMP/err" ||
		{ echo "$* does not work: not tried"; return 0; }
	rows "$TMP/prog"
}

try gcc -O2
try gcc -O0 -fno-pie -no-pie
try gcc -O2 -mstackrealign
try gcc -g -O2 -nostdlib -nostartfiles -static -Wl,-e,main -fno-asynchronous-unwind-tables
try clang -O2
try aarch64-linux-gnu-gcc -O2
try riscv64-linux-gnu-gcc -O2
try s390x-linux-gnu-gcc -O2
try powerpc64le-linux-gnu-gcc -O2
try i686-linux-gnu-gcc -O2
try powerpc-linux-gnu-gcc -O2
for abi in mips-linux-gnu mipsel-linux-gnu mips64-linux-gnuabi64 mips64el-linux-gnuabi64; do
	try $abi-gcc -O2 -fasynchronous-unwind-tables
	try $abi-gcc -O0 -fasynchronous-unwind-tables
done
for dir in /lib64 /lib /usr/lib; do
	for file in "$dir"/libc.so.6 "$dir"/*-linux-gnu/libc.so.6; do
		[ ! -e "$file" ] || rows -m 4000 "$file"
	done
done
for dir in aarch64-linux-gnu riscv64-linux-gnu powerpc64le-linux-gnu s390x-linux-gnu i686-linux-gnu \
	powerpc-linux-gnu mipsel-linux-gnu; do
	[ ! -e /usr/$dir/lib/libc.so.6 ] || rows /usr/$dir/lib/libc.so.6
done
[ $files -gt 0 ] || { echo "nothing to compare"; exit 77; }

# Without section headers the table is found by its segment.
"$dump" "$BUILD/tests/unwinddump" >"$TMP/with" || rc=1
cp "$BUILD/tests/unwinddump" "$TMP/headless"
# e_shoff, and e_shentsize to e_shstrndx, of a 64-bit file
printf '\0\0\0\0\0\0\0\0' | dd of="$TMP/headless" bs=1 seek=40 conv=notrunc 2>/dev/null
printf '\0\0\0\0\0\0' | dd of="$TMP/headless" bs=1 seek=58 conv=notrunc 2>/dev/null
"$dump" "$TMP/headless" >"$TMP/without" || rc=1
if [ "$(uname -m)" = x86_64 ]; then
	cmp "$TMP/with" "$TMP/without" || rc=1
fi

# What describes no frames is refused.
objcopy --remove-section .eh_frame --remove-section .eh_frame_hdr --remove-section .debug_frame \
	"$BUILD/tests/unwinddump" "$TMP/none" 2>/dev/null
"$dump" "$TMP/none" >"$TMP/out" 2>&1 && { echo "a table of nothing"; cat "$TMP/out"; rc=1; }
exit $rc
