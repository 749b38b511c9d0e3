# SPDX-License-Identifier: GPL-2.0-or-later
#
# Four busy processes share a CPU of a kernel that preempts tasks in the kernel.  Whatever awl
# chooses to attach by, no hit of a function or of a tracepoint is missing, and programs at one
# function run in the script's order.
. "$TESTS/live/common"
need_kprobes
need_tracefs
modes=/sys/kernel/debug/sched/preempt
[ -n "${AWL_ALONE-}" ] || skip "changes how the kernel preempts: only in a guest"
[ -w $modes ] || skip "the kernel has only one way to preempt"
before=$(sed 's/.*(\(.*\)).*/\1/' $modes)
echo full >$modes 2>/dev/null || skip "the kernel can't preempt"
busy_tasks
# long enough to be preempted
work="@ = count(); @sum = sum(2); @h[comm] = hist(nsecs % 1000); @s[cpu * 0] = stats(3); @n[comm]++"
exact() { # exact PROBE PREDICATE [WAY]
	awl -v -c "$ONE_CPU $W forkppid $P $N" "$1 / $MINE$2 / { $work; }"
	[ "$RC" = 0 ] || fail "$1: exit status $RC"
	want "$1: lost" 0 "$(skipped_hits)"
	line "@: $ALL"
	line "@sum: $((2 * ALL))"
	line "@n[$COMM]: $ALL"
	line "@s[0]: { .count = $ALL, .average = 3, .total = $((3 * ALL)) }"
	[ -z "${3-}" ] || match "$ERR" "$3"
}
many=''
"$AWL" -T 2>/dev/null | grep -q 'kprobe.multi.*yes' && many='by one link'
exact kprobe:sys_getppid '' "$many"
exact kretprobe:sys_getppid ''
case $ARCH in aarch64) nr=173 ;; arm | i386 | ppc64le) nr=64 ;; *) nr=110 ;; esac
case $KVER in [7-9].*) raw='' ;; *) raw='by raw tracepoint' ;; esac	# preempted from 7.0 on
"$AWL" -T 2>/dev/null | grep -q '^btf .*yes' || raw=''
case $KVER in [7-9].*) calls=$many ;; *) calls='' ;; esac	# the event's programs are preempted
exact tracepoint:syscalls:sys_enter_getppid '' "$calls"
exact 'tracepoint:syscalls:sys_enter_get?pid*' ' && probe == "tracepoint:syscalls:sys_enter_getppid"' "$calls"
exact tracepoint:raw_syscalls:sys_enter " && args.id == $nr" "$raw"
# Two programs add to one value, and a user probe's program may run twice on a CPU.  The kernel may
# skip hits of exits from 7.0 on, and says how many.
awl -c "$ONE_CPU sh -c '$W getppid $N & $W ids $N & $W getppid $N & $W ids $N; wait'" "
	tracepoint:syscalls:sys_exit_getppid / $MINE / { @all = sum(1); @ppid = sum(1); }
	tracepoint:syscalls:sys_exit_getpgid / $MINE / { @all = sum(1); @pgid = sum(1); }"
status 0
number() { sed -n "s/^@$1: //p" "$OUT"; }
want "both" "$(number all)" $(($(number ppid) + $(number pgid)))
want "hits and lost hits" $ALL $(($(number all) + $(skipped_hits)))
awl -c "$ONE_CPU sh -c '$W call $N & $W call $N & $W call $N; wait'" "uprobe:$W:work_probe_me { @ = count(); }"
line "@: $((3 * N))"
# the last clause sees what the first did
awl -c "$ONE_CPU $W forkppid $P $N" "kprobe:sys_getppid / $MINE / { @at[tid] = 1; }
	kprobe:sys_getppid / $MINE / { @sum[@at[tid]] = count(); @at[tid] = 2; }
	kprobe:sys_getppid / $MINE / { @then[@at[tid]] = count(); delete(@at[tid]); }"
line "@sum[1]: $ALL"
line "@then[2]: $ALL"
echo "$before" >$modes
finish
