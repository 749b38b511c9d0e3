# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Lines, functions and their inlined instances of programs made by several compilers in several
# versions of DWARF, as awl, objdump, readelf and gdb read them.
dump="$BUILD/tests/debugdump"
[ -x "$dump" ] || { echo "no debugdump: make check builds it"; exit 77; }
for tool in python3 objdump readelf; do
	command -v $tool >/dev/null || { echo "no $tool"; exit 77; }
done
gdb=
! command -v gdb >/dev/null || gdb=gdb
cd "$TESTS/fixtures" || exit 1
rc=0 built=0

try() { # try COMPILER OPTION...: reads what it makes
	command -v "$1" >/dev/null || { echo "no $1: not tried"; return 0; }
	"$@" -o "$TMP/prog" debug.c debug2.c 2>"$TMP/err" ||
		{ echo "$* does not work: not tried"; return 0; }
	built=$((built + 1))
	python3 "$TESTS/exec/debug.py" "$dump" "$TMP/prog" . $gdb >"$TMP/out" && return 0
	echo "$*:"
	cat "$TMP/out"
	rc=1
}

try gcc -g -O0 -gdwarf-5
try gcc -g -O2 -gdwarf-5
try gcc -g -O2 -gdwarf-4
try gcc -g -O1 -gdwarf-2 -gstrict-dwarf
try gcc -g -O2 -gdwarf-5 -gdwarf64
try gcc -g -O2 -gz=zlib
try gcc -g -O2 -flto
try gcc -g -O2 -fno-merge-debug-strings		# names are in the entries
gdb=				# it reads these more slowly than all else together takes
try gcc -g -Os -gdwarf-3
try clang -g -O0 -gdwarf-4
try clang -g -O2 -gdwarf-5
try aarch64-linux-gnu-gcc -g -O2
try arm-linux-gnueabihf-gcc -g -O2
try riscv64-linux-gnu-gcc -g -O2
try s390x-linux-gnu-gcc -g -O2
try powerpc64le-linux-gnu-gcc -g -O2
try i686-linux-gnu-gcc -g -O2
# big-endian files: linked ones, and objects whose debug information needs relocations
foreign="-nostdlib -static -fuse-ld=lld -Wl,--unresolved-symbols=ignore-all -Wl,-e,main -g -O2"
for machine in powerpc powerpc64 mips; do
	for form in -gdwarf-4 -gdwarf-5 '-gdwarf-5 -gdwarf64' -Wl,--compress-debug-sections=zlib; do
		[ "$machine $form" != 'powerpc -gdwarf-5 -gdwarf64' ] || continue	# 64-bit machines only
		# shellcheck disable=SC2086 # several options
		try clang --target=$machine-linux-gnu $foreign $form
	done
done
for machine in s390x powerpc; do
	clang --target=$machine-linux-gnu -g -O2 -c -o "$TMP/prog.o" debug.c 2>/dev/null ||
		{ echo "no objects for $machine: not tried"; continue; }
	# awl puts the first section of objects at 64 kB
	readelf -Ws "$TMP/prog.o" | awk '$4 == "FUNC" { print $8, 65536 + ("0x" $2) }' | sort >"$TMP/want"
	"$dump" functions "$TMP/prog.o" | awk '$3 == "-" { print $1, $2 + 0 }' | sort >"$TMP/got"
	[ -s "$TMP/want" ] && cmp -s "$TMP/want" "$TMP/got" ||
		{ echo "functions of $machine:"; diff "$TMP/want" "$TMP/got"; rc=1; }
done
# an address in an expression: work() uses sink, 20 bytes before which its variables are shown
if [ -s "$TMP/prog" ] && readelf -h "$TMP/prog" | grep -q 'big endian'; then
	want=$(readelf -Ws "$TMP/prog" | awk '$8 == "sink" { sink = "0x" $2 } $8 == "work" { work = "0x" $2 }
		END { printf "%s %s\n", sink, work }')
	want=$((${want% *} - ${want#* } - 20))
	"$dump" variables "$TMP/prog" | grep -q "^ s32 sink 0 3:0 1:$(printf '%#x' $want) " ||
		{ echo "sink is not at $want bytes from work"; rc=1; }
fi
[ $built -gt 0 ] || { echo "no compiler"; exit 77; }

exit $rc
