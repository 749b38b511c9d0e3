# SPDX-License-Identifier: GPL-2.0-or-later
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
gdb=				# it reads these more slowly than all else together takes
try gcc -g -Os -gdwarf-3
try clang -g -O0 -gdwarf-4
try clang -g -O2 -gdwarf-5
try aarch64-linux-gnu-gcc -g -O2
try arm-linux-gnueabihf-gcc -g -O2
[ $built -gt 0 ] || { echo "no compiler"; exit 77; }

exit $rc
