# SPDX-License-Identifier: GPL-2.0-or-later
#
# Other arguments of -l: several patterns, a script, types, patterns of files, a process.
. "$TESTS/live/common"
need_tracefs

awl -l 'tracepoint:sched:sched_switch,tracepoint:sched:sched_{process_exit,process_fork},software:page-faults'
status 0
out 'tracepoint:sched:sched_switch
tracepoint:sched:sched_process_exit
tracepoint:sched:sched_process_fork
software:page-faults'

# the probes of a script are those that would be attached, each once
cat >"$TMP/s.awl" <<'E2'
begin { }
tracepoint:sched:sched_process_exi*, tracepoint:sched:sched_switch { }
tracepoint:sched:sched_switch / pid == 1 / { }
interval:1s { }
E2
script='tracepoint:sched:sched_process_exit
tracepoint:sched:sched_switch'
awl -l "$TMP/s.awl"
status 0
out "$script"
awl -l -f "$TMP/s.awl"
out "$script"
awl -l -e "$(cat "$TMP/s.awl")"
out "$script"
awl -lv -e 'tracepoint:sched:sched_process_exit { }'
status 0
match "$OUT" '^    pid_t pid$'
awl -l -e 'tracepoint:sched:nonesuch { }'
status 1

# types, with their members
if [ -e /sys/kernel/btf/vmlinux ]; then
	awl -l 'struct list_head'
	status 0
	out 'struct list_head'
	awl -lv 'struct list_head'
	out 'struct list_head {
	struct list_head * next;
	struct list_head * prev;
};'
	awl -l 'enum pid_typ?'
	out 'enum pid_type'
	awl -lv 'enum pid_type'
	match "$OUT" '^	PIDTYPE_TGID = 1,$'
	awl -l 'union nonesuch'
	status 1
	match "$ERR" "no type matches 'union nonesuch'"
else
	awl -l 'struct list_head'
	status 1
	match "$ERR" 'this kernel has no BTF'
fi

# a file with two names that match is listed and probed once
mkdir "$TMP/lib"
cp "$WORK" "$TMP/lib/${COMM}x"
ln -s "${COMM}x" "$TMP/lib/${COMM}y"
echo text >"$TMP/lib/${COMM}z"
awl -l "uprobe:$TMP/li?/$COMM*:mai[n]"
want status 0 "$RC"
want 'files listed' 1 "$(wc -l <"$OUT")"
awl -l "uprobe:$TMP/lib/nonesuch*:main"
status 1
if [ -e /sys/bus/event_source/devices/uprobe ]; then
	awl -q -c "$TMP/lib/${COMM}x usdt 7" "usdt:$TMP/lib/$COMM*::round { @ = count(); }"
	status 0
	line '@: 14'	# two places are hit in each round
fi

# probes in the files that a process has mapped, also without a provider in the pattern
"$W" sleep 20000 &
pid=$!
wait_for grep -q "$COMM" /proc/$pid/maps
awl -l -p $pid 'usdt:*'
kill $pid
status 0
match "$OUT" "^usdt:.*/$COMM:work:round\$"
finish
