# SPDX-License-Identifier: GPL-2.0-or-later
#
# Something is missing or forbidden: tracefs is read-only or not mounted, symbols are hidden, the
# user is not root.  Only for guests.
. "$TESTS/live/common"
need_kprobes
need_alone
EV="tracepoint:syscalls:sys_enter_getppid / $MINE /"

# No feature needs to write to tracefs.
mount -o remount,ro $T || fail "remount"
awl -q -c "$W read 10" "kprobe:vfs_read / $MINE / { @ = count(); } kretprobe:vfs_rea[d] / $MINE / { @r = count(); } tracepoint:syscalls:sys_enter_read / $MINE / { @t = count(); }"
status 0
out "@: 10
@r: 10
@t: 10"
mount -o remount,rw $T

# Symbols are hidden, also from root: addresses are numbers, and awl reports it once.
echo 2 >/proc/sys/kernel/kptr_restrict
awl -q -c "$W read 10" "kprobe:vfs_read / $MINE / { @[stack(1)] = count(); }"
status 0
lines 1 '^        0x[0-9a-f]+$'
line "]: 10"
match "$ERR" 'kernel addresses are hidden'
awl -q 'BEGIN { @ = kaddr("vfs_read"); }'
status 1
match "$ERR" 'kernel addresses are hidden'

# An ordinary user gets one error with a cure, and no errno.
echo 'nobody:x:1234:2345:nobody:/:/bin/sh' >>/etc/passwd
chmod 755 "$TMP" "$(dirname "$TMP")" "$(dirname "$(dirname "$TMP")")"
user() { su nobody -c "$AWL -q $1" >"$OUT" 2>"$ERR"; RC=$?; }
for program in 'kprobe:vfs_read { @ = count(); }' 'BEGIN { printf("x"); }' 'profile:99hz { @ = count(); }'; do
	user "'$program'"
	status 3
	match "$ERR" 'run as root|CAP_BPF'
	nomatch "$ERR" 'errno|Operation not permitted'
	[ "$(grep -c error "$ERR")" = 1 ] || fail "not exactly one error"
done
user "'tracepoint:syscalls:sys_enter_read { @ = count(); }'"
[ $RC != 0 ] || fail "status 0"
match "$ERR" 'root'
user "'BEGIN { @ = kaddr(\"vfs_read\"); }'"
[ $RC != 0 ] || fail "status 0"
match "$ERR" 'kernel addresses are hidden|run as root'
sed -i '/^nobody:/d' /etc/passwd
echo 0 >/proc/sys/kernel/kptr_restrict

# tracefs is not mounted: awl mounts a private one, which no other process sees.  Patterns and
# return probes work, too.
for d in /sys/kernel/debug/tracing /sys/kernel/tracing /sys/kernel/debug; do
	umount $d 2>/dev/null
done
ls $T/events >/dev/null 2>&1 && fail "tracefs is still there"
awl -q -c "$W read 10" "kprobe:vfs_read / $MINE / { @[comm] = count(); } kretprobe:vfs_read / $MINE / { @r = sum(retval); } interval:1s { @i++; }"
status 0
line "@[$COMM]: 10"
line "@r: 10"
mounts() { cat /proc/self/mounts; }
before=$(mounts)
awl -q -c "$W getppid 7" -c "cp /proc/self/mounts $TMP/meanwhile" "$EV { @ = count(); }"
status 0
out "@: 7"
want "mounted meanwhile" "$before" "$(cat "$TMP/meanwhile")"
plain=kretprobe
if has_returns; then
	awl -v --attach plain -c "$W blocked 20 30" "kretprobe:vfs_read / $MINE / { @r[retval] = count(); }"
	status 0
	line "@r[0]: 20"
	line "@r[1]: 30"
	match "$ERR" 'return probes through tracefs'
else
	not_done "return probes through tracefs: $NO_RETURNS"
	plain=kprobe
fi
"$AWL" -l 'tracepoint:sched:sched_switch' >"$OUT" 2>"$ERR"
line 'tracepoint:sched:sched_switch'
"$AWL" -q --attach plain "$plain:vfs_read { @ = count(); }" 2>"$ERR" & pid=$!
sleep 3
kill -9 $pid
wait $pid 2>/dev/null
want "mounted after" "$before" "$(mounts)"
awl -q -c "$W read 10" "kprobe:vfs_rea[d] / $MINE / { @ = count(); }"
status 0
line "@: 10"
awl -q 'kprobe:vfs_raed { @ = count(); }'
status 3
match "$ERR" "no function 'vfs_raed'"
mount -t debugfs debugfs /sys/kernel/debug
mount -t tracefs tracefs /sys/kernel/tracing
gone() { [ -z "$(cat $T/kprobe_events)" ]; }
wait_for gone
# An ordinary user can't mount one.
for d in /sys/kernel/debug/tracing /sys/kernel/tracing /sys/kernel/debug; do
	umount $d 2>/dev/null
done
echo 'nobody:x:1234:2345:nobody:/:/bin/sh' >>/etc/passwd
user "'tracepoint:syscalls:sys_enter_read { @ = count(); }'"
status 1
match "$ERR" 'tracefs is not (mounted|readable)'
sed -i '/^nobody:/d' /etc/passwd
mount -t debugfs debugfs /sys/kernel/debug
mount -t tracefs tracefs /sys/kernel/tracing
finish
