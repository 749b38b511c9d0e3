# SPDX-License-Identifier: GPL-2.0-or-later
#
# Where something is missing or forbidden: no tracefs, one that can't be
# written, hidden symbols, an ordinary user.  Only in a guest.
. "$TESTS/live/common"
need_kprobes
need_alone
EV="tracepoint:syscalls:sys_enter_getppid / $MINE /"

# A read-only tracefs is enough for everything.
mount -o remount,ro $T || fail "remount"
awl -q -c "$W read 10" "kprobe:vfs_read / $MINE / { @ = count(); } kretprobe:vfs_rea[d] / $MINE / { @r = count(); } tracepoint:syscalls:sys_enter_read / $MINE / { @t = count(); }"
status 0
out "@: 10
@r: 10
@t: 10"
mount -o remount,rw $T

# Hidden symbols, here even for root: said once, and shown as numbers.
echo 2 >/proc/sys/kernel/kptr_restrict
awl -q -c "$W read 10" "kprobe:vfs_read / $MINE / { @[stack(1)] = count(); }"
status 0
lines 1 '^        0x[0-9a-f]+$'
line "]: 10"
match "$ERR" 'kernel addresses are hidden'
awl -q 'BEGIN { @ = kaddr("vfs_read"); }'
status 1
match "$ERR" 'kernel addresses are hidden'

# An ordinary user: told what to do, once, not what number an errno has.
echo 'nobody:x:1234:2345:nobody:/:/bin/sh' >>/etc/passwd
chmod 755 "$TMP" "$(dirname "$TMP")" "$(dirname "$(dirname "$TMP")")"
user() { su nobody -c "$AWL -q $1" >"$OUT" 2>"$ERR"; RC=$?; }
for program in 'kprobe:vfs_read { @ = count(); }' 'BEGIN { printf("x"); }' 'profile:99hz { @ = count(); }'; do
	user "'$program'"
	status 3
	match "$ERR" 'run as root|CAP_BPF'
	nomatch "$ERR" 'errno|Operation not permitted'
	[ "$(grep -c error "$ERR")" = 1 ] || fail "not one error"
done
user "'tracepoint:syscalls:sys_enter_read { @ = count(); }'"
[ $RC != 0 ] || fail "status 0"
match "$ERR" 'root'
user "'BEGIN { @ = kaddr(\"vfs_read\"); }'"
[ $RC != 0 ] || fail "status 0"
match "$ERR" 'kernel addresses are hidden|run as root'
sed -i '/^nobody:/d' /etc/passwd
echo 0 >/proc/sys/kernel/kptr_restrict

# No tracefs: kprobes and profile work, globs by the kernel's symbols; tracepoints
# say what to mount.
for d in /sys/kernel/debug/tracing /sys/kernel/tracing /sys/kernel/debug; do
	umount $d 2>/dev/null
done
ls $T/events >/dev/null 2>&1 && fail "tracefs is still there"
awl -q -c "$W read 10" "kprobe:vfs_read / $MINE / { @[comm] = count(); } kretprobe:vfs_read / $MINE / { @r = sum(retval); } interval:1s { @i++; }"
status 0
line "@[$COMM]: 10"
line "@r: 10"
awl "$EV { @ = count(); }"
status 1
match "$ERR" 'mount -t tracefs'
awl -q -c "$W read 10" "kprobe:vfs_rea[d] / $MINE / { @ = count(); }"
status 0
line "@: 10"
awl -q 'kprobe:vfs_raed { @ = count(); }'
status 3
match "$ERR" "no function 'vfs_raed'"
mount -t debugfs debugfs /sys/kernel/debug
mount -t tracefs tracefs /sys/kernel/tracing
finish
