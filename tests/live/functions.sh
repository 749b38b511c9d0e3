# SPDX-License-Identifier: GPL-2.0-or-later
#
# Functions that depend on the kernel, and aggregations read in probes.  Each result agrees with
# the workload, or the error says why it can't work.
. "$TESTS/live/common"
need_tracefs
TP=tracepoint:syscalls:sys_enter_getppid

# syscall_name() knows this machine's numbers
awl -q -c "$W getppid 30" "tracepoint:raw_syscalls:sys_enter / $MINE / { @[syscall_name(args.id)] = count(); }"
status 0
line "@[getppid]: 30"
match "$OUT" '^@\[exit_group\]: 1$'
nomatch "$OUT" '^@\[[0-9]'

# user names, positional parameters, target
user=$(sed -n 's/^\([^:]*\):[^:]*:0:.*/\1/p' /etc/passwd 2>/dev/null | head -n 1)
awl -q -c "$W getppid 30" "tracepoint:syscalls:sys_enter_\$1 / $MINE / {
	@u[username] = count(); @p[\$2 + 1, str(\$1 + 3)] = count(); @t[target == pid] = count(); }" -- getppid 41
status 0
line "@u[${user:-0}]: 30"
line "@p[42, ppid]: 30"
line "@t[true]: 30"

# clocks: the kernel's TAI and awl's agree; monotonic is not ahead of boot
awl -q -e 'BEGIN { $m = nsecs(monotonic); $b = nsecs(boot); print($m <= $b); print(secs == $b / 1000000000); }'
status 0
out 'true
true'
awl -q -e 'BEGIN { $t = nsecs(tai); $s = nsecs(sw_tai); $d = (int64)($s - $t);
	print($d < 1000000000 && $d > -1000000000); }'
if kernel_at_least 6.1; then
	status 0
	out true
else
	status 1
	match "$ERR" "nsecs\(tai\) needs a kernel from 6.1 on: use nsecs\(sw_tai\)"
fi

# usermode: a uprobe interrupts a program; kernel functions run in the kernel
awl -q -c "$W fork 1" "uprobe:$W:main { @[usermode] = count(); }"
status 0
line "@[1]: 1"
if [ -e /sys/bus/event_source/devices/kprobe ] && has_function vfs_write; then
	awl -q -c "$W write 20" "kprobe:vfs_write / $MINE / { @[usermode] = count(); }"
	status 0
	line "@[0]: 20"
fi

# the fifth of 2,000,000,000 calls gets a signal
awl -q --unsafe -c "$W getppid 2000000000" "$TP / $MINE / { if (@n++ == 4) { signal(\"KILL\"); } }"
status 137
line "@n: 5"

# override() works, or is refused for one of the two known reasons
if [ -e /sys/bus/event_source/devices/kprobe ]; then
	awl -q --unsafe -c "$W getppid 3" "kprobe:vfs_fsync_range { override(-5); }"
	if [ "$RC" != 0 ]; then
		match "$ERR" "CONFIG_BPF_KPROBE_OVERRIDE|doesn't allow override"
	fi
fi

# cgroups: a new cgroup, a process in it, and its path
CG=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
if [ -z "$CG" ] && [ -n "${AWL_ALONE-}" ]; then
	mkdir -p "$TMP/cgroup" && mount -t cgroup2 none "$TMP/cgroup" && CG=$TMP/cgroup
fi
if [ -n "$CG" ] && mkdir "$CG/$COMM" 2>/dev/null; then
	cat >"$TMP/incg" <<-END
	echo 0 >"$CG/$COMM/cgroup.procs"
	exec "$W" getppid 25
	END
	awl -q -c "sh $TMP/incg" "$TP / $MINE / {
		@in[cgroup == cgroupid(\"$CG/$COMM\")] = count(); @path[cgroup_path(cgroup)] = count();
		@none[cgroup_path(cgroup, \"cpu*\")] = count(); }
	BEGIN { print(cgroup_path(cgroupid(\"$CG\"))); print(cgroup_path(0x7fffffff)); }"
	status 0
	line "@in[true]: 25"
	line "@path[unified:/$COMM]: 25"
	line "@none[]: 25"
	line "unified:/"
	line "2147483647"
	rmdir "$CG/$COMM"
else
	echo "no cgroup2 to make a folder in"
fi

# reading aggregations while several CPUs change them
P=4 N=400
awl -q -c "$W forkppid $P $N" "$TP / $MINE / {
	@n[pid] = count(); @s[comm, pid] = sum(-2); @h[comm] = hist(7); @m[comm] = max(3); @c = count();
	if (@n[pid] == 100) { @hundred = count(); }
	if (@s[comm, pid] <= -700) { @low++; }
	if (@n[pid] > 398) { @late[@n[pid]]++; }
	@k[comm] = top(1); @e = tseries(1, 10ms, 1000, \"sum\"); }
END { print(@h[\"$COMM\"]); print(@m[\"$COMM\"]); delete(@c); }"
if [ "$ARCH" = arm ] && ! kernel_at_least 5.19; then
	status 1
	match "$ERR" "reading @n\[...\] in a probe needs a kernel from 5.19 on on 32-bit machines"
elif [ "$(skipped_hits)" = 0 ]; then
	status 0
	lines 4 "^@n\[[0-9]+\]: $N\$"
	line "@hundred: $P"
	line "@low: $((P * 51))"
	line "@late[399]: $P"
	line "@late[400]: $P"
	line "@k[$COMM]: $((P * N))"
	line "3"
	noline "@c: $((P * N))"
	match "$OUT" "^\[4, 8\) +$((P * N)) "
	want "sum over the intervals" $((P * N)) "$(awk '$0 == "@e:" { on = 1 }
		on && /^[0-9]/ && $NF != "-" { n += $NF } END { print n + 0 }' "$OUT")"
fi
finish
