# SPDX-License-Identifier: GPL-2.0-or-later
#
# --cost, --budget and --throttle with a load that is as heavy as the CPU allows.
. "$TESTS/live/common"
need_uprobes
kernel_at_least 5.8 || skip "kernels before 5.8 measure no runs"
N=2000

# The kernel's number of runs is the number of calls, for each clause.
awl -q --cost -F csv -c "$W call $N" "uprobe:$W:work_probe_me { @ = count(); } uprobe:$W:work_probe_me, uretprobe:$W:work_probe_me { @b++; }
	BEGIN { @c = 1; } interval:10ms { @c++; }"
status 0
sed -n 's/^uprobe[^,]*,\([0-9]*\),.*/\1/p' "$OUT" | tr '\n' ' ' >"$TMP/events"
want "events of two clauses" "$N $((2 * N)) " "$(cat "$TMP/events")"
lines 1 '^probe,events,ns,of_ns$'
lines 1 '^awl itself,0,[1-9][0-9]*,[1-9][0-9]*$'
nomatch "$OUT" '^(BEGIN|begin|interval)'

# The times that it prints are those that the kernel measured.
awk -F, '/^uprobe/ { n++; bad += $3 <= 0 || $3 > $4 || $4 < 1000000 } END { exit bad || n != 2 }' "$OUT" ||
	fail "times"

# As text it goes to stderr, in percent of a CPU.
awl --cost -c "$W call $N" "uprobe:$W:work_probe_me { @ = count(); }"
out "@: $N"
match "$ERR" "^ +EVENTS +NS/EVENT +CPU% +PROBE$"
match "$ERR" "^ +$N +[1-9][0-9]* +[0-9]+\.[0-9][0-9]  uprobe:$W:work_probe_me$"
match "$ERR" '^ +0 +0 +[0-9]+\.[0-9][0-9]  awl itself$'

# A load below the budget changes nothing.
awl --budget 100% -c "$W call $N" "uprobe:$W:work_probe_me { @ = count(); }"
status 0
out "@: $N"
nomatch "$ERR" 'budget'

# A load above it ends the session.  The account of a second allows a burst.
# Reading the clock a hundred times makes up for machines on which an event itself is slow.
HEAVY="uprobe:$W:work_probe_me { @ = count(); for (\$i : 0..100) { @x = nsecs; } }"
since=$(date +%s)
awl --budget 0.05% -t 60 -c "$W call 1000000000000" "$HEAVY"
status 5
match "$ERR" '^awl: .* took [0-9]+\.[0-9][0-9]% of a CPU, more than the 0\.05% of --budget: ended'
[ $(($(date +%s) - since)) -lt 40 ] || fail "it did not end soon"

# With --throttle it pauses.  In all it may take the budget and what the account held at the start,
# and the map has the events that were not paused.
awl -F csv --cost --budget 0.1% --throttle -t 4 -c "$W call 1000000000000" "$HEAVY"
status 0
paused=$(sed -n 's/^lost,ms of tracing,"",\([0-9]*\)$/\1/p' "$OUT")
at_least "ms of pauses" 100 "$paused"
[ "$paused" -lt 5000 ] || fail "it paused for longer than it ran: $paused"
want "events" "$(sed -n 's/^@,//p' "$OUT")" "$(sed -n 's/^uprobe[^,]*,\([0-9]*\),.*/\1/p' "$OUT")"
# awl looks every 20 ms, and begins to detach soon after that on an idle machine.  A busy one needs
# longer: as much as the wakes of a process that sleeps ten times beside the same load are late.
"$W" call 1000000000000 &
load=$!
now_ms() { awk "{ printf \"%d\", \$1 * 1000 }" /proc/uptime; }
begin=$(now_ms)
for _ in 1 2 3 4 5 6 7 8 9 10; do "$W" sleep 20; done
late=$((($(now_ms) - begin - 200) / 10))
kill $load
wait $load 2>/dev/null
awk -F, -v late=$late '/^uprobe/ { exit !($3 < $4 * 0.002 + 30000000 + late * 1000000) }' "$OUT" ||
	fail "it took more than allowed; processes wake $late ms late"
awl --throttle "$HEAVY"
status 2

# The command ends in a pause, and awl notices that only when the pause is over.
: >"$OUT"
AWL_FEATURES=-uprobe_multi "$AWL" -q --budget 1% --throttle -c "$W call 1000000000000" "$HEAVY interval:ms:50 { print(@); }" >"$OUT" 2>"$ERR" &
pid=$!
paused() { [ "$(tail -n 2 "$OUT" | sort -u | grep -c '[1-9]')" = 1 ] && [ "$(grep -c . "$OUT")" -gt 20 ]; }
wait_for paused
kill -STOP $pid
command=$(grep -lx "$COMM" /proc/[0-9]*/comm)
kill "$(basename "${command%/comm}")"
sleep 4
kill -CONT $pid
wait $pid
export RC=$?
status 143
nomatch "$ERR" 'No such process'
finish
