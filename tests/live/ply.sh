# SPDX-License-Identifier: GPL-2.0-or-later
#
# Scripts for ply: the cases of its own tests, README and manual, with awl called by the name ply.
. ./common
need_kprobes
need_tracefs
ln -s "$AWL" "$TMP/ply"
ply() { "$TMP/ply" "$@" >"$OUT" 2>"$ERR"; RC=$?; }
at_exit() { ply -c true "tracepoint:sched/sched_process_exit { $1 }"; }
reads="dd if=/dev/zero of=/dev/null bs=10240 count=100"

ply -T
want "ply -T" 0 "$RC"
at_exit 'exit(42);'
want "exit(42)" 42 "$RC"
at_exit 'if (pid > 1) exit(0); else exit(1);'
want "if" 0 "$RC"
at_exit 'print("test"); exit(0);'
want "print" test "$(sed 's/ *$//' "$OUT" | sort -u)"
ply -c 'exit 3' 'BEGIN { x[1] = 1; }'
want "the command's status is not ply's" 0 "$RC"

ply -c "$reads" "kprobe:vfs_* if (!strcmp(comm, \"dd\")) { @[comm, caller] = count(); }"
want "vfs_read by caller" 100 "$(awk -v c=dd '$2 == c && $4 ~ /^vfs_read(\+0)?$/ { print $NF }' "$OUT")"
ply -c "$reads" "kr:vfs_read if (!strcmp(comm, \"dd\")) { @[\"rdsz\"] = quantize(retval); }"
want "returns of 10240 bytes" 100 "$(awk '/8k,  16k[)]/ { print $3 }' FS='\t *' "$OUT" | awk '{ print $1 }')"
# Two intervals may be one print on a busy machine, which wakes awl late.
ply -c "for i in 1 2 3 4 5 6; do dd if=/dev/zero of=/dev/null bs=1 count=10; sleep 1; done" \
	"k:vfs_read / !strcmp(comm, \"dd\") / { @[pid] = count(); } i:1 { print(@); clear(@); }"
[ "$(grep -c '^@:' "$OUT")" -ge 3 ] || fail "fewer than three prints"
want "reads of six commands" "10 10 10 10 10 10" "$(sed -n 's/^{ .* }: //p' "$OUT" | tr '\n' ' ' | sed 's/ $//')"

# a map may have the name of a function, and may be a predicate
ply -c "cat /proc/self/stat /proc/self/status" "kprobe:do_sys_openat2 { path[kpid] = str($(user arg1)); }"'
	kretprobe:do_sys_openat2 / path[kpid] / {
		printf("%v(%v): %s\n", comm, uid, path[kpid]); delete path[kpid]; }'
want "opened" 2 "$(grep -Ec '^cat\(0\): /proc/self/stat(us)?$' "$OUT")"
ply -c 'true' 'kprobe:SyS_exit_group { @[caller] = count(); }'
grep -Eq '^\{ [A-Za-z0-9_]*[sS]y[sS]_exit_group(\+0)? *\}: [1-9]' "$OUT" || fail "SyS_* by caller"
ply -c "$reads" "kprobe:vfs_read { s[kpid] = time; }
	kretprobe:vfs_read / s[kpid] && !strcmp(execname, \"dd\") / {
		@[\"diff\"] = quantize(time - s[kpid]); s[kpid] = nil; }"
want "times" 100 "$(awk -F '\t *' '/┤/ { n += $3 } END { print n }' "$OUT")"
ply -e 'kprobe:vfs_read { print("it runs"); exit(1); }'
want "a dry run" "0 " "$RC $(cat "$OUT")"
finish
