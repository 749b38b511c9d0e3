# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
#
# Tools for tasks and interrupts.  Where other work on the machine counts, too, the kernel's own
# counters are read around the command and around all of awl: the tool's number must be between.
. "$TESTS/live/common"
need_kprobes
need_tracefs
need_alone
# buckets KEY: how many values the histograms have whose line has the text KEY
buckets() { key=$1 awk '/:$/ { on = index($0, ENVIRON["key"]) } on && /^\[/ { sub(/^.*\) */, ""); n += $1 }
	END { print n + 0 }' "$OUT"; }

# three changes of the user id, the last of which fails; 70,000 has more than 16 bits
if [ -d $T/events/syscalls/sys_enter_setuid ]; then
	awl -q -c "$W setuid 70000" setuids
	status 0
	lines 1 "^[0-9:]{8} [0-9]+ +$COMM +0 +70000 +setfsuid +0\$"
	lines 1 "^[0-9:]{8} [0-9]+ +$COMM +0 +70001 +setresuid 0\$"
	lines 1 "^[0-9:]{8} [0-9]+ +$COMM +0 +70002 +setuid +-1\$"
	lines 3 " $COMM "
fi

# what a static program allocates and never frees
awl -q -c "$W leak 100" memleak-user "$W"
if ! has_ustacks memleak-user; then
	status 1
elif grep -q 'malloc is Thumb code' "$ERR"; then
	echo "not done: memleak-user: the C library is Thumb code, which the kernel can't probe"
elif [ "$ARCH:$RC" = s390x:132 ]; then	# the kernel's own uprobe events do this, too (KERNEL-NOTES)
	echo "not done: memleak-user: a uprobe at malloc(), which is one branch, kills the program under QEMU"
else
	status 0
	sed -n 's/^\]: //p' "$OUT" | sort -n >"$TMP/leaks"
	want "bytes by stack" "10000 15000 20000 " "$(tr '\n' ' ' <"$TMP/leaks")"
fi

# times on and off the CPU: as many as the kernel's trace has switches from and to the task.  awl may
# preempt the task when it exits, and stop tracing before the task's last switches.
trace=$T/instances/awl$$
mkdir $trace
echo "prev_comm == \"$COMM\" || next_comm == \"$COMM\"" >$trace/events/sched/sched_switch/filter
echo "comm == \"$COMM\"" >$trace/events/sched/sched_process_exit/filter
for option in '' -O; do
	echo >$trace/trace
	echo 1 | tee $trace/events/sched/sched_switch/enable >$trace/events/sched/sched_process_exit/enable
	# not each sleep is a switch: on a slow machine its time may be over before the task is off the CPU
	awl -q -c "$W sleep 200" cpudist -P $option
	echo 0 | tee $trace/events/sched/sched_switch/enable >$trace/events/sched/sched_process_exit/enable
	[ "$option" ] && side=next || side=prev
	cp $trace/trace "$TMP/trace"
	switches=$(grep -c "sched_switch: .*${side}_comm=$COMM " "$TMP/trace")
	before=$(sed '/sched_process_exit: /q' "$TMP/trace" | grep -c "sched_switch: .*${side}_comm=$COMM ")
	at_least "switches in the kernel's trace" 100 "$before"
	times=$(buckets ", $COMM]:")
	if [ "$times" -lt "$before" ] || [ "$times" -gt "$switches" ]; then
		fail "times of cpudist $option: want $before to $switches, have $times"
	fi
done
rmdir $trace

# each FILE: "NAME NUMBER" of each kind of interrupt, as the tools name them.  s390x has one for all
# external interrupts, without a number.
hard() { awk '$1 ~ /^[0-9]+:$/ || $1 == "EXT:" {
		n = 0
		for (i = 2; $i ~ /^[0-9]+$/; i++)
			n += $i
		all[$1 == "EXT:" ? "EXT" : $NF] += n
	}
	END { for (name in all) print name, all[name] }' "$1"; }
soft() { awk '/:/ { n = 0; for (i = 2; i <= NF; i++) n += $i; sub(/:/, "", $1); print tolower($1), n }' "$1"; }
# within WHAT: each number that $TMP/got has is within what the kernel counted.  A guest with one CPU
# and no device may have no hard interrupts but its timer's, which has no handler on ppc64le.
within() {
	for f in before from to after; do "$1" "$TMP/$f" >"$TMP/$f.n"; done
	awk -v what="$1" 'FILENAME ~ /got$/ { got[$1] = $2; names[$1]; next }
		{ file = FILENAME; sub(/^.*\//, "", file); n[file, $1] = $2; names[$1] }
		END { for (name in names) {
			least = n["to.n", name] - n["from.n", name]
			most = n["after.n", name] - n["before.n", name]
			all += got[name]
			if (got[name] < least || got[name] > most) {
				print what, name ": want", least, "to", most ", have", got[name] + 0
				bad = 1
			}
			total += most
		} if (!all) { print what ": none"; bad = bad || total || what == "soft" }
		exit bad }' "$TMP/got" "$TMP/before.n" "$TMP/from.n" "$TMP/to.n" "$TMP/after.n" >"$TMP/why" ||
		{ fail "$(cat "$TMP/why")"; return; }
	[ ! -s "$TMP/why" ] || echo "not done: $(cat "$TMP/why"), by the kernel's own counters, too"
}
# run FILE TOOL [OPTION]: some work, with copies of /proc/FILE; carriage returns move nothing
run() {
	cp "/proc/$1" "$TMP/before"
	cat >"$TMP/run" <<-EOF
		cp /proc/$1 $TMP/from
		for i in 1 2 3 4 5; do printf '\\r' >/dev/console; $W sleep 20; $W spin 50; done
		cp /proc/$1 $TMP/to
	EOF
	shift
	awl -q -c "sh $TMP/run" "$@"
	cp "/proc/$file" "$TMP/after"
}
for tool in hardirqs softirqs; do
	file=interrupts kind=hard
	[ $tool = hardirqs ] || file=softirqs kind=soft
	run $file $tool -C
	sed -n 's/^@count\[\(.*\)\]: /\1 /p' "$OUT" >"$TMP/got"
	within $kind
	run $file $tool -d
	awk '/^@dist\[.*\]:$/ { sub(/^@dist\[/, ""); sub(/\]:$/, ""); name = $0; next }
		/^\[/ { sub(/^.*\) */, ""); n[name] += $1 }
		END { for (name in n) print name, n[name] }' "$OUT" >"$TMP/got"
	within $kind
done
finish
