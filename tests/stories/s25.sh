# SPDX-License-Identifier: GPL-2.0-or-later
# needs: timeline tools
#
# S25: a timeline of what ran where.  The slices of a program on all CPUs and its wakeups are those
# that ftrace notes at the same time, in number and in length.
# (exec/speedscope.sh opens a timeline in a browser.)
. "$TESTS/live/common"
need_root
need_tracefs
need_alone
FILE=$TMP/x.trace.json
need_instance
echo boot >"$I/trace_clock"
echo 4096 >"$I/buffer_size_kb"
echo "next_comm == \"$COMM\" || prev_comm == \"$COMM\"" >"$I/events/sched/sched_switch/filter"
echo "comm == \"$COMM\"" >"$I/events/sched/sched_wakeup/filter"
echo 1 >"$I/events/sched/sched_switch/enable"
echo 1 >"$I/events/sched/sched_wakeup/enable"
# A task that exits may be preempted before its last switch, so the command goes on for a while.
awl -q -o "$FILE" -c "sh -c '$W sleep 40 & $W sleep 60 & $W getppid 5000; wait; sleep 0.1'" sched -n "$COMM"
status 0
echo 0 >"$I/tracing_on"
awk -f "$TESTS/lib/trace_events.awk" "$FILE" >"$TMP/slices" || fail "$(cat "$TMP/slices")"

# ftrace: "NAME-PID [001] d..2. 12.345678: sched_switch: prev_comm=... ==> next_comm=... ...".
# Prints the number of times that the program was put on a CPU, the µs it was there, and its
# wakeups.
awk -v name="$COMM" '
/^#/ { next }
match($0, /\[[0-9]+\]/) { cpu = substr($0, RSTART, RLENGTH) }
match($0, /[0-9]+\.[0-9]+: sched_/) { now = substr($0, RSTART, RLENGTH) + 0 }
/sched_switch:/ && since[cpu] && index($0, "prev_comm=" name " ") { us += (now - since[cpu]) * 1000000; since[cpu] = 0 }
/sched_switch:/ && index($0, "next_comm=" name " ") { n++; since[cpu] = now }
/sched_wakeup:/ { woken++ }
END { printf("%d %.0f %d\n", n, us, woken) }' "$I/trace" >"$TMP/ftrace"
read -r n us woken <"$TMP/ftrace"
want "slices" "$n" "$(awk -v name="$COMM" '$3 == name { print $1 }' "$TMP/slices")"
want "wakeups" "$woken" "$(awk '$2 == "instant" && $3 == "wakeup" { print $1 }' "$TMP/slices")"
at_least "slices of 100 sleeps" 100 "$n"
# Each is a probe's run longer or shorter, because slice_end() and slice_begin() in one program read
# the time one after the other.  On an emulated arm without a JIT that took 67 us.
run=20
[ "$ARCH" != arm ] || run=100
ours=$(awk -v name="$COMM" '$3 == name { printf("%.0f", $2 / 1000) }' "$TMP/slices")
at_least "us on CPUs, as ftrace has it" $((us - us / 20 - n * run)) "$ours"
[ "$ours" -le $((us + us / 20 + n * run)) ] || fail "$ours us on CPUs, $us by ftrace"
echo "$n slices, $woken wakeups; $ours us on CPUs, $us by ftrace"
finish
