#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs the twelve programs of doc/tutorial.md and checks their output.  meta/manual.sh checks that
# doc/tutorial.md has the same text.  A program that needs something this kernel lacks is left out,
# which is reported.
P1='BEGIN { printf("%s has pid %d, this machine has %d CPUs\n", comm, pid, ncpus); }'
P2='tracepoint:syscalls:sys_enter_openat { @[comm] = count(); }'
P3='tracepoint:syscalls:sys_enter_openat / pid == cpid / { printf("%s\n", str(args.filename)); }'
P4='tracepoint:raw_syscalls:sys_exit / args.ret < 0 / { @[comm, args.id, args.ret] = count(); }'
P5='kretprobe:vfs_read / retval > 0 / { @bytes[comm] = hist(retval); }'
P6='kprobe:vfs_read { start[tid] = nsecs; } kretprobe:vfs_read / start[tid] / { @ns[comm] = hist(nsecs - start[tid]); delete start[tid]; } END { clear(start); }'
P7='kprobe:vfs_open / pid == cpid / { @[stack] = count(); }'
P8='kprobe:vfs_* / pid == cpid / { @[func] = count(); }'
P9='profile:99hz / pid / { @[comm] = count(); }'
P10='tracepoint:sched:sched_switch { @[args.next_comm] = count(); } interval:1s { time(); print(@, 3); clear(@); }'
P11='kprobe:vfs_write / pid == cpid / { @[phase] = stats(arg2); }'
P12='tracepoint:kmem:kmem_cache_alloc / phase == 0 && pid == cpid / { live[args.ptr] = stack(6); } tracepoint:kmem:kmem_cache_free { delete live[args.ptr]; }'

T=$TMP/tutorial
mkdir -p "$T"
[ -n "${AWL_ALONE-}" ] || { echo "would trace processes that aren't ours"; exit 77; }
rc=0 ran=0 left=

"$AWL" -T >"$T/features" || { echo "BPF does not work here"; exit 77; }
has() { grep -q "^$1  *yes" "$T/features"; }
tracefs=/sys/kernel/tracing
[ -d $tracefs/events ] || tracefs=/sys/kernel/debug/tracing
event() { [ -d "$tracefs/events/$1" ]; }

# try NUMBER WHAT-IT-PRINTS OPTIONS-AND-PROGRAM...
try() {
	number=$1 want=$2
	shift 2
	"$AWL" "$@" >"$T/out" 2>"$T/err"
	status=$?
	ran=$((ran + 1))
	if [ $status != 0 ] || ! tr '\n' '~' <"$T/out" | grep -qE "$want"; then
		echo "P$number: status $status, no '$want' in:"
		head -n 30 "$T/out" "$T/err"
		rc=1
	fi
}
leave() { left="$left P$1"; }

try 1 "^[a-z]+ has pid [0-9]+, this machine has [1-9][0-9]* CPUs~" "$P1"
if event syscalls/sys_enter_openat; then
	try 2 '@\[cat\]: [1-9]' -c "cat $T/features" "$P2"
	# the command's output goes to another file: busybox's cat uses sendfile(2), which does not
	# take turns with awl's write(2)
	try 3 'features~' -c "exec cat $T/features >/dev/null" "$P3"
else
	leave 2
	leave 3
fi
if event raw_syscalls/sys_exit; then
	try 4 '@\[work, [0-9]+, -9\]: 25~' -c "$WORK fail 25" "$P4"
else
	leave 4
fi
if has kprobe_pmu; then
	try 5 '@bytes\[work\]:~.*\[1\]  *500 \|@' -c "$WORK read 500" "$P5"
	try 6 '@ns\[work\]:~.*@@' -c "$WORK read 500" "$P6"
	try 7 '@\[~        vfs_open\+[0-9]+~.*~\]: [1-9]' -c "$WORK read 1" "$P7"
	try 11 '@\[0\]: \{ \.count = 5, \.average = 1, \.total = 5 \}~@\[1\]: \{ \.count = 7' \
		-c "$WORK write 5" -c "$WORK write 7" "$P11"
else
	for n in 5 6 7 11; do leave $n; done
fi
# func in a pattern needs the cookie of a perf link
if has kprobe_pmu && has perf_link; then
	try 8 '@\[vfs_read\]: 500~' -c "$WORK read 500" "$P8"
else
	leave 8
fi
if has perf_clock; then
	try 9 '@\[work\]: [1-9]' -c "$WORK spin 300" "$P9"
else
	leave 9
fi
if event sched/sched_switch; then
	try 10 '[0-9]+:[0-9]+:[0-9]+~(@\[.*\]: [0-9]+~){1,3}' -t 2.5 "$P10"
else
	leave 10
fi
if event kmem/kmem_cache_alloc; then
	# With CONFIG_UNWINDER_ARM (6.1) the kernel can't unwind past the first frame of a tracepoint,
	# which is that of the tracepoint's own function.  awl warns of that.
	frame=alloc_inode
	[ "$ARCH" != arm ] || frame=kmem_cache_alloc
	! "$AWL" -n "$P12" 2>&1 | grep -q CONFIG_UNWINDER_ARM || frame=
	try 12 "@live\\[0x[0-9a-f]+\\]: ~[^@]*$frame" -c "touch $T/a $T/b $T/c" -c "rm $T/b" "$P12"
else
	leave 12
fi

[ -z "$left" ] || echo "left out here:$left"
[ $ran -gt 1 ] || exit 77
exit $rc
