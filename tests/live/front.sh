# SPDX-License-Identifier: GPL-2.0-or-later
#
# Two programs add to one map, and one of them interrupts the other.  Each event is in the front of
# the map or in its hash, once, whatever the keys are, also if the map is printed and cleared
# meanwhile.
. "$TESTS/live/common"
need_tracefs
N=${AWL_CALLS-50000}

sum() { awk -v map="$1" 'index($0, map "[") == 1 || index($0, map ":") == 1 { n += $NF } END { print n + 0 }' "$OUT"; }
for keys in 5 700 60000; do
	for shows in '' 'interval:ms:40 { print(@k); clear(@k); print(@n); clear(@n); print(@wide); clear(@wide); }'; do
		adds="{ \$k = nsecs % $keys; @k[\$k] = count(); @wide[\$k, comm] = sum(2); @n = count(); }"
		awl -q -c "sh -c '$W getppid $N & $W getppid $N & $W getppid $N; wait'" "
			tracepoint:syscalls:sys_enter_getppid / $MINE / $adds
			profile:hz:997 / $MINE / $adds
			$shows"
		status 0
		lost=$(sed -n 's/^Lost \([0-9]*\) entries.*/\1/p' "$ERR" | awk '{ n += $1 } END { print n + 0 }')
		skipped=$(skipped_hits)
		n=$(sum @n)
		at_least "events of $keys keys" $((3 * N - skipped)) "$n"
		if [ "$lost" = 0 ]; then
			want "$keys keys $shows" "$n" "$(sum @k)"
			want "wide $keys keys $shows" $((2 * n)) "$(sum @wide)"
		else	# the map is too small for so many keys
			want "lost of $keys keys" $((2 * n)) "$(($(sum @k) + $(sum @wide) / 2 + lost))"
		fi
	done
done
finish
