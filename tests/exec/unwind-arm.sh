# SPDX-License-Identifier: GPL-2.0-or-later
# needs: unwind
#
# Tables for unwinding of arm code that nothing describes, against the compiler's description in a
# copy that was not stripped.  Parts of awl itself are compiled for this.
dump="$BUILD/tests/unwinddump" gnu=arm-linux-gnueabihf
[ -x "$dump" ] || { echo "no unwinddump: make check builds it"; exit 77; }
for tool in $gnu-gcc $gnu-objcopy python3 readelf; do
	command -v "$tool" >/dev/null || { echo "no $tool"; exit 77; }
done
cd "$TESTS/.." || exit 1
rc=0

try() { # try OPTION...
	$gnu-gcc -g -w -I. -Isrc -D_GNU_SOURCE -fPIC -shared "$@" src/show/*.c \
		-o "$TMP/with" || { rc=1; return; }
	$gnu-objcopy --strip-all -R .ARM.exidx "$TMP/with" "$TMP/without" || rc=1
	python3 tests/stacks/rows.py "$dump" -c "$TMP/with" "$TMP/without" >"$TMP/out" ||
		{ echo "$*"; cat "$TMP/out"; rc=1; }
}

try -O2 -mthumb
try -Os -mthumb
try -O2 -marm
exit $rc
