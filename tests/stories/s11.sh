# SPDX-License-Identifier: GPL-2.0-or-later
#
# S11: what is the block layer writing, and what was switched for what?
# Verbatim.  A guest may have no disk: then a loop device or nothing is written.
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
# -t and a sleeper: it is switched out for every sleep, and in again
awl -c "$W sleep 50" "$TMP/switch"
status 0
# It goes by its name from exec to exit: once more out than in.  An emulated
# CPU may be so slow that a sleep is over before it began.
n=$(grep -c "^Old task was $COMM, new task is " "$OUT")
[ "$n" -ge 40 ] || fail "50 sleeps, $n times switched away"
want "times switched to" $((n - 1)) "$(grep -c "^Old task was .*, new task is $COMM\$" "$OUT")"
want "other lines" 0 "$(grep . "$OUT" | grep -cv '^Old task was .*, new task is ')"
finish
