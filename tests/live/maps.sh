# SPDX-License-Identifier: GPL-2.0-or-later
#
# Maps: many keys are complete, lost entries of full maps are counted and reported, entries can be
# deleted, cleared, zeroed and tested.  Keys and values have all kinds of types.
. "$TESTS/live/common"
need_tracefs
EV="tracepoint:syscalls:sys_enter_getpgid / $MINE /"

# 10,000 keys, each once.
awl -q --map-size 16384 -c "$W ids 10000" "$EV { @agg[data->pid] = count(); @plain[data->pid] = data->pid * 2; @n = count(); }"
status 0
lines 10000 '^@agg\[[0-9]+\]: 1$'
lines 10000 '^@plain\['
want "keys in all" 50005000 "$(sed -n 's/^@agg\[\([0-9]*\)\].*/\1/p' "$OUT" | sort -u | awk '{ n += $1 } END { print n }')"
want "wrong values" 0 "$(sed -n 's/^@plain\[\([0-9]*\)\]: /\1 /p' "$OUT" | awk '$2 != 2 * $1 { n++ } END { print n + 0 }')"
[ ! -s "$ERR" ] || fail "not silent"

# 300 keys in maps for 128.
awl -q --map-size 128 -c "$W ids 300" "$EV { @agg[data->pid] = count(); @plain[data->pid] = 1; @n = count(); }"
status 0
line "@n: 300"
lines 128 '^@agg\['
lines 128 '^@plain\['
match "$ERR" '^Lost 172 entries \(@agg is full\): raise --map-size$'
match "$ERR" '^Lost 172 entries \(@plain is full\): raise --map-size$'

# Three ways to delete an entry; has_key(); a value is read again after it was written.
awl -q -c "$W ids 100" "$EV {
	@a[data->pid] = 1; @b[data->pid] = 2; @c[data->pid] = 3; d[data->pid] = 4;
	@seen[has_key(@a, data->pid), has_key(@a, data->pid + 1000)] = count();
	delete(@a[data->pid]); delete(@b, data->pid); @c[data->pid] = nil; delete d[data->pid];
	@gone[has_key(@a, data->pid)] = count(); @sum = sum(@b[data->pid] + @e[data->pid]);
	@e[data->pid] = 7; @e2 = sum(@e[data->pid]); }"
status 0
line "@seen[true, false]: 100"
line "@gone[false]: 100"
line "@sum: 0"
line "@e2: 700"
lines 0 '^@[abcd]\['

# clear() and zero() in END; print() of the largest entries, divided; order.
awl -q -c "$W ids 20" "$EV { @a[data->pid] = count(); @b[data->pid] = sum(data->pid); @c[data->pid] = data->pid; @s = count(); }
END { clear(@a); zero(@b); print(@c, 3); print(@c, 2, 10); clear(@c); zero(@s); }"
status 0
lines 0 '^@a'
lines 20 '^@b\[[0-9]+\]: 0$'
want "the largest" "@c[18]: 18 @c[19]: 19 @c[20]: 20 @c[19]: 1 @c[20]: 2" "$(grep '^@c' "$OUT" | tr '\n' ' ' | sed 's/ $//')"

# Keys and values of other types.
awl -q -c "$W ids 3" "$EV { @t[data->pid, comm, (1, \"two\")] = (data->pid, comm); @s[str(\"k\")] = comm; @neg[-(int64)data->pid] = (int64)-5; }"
if [ $RC = 0 ]; then
	line "@t[2, $COMM, (1, two)]: (2, $COMM)"
	line "@neg[-3]: -5"
else
	fail "types"
fi

# Four processes add to the same plain entries; no addition is lost.
awl -q -c "$W forkids 4 50" "$EV { @x[data->pid]++; ++@y; @z -= 2; @w[comm] |= data->pid; }"
skipped=$(skipped_hits)
if [ "$skipped" = 0 ]; then
	status 0
	lines 50 '^@x\[[0-9]+\]: 4$'
	line "@z: -400"
	line "@w[$COMM]: 63"
fi
# Since 6.13 a system call's tracepoint can be preempted, which skips hits.  awl reports all
# skipped hits, and no other hits are missing.
want "counted and skipped" 200 $(($(sed -n 's/^@y: //p' "$OUT") + skipped))
# The kernel evicts entries from an lruhash: len() is the number of entries left.
awl -q 'let @a = lruhash(4); let @c = lruhash(4);
	BEGIN { for ($i : 0..100) { @a[$i] = 1; @c[$i] = count(); } printf("%d %d\n", len(@a), len(@c)); }'
if [ $RC = 0 ]; then
	want "entries of an lruhash" "$(sed -n 's/ .*//p;q' "$OUT")" "$(grep -c '^@a\[' "$OUT")"
	want "entries of an lruhash of counts" "$(sed -n 's/.* //p;q' "$OUT")" "$(grep -c '^@c\[' "$OUT")"
else
	match "$ERR" 'len\(\) of an lruhash needs (a 64-bit machine|Linux 5.13 and the BPF JIT)'
fi
finish
