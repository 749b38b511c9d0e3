# SPDX-License-Identifier: GPL-2.0-or-later
#
# -l and -lv of each provider, compared with the kernel's own lists.
. "$TESTS/live/common"
need_tracefs
btf=/sys/kernel/btf/vmlinux
both() { line "$1:$2"; line "$1:$3"; }

awl -l 'tracepoint:sched:sched_{switch,waking}'
status 0
out "tracepoint:sched:sched_switch
tracepoint:sched:sched_waking"
for name in sched_switch '*:sched_switch' 'sched_switc[h]'; do
	awl -l "$name"
	line tracepoint:sched:sched_switch
	line rawtracepoint:sched_switch
done
awl -lv tracepoint:sched:sched_switch
match "$OUT" '^    pid_t next_pid$'
# raw tracepoints: all events except those derived from others
awl -l 'rt:*'
status 0
noline rawtracepoint:sys_enter_read
both rawtracepoint sys_enter sched_process_exit
nomatch "$OUT" ':.*:'
n=$(grep -c . "$OUT")
awl -l 'tracepoint:*:*'
[ "$n" -gt 100 ] && [ "$n" -le "$(grep -cv :syscalls: "$OUT")" ] || fail "$n raw tracepoints"
# a pattern without a match
awl -l 'rawtracepoint:no_such*'
status 1
match "$ERR" "no probe matches 'rawtracepoint:no_such\*'"

awl -l 'kprobe:vfs_{read,write}'
want kprobes "kprobe:vfs_read kprobe:vfs_write" "$(sort "$OUT" | tr '\n' ' ' | sed 's/ $//')"
for p in software:cpu-clock hardware:cpu-cycles; do
	awl -l "${p%:*}:cpu-c*"
	line $p
done
for p in BEGIN END profile interval watchpoint self; do	# these have no names to list
	awl -lv $p
	status 0
	lines 1 "^$p"
done
awl -l "uprobe:$W:work_probe_*"
status 0
awl -lv 'usdt:*'
out 'usdt:file:[provider:]name'

if [ -r $btf ]; then
	awl -l 'fentry:vfs_{read,write}'
	want fentry "fentry:vfs_read fentry:vfs_write" "$(sort "$OUT" | tr '\n' ' ' | sed 's/ $//')"
	args="    struct file * file
    char * buf
    u64 count
    s64 * pos"
	awl -lv fentry:vfs_read
	out "fentry:vfs_read
$args"
	awl -lv f:vmlinux:vfs_read
	line "    u64 count"
	awl -lv fexit:vfs_read
	out "fexit:vfs_read
$args
    s64 retval"
	awl -lv kretprobe:vfs_read
	out "kretprobe:vfs_read
    s64 retval"
	awl -lv kprobe:vfs_read
	out "kprobe:vfs_read
$args"
# a function has the same arguments when it is listed alone and in a pattern
	awl -lv 'fexit:vfs_*'
	grep -A4 -x fexit:vfs_read "$OUT" | grep -qx "    s64 \* pos" || fail "vfs_read has other arguments in a pattern"
	nomatch "$OUT" 'void retval'
	awl -l 'fentry:*'
	want "functions twice" "" "$(sort "$OUT" | uniq -d | head -n 3)"
	n=$(grep -c . "$OUT")
	[ "$n" -gt 5000 ] || fail "$n functions"
	if [ -r $T/available_filter_functions ]; then
		awl -l 'kprobe:*'
		[ "$n" -le "$(grep -c . "$OUT")" ] || fail "more functions than kprobes"
	fi
	awl -lv rawtracepoint:sched_process_exit
	match "$OUT" '^    struct task_struct \* (p|tsk|arg0)$'
	awl -l 'iter:*'
	both iter task bpf_map
	awl -lv it:task
	out 'iter:task
    struct task_struct * task'
else
	for p in fentry:vfs_read fexit:vfs_read iter:task; do
		awl -lv "$p"
		status 1
		match "$ERR" "needs .*CONFIG_DEBUG_INFO_BTF"
	done
	awl -lv kprobe:vfs_read
	out kprobe:vfs_read
fi

# what -T says of a provider agrees with an attempt to use it
awl -T
says() { grep -Eq "^$1 +$2 " "$OUT" || fail "-T: not '$1 $2'"; }
for p in begin end interval self rawtracepoint syscall tracepoint uprobe uretprobe usdt profile software; do
	says $p yes
done
works() { "$AWL" -q "$2 { @ = count(); } interval:50ms { exit(); }" >"$TMP/o" 2>&1 && says "$1" yes || says "$1" no; }
works fentry "fentry:vfs_read / $MINE /"
works fexit "fexit:vfs_read / $MINE /"
works kprobe "kprobe:vfs_read / $MINE /"
works hardware "hardware:cpu-cycles / $MINE /"
! has_data jiffies || works watchpoint watchpoint:jiffies:8:w
works iter iter:task
finish
