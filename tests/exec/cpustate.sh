# SPDX-License-Identifier: GPL-2.0-or-later
#
# S5: tools/cpustate.awl with events at known times.  No virtual machine has events of
# frequencies, so they are made up here.
idle() { at "$1" "$2" "$3"; echo "# fire tracepoint:power:cpu_idle"; }	# idle MS CPU STATE: -1 ends it
freq() { at "$@"; echo "# fire tracepoint:power:cpu_frequency"; }	# freq MS CPU KHZ
tick() { at "$1" "$2" 0; echo "# tid: $3"; echo "# fire profile*"; }	# tick MS CPU TID
at() {
	echo "# nsecs: $((1000000000 + $1 * 1000000))"
	echo "# cpu: $2"
	echo "# field cpu_id: $2"
	echo "# field state: $3"
}

# The trace lasts from 100 to 2100 ms.
# CPU 0 is in state 1 at the start, for 100 ms and later for 300 ms, and in state 2 for 50 ms.  Of
# its 1550 busy ms, 200 are at an unknown frequency, 1000 at 800000 and the others at 1200000.
# CPU 1 is always busy, at 600000 from 700 ms after the start on.  Only a tick shows that.
# CPU 2 is always idle.  CPU 3 is in an unknown idle state for 500 ms and then busy.
{
	idle 0 0 1
	tick 100 0 0; tick 100 1 77; tick 150 2 0; tick 600 3 0
	idle 200 0 -1; freq 400 0 800000
	idle 600 3 -1
	freq 800 1 600000
	idle 900 0 1; idle 1200 0 -1
	idle 1700 0 2; idle 1750 0 -1
	freq 1750 0 1200000
	tick 2100 1 77
	cat "$TESTS/../tools/cpustate.awl"
} >"$TMP/cpustate.awl"

for arch in $RUNS; do
	"$BUILD/tests/awlvm" -a $arch "$TMP/cpustate.awl" >"$TMP/out" 2>"$TMP/err" || { cat "$TMP/err"; exit 1; }
	grep . "$TMP/out" >"$TMP/got"
	cat >"$TMP/want" <<-'W'
		  CPU    busy  idle 0  idle 1  idle 2  idle 3  idle 4  idle 5  idle 6  idle 7  idle 8  idle 9  idle ?   total
		    0    1550       0     400      50       0       0       0       0       0       0       0       0    2000
		    1    2000       0       0       0       0       0       0       0       0       0       0       0    2000
		    2       0       0       0       0       0       0       0       0       0       0       0    2000    2000
		    3    1500       0       0       0       0       0       0       0       0       0       0     500    2000
		@busy_ms[0, 0]: 200
		@busy_ms[0, 1200000]: 350
		@busy_ms[1, 0]: 700
		@busy_ms[0, 800000]: 1000
		@busy_ms[1, 600000]: 1300
		@busy_ms[3, 0]: 1500
	W
	diff "$TMP/want" "$TMP/got" || exit 1
done
