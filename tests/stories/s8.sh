# SPDX-License-Identifier: GPL-2.0-or-later
#
# S8: filter by symbol, not by address, verbatim; and the other way round.
. "$TESTS/live/common"
need_tracefs
need_alone
awl -c "$W sleep 100" 'tracepoint:timer/hrtimer_expire_entry / data->function != kaddr("tick_nohz_handler") / { @[ksym(data->function)] = count(); }'
if ! has_function tick_nohz_handler; then
	status 1
	match "$ERR" "the kernel has no symbol 'tick_nohz_handler'"
	awl -c "$W sleep 100" 'tracepoint:timer/hrtimer_expire_entry / data->function != kaddr("tick_sched_timer") / { @[ksym(data->function)] = count(); }'
fi
status 0
nomatch "$OUT" 'tick_nohz_handler|tick_sched_timer'
n=$(sed -n 's/^@\[hrtimer_wakeup\]: //p' "$OUT")
[ "${n:-0}" -ge 100 ] || fail "100 sleeps, $n wake-ups"
finish
