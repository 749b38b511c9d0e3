# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Debug information that is missing, or written in a way that awl can't read, and the cure.
. "$TESTS/lib/elf32"
cd "$TMP" || exit 1
rc=0
refused() { # refused PROBE CURE
	"$AWL" -n --arch "$arch" "$1 { @ = count(); }" 2>err
	[ $? = 1 ] && grep -qF "program:1:1: error: can't read the debug information of './prog'" err &&
		grep -qF "$2" err || { echo "$1: no '$2'"; cat err; rc=1; }
}
arch=x86_64
printf '\303' | elf32 3 4352 1 >prog
refused uprobe:./prog:f:3 'it has none: compile it with -g'
refused uprobe:./prog@f.c:3 'it has none: compile it with -g'
refused uprobe:./prog:f.c:3:7 'it has none: compile it with -g'
refused uprobe:./prog:f@f.c 'it has none: compile it with -g'

arch=$(uname -m)
echo 'int main(void) { return 0; }' >prog.c
if gcc -g -gsplit-dwarf -o prog prog.c 2>/dev/null; then
	refused uprobe:./prog:main:0 'it is in .dwo files: compile it without -gsplit-dwarf'
fi
# large enough that the compiler finds compression worth while
for i in $(seq 300); do echo "int add_the_number_$i(int to) { return to + $i; }"; done >>prog.c
if gcc -g -gz=zstd -o prog prog.c 2>/dev/null; then
	refused uprobe:./prog:main:0 'it is compressed with zstd: objcopy --decompress-debug-sections'
fi
if gcc -g -gz=zlib -o prog prog.c 2>/dev/null; then
	"$AWL" -n --arch "$arch" uprobe:./prog:main:0 || { echo "zlib: refused"; rc=1; }
fi
exit $rc
