# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
#
# Tools for functions, the scheduler and files, on workloads with known numbers.
. "$TESTS/live/common"
need_kprobes
need_tracefs
need_alone
# sum_of REGEX: the sum of the last words of the lines that match
sum_of() { re=$1 awk '$0 ~ ENVIRON["re"] { n += $NF } END { print n + 0 }' "$OUT"; }

# functions
awl -q -c "$W read 500" funccount 'vfs_rea?'
at_least calls 500 "$(sum_of '^@\[vfs_read\]: ')"
awl -q -c "$W read 500" stackcount vfs_read -P
want "calls by stack" 500 "$(sum_of "^, [0-9]+, $COMM\]: ")"
awl -q -c "$W read 50" funcslower vfs_read
lines 50 " $COMM +[0-9]+ +[0-9]+ +1 vfs_read\$"
awl -q -c "$W read 50" funcslower vfs_read -m 60000
lines 0 ' vfs_read$'
awl -q -c "$W read 500" argdist vfs_read 2 -C
at_least "reads of one byte" 500 "$(sum_of '^@arguments\[1\]: ')"
awl -q -c "$W write 500" argdist vfs_write -r
at_least "results" 500 "$(awk '/^\[1\]/ { print $2 }' "$OUT")"

# events with their fields
awl -q -c "$W fork 3" trace sched:sched_process_fork -n "$COMM"
lines 3 "^$COMM +[0-9]+ +tracepoint:sched:sched_process_fork +\{ \.parent_comm = $COMM, .*\.child_pid = [0-9]+ \}\$"
awl -q -F json -c "$W fork 3" trace sched:sched_process_fork -n "$COMM"
lines 3 "\"EVENT\": \"tracepoint:sched:sched_process_fork\", \"FIELDS\": \{\"parent_comm\": \"$COMM\""

# time on the CPU and off it
awl -q -c "$W spin 1000" profile -K
status 0
awl -q -c "$W spin 1000" cpuwalk
match "$OUT" '^\[0, 1\) '
awl -q -c "$W sleep 200" offcputime -K
at_least "us off the CPU" 200000 "$(sum_of "^, $COMM\]: ")"
if has_ustacks "profile and offcputime with the program's stack"; then
	awl -q -c "$W spin 1000" profile
	at_least samples 20 "$(sum_of "^, $COMM\]: ")"
	awl -q -c "$W sleep 200" offcputime
	at_least "us off the CPU, with the program's stack" 200000 "$(sum_of "^, $COMM\]: ")"
fi
awl -q -c "$W sleep 200" wakeuptime
at_least "us asleep" 200000 "$(awk -v c="@usecs[$COMM, " 'index($0, c) { on = 1 } on && /\]: / { n += $NF; on = 0 }
	END { print n + 0 }' "$OUT")"
awl -q -c "$W sleep 200" offwaketime
at_least "us asleep, by both stacks" 200000 "$(awk -v c="@usecs[$COMM, " 'index($0, c) { on = 1 }
	on && /\]: / { n += $NF; on = 0 } END { print n + 0 }' "$OUT")"
awl -q -c "$W sleep 20" timers -H
at_least "timers of threads that sleep" 1 "$(sum_of '^@hrtimers\[hrtimer_wakeup\]: ')"
awl -q -c "$W sleep 1200" workqueues
match "$OUT" '^@ran\[[a-z_0-9]+\]: \{ .count = [0-9]+, '
if [ -d $T/events/syscalls/sys_enter_clock_nanosleep ]; then
	awl -q -c "$W sleep 30" naptime
	parent=''
	[ ! -e /sys/kernel/btf/vmlinux ] || parent='[0-9]+ +'
	lines 30 "^${parent}[0-9]+ +$COMM +0 1\$"	# work sleeps 30 times for a millisecond
fi

# files
if [ -e /sys/kernel/btf/vmlinux ]; then
	awl -q -c "$W read 50" fileslower -m 0
	lines 50 " $COMM +[0-9]+ +R 1 +[0-9]+ zero\$"
	awl -q -c "$W write 50" filetop 100
	want "writes by file" 50 "$(sum_of "^@writes\[[0-9]+, $COMM, null\]: ")"
	awl -q -c "cat /no-such-file" dcsnoop
	lines 1 ' cat +M no-such-file$'
	awl -q -c "$W sockets 50" slabratetop 100
	at_least "sockets" 50 "$(sum_of '^@objects\[sock_inode_cache\]: ')"
fi
awl -q -c "$W read 500" cachestat 100
match "$OUT" '^ +[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+%$'
awl -q -c "cat /proc/kallsyms" -o "$TMP/caps" capable -v
match "$TMP/caps" ' CAP_SYSLOG +0$'
# four programs that want each CPU: three or more wait
in_buckets() { sed -n "s/^\\[$1, [0-9]*) *\\([0-9]*\\) .*/\\1/p" "$OUT" | awk '{ n += $1 } END { print n + 0 }'; }
if [ -e /sys/kernel/btf/vmlinux ]; then
	cpus=$(grep -c '^processor' /proc/cpuinfo)
	i=0 spins=
	while [ $i -lt $((4 * cpus)) ]; do
		sh -c 'while :; do :; done' &
		spins="$spins $!" i=$((i + 1))
	done
	awl -q -t 3 runqlen
	all=$(in_buckets '[0-9]*') few=$(in_buckets '[012]')
	at_least "samples" 20 "$all"
	at_least "samples with three or more that wait" $((all * 8 / 10)) $((all - few))
	awl -q -t 2 runqlen -O
	# shellcheck disable=SC2086 # a list
	kill $spins
	lines "$cpus" '^@percent\[[0-9]+\]: (9[0-9]|100)$'
fi
finish
