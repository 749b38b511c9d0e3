# SPDX-License-Identifier: GPL-2.0-or-later
#
# The program of a raw tracepoint reads fields from arguments and tasks.  They must equal those of
# the event's record.  All programs at one place are attached in the same way, so two instances of
# awl trace the same commands.  One chooses its attachment, and runs from before the commands
# start until they have ended.  The other is forced to use perf.
. "$TESTS/live/common"
need_tracefs

# both EVENT PREDICATE FIELDS...: adds a clause to both scripts, with the fields as keys
chosen="" by_record="" events="" by_perf=""
both() {
	event=$1 pred=$2 keys=""
	[ -d "$T/events/$(echo "$event" | tr : /)" ] || return
	shift 2
	for field; do
		keys="$keys${keys:+, }args.$field"
	done
	name=${event#*:}
# newer kernels store some names elsewhere in the record; awl uses perf for these events
	! grep -q '__data_loc.* comm;' "$T/events/$(echo "$event" | tr : /)/format" || by_perf="$by_perf $name "
	events="$events $name"
	chosen="$chosen tracepoint:$event / $pred / { @raw_${name}[$keys] = count(); }"
	by_record="$by_record tracepoint:$event / $pred / { @perf_${name}[$keys] = count(); }"
}
# less RAW PERF: lines of PERF that RAW lacks or has less often.  RAW may have more, because perf
# skips hits while another of its programs runs.
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
			want "--attach $how: $name, hits that only perf saw" '' "$(less "$TMP/raw" "$TMP/perf")"
		case $name in
		irq* | softirq* | k*) ;;	# these may not occur
		*) [ -s "$TMP/raw" ] || fail "--attach $how: no $name" ;;
		esac
	done
done
nomatch "$TMP/err.plain" 'by raw tracepoint'
# BTF is missing on arm.  kmem uses perf where a raw tracepoint program can be interrupted by
# itself.
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
