# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
#
# The tools on workloads with known numbers.
# (stories/s4.sh tests memleak.awl.)
. "$TESTS/live/common"
need_kprobes
need_tracefs
need_alone
sum() { awk -v head="$1" '$0 == head { on = 1; next } !$0 { on = 0 }
	on { sub(/^.*[])] */, ""); n += $1 } END { print n + 0 }' "$OUT"; }

# Each call prints one line at its entry and one at its return; other functions print none.
awl -q -c "$W read 100" funcgraph vfs_read
status 0
lines 100 '^ *[0-9]+\) {16}\| vfs_read\(\) \{$'
lines 100 '^ *[0-9]+\) [ +!#*@$] +[0-9]+\.[0-9]{3} us \| \} vfs_read$'
# do_sys_openat2 calls vfs_open, which matches the pattern, too: it is indented and takes less time
awl -q -c "$W read 7" funcgraph '{vfs_read,vfs_open,do_sys_openat2}'
status 0
lines 7 '^ *[0-9]+\) {16}\| vfs_read\(\) \{$'
grep -A 3 'do_sys_openat2() {' "$OUT" | tail -n 4 >"$TMP/tree"
want tree "| do_sys_openat2() {
|   vfs_open() {
|   } vfs_open
| } do_sys_openat2" "$(sed 's/^[^|]*//' "$TMP/tree")"
awk '/us/ { sub(/^.*[)] ./, ""); t[++n] = $1 } END { exit !(n == 2 && t[1] > 0 && t[1] < t[2]) }' "$TMP/tree" ||
	fail "times of $(cat "$TMP/tree")"
# arguments and results in registers: the size and the result of each of work's reads is 1
awl -q -c "$W read 7" funcgraph -a -r vfs_read
lines 7 '^ *[0-9]+\) {16}\| vfs_read\(0x[0-9a-f]+, 0x[0-9a-f]+, 0x1\) \{$'
lines 7 '\| \} vfs_read = 0x1$'
# -g: a function and what is called below it; -d: the first level only
awl -q -c "$W read 7" funcgraph -g do_sys_openat2 '{vfs_read,vfs_open,do_sys_openat2}'
lines 0 vfs_read
at_least "opens" 1 "$(grep -c '\|   vfs_open() {' "$OUT")"
want "each within another" "$(grep -c '\| do_sys_openat2() {' "$OUT")" "$(grep -c '\|   vfs_open() {' "$OUT")"
awl -q -c "$W read 7" funcgraph -d 1 '{vfs_read,vfs_open,do_sys_openat2}'
lines 0 '\|   '
lines 7 '\| \} vfs_read$'
# sleeps of a millisecond or more are marked
awl -q -c "$W sleep 20" funcgraph hrtimer_nanosleep
lines 20 '^ *[0-9]+\) [#*@$] +[0-9]+\.[0-9]{3} us \| \} hrtimer_nanosleep$'

awl -q -c "$W read 500" funclatency vfs_read
status 0
at_least "vfs_read, timed" 500 "$(sum @ns:)"
awl -q -c "$W read 500" vfscount
at_least "vfs_read, counted" 500 "$(sed -n 's/^@\[vfs_read\]: //p' "$OUT")"

# system calls: how many, how many failed, by whom
awl -q -c "$W getppid 300" syscount
status 0
at_least "getppid" 300 "$(sed -n 's/^@syscall\[getppid\]: //p' "$OUT")"
awl -q -c "$W getppid 300" syscount -P
at_least "getppid by process" 300 "$(sed -n "s/^@process\[[0-9]*, $COMM\]: //p" "$OUT")"
awl -q -c "cat /no/such/file" syscount -x -e 2 -T 1
lines 1 '^@syscall\['
awl -q -c "$W sleep 200" syscount -L
at_least "microseconds asleep" 200000 \
	"$(sed -n 's/^@syscall\[\(clock_\)*nanosleep\(_time64\)*\]: //p' "$OUT")"

# processes: one that is executed, with its end; PPID only where the kernel's types are known
parent='' PPID=''
[ ! -e /sys/kernel/btf/vmlinux ] || parent='[0-9]+ +' PPID='PPID +'
awl -q -c "$W read 1" execsnoop
status 0
lines 1 "^PCOMM +PID +${PPID}FILE\$"
lines 1 "^$COMM +[0-9]+ +$parent$W\$"
awl -q -c "$W read 1" execsnoop -U -T -n "$W"
lines 1 "^[0-9:]{8} 0 +$COMM +[0-9]+ +$parent$W\$"
awl -q -c "$W read 1" execsnoop -n /no/such/name
lines 0 "$W"
age=''
[ ! -e /sys/kernel/btf/vmlinux ] || age='[0-9]+ +'
awl -q -c "sh -c 'exit 3'" exitsnoop -x
lines 1 "^sh +[0-9]+ +$parent${age}0 +3\$"
awl -q -c 'sh -c "kill -9 \$\$"' exitsnoop -t
lines 1 "^[0-9:]{8} sh +[0-9]+ +$parent${age}9 +0\$"
# a process that sleeps for 300 times a millisecond and more
awl -q -c "$W sleep 300" exitsnoop
lines 1 "^$COMM +[0-9]+ +$parent${age}0 +0\$"
[ ! "$age" ] || at_least "ms of age" 300 "$(awk -v c="$COMM" '$1 == c { print $4 }' "$OUT")"
awl -q -c "$W fork 20" pidpersec 100
at_least "new processes" 20 "$(awk '{ n += $2 } END { print n }' "$OUT")"

if [ -d $T/events/syscalls/sys_enter_openat ]; then
	awl -q -c "$W read 1" opensnoop
	status 0
	lines 1 "^[0-9]+ +$COMM +[0-9]+ +0 /dev/zero\$"
	awl -q -c "cat /no/such/file /dev/null" opensnoop -x -n cat
	lines 1 '^[0-9]+ +cat +-1 +2 /no/such/file$'
	lines 0 '^[0-9]+ .*/dev/null$'
	awl -q -F json -c "cat /no/such/file" opensnoop -U
	lines 1 '"UID": 0, "PID": [0-9]*, "COMM": "cat", "FD": -1, "ERR": 2, "PATH": "/no/such/file"'
	awl -q -c "stat /no/such/file" -c "stat /dev/null" statsnoop -x
	lines 1 '^[0-9]+ +stat +-1 +2 /no/such/file$'
	lines 0 '^[0-9]+ .*/dev/null$'
	awl -q -c sync syncsnoop
	lines 1 '^[0-9:]{8} [0-9]+ +sync +tracepoint:syscalls:sys_enter_sync$'
	mkdir -p "$TMP/mnt"
	awl -q -c "mount -t tmpfs none $TMP/mnt" -c "umount $TMP/mnt" mountsnoop
	lines 1 "^[0-9]+ +mount +0 +none +tmpfs +$TMP/mnt\$"
	lines 1 "^[0-9]+ +umount +0 +- +- +$TMP/mnt\$"
	awl -q -c 'sh -c "kill -USR1 \$\$"' killsnoop -s 10
	lines 1 '^[0-9:]{8} ([0-9]+) +sh +10 +\1 +0$'
	awl -q -c 'sh -c "kill -0 1"' killsnoop -s 10
	lines 0 ' sh '
fi
awl -q -c 'sh -c "kill -USR1 \$\$"' sigsnoop -s 10
lines 1 '^[0-9:]{8} ([0-9]+) +sh +10 +SIGUSR1 +\1 +0$'

# calls of the file layer
awl -q -c "$W read 500" vfsstat 100
at_least "reads" 500 "$(awk '{ n += $2 } END { print n }' "$OUT")"

# interrupts: the timer's and the scheduler's soft ones are always there
awl -q -c "$W spin 300" softirqs -C
at_least "timers" 1 "$(sed -n 's/^@count\[timer\]: //p' "$OUT")"
awl -q -c "$W spin 300" softirqs
at_least "time of soft interrupts" 1 "$(sed -n 's/^@usecs\[.*]: //p' "$OUT" | awk '{ n += $1 } END { print n }')"

# The command itself waits for a CPU at least once.
awl -q -c "$W sleep 20" runqlat
status 0
at_least "waits" 1 "$(sum @usecs:)"

# Asleep for two seconds: one CPU is idle most of the time, and its times add up.
awl -q -t 2 cpustate
status 0
# the columns: CPU, busy, the idle states, the total in ms
idle=$(awk '$1 == "0" && NF == 14 { print $NF - $2 }' "$OUT")
total=$(awk '$1 == "0" && NF == 14 { print $NF }' "$OUT")
at_least "ms idle" 500 "${idle:-0}"
[ "${total:-0}" -le 3000 ] || fail "the times add up to $total ms in 2 s"
finish
