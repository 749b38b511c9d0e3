# SPDX-License-Identifier: GPL-2.0-or-later
#
# /sys is not mounted, as in a small chroot or container.  What needs it says so, and everything
# else works.
. "$TESTS/live/common"
need_alone
need_kprobes
command -v unshare >/dev/null || skip "no unshare"
unshare -m true 2>/dev/null || skip "no mount namespaces"
here() { # here OPTIONS...: runs awl with an empty /sys
	unshare -m sh -c 'mount -t tmpfs none /sys && exec "$@"' sh "$AWL" -q "$@" >"$OUT" 2>"$ERR"
	RC=$?
}
cure='sysfs is not mounted.*mount -t sysfs sysfs /sys'
for p in kprobe:vfs_read kretprobe:vfs_read 'kprobe:vfs_rea[d]' fentry:vfs_read fexit:vfs_read iter:task \
	"uprobe:$W:work_sum" "uretprobe:$W:work_sum"; do
	here -c "$W read 10" --attach plain "$p / $MINE / { @ = count(); }"
	case $p,$RC in
	kretprobe*,0) line '@: 10' ;;	# attached through tracefs
	*,1) match "$ERR" "$cure" ;;
	*)
		status 3
		match "$ERR" "$cure"
		;;
	esac
done
here 'BEGIN { print(curtask->comm); }'
match "$ERR" "$cure"
here -c "$W getppid 10" "tracepoint:syscalls:sys_enter_getppid / $MINE / { @ = count(); }"
status 0
line '@: 10'
here -c "$W getppid 10" "syscall:getppid / $MINE / { @ = count(); }"
line '@: 10'
for p in profile:99hz software:cpu-clock:1000000 rawtracepoint:sys_enter; do
	here -t 0.3 "$p { @ = count(); }"
	status 0
	match "$OUT" '^@: [1-9]'
done
for p in "usdt:$W:work:round" hardware:instructions:1000000; do
	here -c "$W usdt 20" "$p / $MINE / { @ = count(); }"
	case $p,$RC in
	usdt*,0) line '@: 40' ;;	# two places are hit in each round
	usdt*) match "$ERR" "$cure" ;;
	*,0) ! counter_interrupts 1 || match "$OUT" '^@: [1-9]' ;;	# of 1: instructions
	*) match "$ERR" "no such counter|no counters" ;;
	esac
done
here -t 0.3 'watchpoint:jiffies:4:w { @ = count(); }'
case $RC in
0) match "$OUT" '^@: [1-9]' ;;
*) match "$ERR" 'has functions, but no data|debug registers|sysfs is not mounted' ;; # arm, riscv64
esac
here -T
nomatch "$OUT" ' no .*CONFIG_(KPROBE|UPROBE)_EVENTS'
match "$OUT" '^tracepoint +yes'
finish
