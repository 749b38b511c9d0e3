# SPDX-License-Identifier: GPL-2.0-or-later
# needs: unwind
#
# ustack(snapshot): the chains of live/unwind.sh, of which the kernel copies the stack.  Each must be
# complete and in order, from a user probe and from a system call.
. "$TESTS/live/common"
need_uprobes
programs deep
cd "$TMP" || exit 1
case $ARCH in
x86_64 | aarch64 | arm | riscv64) ;;
*) skip "not for this machine" ;;
esac

# The chain from target() up to c0(), as functions on one line.
chain=$(i=39; while [ $i -ge 0 ]; do printf ' c%s' $i; i=$((i - 1)); done)
# stacks: prints the known functions of each stack in $OUT on one line, after how often it comes
stacks() {
	awk '/^ / { sub(/^ */, ""); sub(/\+.*/, "")
		if (/^(target|c[0-9]+|main|on_signal|in_thread|compare)$/) s = s " " $0
		next }
	/^end$/ { n[s]++; s = "" }
	END { for (s in n) print n[s] s }' "$OUT" | sort
}
cat >want <<E2
1 target$chain in_thread
1 target$chain on_signal main
2 target$chain compare main
8 target$chain main
E2

while read -r name _; do
	prog=$P/$name
	# They need 25 kB.
	awl -q -c "$prog 7 touch" "config = { snapshot_size = 40000; }
		uprobe:$prog:target { printf(\"%send\n\", ustack(snapshot)); }"
	status 0
	stacks >got
	cmp -s want got || { fail "$name: other stacks"; diff want got | cut -c 1-300; }
	want "$name: what is told" "" "$(cat "$ERR")"
done <"$P/list"

# In a system call; the records of a probe keep their order, whether they have a stack or not.
awl -q -c "$prog 1 touch" 'config = { snapshot_size = 40000; }
	tracepoint:syscalls:sys_enter_getppid / pid == cpid / {
		printf("before\n"); printf("%send\n", ustack(snapshot)); print("after"); }'
status 0
want "in a system call" "1 target$chain main" "$(stacks)"
want order "before end after" "$(grep -E '^(before|end|after)$' "$OUT" | tr '\n' ' ' | sed 's/ $//')"

# A part of the stack: the depth, and frames left out.
awl -q -c "$prog 1 touch" "uprobe:$prog:target { printf(\"%send\n\", ustack(snapshot, 1, 2)); }"
status 0
want "two frames" "6 c39 c38" "$(stacks)"
# Without the setting the end of the stack is not copied, and that is told.
awl -q -c "$prog 7 touch" "uprobe:$prog:target { printf(\"%send\n\", ustack(snapshot)); }"
status 0
want "no end" 12 "$(grep -c '^ *c30+' "$OUT")"
want "no end of them" 0 "$(grep -c '^ *c0+' "$OUT")"
match "$ERR" '^Lost 12 ends of user stacks: raise snapshot_size, 8192 bytes unless config sets it$'
finish
