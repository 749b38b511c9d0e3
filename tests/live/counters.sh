# SPDX-License-Identifier: GPL-2.0-or-later
#
# hardware: a process gets as many samples, at two rates, as its own counter counts.  The counter
# is read in a separate run, because QEMU 7.2 miscounts when two counters run at once.  A machine
# without the counter, or whose counter can't interrupt, must get an error that says so.  An emulated CPU that has to wait keeps
# counting while its interrupt is late, so that samples may be missing.  Each case therefore has
# three tries.
. "$TESTS/live/common"
need_root

# samples EVENT NUMBER PERIOD: compares the samples with a count of one second.  They may differ
# by a tenth and two periods, because only samples include the start and end of the process.
samples() {
	own=$("$W" counted 1000 "$2")
	own=${own#counted }
	awl -q -c "$W spin 1000" "hardware:$1:$3 / $MINE / { @ = count(); }"
	n=$(sed -n 's/^@: //p' "$OUT")
	echo "$1 every $3: ${n-} samples of $own"
	[ "$RC" = 0 ] && [ "$own" -gt 0 ] || return 1
	diff=$((n * $3 - own)) most=$((own / 10 + 2 * $3))
	[ $diff -le $most ] && [ $diff -ge -$most ]
}

for counter in cycles:0 instructions:1 branches:4; do
	event=${counter%:*} number=${counter#*:}
	has=$("$W" counted 1 "$number" 1000000)
	case $has in
	none*)
		echo "$event: $has"
		awl -q -c true "hardware:$event { @ = count(); }"
		status 3
		match "$ERR" "hardware:$event: this machine has no such counter"
		continue
		;;
	esac
	counter_interrupts "$number" || continue
	for period in 20000000 50000000; do
		samples "$event" "$number" $period || samples "$event" "$number" $period ||
			samples "$event" "$number" $period || fail "$event every $period"
	done
done
finish
