# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
#
# S19: how long hard and soft interrupts take, by handler, and which code keeps interrupts off for
# long.  The numbers of interrupts are those of the kernel's own counters before and after, and the
# times are those that ftrace notes at the same time.  The workload sends datagrams to itself, sleeps,
# and writes empty lines to the serial console, which has an interrupt of its own.
. "$TESTS/live/common"
need_tracefs
need_alone
need_instance
console=$(sed 's/.*console=\([^ ,]*\).*/\1/' /proc/cmdline)
cat >"$TMP/load" <<E2
echo begins >$I/trace_marker
cat /proc/interrupts >$TMP/hard.0; cat /proc/softirqs >$TMP/soft.0
$W sleep 50; $W datagrams 8; $W datagrams 8
i=0; while [ \$i -lt 20 ]; do echo; i=\$((i + 1)); done >/dev/$console
$W sleep 50
cat /proc/interrupts >$TMP/hard.1; cat /proc/softirqs >$TMP/soft.1
echo ends >$I/trace_marker
E2

# counts FILE: "NAME NUMBER" by handler, over all CPUs
counts() {
	awk 'NR == 1 { cpus = NF; next }
	{ n = 0; for (i = 2; i <= cpus + 1; i++) n += $i }
	FILENAME ~ /soft/ { sub(/:/, "", $1); print tolower($1), n; next }
	$1 ~ /^[0-9]+:/ && NF > cpus + 1 { print $NF, n }
	$1 ~ /^(EXT|I\/O|AIO):/ { sub(/:/, "", $1); print $1, n }' "$1"	# s390x has names for these
}
# between FILE FILE: what was added from one to the other
between() {
	counts "$1" >"$TMP/first"
	counts "$2" | awk 'FILENAME != "-" { n[$1] = $2; next } { print $1, $2 - n[$1] }' "$TMP/first" -
}
# counted WHAT TOOL: the tool's counts are between those of the workload and those of the whole run
counted() {
	cat /proc/interrupts >"$TMP/hard.a"
	cat /proc/softirqs >"$TMP/soft.a"
	awl -q -c "sh $TMP/load" "$2" -C
	status 0
	cat /proc/interrupts >"$TMP/hard.b"
	cat /proc/softirqs >"$TMP/soft.b"
	between "$TMP/$1.0" "$TMP/$1.1" >"$TMP/least"
	between "$TMP/$1.a" "$TMP/$1.b" >"$TMP/most"
	sed -n 's/^@count\[\(.*\)\]: /\1 /p' "$OUT" >"$TMP/ours"
	awk -v what="$1" 'FILENAME ~ /least/ { least[$1] = $2; next }
		FILENAME ~ /most/ { most[$1] = $2; next }
		{ ours[$1] = $2 }
		END {
			for (i in least)
				if (ours[i] + 0 < least[i] || ours[i] + 0 > most[i])
					print what, i ": " ours[i] + 0 ", not " least[i] " to " most[i]
				else if (ours[i])
					print what, i, ours[i] >"/dev/stderr"
			for (i in ours)
				if (!(i in least))
					print what, i ": " ours[i] ", unknown"
		}' "$TMP/least" "$TMP/most" "$TMP/ours" >"$TMP/wrong" 2>"$TMP/right"
	want "$1 interrupts that are wrong" '' "$(cat "$TMP/wrong")"
	# a guest of ppc64le with one CPU and no device has none: its timer has no handler
	[ "$1" = soft ] || grep -q ' [1-9]' "$TMP/most" || {
		echo "not done: $1 interrupts: the kernel counted none"
		return
	}
	at_least "$1 interrupts by handler" 1 "$(wc -l <"$TMP/right")"
	cat "$TMP/right"
}
counted hard hardirqs
counted soft softirqs
at_least "soft interrupts of datagrams" 1 "$(sed -n 's/^soft net_rx //p' "$TMP/right")"

# A second instance of ftrace, which is switched on when awl is attached.  The functions of an event run
# in the order in which they were attached, so awl notes each time after the first instance and before
# the second one.
J=${I}b
mkdir "$J" || fail "no second instance of ftrace"
trap 'echo 0 >"$I/events/enable"; echo 0 >"$J/events/enable"; rmdir "$I" "$J"' EXIT
# The clock of awl's nsecs, apart from suspends.  The kernel says that it may go back a little when it is
# updated (ktime_get_mono_fast_ns()).
echo mono >"$I/trace_clock"
echo mono >"$J/trace_clock"
cat >"$TMP/timed" <<E2
echo 1 >$J/events/irq/enable
echo begins >$J/trace_marker
echo begins >$I/trace_marker
$W sleep 50; $W datagrams 8; $W datagrams 8
i=0; while [ \$i -lt 20 ]; do echo; i=\$((i + 1)); done >/dev/$console
$W sleep 50
echo ends >$I/trace_marker
echo ends >$J/trace_marker
E2

# records INSTANCE EVENT: "CPU TIME entry|exit NAME" and "CPU TIME begins|ends -", the time in us, of
#	"<idle>-0 [000] d.h.. 12.345678: irq_handler_entry: irq=4 name=ttyS0"
#	"...: softirq_entry: vec=3 [action=NET_RX]"
records() {
	awk -v what="$2" '
	/^#/ || !match($0, /\[[0-9]+\]/) { next }
	{ cpu = substr($0, RSTART + 1, RLENGTH - 2) + 0 }
	!match($0, /[0-9]+\.[0-9]+: /) { next }
	{ split(substr($0, RSTART, RLENGTH - 2), at, "."); now = at[1] % 100000 * 1000000 + at[2] }
	/: (begins|ends)$/ { print cpu, now, $NF, "-" }
	index($0, what "_entry:") {
		name = tolower($NF)
		sub(/.*=/, "", name)
		sub(/\]/, "", name)
		print cpu, now, "entry", name
	}
	index($0, what "_exit:") { print cpu, now, "exit", "-" }' "$1/trace"
}

# timed TOOL EVENT: awl's sums by handler are between what ftrace has from the end of each entry to the
# beginning of its exit, in the workload, and from beginning to end, in the whole run
timed() {
	echo >"$I/trace"
	echo >"$J/trace"
	echo 1 >"$I/events/irq/enable"
	awl -q -c "sh $TMP/timed" "$1"
	status 0
	echo 0 >"$J/events/irq/enable"
	echo 0 >"$I/events/irq/enable"
	sed -n 's/^@usecs\[\(.*\)\]: /\1 /p' "$OUT" >"$TMP/ours"
	records "$I" "$2" >"$TMP/first"
	records "$J" "$2" >"$TMP/second"
	# later: when the second instance has the same event, if that is before the first one's next event
	awk '
	FILENAME ~ /second/ { if ($4 != "-" || $3 == "exit") { at[$1, ++n[$1]] = $2; kind[$1, n[$1]] = $3 }; next }
	{ cpu[++m] = $1; time[m] = $2; what[m] = $3; name[m] = $4 }
	END {
		for (i = 2; i <= m; i++)
			if (time[i] < time[i - 1] && cpu[i] == cpu[i - 1])
				print "back", time[i - 1] - time[i] >"/dev/stderr"
		for (i = m; i > 0; i--) {
			after[i] = next_at[cpu[i]]
			if (what[i] == "entry" || what[i] == "exit")
				next_at[cpu[i]] = time[i]
		}
		for (i = 1; i <= m; i++) {
			c = cpu[i]
			if (what[i] == "begins" || what[i] == "ends") {
				inside = what[i] == "begins"
				continue
			}
			while (k[c] < n[c] && at[c, k[c] + 1] < time[i])
				k[c]++
			later = 0
			if (k[c] < n[c] && kind[c, k[c] + 1] == what[i] && (!after[i] || at[c, k[c] + 1] <= after[i]))
				later = at[c, ++k[c]]
			if (what[i] == "entry") {
				begin[c] = time[i]; done[c] = later; of[c] = name[i]; in_it[c] = inside
				continue
			}
			if (!begin[c])
				continue
			# without the second one the next event is later than awl, too
			most[of[c]] += (later ? later : after[i] ? after[i] : time[i] + 20) - begin[c] + 2
			count[of[c]]++
			if (in_it[c] && inside && done[c]) {
				least[of[c]] += time[i] - done[c] - 2
				matched[of[c]]++
			}
			begin[c] = 0
		}
		for (i in count)
			printf("%s %d %.0f %.0f\n", i, matched[i], least[i], most[i])
	}' "$TMP/second" "$TMP/first" >"$TMP/ftrace" 2>"$TMP/back"
	[ ! -s "$TMP/back" ] || {
		echo "not done: times of $1: the clock went back by $(sed -n 's/^back //p;q' "$TMP/back") us"
		return
	}
	awk -v what="$1" 'FILENAME ~ /ours/ { ours[tolower($1)] = $2; next }
		{
			text = what " " $1 ": " ours[$1] + 0 " us, by ftrace " $3 " to " $4 ", " $2 " times"
			if (ours[$1] + 1 < $3 || ours[$1] > $4 + 1)
				print text
			else
				print text >"/dev/stderr"
		}' "$TMP/ours" "$TMP/ftrace" >"$TMP/wrong" 2>"$TMP/right"
	want "times of $1 that are wrong" '' "$(cat "$TMP/wrong")"
	[ "$1" = softirqs ] || [ -s "$TMP/ftrace" ] || [ -s "$TMP/ours" ] || {
		echo "not done: times of $1: there were none, also for ftrace"
		return
	}
	at_least "times of $1" 1 "$(wc -l <"$TMP/right")"
	at_least "events of $1 that are matched" 1 "$(awk '{ n += $2 } END { print n }' "$TMP/ftrace")"
	cat "$TMP/right"
}
timed hardirqs irq_handler
timed softirqs softirq

# Which code keeps interrupts off for long?
if [ ! -d $T/events/preemptirq/irq_disable ]; then
	echo "not done: interrupts that are off for long: this kernel has no events preemptirq:*"
	finish
fi
awl -q -c "$W sleep 100" 'tracepoint:preemptirq:irq_disable { @off[cpu] = nsecs; @by[cpu] = args.caller_offs; }
	tracepoint:preemptirq:irq_enable / @off[cpu] / {
		@us[ksym(kaddr("_stext") + @by[cpu])] = max((nsecs - @off[cpu]) / 1000); delete @off[cpu]; }
	END { clear(@off); clear(@by); }'
status 0
at_least "functions that switch interrupts off" 1 "$(grep -c '^@us\[' "$OUT")"
finish
