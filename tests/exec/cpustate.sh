# SPDX-License-Identifier: GPL-2.0-or-later
#
# S5: scripts/cpustate.awl given events of two CPUs at known times.  No virtual
# machine has frequencies, so that this is where they are seen.
idle() { at "$@" cpu_idle; }		# idle US CPU STATE: -1 ends it
freq() { at "$@" cpu_frequency; }	# freq US CPU KHZ
at() {
	echo "# nsecs: $((1000000000 + $1 * 1000))"
	echo "# cpu: $2"
	echo "# field cpu_id: $2"
	echo "# field state: $3"
	echo "# fire tracepoint:power:$4"
}

# CPU 0: in state 1 for 300 us and 200 us, in 2 for 50; then 100 us and 500 at an
# unknown frequency, then 1000 at 800000 and, interrupted by 40 us in state 1, 200
# + 60 at 1200000.  CPU 1: never idle, 700 us at 600000, then what is not closed.
{
	idle 0 0 1; idle 300 0 -1; idle 400 0 2; idle 450 0 -1
	freq 950 0 800000
	freq 1000 1 600000
	idle 1950 0 1; idle 2150 0 -1
	freq 2150 0 1200000; idle 2350 0 1; idle 2390 0 -1; idle 2450 0 1
	idle 2460 1 0; idle 2470 1 -1; freq 3170 1 900000
	cat "$TESTS/../scripts/cpustate.awl"
} >"$TMP/cpustate.awl"

for arch in x86_64 aarch64 arm; do
	"$BUILD/tests/awlvm" -a $arch "$TMP/cpustate.awl" >"$TMP/out" 2>"$TMP/err" || { cat "$TMP/err"; exit 1; }
	grep . "$TMP/out" | sort >"$TMP/got"
	cat >"$TMP/want" <<-'W'
		@busy_us[0, 0]: 600
		@busy_us[0, 1200000]: 260
		@busy_us[0, 800000]: 1000
		@busy_us[1, 600000]: 700
		@idle_us[0, 1]: 540
		@idle_us[0, 2]: 50
		@idle_us[1, 0]: 10
	W
	diff "$TMP/want" "$TMP/got" || exit 1
done
