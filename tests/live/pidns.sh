# SPDX-License-Identifier: GPL-2.0-or-later
#
# awl in a PID namespace of its own: pid and tid are the ids in this namespace, as system calls
# return them.
. "$TESTS/live/common"
need_tracefs
unshare --pid --fork --mount-proc true 2>/dev/null || skip "no PID namespaces, or no unshare(1)"
# inside ARGUMENTS…: runs awl in a new namespace; sets $OUT, $ERR and RC
inside() { unshare --pid --fork --mount-proc "$AWL" "$@" >"$OUT" 2>"$ERR"; RC=$?; }

inside -q -c "$W getppid 10; true" "
tracepoint:syscalls:sys_exit_getppid / $MINE / {
	@parent[args.ret == ppid, args.ret == ppid(curr_ns), args.ret == ppid(init)] = count();
	@own[pid == cpid, pid < 100, pid == tid] = count();
	@init[pid(init) == pid, tid(init) == tid, pid(init) == tid(init)] = count();
}
tracepoint:syscalls:sys_exit_getppid / ppid == cpid / { @child = count(); }"
if grep -q "ppid in a PID namespace needs the kernel's BTF" "$ERR"; then
	inside -q -c "$W getppid 10" "
tracepoint:syscalls:sys_exit_getppid / $MINE / { @own[pid == cpid, pid < 100, pid == tid] = count();
	@init[pid(init) == pid, tid(init) == tid, pid(init) == tid(init)] = count(); }"
	line "@own[true, true, true]: 10"
else
	line "@parent[true, true, false]: 10"
	line "@own[false, true, true]: 10"
	line "@child: 10"
fi
status 0
line "@init[false, false, true]: 10"

# -p, awl's own events, and events of processes outside the namespace
cat >"$TMP/pids" <<'S'
mkfifo "$TMP/go" "$TMP/other"
sh -c "read x <$TMP/go; exec $W getppid 30" & one=$!
sh -c "read x <$TMP/other; exec $W getppid 30" & other=$!
"$AWL" -p $one "tracepoint:syscalls:sys_enter_getppid { @[pid == $one, cpid == $one] = count(); }" \
	>"$OUT" 2>"$ERR" & awl=$!
until grep -q 'Attached\|error' "$ERR"; do sleep 0.1; done
echo >"$TMP/other"
wait $other
echo >"$TMP/go"
wait $awl
S
: >"$ERR"
export TMP W OUT ERR AWL
timeout 60 unshare --pid --fork --mount-proc sh "$TMP/pids"
# shellcheck disable=SC2034 # status() reads it
RC=$?
status 0
line "@[true, true]: 30"
lines 1 '^@\['
: >"$ERR"
(
	until [ -s "$ERR" ]; do nap; done
	exec "$W" getppid 7
) &
inside -c "sleep 2" "tracepoint:syscalls:sys_enter_getppid / $MINE / { @outside[pid, tid, pid(init) == $!] = count(); }"
wait
line "@outside[0, 0, true]: 7"
inside -q -c true -c "sleep 0.1" "tracepoint:raw_syscalls:sys_enter / pid == 1 / { @ = count(); }"
match "$OUT" '^@: [1-9]'
inside -q -c true -c "sleep 0.1" "tracepoint:raw_syscalls:sys_enter / pid == 1 / { @[phase] = count(); }"
out ""

# user symbols come from the /proc of that namespace
[ -e /sys/bus/event_source/devices/uprobe ] || finish
inside -q -c "$W call 5" "uprobe:$W:work_probe_me { @[usym(reg(\"ip\")), pid == cpid] = count(); }"
status 0
line "@[work_probe_me, true]: 5"
walks_ustacks
inside -q -c "$W call 5" "uprobe:$W:work_probe_me { @[ustack(${WALK}1), pid == cpid] = count(); }"
status 0
match "$OUT" '^ +work_probe_me'
match "$OUT" '^, true\]: 5'
finish
