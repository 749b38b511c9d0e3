# SPDX-License-Identifier: GPL-2.0-or-later
#
# The current thread's struct task_struct, and its parent.  The parent is a shell that prints its
# own process id.
. "$TESTS/live/common"
need_kprobes
need_tracefs

# exit_signals() is called with the thread that ends, which is the current one.
if has_function exit_signals; then
	awl -q -c "$W getppid 1" "kprobe:exit_signals / $MINE / { @[curtask == arg0, curtask == 0] = count(); }"
	status 0
	line "@[true, false]: 1"
fi

# Without BTF the structure is unknown.
if [ ! -e /sys/kernel/btf/vmlinux ]; then
	awl 'kprobe:exit_signals { @[ppid] = count(); }'
	status 1
	match "$ERR" 'struct task_struct'
	finish
fi

cat >"$TMP/run" <<E2
echo "parent \$\$ \$(cat /proc/\$\$/comm)"
"$W" getppid 10
echo "status \$?"
E2
awl -q -c "sh $TMP/run" "
tracepoint:syscalls:sys_enter_getppid / $MINE / {
	@ppid[ppid] = count();
	@pcomm[pcomm] = count();
	@tgid[curtask->tgid == pid, curtask->pid == tid] = count();
	@comm[curtask->comm == comm] = count();
	@of[ppid(curtask) == ppid, pcomm(curtask) == pcomm, leader_tid == pid] = count();
	@parent[curtask->real_parent->tgid == ppid] = count();
}"
status 0
line "status 0"
line "@ppid[$(sed -n 's/^parent \([0-9]*\) .*/\1/p' "$OUT")]: 10"
line "@pcomm[$(sed -n 's/^parent [0-9]* //p' "$OUT")]: 10"
line "@tgid[true, true]: 10"
line "@comm[true]: 10"
line "@of[true, true, true]: 10"
line "@parent[true]: 10"

# A thread's parent is the parent of its process.
awl -q -c "$W threads 1 20" "
tracepoint:syscalls:sys_enter_read / $MINE / {
	@[ppid == $$, curtask->pid == tid, curtask->tgid == pid, pid == tid] = count();
	@parent[pcomm] = count();
	@leader[leader_tid == pid, leader_tid(curtask) == tid, leader_comm == pcomm] = count();
}"
status 0
line "@leader[true, false, false]: 20"
line "@[false, true, true, false]: 20"
line "@parent[awl]: 20"
finish
