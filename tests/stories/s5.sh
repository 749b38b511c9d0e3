# SPDX-License-Identifier: GPL-2.0-or-later
#
# S5: how long is each CPU in each state?  The script as shipped, on this
# kernel's cpu_idle; cpu_frequency, which no virtual machine has, is made up in
# exec/cpustate.
. "$TESTS/live/common"
need_tracefs
need_alone
[ -d $T/events/power/cpu_idle ] || skip "this kernel has no power:cpu_idle"
began=$(date +%s)
awl -q -c "$W sleep 1500" "$TESTS/../scripts/cpustate.awl"
took=$((($(date +%s) - began + 1) * 1000000))
status 0
# a table CPU x state, CPU x frequency, and nothing else
lines 0 '^@(idle_since|idle_state|busy_since|freq)'
[ "$(grep -c '^@idle_us\[[0-9]*, [0-9]*\]: [0-9]*$' "$OUT")" -ge 1 ] || fail "no idle state"
# no CPU has had more time than there was, and most of it was idle
sed -n 's/^@\(idle\|busy\)_us\[\([0-9]*\), [0-9]*\]: /\1 \2 /p' "$OUT" |
	awk -v took=$took '{ all[$2] += $3; if ($1 == "idle") idle[$2] += $3 }
	END { for (c in all) { n++; if (all[c] > took || idle[c] > all[c]) bad = 1; most += idle[c] }
	      exit bad || !n || most < 500000 }' || fail "times"
finish
