# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools merge
#
# Tools with made-up events.  Those that add times up show the sum in nanoseconds, divided once.  A task is off the CPU 1,000 times for 1,999 ns, and another 999 times for 998,001 ns.
# Together these are 999,001.999 us.
{
	i=0
	echo '# comm: a'
	while [ $i -lt 1000 ]; do
		cat <<-EOF
			# nsecs: $((1000000000 + i * 1000000))
			# field prev_pid: 7
			# field prev_state: 1
			# field next_pid: 8
			# fire tracepoint:sched:sched_switch
			# nsecs: $((1000000000 + i * 1000000 + 1999))
			# field prev_pid: 8
			# field next_pid: 7
			# fire tracepoint:sched:sched_switch
		EOF
		i=$((i + 1))
	done
	cat "$TESTS/../tools/offcputime.awl"
} >"$TMP/offcputime.awl"
for arch in $RUNS; do
	"$BUILD/tests/awlvm" -a $arch "$TMP/offcputime.awl" >"$TMP/out" 2>"$TMP/err" || { cat "$TMP/err"; exit 1; }
	got=$(sed -n 's/^.*, a\]: //p' "$TMP/out")
	[ "$got" = 999001 ] || { echo "$arch: '$got'"; cat "$TMP/out"; exit 1; }
done
# saved maps have the nanoseconds: two machines have 1,998,003.998 us
for i in 1 2; do
	"$BUILD/tests/awlvm" -1 $arch -o "$TMP/$i.awlmap" "$TMP/offcputime.awl" || exit 1
done
got=$("$AWL" --merge -F csv "$TMP/1.awlmap" "$TMP/2.awlmap" | sed -n 's/.*,a,//p')
[ "$got" = 1998003 ] || { echo "merged: '$got'"; "$AWL" --merge "$TMP/1.awlmap" "$TMP/2.awlmap"; exit 1; }
# llcstat: no virtual machine has a counter of the last cache; an event is 10,000 uses or misses
{
	printf '# pid: 7\n# comm: a\n# fire hardware:cache-references:10000 x5\n# fire hardware:cache-misses:10000 x2\n'
	printf '# pid: 8\n# comm: b\n# fire hardware:cache-references:10000\n'
	cat "$TESTS/../tools/llcstat.awl"
} >"$TMP/llcstat.awl"
for arch in $RUNS; do
	"$BUILD/tests/awlvm" -a $arch "$TMP/llcstat.awl" >"$TMP/out" || exit 1
	grep . "$TMP/out" | diff - /dev/fd/3 3<<-'W' || exit 1
		@misses[7, a]: 20000
		@references[8, b]: 10000
		@references[7, a]: 50000
	W
done
# no tool rounds the values that it adds up
! grep -nE '(sum|avg|stats)\(.*/ 1000' "$TESTS"/../tools/*.awl
