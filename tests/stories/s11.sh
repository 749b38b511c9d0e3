# SPDX-License-Identifier: GPL-2.0-or-later
#
# S11: what does the block layer write, and which task replaces which?  The original scripts.  A
# guest may have no disk; then the first script may print nothing.
. "$TESTS/live/common"
need_tracefs
need_alone
cat >"$TMP/block" <<'S'
tracepoint:block/block_rq_* { printf("%s %s-%d [%03d] %lu + %u\n", probe, comm, pid, cpu, data->sector, data->nr_sector); }
S
cat >"$TMP/switch" <<'S'
tracepoint:sched/sched_switch { printf("Old task was %s, new task is %s\n", data->prev_comm, data->next_comm); }
S
awl -c "$W sleep 1" "$TMP/block"
status 0
match "$ERR" '^Attached [0-9]+ probes$'
# a process that sleeps is switched out and in for every sleep
awl -c "$W sleep 50" "$TMP/switch"
status 0
# It has its name from exec to exit, so it is switched out once more than in.  On a slow emulated
# CPU a sleep may be over before it begins.
n=$(grep -c "^Old task was $COMM, new task is " "$OUT")
[ "$n" -ge 40 ] || fail "50 sleeps, but $n switches"
want "times switched to" $((n - 1)) "$(grep -c "^Old task was .*, new task is $COMM\$" "$OUT")"
want "other lines" 0 "$(grep . "$OUT" | grep -cv '^Old task was .*, new task is ')"
finish
