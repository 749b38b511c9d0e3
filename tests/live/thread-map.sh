# SPDX-License-Identifier: GPL-2.0-or-later
#
# Programs keep the deleted entries of @at[tid] for the thread that may come again.  awl removes those
# of threads that have ended, before they fill the map: 192 threads in a map for 64, which has room
# for 128.
. "$TESTS/live/common"
need_tracefs
cat >"$TMP/threads" <<E
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do
	for k in 1 2 3 4 5 6 7 8; do $W getppid 3; done
	sleep 0.9 2>/dev/null || sleep 1
done
E
awl -q -c "sh $TMP/threads" "config = { max_map_keys = 64; }
tracepoint:syscalls:sys_enter_getppid / $MINE / { @at[tid] = nsecs; }
tracepoint:syscalls:sys_exit_getppid / $MINE && @at[tid] / {
	if (nsecs >= @at[tid]) { @n = count(); }
	delete(@at[tid]);
}"
status 0
line '@n: 576'
lines 0 '^@at'
nomatch "$ERR" Lost

# Threads have places in the front of @at, one of 1,024 by their number.  Here 600 threads take one
# and end, so awl frees the places.  Two others find theirs taken, so their entries are in the hash.
# Five seconds later they come again and take places, to which their entries move.
last=/proc/sys/kernel/ns_last_pid
if [ -e $last ]; then
	cat >"$TMP/threads" <<-E
	i=0
	while [ \$i -lt 600 ]; do
		sh -c 'umask 101; echo \$\$ >$TMP/pid'
		i=\$((i + 1))
		[ \$i != 300 ] || pid=\$(cat $TMP/pid)
	done
	for mode in 103 101; do
		echo \$((pid + 1023)) >$last
		sh -c "echo \\\$\\\$ >$TMP/own.\$mode; umask 102; sleep 5; umask \$mode" &
		sleep 1
		pid=\$((pid + 1))
	done
	wait
	E
	awl -q -c "sh $TMP/threads" 'tracepoint:syscalls:sys_enter_umask
		/ args.mask >= 0101 && args.mask <= 0103 / {
		@at[tid] = args.mask;
		if (args.mask == 0101) { delete(@at[tid]); }
		@n[args.mask] = count();
	}'
	status 0
	line '@n[65]: 601'
	# a shell may set the old mask when it reads it
	at_least 'stores of the two' 2 "$(sed -n 's/^@n\[66\]: //p' "$OUT")"
	line '@n[67]: 1'
	want 'the entry that is left' "@at[$(cat "$TMP/own.103")]: 67" "$(grep '^@at' "$OUT")"
else
	echo "no $last: the front's places were not tried"
fi

# An entry that was not deleted stays, and is shown, also when its thread has ended.
awl -q -c "sh -c '$W getppid 2; $W getppid 3; $W getppid 4'" "
tracepoint:syscalls:sys_enter_getppid / $MINE / { @calls[tid]++; @at[tid] = nsecs; }
tracepoint:syscalls:sys_exit_getppid / $MINE / {
	delete(@at[tid]);
	if (@calls[tid] == 3) { delete(@calls[tid]); }
}"
status 0
want calls '1 2' "$(sed -n 's/^@calls.*: //p' "$OUT" | sort | tr '\n' ' ' | sed 's/ $//')"
lines 0 '^@at'
finish
