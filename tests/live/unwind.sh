# SPDX-License-Identifier: GPL-2.0-or-later
# needs: unwind
#
# ustack(dwarf): chains of 40 calls in programs without frame pointers, from main(), a signal
# handler, a thread and a function that qsort() calls.  Each must be complete and in order.
. "$TESTS/live/common"
need_uprobes
programs deep
cd "$TMP" || exit 1

# The chain from target() up to c0(), as functions on one line.
chain=$(i=39; while [ $i -ge 0 ]; do printf ' c%s' $i; i=$((i - 1)); done)
# stacks: prints the known functions of each stack in $OUT on one line, after its count
stacks() {
	awk '/^ / { sub(/^ */, ""); sub(/\+.*/, "")
		if (/^(target|c[0-9]+|main|on_signal|in_thread|compare)$/) s = s " " $0
		next }
	/^\]: / { print $2 s; s = "" }' "$OUT" | sort
}
cat >want <<E2
1 target$chain in_thread
1 target$chain on_signal main
2 target$chain compare main
7 target$chain main
E2

while read -r name _; do
	prog=$P/$name
	awl -v -c "$prog 7" "uprobe:$prog:target { @[ustack(dwarf)] = count(); }"
	status 0
	# compare() may be called with two return addresses
	stacks | awk '{ n = $1; $1 = ""; sum[$0] += n } END { for (s in sum) print sum[s] s }' | sort >got
	cmp -s want got || { fail "$name: other stacks"; diff want got | cut -c 1-300; }
	awl -q -c "$prog 7" "uprobe:$prog:target { @n[len(ustack(dwarf)) > 41] = count(); @d = min(len(ustack(dwarf, 20))); }"
	status 0
	line "@n[true]: 11"
	line "@d: 20"
done <"$P/list"

# Rules and names are in a file of what was stripped: beside the program, where another program's
# file is not believed, and by build id below /usr/lib/debug.
prog=$TMP/far/stripped debug=$TMP/far/.debug/gcc-debug.debug
mkdir -p "$TMP/far/.debug" && cp "$P/stripped" "$prog" || exit 1
at=$(sed -n 's/^target //p' "$P/places")
# separate EXPECTED: the number of stacks with all 40 functions in order
separate() {
	awl --unsafe -c "$prog 7" "uprobe:$prog:$at { @[ustack(dwarf)] = count(); }"
	status 0
	want "$1" "$2" "$(stacks | awk -v chain="target$chain" \
		'{ s = $0; sub(/^[0-9]* /, "", s); n += $1 * (index(s, chain " ") > 0) } END { print n + 0 }')"
}
separate "no file" 0
cp "$P/gcc-debug.debug" "$debug"
separate "a file" 11
cp "$P/gcc-2" "$debug"
separate "another program's file" 0
rm "$debug"
if [ -n "${AWL_ALONE-}" ]; then
	id=$(sed -n 's/^id //p' "$P/places")
	mkdir -p "/usr/lib/debug/.build-id/${id%"${id#??}"}"
	cp "$P/gcc-debug.debug" "/usr/lib/debug/.build-id/${id%"${id#??}"}/${id#??}.debug"
	separate "a file by build id" 11
	rm "/usr/lib/debug/.build-id/${id%"${id#??}"}/${id#??}.debug"
fi

# The first stack of a command is complete: the command waits for the tables of its files.
whole() { # whole NAME COUNT: all stacks reach main()
	match "$ERR" ' 0 stacks were walked by frame pointers'
	want "$1: stacks to main()" "$2" \
		"$(awk '/^ *main\+/ { main = 1 } /^\]: / { n += main * $2; main = 0 } END { print n + 0 }' "$OUT")"
}
early='tracepoint:syscalls:sys_enter_getppid / pid == cpid / { @[ustack(dwarf)] = count(); }'
awl -v -c "$W stacks 7" "$early"
if grep -q 'needs Linux 5.15' "$ERR"; then
	echo "not the first stacks of commands: tracepoints here have no registers of user space"
	finish
fi
status 0
if [ "$ARCH" = s390x ]; then
	echo "not done: a program: no table has musl's syscall(), and s390x has no chain of frames"
else
	whole "a program" 7
fi
# The program is the interpreter of an interpreter.
printf '#!/bin/sh\n: $PPID\n' >"$TMP/one"
printf '#!%s\n' "$TMP/one" >"$TMP/two"
chmod +x "$TMP/one" "$TMP/two"
awl -v -c "$TMP/two" "$early"
status 0
match "$ERR" ' 0 stacks were walked by frame pointers'
match "$OUT" '^\]: 1$'
# A command that executes the same file again and again isn't stopped for good.
printf '%s\n' 'if [ "$1" -gt 0 ]; then exec /bin/sh "$0" $(($1 - 1)); fi' >"$TMP/again"
awl -q -c "/bin/sh $TMP/again 50" "$early"
status 0
finish
