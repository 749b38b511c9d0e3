# SPDX-License-Identifier: GPL-2.0-or-later
# needs: watchpoint
#
# The errors of a kernel that refuses an event, a link or a program, and awl's messages for them.
# The error numbers are those of the Linux man pages perf_event_open(2) and bpf(2).
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
ENOENT=2 ESRCH=3 EACCES=13 EBUSY=16 ENODEV=19 EINVAL=22 EMFILE=24 ENOSPC=28 ENFILE=23 E2BIG=7
EOPNOTSUPP=95 ENOMEM=12
refused() { # refused STATUS GLOB ERRNO SCRIPT REGEX
	FAKESYS_REFUSE="$2 $3" try -e "$4"
	is "status of $4" "$1" $rc
	said "$5"
	unsaid 'Attached'
}

kernel 6.1
refused 3 'breakpoint:*' $ESRCH 'watchpoint:0x7fff0000:8:w { @ = count(); }' \
	'error: watchpoint:0x7fff0000:8:w: .*-p PID or one -c CMD'
refused 3 'breakpoint:*' $ENOSPC 'watchpoint:0xffffffff82000000:8:w { @ = count(); }' 'all debug registers are in use'
refused 3 'breakpoint:*' $EINVAL 'watchpoint:0xffffffff81000100:8:x { @ = count(); }' \
	"can't watch code at 0xffffffff81000100 with length 8"
refused 3 'breakpoint:*' $EINVAL 'watchpoint:0xffffffff82000000:4:r { @ = count(); }' 'must be a multiple of 4'
for e in $ENODEV $EOPNOTSUPP $ENOENT; do
	refused 3 'breakpoint:*' $e 'watchpoint:0xffffffff82000000:4:w { @ = count(); }' 'this machine has no debug registers'
done
refused 3 'breakpoint:*' $EBUSY 'watchpoint:0xffffffff82000000:4:w { @ = count(); }' 'watchpoint:.*busy'

refused 3 'uprobe:*' $ENODEV "uprobe:$WORK:work_probe_me { @ = count(); }" 'no uprobes: it needs CONFIG_UPROBE_EVENTS'
refused 3 'uprobe:*' $EOPNOTSUPP "uprobe:$WORK:work_probe_me { @ = count(); }" 'no uprobes'
refused 3 'uprobe:*' $EINVAL "uprobe:$WORK:work_probe_me { @ = count(); }" \
	"can't probe offset 0x[0-9a-f]* of .*/tests/work: not the start"
refused 3 'uprobe:*' $EBUSY "uprobe:$WORK:work_probe_me { @ = count(); }" 'tests/work: .*busy'

refused 3 'software:0*' $EINVAL 'profile:99hz { @ = count(); }' 'perf_event_max_sample_rate'
refused 3 'software:0*' $ENOSPC 'profile:99hz { @ = count(); }' "all of the CPU's counters are in use"
refused 3 'software:0*' $ENODEV 'profile:99hz { @ = count(); }' 'no such CPU online'
refused 3 'software:0*' $EBUSY 'profile:99hz { @ = count(); }' 'perf event: .*busy'
refused 3 'hardware:*' 0 'hardware:cycles:1e6 { @ = count(); }' 'this machine has no such counter'

refused 3 'tracepoint:*' $EINVAL 'tracepoint:sched:sched_switch { @[kstack] = count(); }' \
	"sched:sched_switch is another kind"
refused 3 'tracepoint:*' $EBUSY 'tracepoint:sched:sched_switch { @[kstack] = count(); }' \
	'tracepoint sched:sched_switch: .*busy'
refused 3 'tracepoint:*' $EBUSY 'syscall:openat { @ = count(); }' 'error: syscall:openat: .*busy'
refused 3 'raw:*' $EINVAL 'rawtracepoint:sched_switch { @ = arg5; }' "'sched_switch' has not so many arguments"
refused 3 'raw:*' $EBUSY 'rawtracepoint:sched_switch { @ = arg1; }' "'sched_switch': .*busy"

# Limits of open files and of programs on one event.
refused 3 'kprobe:*' $EMFILE 'kprobe:vfs_read { @ = count(); }' 'too many open files: the limit is [0-9]*'
refused 3 'kprobe:*' $ENFILE 'kprobe:vfs_read { @ = count(); }' 'too many open files on this machine'
refused 3 'tracepoint:*' $E2BIG 'tracepoint:sched:sched_switch { @[kstack] = count(); }' \
	'too many programs on this event: the kernel allows 64'
refused 3 'kprobe:*' $EACCES 'kprobe:vfs_read { @ = count(); }' "this needs root\\|not permitted"

# Errors for maps and for the program.
refused 3 'map:a' $E2BIG 'kprobe:vfs_read { @a[arg0] = 1; }' "@a"
refused 3 'map:a' $E2BIG 'kprobe:vfs_read { @a[str(arg0, 600)] = 1; }' 'keys have at most 512 bytes'
refused 3 'map:a' $ENOMEM 'kprobe:vfs_read { @a[arg0] = 1; }' "@a"
refused 3 'prog:vfs_read' $E2BIG 'kprobe:vfs_read { @a[arg0] = 1; }' 'too many instructions'
refused 3 'prog:vfs_read' $EOPNOTSUPP 'kprobe:vfs_read { @a[arg0] = 1; }' "the kernel's BPF JIT can't compile it"
refused 3 'prog:vfs_read' $EINVAL 'kprobe:vfs_read { @a[arg0] = 1; }' 'error: .*vfs_read'

# One function of a pattern can't be opened; the others are attached.
kernel 5.10
happens 'kprobe:a' 'kprobe:c x2'
FAKESYS_REFUSE="kprobe:b $EINVAL" try -e 'kprobe:{a,b,c} { @[func] = count(); }'
is status 0 $rc
is maps '@[a]: 1;@[c]: 2;' "$(maps)"
said '1 probes could not be attached'

# Without tracefs: not mounted, or forbidden by a kernel that was booted locked down.  (One that
# is mounted on this machine would be found.)
rm -r "$root/sys/kernel/tracing"
for cause in 'none' '[confidentiality]'; do
	put /sys/kernel/security/lockdown "$cause"
	try -e 'tracepoint:sched:sched_switch { @ = count(); }'
	[ $rc = 1 ] || { echo "tracefs is mounted here"; break; }
	if [ "$cause" = none ]; then
		said 'tracefs is not mounted'
		said 'mount -t tracefs'
	else
		said 'tracefs is not readable'
		said 'lockdown (confidentiality) forbids it: use fentry, rawtracepoint'
		unsaid 'mount -t tracefs'
		try -T
		for provider in tracepoint kprobe kretprobe; do
			grep -q "^$provider  *no .*without lockdown=confidentiality" "$TMP/out" ||
				fail "$(cat "$TMP/out")"
		done
	fi
done
exit $bad
