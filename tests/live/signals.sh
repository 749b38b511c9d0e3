# SPDX-License-Identifier: GPL-2.0-or-later
#
# awl ends by SIGINT, SIGTERM, SIGHUP, a closed pipe and kill -9, and leaves nothing in the kernel.
. "$TESTS/live/common"
need_tracefs
EV="tracepoint:syscalls:sys_enter_getppid / $MINE /"

programs() { # counts the BPF programs, maps and links of all processes
	cat /proc/[0-9]*/fdinfo/* 2>/dev/null | grep -c '^prog_id\|^map_id\|^link_type'
}
left() {
	want "BPF objects held $1" "$before" "$(programs)"
	want "names in tracefs $1" "$names" "$(names)"
}
names() { cat $T/kprobe_events $T/uprobe_events 2>/dev/null; }
# what a test before left is still being removed
[ -z "${AWL_ALONE-}" ] || no_awls
before=$(programs) names=$(names)

for sig in INT TERM HUP; do
	: >"$ERR"
	"$AWL" "$EV { @ = count(); } END { printf(\"end\\n\"); }" >"$OUT" 2>"$ERR" &
	pid=$!
	attached
	"$W" getppid 11
	kill -$sig $pid
	wait $pid 2>/dev/null
	export RC=$?
	status 0
	line end
	line "@: 11"
	left "after SIG$sig"
done

# A signal to awl ends its command, too.
: >"$ERR"
"$AWL" -c "$W sleep 100000" "$EV { @ = count(); }" >"$OUT" 2>"$ERR" &
pid=$!
attached
kill -TERM $pid
wait $pid 2>/dev/null
n=$(pidof "$COMM" | wc -w)
want "commands left" 0 "$n"

# The reader closes the pipe: awl ends without a message.
"$AWL" -c "$W getppid 2000" "$EV { printf(\"%d\\n\", pid); }" 2>"$ERR" | head -n 1 >"$OUT"
lines 1 '^[0-9]+$'
want stderr "Attached 1 probe" "$(cat "$ERR")"
left "after a closed pipe"

# kill -9 with kprobes, tracepoints, maps and a command.
kp=
[ ! -e /sys/bus/event_source/devices/kprobe ] || kp="kprobe:vfs_read / $MINE / { @r[comm] = count(); } kretprobe:vfs_read / $MINE / { @q = count(); }"
: >"$ERR"
"$AWL" -c "$W sleep 100000" "$EV { @ = count(); printf(\"x\"); } $kp" >"$OUT" 2>"$ERR" &
pid=$!
attached
kill -9 $pid
wait $pid 2>/dev/null
sleep 0.3
want "commands left" 0 "$(pidof "$COMM" | wc -w)"
left "after SIGKILL"
if [ -n "$kp" ] && [ -r /sys/kernel/debug/kprobes/list ]; then
	want "kprobes" 0 "$(grep -c vfs_read /sys/kernel/debug/kprobes/list)"
fi
finish
