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
finish
