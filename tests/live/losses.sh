# SPDX-License-Identifier: GPL-2.0-or-later
#
# Lost events are counted exactly: with a buffer that is far too small, printed and lost events
# add up to all events.  With a large buffer nothing is lost.
. "$TESTS/live/common"
need_tracefs
EV="tracepoint:syscalls:sys_enter_getppid / $MINE /"
N=5000

sums() { # sums WHAT [MADE]
	printed=$(grep -c '^line ' "$OUT")
	lost=$(awk '/^Lost [0-9]+ events/ { n += $2 } END { print n + 0 }' "$ERR")
	want "$1: printed $printed and lost $lost" "${2-$N}" $((printed + lost))
}

awl -q --buffer 4096 -c "$W getppid $N" "$EV { printf(\"line %s %s %d\\n\", comm, probe, pid); @n = count(); }"
status 0
line "@n: $N"
sums "ring of 4k"
awl -q --buffer 1M -c "$W getppid $N" "$EV { printf(\"line %s %s %d\\n\", comm, probe, pid); }"
status 0
sums "ring of 1M"
want "lost of 1M" 0 "$lost"
# the command ends while many records are still in the buffer
awl -q -c "$W getppid 60000" "$EV { printf(\"line %s %s %d\\n\", comm, probe, pid); }"
status 0
sums many 60000
for size in 16k 1M; do	# two processes at once
	awl -q --buffer $size -c "sh -c '$W getppid $N & $W getppid $N; wait'" "$EV { printf(\"line %s %s %d\\n\", comm, probe, pid); @n = count(); }"
	status 0
	skipped=$(skipped_hits)	# by kernels that preempt programs
	line "@n: $((2 * N - skipped))"
	sums "two, ring of $size" $((2 * N - skipped))
done
AWL_FEATURES=-ringbuf awl -q --buffer 4096 -c "$W getppid $N" "$EV { printf(\"line %s %s %d\\n\", comm, probe, pid); @n = count(); }"
status 0
line "@n: $N"
sums "perf buffers of 4k"
AWL_FEATURES=-ringbuf awl -q --buffer 1M -c "$W getppid $N" "$EV { printf(\"line %s %s %d\\n\", comm, probe, pid); }"
status 0
sums "perf buffers of 1M"
want "lost of 1M" 0 "$lost"

# --strict: a loss stops awl with status 4, long before the command ends.  Otherwise the status
# is unchanged.
awl -q --strict --map-size 10 -c "$W ids 1000" "tracepoint:syscalls:sys_enter_getpgid / $MINE / { @[data->pid] = 1; }"
status 4
match "$ERR" '^Lost [0-9]+ entries \(@ is full\): raise --map-size$'
awl -q --strict --map-size 10 -k -c "$W ids 1000" "tracepoint:syscalls:sys_enter_getpgid / $MINE / { @[data->pid] = 1; }"
status 0
match "$ERR" '^Lost 990 entries \(@ is full\): raise --map-size$'
awl -q --strict -c "$W ids 1000" "tracepoint:syscalls:sys_enter_getpgid / $MINE / { @n = count(); @[data->pid] = 1; }
	END { clear(@); exit(3); }"
status 3
line '@n: 1000'
awl -q --strict --map-size 1 'BEGIN { @[1] = 1; @[2] = 1; exit(3); }'
[ $RC = 3 ] && match "$ERR" 'run programs on demand' || status 4
begin=$(date +%s)
awl -q --strict --map-size 1 -c "$W sleep 60000" "tracepoint:syscalls:sys_enter_* / $MINE / { @[nsecs] = 1; @n = count(); }"
status 4
[ $(($(date +%s) - begin)) -lt 40 ] || fail "not stopped at the first loss"

# --memory: maps are made smaller and their losses are reported; a limit that is too small is an
# error.
awl -q --memory 4k -c "$W ids 1000" "tracepoint:syscalls:sys_enter_getpgid / $MINE / { @[data->pid] = 1; }"
status 0
want "entries kept and lost" 1000 $(($(grep -c '^@\[' "$OUT") + $(sed -n 's/^Lost \([0-9]*\) entries (@ is full).*/\1/p' "$ERR")))
awl --memory 500 -c "$W ids 1" "tracepoint:syscalls:sys_enter_getpgid / $MINE / { @[data->pid] = 1; }"
status 3
match "$ERR" 'the maps need [0-9]+ bytes, but --memory allows 500;'

# A full stack table: each function has a stack of its own, and the table holds only a few.  A place in
# it follows from the addresses, so which of 32 places are taken twice depends on the workload's layout;
# with 8 places some are.
full_table() { # full_table COMMAND SCRIPT: with smaller and smaller tables, until stacks are lost
	for memory in 16k 12k 10k 9300; do
		awl -q --map-size 1 --memory $memory -c "$1" "$2"
		status 0
		lost=$(sed -n 's/^Lost \([0-9]*\) stacks: raise --map-size$/\1/p' "$ERR")
		[ "${lost:-0}" -lt 2 ] || return
	done
	fail "no stacks lost"
}
if ! has_ustacks "lost stacks of programs, but of the kernel"; then
	# a function of the kernel with many callers
	full_table "$W open 20 /dev/null; $W fork 5; $W sockets 5" "kprobe:kmem_cache_free / $MINE / {
		printf(\"stack%s.\\n\", kstack(2)); @hits = count(); }"
	want "stacks shown and lost" "$(grep -c '^stack' "$OUT")" \
		$(($(grep -c '^ *kmem_cache_free+0$' "$OUT") + lost))
	line "@hits: $(grep -c '^stack' "$OUT")"
elif [ -e /sys/bus/event_source/devices/uprobe ]; then
	all="args call chain fail fault getppid ids maps names read sleep sockets spin touch usdt write"
	for i in $all $all; do echo "$W $i 1"; done >"$TMP/load"
	full_table "sh $TMP/load; true" "uprobe:$W:{args,call,chain,fail,fault,getppid,ids,maps,names,read,sleep,sockets,spin,touch,usdt,write}_n {
		printf(\"stack%s.\\n\", ustack(1)); }"
	# A function of ppc64le that finds its data by the table of contents has a second entry, 8 bytes
	# after its address, where a probe is hit by all callers.
	at='+0'
	[ "$ARCH" != ppc64le ] || at='+[08]'
	want "stacks shown and lost" "$(grep -c '^stack' "$OUT")" $(($(grep -c "^ .*_n$at\$" "$OUT") + lost))
	want "hits" 32 "$(grep -c '^stack' "$OUT")"
fi

# Records are printed in order, each once.
awl -q --buffer 1M -c "$W ids 3000" "tracepoint:syscalls:sys_enter_getpgid / $MINE / { printf(\"line %d\\n\", data->pid); }"
sed -n 's/^line //p' "$OUT" | awk '$1 != 3001 - NR { bad++ } END { exit NR != 3000 || bad > 0 }' || fail "not in order"
finish
