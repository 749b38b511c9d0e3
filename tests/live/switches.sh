# SPDX-License-Identifier: GPL-2.0-or-later
#
# The kernel's switches for all kprobes and for ftrace.  If one is off before or during tracing,
# awl reports it, and it is a loss.  Trampolines are not used here: while one is attached,
# switching ftrace off breaks ftrace for good (x86_64 6.1).
. "$TESTS/live/common"
need_kprobes
need_alone
FTRACE=/proc/sys/kernel/ftrace_enabled KPROBES=/sys/kernel/debug/kprobes/enabled
off_at_start='^awl: warning: 2 probes don.t fire: '
program="kprobe:vfs_read, kprobe:vfs_write / $MINE / { @ = count(); }"
try() { # try OPTIONS... -c COMMAND ...: runs awl with plain probes on two functions
	awl --attach plain "$@" "$program"
}
on() { # both switches are on: no warning
	try -c "$W read 50"
	status 0
	line '@: 50'
	nomatch "$ERR" 'don.t fire|^Lost'
}
on
if [ -e $KPROBES ]; then
	echo 0 >$KPROBES
	try -c "$W read 50"
	status 0
	nomatch "$OUT" '^@'
	match "$ERR" "${off_at_start}kprobes are off: echo 1 >$KPROBES"
	match "$ERR" "^Lost 2 probes \\(kprobes\\): kprobes are off: echo 1 >$KPROBES"
	try --strict -c "$W sleep 60000"
	status 4
	json=kretprobe
	has_returns || { not_done "kretprobe: $NO_RETURNS"; json=kprobe; }
	awl -F json --attach plain -c "$W read 50" "$json:vfs_read { @ = count(); } interval:1s { @i = 1; }"
	match "$OUT" '"events": 1, "what": "probes", "where": "kprobes"'
	echo 1 >$KPROBES
	on
	try -c "$W read 30" -c "echo 0 >$KPROBES" -c "$W read 50"
	status 0
	line '@: 30'
	nomatch "$ERR" 'don.t fire'
	match "$ERR" '^Lost 2 probes \(kprobes\)'
	echo 1 >$KPROBES
	# the switch goes off and on again between two of awl's checks
	for way in "$W read 30; echo 0 >$KPROBES; $W read 50; echo 1 >$KPROBES; $W read 20" \
		"echo 0 >$KPROBES; echo 1 >$KPROBES; $W read 50"; do
		try -c "sh -c '$way'"
		line '@: 50'
		match "$ERR" "^Lost 2 probes \\(kprobes\\): $KPROBES was written during the trace"
	done
	try --strict -c "sh -c 'echo 0 >$KPROBES; echo 1 >$KPROBES; $W sleep 60000'"
	status 4
	echo 1 >$KPROBES	# the command may have been stopped after the first write
	try -c "sh -c 'cat $KPROBES; $W read 50'"
	nomatch "$ERR" 'don.t fire|^Lost'
	awl -c "$W getppid 5" "tracepoint:syscalls:sys_enter_getppid / $MINE / { @ = count(); }"
	nomatch "$ERR" 'don.t fire|^Lost'
fi
if [ -e $FTRACE ]; then
	echo 0 >$FTRACE
	try -c "$W read 50"
	echo 1 >$FTRACE
	status 0
	by_ftrace=yes
	! grep -q '^@: 50' "$OUT" || by_ftrace=no
	if [ $by_ftrace = no ]; then	# kprobes don't use ftrace here
		nomatch "$ERR" 'don.t fire|^Lost'
	else
		nomatch "$OUT" '^@'
		match "$ERR" "${off_at_start}ftrace is off: sysctl kernel.ftrace_enabled=1"
		match "$ERR" '^Lost 2 probes \(ftrace\): ftrace is off'
	fi
	try -c "sh -c 'echo 0 >$FTRACE; $W read 30; echo 1 >$FTRACE; $W read 20'"
	if [ $by_ftrace = no ]; then
		line '@: 50'
		nomatch "$ERR" '^Lost'
	else
		line '@: 20'
		match "$ERR" '^Lost 2 probes \(ftrace\): kernel.ftrace_enabled was written'
	fi
	# Where tracepoints of system calls use ftrace, they don't while it is off.
	calls="tracepoint:syscalls:sys_enter_getppid / $MINE / { @ = count(); }"
	awl -v -c true "$calls"
	if grep -q 'by one link' "$ERR"; then
		awl -c "sh -c 'echo 0 >$FTRACE; $W getppid 30; echo 1 >$FTRACE; $W getppid 20'" "$calls"
		line '@: 20'
		match "$ERR" '^Lost 1 probes \(ftrace\): kernel.ftrace_enabled was written'
		echo 0 >$FTRACE
		awl -c "$W getppid 30" "$calls"
		echo 1 >$FTRACE
		line '@: 30'
		nomatch "$ERR" 'don.t fire|^Lost'
	fi
fi
on
finish
