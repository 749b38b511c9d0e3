# SPDX-License-Identifier: GPL-2.0-or-later
# needs: watchpoint
#
# What each kind of probe has: a current task that can get a signal, registers, both stacks, a
# function, its result and its arguments.  A timer's and BEGIN's task is awl itself.
bad=0
awl() { "$BUILD/tests/awlvm" -1 x86_64 --unsafe -q --kallsyms "$TESTS/fixtures/kallsyms" "$@"; }
check() { # check PROBE SEVEN-LETTERS: y or n for each of these
	want=$2
	for use in 'signal(9);' '@ = reg("ip");' '@[kstack] = 1;' '@[ustack] = 1;' '@[func] = 1;' \
		'@ = retval;' '@ = arg0;'; do
		got=n
		printf '%s { %s }\n' "$1" "$use" >"$TMP/s.awl"
		awl "$TMP/s.awl" >"$TMP/out" 2>&1 && got=y
		[ "$got" = "${want%"${want#?}"}" ] || {
			echo "FAIL: $1 { $use }: $got"
			sed 's/^/  /' "$TMP/out" | head -n 3
			bad=1
		}
		want=${want#?}
	done
}
check kprobe:vfs_read yyyyyny
check kretprobe:vfs_read yyyyyyn
check rawtracepoint:sched_switch ynyynny
check w:0xffffffff82000000:8:w yyyynnn
check profile:hz:99 yyyynnn
check software:page-faults:1 yyyynnn
check interval:s:1 nnyynnn
check BEGIN nnyynnn
check "uprobe:$WORK:work_sum" yyyyyny
check "uretprobe:$WORK:work_sum" yyyyyyn
exit $bad
