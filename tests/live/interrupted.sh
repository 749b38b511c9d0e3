# SPDX-License-Identifier: GPL-2.0-or-later
#
# A clock's program interrupts others and adds to the same cell.  Nothing is lost, whatever the kernel
# keeps from running meanwhile: the cell has as much as those that only one of the two adds to.
. "$TESTS/live/common"
need_tracefs
N=${AWL_CALLS-200000}
rate=$(($(cat /proc/sys/kernel/perf_event_max_sample_rate) / 5))
[ $rate -le 20000 ] || rate=20000

value() { awk -v map="$1:" '$1 == map { n = $2 } END { print n + 0 }' "$OUT"; }
exact() { # exact WORKLOAD PROBE
	awl -q -c "$W $1 $N" "$2 / $MINE / { @n = count(); @sum = sum(3); @hist = hist(5); @one = count(); }
		profile:hz:$rate / $MINE / { @n = count(); @sum = sum(3); @hist = hist(5); @other = count(); }"
	status 0
	both=$(($(value @one) + $(value @other)))
	at_least "hits of $2" $((N - $(skipped_hits))) "$(value @one)"
	at_least "samples beside $2" 1 "$(value @other)"
	want "$2: count()" $both "$(value @n)"
	want "$2: sum()" $((3 * both)) "$(value @sum)"
	want "$2: hist()" $both "$(sed -n 's/^\[4, 8) *\([0-9]*\).*/\1/p' "$OUT")"
	echo "$2: $(value @one) hits, $(value @other) samples"
}
exact getppid tracepoint:syscalls:sys_enter_getppid
exact getppid rawtracepoint:sys_enter
exact getppid tracepoint:raw_syscalls:sys_exit
if "$AWL" -T | grep -q '^uprobe .*yes'; then
	exact call "uprobe:$W:work_probe_me"
	exact call "uretprobe:$W:work_probe_me"
fi
if [ -e /sys/kernel/btf/vmlinux ] && "$AWL" -T | grep -q '^kprobe .*yes'; then
	# __s390_sys_getppid is for 31-bit programs
	exact getppid kprobe:"$("$AWL" -l 'kprobe:*sys_getppid' | sed '/__s390_/d;s/.*://' | head -n 1)"
fi
finish
