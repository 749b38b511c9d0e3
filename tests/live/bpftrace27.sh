# SPDX-License-Identifier: GPL-2.0-or-later
#
# Features of bpftrace 0.27 that depend on the kernel: benchmarks, arguments of raw tracepoints
# by name, writing to the memory of processes, warnings at the place of a failed helper call.
. "$TESTS/live/common"
need_tracefs

# inserting a map entry takes longer than incrementing a counter
awl --bench -e 'bench:small { @ = count(); } bench:large { @x[rand % 1000] = count(); } end { print(@ > 100); }'
status 0
match "$OUT" '^Benchmark +Time\(ns\) +Iterations$'
line true
small=$(awk '$1 == "small" { print $2 }' "$OUT") large=$(awk '$1 == "large" { print $2 }' "$OUT")
[ "${small:-0}" -lt "${large:-0}" ] || fail "a map's entry costs $large ns, a counter $small"

# arguments of raw tracepoints by name
if [ -r /sys/kernel/btf/vmlinux ] && kernel_at_least 5.10; then
	awl -q -c "$W getppid 20" "rawtracepoint:sys_enter / $MINE && args.id == __NR_getppid / { @ = count(); }"
	status 0
	line "@: 20"
	awl -c "$W getppid 20" "rt:vmlinu*:sys_* / $MINE / { @[probe] = count(); }"
	status 0
	match "$ERR" '^Attached 2 probes$'
	match "$OUT" '^@\[rawtracepoint:sys_enter\]: [0-9]+$'
	match "$OUT" '^@\[rawtracepoint:sys_exit\]: [0-9]+$'
	awl -q -c "$W fork 3" 'rawtracepoint:sched_process_fork / args.parent->pid == cpid / {
		@[args.child->real_parent == args.parent, args.parent->comm] = count(); @whole = args; }'
	status 0
	line "@[true, $COMM]: 3"
	match "$OUT" '^@whole: \{ \.parent = 0x[0-9a-f]+, \.child = 0x[0-9a-f]+ \}$'
fi

# the counts of processes of all CPUs (kernel/fork.c) add up to the processes in /proc, and awl
if grep -q ' process_counts$' /proc/kallsyms; then
	set -- /proc/[0-9]*
	awl -q 'BEGIN { for ($i : 0..ncpus) { @ += *(long *)percpu_kaddr("process_counts", $i); } }'
	status 0
	n=$(sed -n 's/^@: //p' "$OUT")
	[ "${n:-0}" -ge $(($# - 5)) ] && [ "$n" -le $(($# + 5)) ] || fail "$n processes of $#"
fi

# a trampoline has no registers, so usermode is 0: the probed code is the kernel's
if "$AWL" -T | grep -q "^trampoline .*yes" && has_function vfs_write; then
	awl -q -c "$W write 20" "fentry:vfs_write / $MINE / { @[usermode] = count(); }"
	status 0
	line "@[0]: 20"
	awl -q -c "$W write 20" "fentry:vmlinu*:vfs_write / $MINE / { @[func] = count(); @a = args; }"
	status 0
	line "@[vfs_write]: 20"
	match "$OUT" '^@a: \{ \.file = 0x[0-9a-f]+, \.buf = 0x[0-9a-f]+, \.count = [0-9]+, \.pos = (0x)?[0-9a-f]+ \}$'
fi

# the script changes a buffer just before the process writes it
awl -q --unsafe -c 'echo hello' 'tracepoint:syscalls:sys_enter_write / pid == cpid && args.fd == 1 / {
	@[write_user(args.buf, "HELLO", 5)] = count(); @far[write_user(8, "x", 1)] = count(); }'
if grep -q 'cannot use helper bpf_probe_write_user' "$ERR"; then
	echo "lockdown: no program may write to processes"
else
	status 0
	line HELLO
	line "@[true]: 1"
	line "@far[false]: 1"
fi

# awl reports each of 5 reads of address 8, with the place in the script
awl -k -c "$W getppid 5" "tracepoint:syscalls:sys_enter_getppid / $MINE / { \$s = str(uptr(8)); }"
status 0
want "reads reported" 5 "$(grep -c 'warning: probe_read.* failed: Bad address (-14)$' "$ERR")"
match "$ERR" 'Lost 5 reads'
awl -c "$W getppid 5" "tracepoint:syscalls:sys_enter_getppid / $MINE / { \$s = str(uptr(8)); }"
status 0
nomatch "$ERR" 'probe_read'
finish
