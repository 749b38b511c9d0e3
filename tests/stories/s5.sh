# SPDX-License-Identifier: GPL-2.0-or-later
#
# S5: how long is each CPU in each state?  The shipped script with this kernel's cpu_idle events.
# No virtual machine has cpu_frequency events; exec/cpustate makes them up.  A CPU that is always
# busy has a row, too.
. "$TESTS/live/common"
need_tracefs
need_alone
[ -d $T/events/power/cpu_idle ] || skip "this kernel has no power:cpu_idle"
cpus=$(grep -c ^processor /proc/cpuinfo)
# milliseconds since the machine started, in hundredths of a second
now() { tr -d . </proc/uptime | sed 's/ .*/0/'; }
# table LEAST BEGAN: checks that each row adds up to the traced time.  That starts at the first
# tick and is not longer than awl ran.
table() {
	most=$(($(now) + 10 - $2))
	status 0
	lines 0 '^@(since|state|ns|seen|freq|busy|at)\['
	want "rows" "$cpus" "$(grep -Ec '^ +[0-9]' "$OUT")"
	awk -v least="$1" -v most="$most" '/^ +[0-9]/ {
		sum = 0
		for (i = 2; i < NF; i++) sum += $i
		if (sum < $NF - NF || sum > $NF || $NF < least || $NF > most) bad = 1
	} END { exit bad }' "$OUT" || fail "times"
}
began=$(now)
awl -q -c "$W sleep 3000" cpustate
table 2800 "$began"
awk '/^ +[0-9]/ && $2 * 2 > $NF { bad = 1 } END { exit bad }' "$OUT" || fail "a CPU that slept was busy"
# a process keeps one CPU busy during the whole trace
"$W" spin 20000 & spin=$!
began=$(now)
awl -q -t 2 cpustate
kill $spin
table 1700 "$began"
awk '/^ +[0-9]/ && $2 * 10 > $NF * 9 { ok = 1 } END { exit !ok }' "$OUT" || fail "no CPU was busy"
finish
