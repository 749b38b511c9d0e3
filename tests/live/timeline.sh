# SPDX-License-Identifier: GPL-2.0-or-later
# needs: timeline tools
#
# -F timeline with known numbers of slices; a million records with the same memory as few; how a
# session ends; the tools syscalls, sched and irqs.
. "$TESTS/live/common"
need_root
need_tracefs
[ -e $T/events/raw_syscalls/sys_enter ] || skip "this kernel has no raw_syscalls"
FILE=$TMP/out.trace.json

# checks FILE, and sets $TMP/slices to the numbers of slices
check() {
	awk -f "$TESTS/lib/trace_events.awk" "$FILE" >"$TMP/slices" ||
		{ fail "$1: $(tail -n 1 "$TMP/slices")"; tail -n 2 "$FILE"; }
	! command -v python3 >/dev/null ||
		python3 -B "$TESTS/lib/trace_events.py" "$FILE" >"$TMP/python" ||
		fail "$1: trace_events.py: $(tail -n 1 "$TMP/python")"
	rm -f "$FILE.kept"
	mv "$FILE" "$FILE.kept"
}
slices() { awk -v name="$1" '$3 == name || ($2 == "instant" && $3 == name) { n += $1 } END { print n + 0 }' "$TMP/slices"; }
nanoseconds() { awk -v name="$1" '$3 == name { n += $2 } END { printf("%.0f", n) }' "$TMP/slices"; }
lost() { grep -c '"name":"lost"' "$FILE.kept"; }

CALLS="tracepoint:raw_syscalls:sys_enter / $MINE / { slice_begin(comm, syscall_name(args.id)); }
tracepoint:raw_syscalls:sys_exit / $MINE / { slice_end(comm, (ret = args.ret)); }"

awl -q -o "$FILE" -c "$W getppid 700" -e "$CALLS"
status 0
check "getppid"
want "calls of getppid" 700 "$(slices getppid)"
want "losses" 0 "$(lost)"

# each sleep takes a millisecond or more, all of them less than the whole
began=$(date +%s)
awl -q -o "$FILE" -c "$W sleep 30" -e "$CALLS"
check "sleep"
name=$(sed -n 's/.* \([a-z_]*nanosleep[a-z_0-9]*\)$/\1/p' "$TMP/slices")
want "sleeps" 30 "$(slices "$name")"
at_least "nanoseconds of sleep" 30000000 "$(nanoseconds "$name")"
at_least "seconds of all" "$(($(nanoseconds "$name") / 1000000000))" "$(($(date +%s) - began + 1))"

# A million records, in pieces for which the buffer has room.  The command's parent is awl.
memory() { # memory ROUNDS SECONDS: 4,000 records and a pause in each; sets KB to the most memory that awl used
	awl -q -o "$FILE" -e "$CALLS" \
		-c "sh -c 'for i in \$(seq $1); do $W getppid 2000; sleep $2; done; grep VmHWM /proc/\$PPID/status'"
	status 0
	check "$1 rounds"
	want "calls in $1 rounds" $(($1 * 2000)) "$(slices getppid)"
	want "losses" 0 "$(lost)"
	KB=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "$OUT")
}
began=$(date +%s)
memory 2 0.5
few=$KB
if [ $(($(date +%s) - began)) -le 3 ]; then
	memory 250 0.05
else		# a slow machine
	memory 4 1
fi
echo "8,000 records: $few kB; $(wc -l <"$FILE.kept") records: $KB kB, $(wc -c <"$FILE.kept") bytes of output"
at_least "kB after few records and 1 MB" "$KB" $((few + 1024))

# Full buffers: what is there is whole, and says that something is missing.
awl -q --buffer 4k -o "$FILE" -c "$W getppid 2000" -e "$CALLS"
check "full buffers"
at_least "notes of losses" 1 "$(awk '/instant records were lost/ { print $1 }' "$TMP/slices")"
at_least "losses" 1 "$(lost)"
have=$(slices getppid)
at_least "slices" 1 "$have"
at_least "all calls" "$have" 2000

# the session ends in the middle of a slice
for how in INT TERM timeout; do
	set --
	[ $how != timeout ] || set -- -t 1
	: >"$ERR"
	"$AWL" "$@" -o "$FILE" -e "$CALLS" >"$OUT" 2>"$ERR" &
	pid=$!
	attached
	"$W" sleep 100000 &
	work=$!
	executes $work "$W"
	sleep 0.3
	[ $how = timeout ] || kill -$how $pid
	wait $pid
	want "status after $how" 0 $?
	kill $work
	wait $work 2>/dev/null
	check "$how"
	at_least "sleeps before $how" 1 "$(slices "$name")"
done
[ -z "$(ls "$TMP"/*.new 2>/dev/null)" ] || fail "left: $(ls "$TMP"/*.new)"

# the tools
awl -q -o "$FILE" -c "$W getppid 300" syscalls
status 0
check "syscalls"
want "calls of getppid" 300 "$(slices getppid)"
want "the last call" 1 "$(slices exit_group)"
grep -q "\"thread_name\",\"args\":{\"name\":\"$COMM " "$FILE.kept" || fail "no track is named $COMM"

[ "${AWL_ALONE-}" = 1 ] || finish
# A sleep ends with a wakeup and takes the task from its CPU, unless its timer has expired before:
# seen twice in 50 on a slow machine.  stories/s25 compares the numbers with ftrace's.
awl -q -o "$FILE" -c "$W sleep 50" sched -n "$COMM"
status 0
check "sched"
at_least "slices of the task" 25 "$(slices "$COMM")"
at_least "wakeups" 25 "$(slices wakeup)"
awl -q -o "$FILE" -c "$W sleep 100" irqs
status 0
check "irqs"
at_least "kinds of interrupts" 1 "$(grep -c . "$TMP/slices")"
finish
