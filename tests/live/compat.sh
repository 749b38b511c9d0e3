# SPDX-License-Identifier: GPL-2.0-or-later
#
# 32-bit programs on a 64-bit kernel.  Their system calls have numbers of their own: getppid is 64 on
# i386 and on arm, but 64 is semget on x86_64 and write on aarch64.  The programs must not be mixed up.
. "$TESTS/live/common"
need_tracefs
case $ARCH in
x86_64) other="semget" ;;
aarch64) other="write" ;;
*) skip "only for x86_64 and aarch64" ;;
esac
: "${WORK32=/bin/work32}"
[ -x "$WORK32" ] || skip "no $WORK32: make static ARCHS='i386 arm'"
"$WORK32" getppid 1 2>/dev/null || skip "the kernel runs no 32-bit programs"
W32=$TMP/$COMM
rm "$W32"
cp "$WORK32" "$W32"

awl -q -c "$W32 getppid 1000" "tracepoint:raw_syscalls:sys_enter / $MINE / { @enter[syscall_name(args.id)] = count(); }
	tracepoint:raw_syscalls:sys_exit / $MINE / { @exit[syscall_name(args.id)] = count(); }"
status 0
line '@enter[getppid]: 1000'
line '@exit[getppid]: 1000'
lines 0 "[[]$other]"
# 64-bit programs keep their names
awl -q -c "$WORK getppid 1000" "tracepoint:raw_syscalls:sys_enter / pid == cpid / { @enter[syscall_name(args.id)] = count(); }"
line '@enter[getppid]: 1000'

# The kernel has no events for single calls of 32-bit programs, but functions that serve both.
for call in $other getppid; do
	awl -q -c "$W32 getppid 1000" "tracepoint:syscalls:sys_enter_$call / $MINE / { @enter = count(); }
		tracepoint:syscalls:sys_exit_$call / $MINE / { @exit = count(); }
		syscall:$call / $MINE / { @call = count(); } syscall:$call:ret / $MINE / { @ret = count(); }"
	status 0
	out ''
	awl -q -c "$W32 getppid 1000" "tracepoint:syscalls:sys_enter_*get* / $MINE / { @[probe] = count(); }"
	out ''
done

[ -e /sys/bus/event_source/devices/uprobe ] || finish
if [ "$ARCH" = aarch64 ]; then	# arch_uprobe_analyze_insn() refuses them
	awl -q -c "$W32 call 1" "uprobe:$W32:work_probe_me { @ = count(); }"
	status 1
	match "$ERR" "32-bit program"
	finish
fi
awl -q -c "$W32 call 100" "uprobe:$W32:work_probe_me { @n = count(); @i = sum(arg0); @twice = sum(arg1); }
	uretprobe:$W32:work_probe_me { @sum = sum(retval); }"
status 0
line '@n: 100'
line '@i: 4950'
line '@twice: 9900'
line '@sum: 14850'
# Its first instruction has another meaning in a 64-bit program.
for command in "$W32 refused 3" "$W32 refused 3; :"; do
	awl -q -c "$command" "uprobe:$W32:work_refused_not { @ = count(); }"
	status 0
	out "3
@: 3"
done
awl -q -c "$W32 usdt 100" "usdt:$W32:work:round { @ = sum(arg0); } usdt:$W32:work:listened { @a = sum(arg0); @d = sum(arg3); }"
status 0
line '@: 104950'	# 0 to 99, and 1000 each time
line '@a: -4950'
awl -q -c "$W32 chain 10" "uprobe:$W32:work_inside { @[ustack] = count(); }"
status 0
want frames "work_inside work_middle work_outer" \
	"$(sed -n 's/^  *\(work_[a-z]*\)+.*/\1/p' "$OUT" | tr '\n' ' ' | sed 's/ $//')"
finish
