# SPDX-License-Identifier: GPL-2.0-or-later
#
# software, hardware, watchpoint and self: their counts, and their errors.
. "$TESTS/live/common"
need_root

# each page touched causes one page fault, in addition to those at start
faults() { # faults N: the number of faults of a process that touches N pages
	awl -q -c "$W touch $1" "software:page-faults:1 / $MINE / { @ = count(); }"
	sed -n 's/^@: //p' "$OUT"
}
few=$(faults 0) many=$(faults 1000)
more=$((${many:-0} - ${few:-0} - 1000))
[ $more -ge -4 ] && [ $more -le 4 ] || fail "$many faults with 1000 pages, $few without"
awl -q -c "$W touch 1000" "s:faults / $MINE / { @ = count(); }"
n=$(sed -n 's/^@: //p' "$OUT")
[ "${n:-0}" -ge 9 ] && [ "${n:-0}" -le 12 ] || fail "$n samples at one in 100 faults"
# a sleep is one switch, unless it is over before it begins; the default period is 1000
awl -q -c "$W sleep 50" "software:context-switches:1 / $MINE / { @ = count(); } s:cs / $MINE / { @no = count(); }"
n=$(sed -n 's/^@: //p' "$OUT")
[ "${n:-0}" -ge 40 ] && [ "${n:-0}" -le 80 ] || fail "$n switches in 50 sleeps"
noline "@no: 0"
awl -q -t 0.2 'software:dummy { @ = count(); }'
status 0
out ""
# -p counts no other process
"$W" spin 1000 & pid=$!
awl -q -t 0.3 -p $pid 'software:task-clock:10000000 { @[pid] = count(); }'
status 0
lines 1 '^@\['
match "$OUT" "^@\[$pid\]: [1-9]"
kill $pid; wait $pid 2>/dev/null

# QEMU has no hardware counters, but other machines may have them.
awl -q -c "$W spin 200" "hardware:cycles { @ = count(); }"
if [ $RC = 0 ]; then
	! counter_interrupts 0 || match "$OUT" '^@: [1-9]'
else
	status 3
	match "$ERR" 'hardware:cycles: this machine has no such counter'
fi

# hits of watchpoints
watch() { # watch MODE: counts accesses to an int that is written and read 300 times
	rm -f "$TMP/go" "$TMP/addr"
	mkfifo "$TMP/go"
	"$W" watch 300 <"$TMP/go" >"$TMP/addr" &
	wpid=$!
	exec 7>"$TMP/go"
	wait_for [ -s "$TMP/addr" ]
	: >"$ERR"
	(attached; echo >&7) &
	awl -t 20 -p $wpid "watchpoint:$(cat "$TMP/addr"):4:$1 { @ = count(); @who[comm] = count(); }"
	exec 7>&-
	kill $wpid 2>/dev/null
	wait $wpid
}
watch w
if [ $RC = 0 ]; then
	line "@: 300"
	line "@who[$COMM]: 300"
	watch rw
	status 0
	line "@: 600"
else
	match "$ERR" 'watchpoint:.*: (this machine has no debug registers|the CPU can.t watch this)'
fi
case $ARCH in arm | i386) jiffies=jiffies:4 ;; *) jiffies=jiffies:8 ;; esac
if has_data jiffies; then
	awl -q -t 1 "watchpoint:$jiffies:w { @ = count(); }"
	[ $RC != 0 ] || match "$OUT" '^@: [1-9]'
	[ $RC = 0 ] || match "$ERR" 'this machine has no debug registers'
fi
awl 'watchpoint:0x1000:8:w { @ = count(); }'
status 3
case $ARCH in
s390x) match "$ERR" 'this machine has no debug registers' ;;	# it may be the kernel's address
*) match "$ERR" 'an address in user space needs a process' ;;
esac
awl 'watchpoint:no_such_thing:8:w { @ = count(); }'
status 1
match "$ERR" "no symbol 'no_such_thing' in the kernel"

# signals to awl itself
: >"$ERR"
"$AWL" 'self:signal:SIGUSR1 { @[probe] = count(); } self:signal:HUP { exit(6); }' >"$OUT" 2>"$ERR" &
pid=$!
attached
for _ in 1 2 3; do kill -USR1 $pid; sleep 0.3; done
kill -HUP $pid
wait $pid
RC=$?
status 6
line "@[self:signal:SIGUSR1]: 3"

awl -l 'software:*faults'
out "software:alignment-faults
software:emulation-faults
software:major-faults
software:minor-faults
software:page-faults"
awl -T
for p in begin end fentry fexit hardware interval iter kprobe kretprobe profile self software \
	syscall tracepoint uprobe uretprobe watchpoint; do
	match "$OUT" "^$p +(yes|no) "
done
match "$OUT" '^software +yes'
finish
