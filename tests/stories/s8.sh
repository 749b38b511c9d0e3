# SPDX-License-Identifier: GPL-2.0-or-later
#
# S8: filter by symbol instead of address, the original script; and the symbol of an address.
. "$TESTS/live/common"
need_tracefs
need_alone
TICK=tick_nohz_handler		# since 6.8; older kernels use the name for another function
! has_function tick_sched_timer || TICK=tick_sched_timer
awl -c "$W sleep 100" 'tracepoint:timer/hrtimer_expire_entry / data->function != kaddr("tick_nohz_handler") / { @[ksym(data->function)] = count(); }'
if has_function tick_nohz_handler || has_function tick_sched_timer; then
	status 0
	has_function tick_nohz_handler || match "$ERR" "no match for 'tick_nohz_handler': .* 'tick_sched_timer'"
	nomatch "$OUT" "^@\\[$(has_function tick_nohz_handler && echo tick_nohz_handler || echo tick_sched_timer)\\]"
	n=$(sed -n 's/^@\[hrtimer_wakeup\]: //p' "$OUT")
	[ "${n:-0}" -ge 100 ] || fail "100 sleeps, $n wake-ups"
else
	status 1
	match "$ERR" "no symbol 'tick_nohz_handler' in the kernel"
fi
awl -c "$W sleep 100" "tracepoint:timer/hrtimer_expire_entry / data->function == kaddr(\"$TICK\") / { @[ksym(data->function)] = count(); }"
status 0
lines 1 "^@\[$TICK\]: [1-9][0-9]*\$"
lines 1 '^@'
finish
