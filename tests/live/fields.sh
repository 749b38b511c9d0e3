# SPDX-License-Identifier: GPL-2.0-or-later
#
# fields: what a raw tracepoint's program reads of arguments and tasks is what the
# event's record says, of the same events.  Programs at one place are attached in one way,
# so two awl look at the same commands: one chooses, from before they start until after
# they have ended, and one is told to stay with perf.
. "$TESTS/live/common"
need_tracefs

# both EVENT PREDICATE FIELDS...: a clause each way, with the fields as keys
chosen="" by_record="" events="" by_perf=""
both() {
	event=$1 pred=$2 keys=""
	[ -d "$T/events/$(echo "$event" | tr : /)" ] || return
	shift 2
	for field; do
		keys="$keys${keys:+, }args.$field"
	done
	name=${event#*:}
	# newer kernels keep some names elsewhere in the record: those are perf's
	! grep -q '__data_loc.* comm;' "$T/events/$(echo "$event" | tr : /)/format" || by_perf="$by_perf $name "
	events="$events $name"
	chosen="$chosen tracepoint:$event / $pred / { @raw_${name}[$keys] = count(); }"
	by_record="$by_record tracepoint:$event / $pred / { @perf_${name}[$keys] = count(); }"
}
# less RAW PERF: lines of PERF that RAW has not, or not so often.  (perf skips what comes
# while another of its programs runs; then RAW has more.)
less() { awk -F ': ' 'FILENAME == ARGV[1] { n[$1] = $2; next } n[$1] + 0 < $2 + 0 { print $0 " > " n[$1] }' "$1" "$2"; }

of_task="args.comm == \"$COMM\""
both sched:sched_switch "args.prev_comm == \"$COMM\" || args.next_comm == \"$COMM\"" \
	prev_comm prev_pid prev_prio next_comm next_pid next_prio
both sched:sched_wakeup "$of_task" comm pid prio
both sched:sched_waking "$of_task" prio comm pid
both sched:sched_wakeup_new "$of_task" pid prio comm
both sched:sched_stat_runtime "$of_task" comm pid runtime
both sched:sched_process_exit "$of_task" comm pid prio
both sched:sched_process_fork "$MINE" parent_pid child_pid
both raw_syscalls:sys_enter "$MINE" id
both raw_syscalls:sys_exit "$MINE" ret
both irq:irq_handler_entry "$MINE" irq
both irq:softirq_raise "$MINE" vec
both irq:softirq_entry "$MINE" vec
both irq:softirq_exit "$MINE" vec
both kmem:kmalloc "$MINE" call_site bytes_req bytes_alloc
both kmem:kfree "$MINE" call_site
both kmem:kmem_cache_alloc "$MINE" call_site
both kmem:kmem_cache_free "$MINE" call_site

for how in plain auto fast; do
	"$AWL" -v --attach $how "$chosen" >"$TMP/chosen" 2>"$TMP/err.$how" &
	pid=$!
	wait_for grep -q '^Attached\|error' "$TMP/err.$how"
	awl -q --attach plain -c "$W sleep 20" -c "$W fork 10" -c "$W fail 20" -c "$W names 20" "$by_record"
	status 0
	kill -INT $pid
	wait $pid
	for name in $events; do
		sed -n "s/^@raw_//p" "$TMP/chosen" | grep "^$name\\[" >"$TMP/raw"
		sed -n "s/^@perf_//p" "$OUT" | grep "^$name\\[" >"$TMP/perf"
		grep -q "^Lost .*:$name)" "$TMP/err.$how" ||
			want "--attach $how: $name, perf's that are no raw one's" '' "$(less "$TMP/raw" "$TMP/perf")"
		case $name in
		irq* | softirq* | k*) ;;	# there may be none
		*) [ -s "$TMP/raw" ] || fail "--attach $how: no $name" ;;
		esac
	done
done
nomatch "$TMP/err.plain" 'by raw tracepoint'
# arm has no BTF here; kmem only where such a program can't interrupt itself
if [ -e /sys/kernel/btf/vmlinux ] && [ "$(uname -m)" != armv7l ]; then
	for name in $events; do
		case $name,$(uname -r),$by_perf in
		k*,5.*,* | *" $name "*) n=0 ;;
		*) n=1 ;;
		esac
		want "$name, raw" $n "$(grep -c ":$name, .*by raw tracepoint" "$TMP/err.fast")"
	done
fi
finish
