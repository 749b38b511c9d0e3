# SPDX-License-Identifier: GPL-2.0-or-later
#
# kill -9 at random moments, while probes are attached, run and detached.  No probe may be left in
# tracefs and no BPF object in the kernel, and the kernel's log must be clean.  ROUNDS is the
# number of rounds (20).
. "$TESTS/live/common"
need_tracefs
need_alone
ROUNDS=${ROUNDS-20}
[ -e /sys/bus/event_source/devices/kprobe ] && kprobes=y || kprobes=

left() { # what exists now
	"$W" bpf 0
	cat $T/kprobe_events $T/uprobe_events 2>/dev/null
	for e in $T/events/enable $T/set_ftrace_filter; do [ -e $e ] && head -n 1 $e; done
	cat $T/enabled_functions $T/set_event 2>/dev/null
	cat /sys/kernel/debug/kprobes/list 2>/dev/null | grep -v '\[DISABLED\]' | wc -l
}
# A process that was killed can't always remove its breakpoints from the memory of others, because
# the kernel ends the search for the page at a fatal signal (KERNEL-NOTES.md).  It says so itself.
bad_log() {
	dmesg 2>/dev/null | grep -E 'WARNING|BUG|Oops|Call trace|Call Trace|[^n]stall|refcount|leak' |
		grep -v 'uprobe: awl:[0-9]* failed to unregister, leaking uprobe' | tail -n 5
}

# script ROUND: the script to kill in this round
script() {
	case $(($1 % 7)) in
	0) echo "kprobe:vfs_* { @[func] = count(); }" ;;
	1) echo "kretprobe:vfs_{read,write,open} { @r[retval] = count(); $ustacks }" ;;
	2) echo "uprobe:$W:work_probe_me { @[arg0] = count(); } uretprobe:$W:work_probe_me { @r[retval] = count(); }" ;;
	3) echo "tracepoint:syscalls:sys_enter_* { @[probe] = count(); }" ;;
	4) echo "tracepoint:raw_syscalls:sys_enter { printf(\"%d %s\\n\", id, comm); }" ;;
	5) echo "kprobe:vfs_read { @ = count(); } kretprobe:vfs_read { @r[comm] = hist(retval); }" ;;
	6) echo "profile:199hz { @[${user}kstack] = count(); } interval:s:1 { print(@); }" ;;
	esac
}
[ -n "$kprobes" ] || script() { echo "tracepoint:raw_syscalls:* { @[probe, comm] = count(); }"; }

# Three kinds of load run all the time.
(while :; do "$W" read 500; "$W" getppid 200; done) & load=$!
(while :; do "$W" call 2000; done) & load="$load $!"
trap 'kill $load 2>/dev/null' EXIT
trap 'exit 1' TERM	# the load must not outlive this test
# what earlier tests left is still being freed: many probes take the kernel some seconds
before=
while now=$(left) && [ "$now" != "$before" ]; do before=$now; sleep 2; done
log=$(bad_log)
# this runs awl, whose programs the kernel frees a little later
user='ustack, ' ustacks='@s[ustack] = count();'
has_ustacks "user stacks" || user='' ustacks=''
i=0 killed=0
seed=$((${SEED-$$}))
while [ $i -lt $ROUNDS ]; do
	"$AWL" -q -o /dev/null "$(script $i)" >/dev/null 2>"$ERR" &
	pid=$!
	seed=$(((seed * 1103515245 + 12345) % 2147483648))
	ms=$((seed / 65536 % 2500))
# every third run gets SIGINT first, so that it is killed while it detaches
	[ $((i % 3)) = 2 ] && { usleep $((ms * 1000)) 2>/dev/null || sleep 1; kill -INT $pid 2>/dev/null; ms=$((seed % 97)); }
	usleep $((ms * 1000)) 2>/dev/null || sleep 1
	kill -9 $pid 2>/dev/null && killed=$((killed + 1))
	wait $pid 2>/dev/null
	i=$((i + 1))
done
echo "killed $killed of $ROUNDS"
# a command that waits at its gate or runs must not outlive awl
"$AWL" -q -o /dev/null -c "$W slowcall 5000" "uprobe:$W:work_probe_me { @ = count(); }" 2>"$ERR" &
pid=$!
sleep 2
kill -9 $pid
wait $pid 2>/dev/null
# the kernel frees maps and programs a little later
i=0
while [ "$(left)" != "$before" ] && [ $i -lt 30 ]; do sleep 1; i=$((i + 1)); done
want "left in the kernel" "$before" "$(left)"
want "the kernel's log" "$log" "$(bad_log)"
for p in /proc/[0-9]*; do
	grep -aq slowcall $p/cmdline 2>/dev/null && fail "the command still runs"
done
finish
