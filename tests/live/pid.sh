# SPDX-License-Identifier: GPL-2.0-or-later
#
# -p: two processes do the same, and only one is traced, with all its threads, by every kind of
# probe.
. "$TESTS/live/common"
need_tracefs

# both COMMAND PROBES: two processes wait for a line and then run COMMAND; one is traced
both() {
	rm -f "$TMP/one" "$TMP/other"
	mkfifo "$TMP/one" "$TMP/other"
	what=$1
	sh -c "read x <$TMP/one; exec $what" & one=$!
	sh -c "read x <$TMP/other; exec $what" & other=$!
	: >"$ERR"
	"$AWL" -p $one "$2" >"$OUT" 2>"$ERR" & awl=$!
	attached
	echo go >"$TMP/other"
	wait $other
	echo go >"$TMP/one"
	wait $awl
	RC=$?
	wait $one
	status 0
}

both "$W getppid 30" "tracepoint:syscalls:sys_enter_getppid { @t = count(); @[pid == $$] = count(); }
syscall:getppid { @s = count(); } rawtracepoint:sys_enter / $MINE / { @raw[pid == cpid] = count(); }"
line "@t: 30"
line "@s: 30"
line "@[false]: 30"
match "$OUT" '^@raw\[true\]: [1-9]'
nomatch "$OUT" '^@raw\[false'
both "$W threads 5 20" "tracepoint:syscalls:sys_enter_read / $MINE && args.count == 1 / {
	@[pid == cpid] = count(); @t[tid] = count(); }"
if ! grep -q '^Lost [0-9]* hits' "$ERR"; then	# see aggregate.sh
	line "@[true]: 100"
	lines 5 '^@t\[[0-9]+\]: 20$'
fi
# a software event also counts the children of the process, but not other processes
both "$W touch 500" "software:page-faults:1 / $MINE / { @other[pid != cpid] = count(); @n++ }"
noline '@other[1]'
[ "$(sed -n 's/^@n: //p' "$OUT")" -ge 500 ] || fail "page faults"
[ "$(sed -n 's/^@n: //p' "$OUT")" -lt 900 ] || fail "page faults of both processes"
both "$W spin 300" "profile:100hz { @[pid == cpid] = count(); }"
noline "@[false]"
[ -e /sys/bus/event_source/devices/kprobe ] || { echo "no kprobes here"; finish; }
both "$W write 40" "kprobe:vfs_write / $MINE && arg2 == 1 / { @k = count(); @[stack(2)] = count(); }
kretprobe:vfs_write / $MINE && retval == 1 / { @r = count(); }
kprobe:vfs_write, kprobe:vfs_read, kprobe:vfs_open, kprobe:vfs_fsync / $MINE && arg2 == 1 / { @many[func] = count(); }"
line "@k: 40"
line "@r: 40"
[ -e /sys/kernel/btf/vmlinux ] || finish
both "$W write 40" "fentry:vfs_write / $MINE && count == 1 / { @ = count(); }"
[ $RC = 3 ] || line "@: 40"
finish
