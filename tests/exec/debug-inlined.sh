# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Functions that have a name in common: one file has a symbol, the other has only inlined copies, or
# only the copies for template arguments.  readelf says where they are.
dump="$BUILD/tests/debugdump"
[ -x "$dump" ] || { echo "no debugdump: make check builds it"; exit 77; }
for tool in python3 objdump readelf gcc; do
	command -v $tool >/dev/null || { echo "no $tool"; exit 77; }
done
cd "$TMP" || exit 1
cat >debug.h <<'END'
int other(int n);
extern volatile int sink;
END
cat >debug.c <<'END'
#include "debug.h"
volatile int sink;
static __attribute__((noinline)) int shared(int n)
{
	sink = n;
	return n + 1;
}
int main(int argc, char **argv)
{
	return shared(argc) + other(argc);
}
END
cat >debug2.c <<'END'
#include "debug.h"
static inline __attribute__((always_inline)) int shared(int n)
{
	sink += n;
	return sink * n;
}
int other(int n)
{
	return shared(n) + shared(n + sink);
}
END
rc=0
for options in '-O1' '-O2 -gdwarf-4' '-O2 -gdwarf64' '-O2 -gz=zlib' '-O2 -flto'; do
	# shellcheck disable=SC2086 # several options
	gcc -g $options -o prog debug.c debug2.c 2>err || { echo "gcc $options: not tried"; continue; }
	python3 "$TESTS/exec/debug.py" "$dump" prog . >out || { echo "gcc $options:"; cat out; rc=1; }
	[ "$("$dump" find prog shared | tr ' ' '\n' | grep -c '^0x')" = 3 ] ||
		{ echo "gcc $options: $("$dump" find prog shared)"; rc=1; }
done
command -v g++ >/dev/null || { echo "no g++: no templates"; exit $rc; }
cat >templates.cc <<'END'
volatile int sink;
template <typename T> __attribute__((noinline)) T widen(T n) { sink = n; return n; }
template <typename T> static inline __attribute__((always_inline)) T narrow(T n) { sink += n; return n; }
int main(int argc, char **)
{
	return widen<int>(argc) + widen<long>(argc) + narrow<short>(argc) + narrow<char>(argc);
}
END
g++ -g -O1 -o prog templates.cc || exit 77
for name in widen narrow _Z5widenIiET_S0_; do
	want=2
	[ $name != _Z5widenIiET_S0_ ] || want=1
	[ "$("$dump" find prog $name | tr ' ' '\n' | grep -c '^0x')" = $want ] ||
		{ echo "$("$dump" find prog $name), not $want places"; rc=1; }
done
exit $rc
