# SPDX-License-Identifier: GPL-2.0-or-later
#
# Values of the current task, CPU and time agree with what the workload knows about itself.
. "$TESTS/live/common"
need_tracefs

cat >"$TMP/run" <<E2
echo "pid \$\$"
exec "$W" getppid 10
E2
awl -q -c "sh $TMP/run" "
tracepoint:syscalls:sys_enter_getppid / $MINE / {
	@pid[pid] = count(); @tid[tid] = count(); @kpid[kpid] = count(); @cpid[cpid == pid, pid() == cpid()] = count();
	@uid[uid, gid] = count(); @comm[comm, execname, comm()] = count(); @cpu[cpu < ncpus] = count();
	@n[ncpus] = count(); @phase[phase] = count(); @probe[probe] = count();
	@mono[nsecs >= @last] = count(); @last = nsecs; @el[elapsed > 0, elapsed < 60000000000] = count();
	@log[log2(1), log2(2), log2(1023), log2(1024), log2(pid) < 32] = count();
	@j[jiffies > 0] = count(); @same[comm == \"$COMM\", comm != \"x\"] = count();
	@neg[comm == \"${COMM}x\"] = count(); @time[time == nsecs] = count(); @node[numaid] = count();
	@cg[cgroup > 0] = count();
}"
if [ $RC != 0 ] && [ "$(uname -r | cut -c 1-4)" != 0 ] && grep -q jiffies "$ERR"; then fail "jiffies"; fi
status 0
pid=$(sed -n 's/^pid //p' "$OUT")
line "@pid[$pid]: 10"
line "@tid[$pid]: 10"
line "@kpid[$pid]: 10"
line "@cpid[true, true]: 10"
line "@uid[0, 0]: 10"
line "@comm[$COMM, $COMM, $COMM]: 10"
line "@cpu[true]: 10"
line "@n[$(awk -F- '{ print ($2 == "" ? $1 : $2) + 1 }' /sys/devices/system/cpu/possible)]: 10"
line "@phase[0]: 10"
line "@probe[tracepoint:syscalls:sys_enter_getppid]: 10"
line "@mono[true]: 10"
line "@el[true, true]: 10"
line "@log[0, 1, 9, 10, true]: 10"
line "@j[true]: 10"
line "@same[true, true]: 10"
line "@neg[false]: 10"
line "@node[0]: 10"

# Threads share a pid and have different tids.
awl -q -c "$W threads 5 20" "tracepoint:syscalls:sys_enter_read / $MINE && pid != tid / { @p[pid] = count(); @t[tid] = count(); @main[pid == tid] = count(); }"
status 0
if ! grep -q '^Lost [0-9]* hits' "$ERR"; then	# see aggregate.sh
	lines 1 '^@p\[[0-9]+\]: 100$'
	lines 5 '^@t\[[0-9]+\]: 20$'
	line "@main[false]: 100"
fi

# cpu is the CPU that the process is bound to.
if [ -e /sys/devices/system/cpu/cpu1 ] && command -v taskset >/dev/null; then
	awl -q -c "taskset 2 $W getppid 10" "tracepoint:syscalls:sys_enter_getppid / $MINE / { @[cpu] = count(); }"
	out "@[1]: 10"
fi

# uid and gid are those of another user.
if [ "${AWL_ALONE-}" ]; then
	echo 'nobody:x:1234:2345:nobody:/:/bin/sh' >>/etc/passwd
	chmod 755 "$TMP" "$(dirname "$TMP")" "$(dirname "$(dirname "$TMP")")"
	awl -q -c "su nobody -c '$W getppid 10'" "tracepoint:syscalls:sys_enter_getppid / $MINE / { @[uid, gid] = count(); }"
	out "@[1234, 2345]: 10"
	sed -i '/^nobody:/d' /etc/passwd
fi

# clocks: nsecs is the time since boot; strftime() and time() give the date
up=$(cut -d. -f1 /proc/uptime)
awl -q 'BEGIN { @up = nsecs / 1000000000; printf("%s\n", strftime("%Y", nsecs)); time("%Y-%m\n"); }' || true
if [ $RC != 0 ]; then awl -q 'BEGIN { @up = nsecs / 1000000000; time("%Y-%m\n"); }'; fi
status 0
line "$(date +%Y-%m)"
s=$(sed -n 's/^@up: //p' "$OUT")
[ "${s:-0}" -ge "$up" ] && [ "${s:-0}" -le $((up + 5)) ] || fail "uptime is $up s, nsecs gives $s"
finish
