# SPDX-License-Identifier: GPL-2.0-or-later
# needs: unwind
#
# Some stacks of a program, walked by tables, are those that gdb prints.  `make check-stacks`
# compares more, of more programs.
[ -x "$BUILD/tests/stackwalk" ] || { echo "no stackwalk: make check builds it"; exit 77; }
[ "$(uname -m)" = x86_64 ] || { echo "tests/stacks/gdb.py knows the registers of x86_64 only"; exit 77; }
for tool in gdb gcc; do
	command -v $tool >/dev/null || { echo "no $tool"; exit 77; }
done
gdb -nx -batch -ex 'python print(1)' 2>/dev/null | grep -q 1 || { echo "gdb has no python"; exit 77; }
gcc -O2 -o "$TMP/busy" "$TESTS/stacks/busy.c" -lm -pthread || exit 1
"$TMP/busy" &
child=$!
trap 'kill -9 $child' EXIT
sleep 0.2
STACKWALK="$BUILD/tests/stackwalk" STACKS="80 1" timeout 60 gdb -nx -batch \
	-iex 'set debug-file-directory /none' -p $child -x "$TESTS/stacks/gdb.py" >"$TMP/out" 2>"$TMP/err"
if grep -qi 'not permitted\|ptrace' "$TMP/err"; then
	echo "gdb may not attach to a process"
	exit 77
fi
grep -q '^80 stacks of up to [0-9]* frames, 0 differ$' "$TMP/out" && exit 0
cat "$TMP/out" "$TMP/err"
exit 1
