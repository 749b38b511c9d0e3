# SPDX-License-Identifier: GPL-2.0-or-later
#
# awl's memory does not grow in long use: processes start and end, map entries change, and printf
# runs at full rate, so that the buffer is never empty.  The resident size rises and falls, because
# awl forgets ended processes only once in some thousand mappings (src/run/mappings.c).  So the
# smallest size in the second quarter is compared with the smallest in the fourth.
# The maps are small: awl keeps the memory it once needed to read a full map, which could hide a
# leak.
# SOAK=1800 SOAK_SAY=FILE tests/run live/soak.sh takes half an hour and appends the sizes to FILE.
. "$TESTS/live/common"
need_tracefs
: "${SOAK=30}"
if [ -e /sys/bus/event_source/devices/uprobe ]; then
	walks_ustacks
	STACKS="uprobe:$W:work_probe_me { @stacks[ustack${WALK:+(dwarf)}] = count(); @last[tid] = nsecs; }"
fi

# forks: starts processes that live for a moment, until the file "go" is removed
cat >"$TMP/forks" <<END
while [ -e $TMP/go ]; do
	$W call 1; $W call 1; $W call 1; $W call 1; $W call 1
done
END
cat >"$TMP/calls" <<END
while [ -e $TMP/go ]; do $W getppid 20000; done
END
: >"$TMP/go"
: >"$ERR"
: >"$OUT"
"$AWL" "${STACKS-}
tracepoint:syscalls:sys_enter_getppid / $MINE / {
	printf(\"line %d %s %d\\n\", pid, comm, nsecs);
	@keys[nsecs % 500, tid % 2] = count(); @start[nsecs % 1000] = nsecs; delete(@start[nsecs % 777]);
}
interval:ms:200 { print(@keys, 3); clear(@keys); print(@stacks, 1); clear(@stacks); }" >/dev/null 2>"$ERR" & awl=$!
attached
sh "$TMP/forks" >/dev/null 2>&1 & sh "$TMP/forks" >/dev/null 2>&1 & sh "$TMP/calls" >/dev/null 2>&1 &
# smallest: the smallest of six sizes in the next quarter of the time
smallest() {
	for _ in 1 2 3 4 5 6; do
		sleep $((SOAK / 24))
		awk '/^VmRSS/ { print $2 }' /proc/$awl/status
	done | sort -n | head -n 1
}
sleep $((SOAK / 4))
half=$(smallest)
forks=$(awk '/^processes/ { print $2 }' /proc/stat)
sleep $((SOAK / 4))
end=$(smallest)
forks=$(($(awk '/^processes/ { print $2 }' /proc/stat) - forks))
rm "$TMP/go"
kill -INT $awl
wait $awl
export RC=$?
status 0
wait
[ -z "${SOAK_SAY-}" ] || echo "$half KB, $end KB after $forks more processes" >>"$SOAK_SAY"
# Between two sweeps awl keeps mappings of ended processes: less than 200 bytes for each.
slack=$((half / 20 + 1000))
[ "$end" -le $((half + slack)) ] || fail "$half KB, then $end KB after $forks processes"
finish
