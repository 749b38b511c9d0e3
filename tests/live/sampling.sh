# SPDX-License-Identifier: GPL-2.0-or-later
#
# profile asks for more samples than the kernel takes: taken and lost samples add up to the number
# that fits in the time.
. "$TESTS/live/common"
need_root

# When samples take long, the kernel lowers the allowed rate, also during earlier tests, and then
# refuses the first rate of this test.
S=/proc/sys/kernel
percent=$(cat $S/perf_cpu_time_max_percent)
[ -z "${AWL_ALONE-}" ] || { echo 100000 >$S/perf_event_max_sample_rate; echo 0 >$S/perf_cpu_time_max_percent; }

# rate SPEC PER_SECOND: samples CPU 0 for some tenths of a second
rate() {
	awl -c "$W spin 400" "profile:0:$1 { @ = count(); } END { @ms = elapsed / 1000000; }"
	status 0
	came=$(sed -n 's/^@: //p' "$OUT") ms=$(sed -n 's/^@ms: //p' "$OUT")
	lost=$(sed -n 's/^Lost \([0-9]*\) samples (profile:0:.*/\1/p' "$ERR")
	all=$((came + ${lost:-0})) due=$(($2 * ms / 1000))
}
for spec in '100000hz 100000' '10us 100000' '1us 1000000'; do
	set -- $spec
	rate "$1" "$2"
	# attaching takes time without samples
	[ $all -le $((due + due / 20 + 2)) ] && [ $all -ge $((due / 3)) ] ||
		fail "$1: $came samples and ${lost:-0} lost in $ms ms, want $due"
done
# the kernel's shortest period is 10 us, so at least nine of ten samples of 1us are missing
[ "${lost:-0}" -ge $((all * 8 / 10)) ] || fail "only ${lost:-0} of $all are reported as lost"
match "$ERR" '^Lost .* samples .*kernel.perf_event_max_sample_rate'

# A busy process gets samples for the time it runs; missing samples are reported.
rate 1000hz 1000
[ $all -ge $((due / 3)) ] || fail "$came samples and ${lost:-0} lost in $ms ms, want $due"
awl --strict -c "$W sleep 20000000" 'profile:1us { @ = count(); }'
status 4
match "$ERR" '^Lost .* samples'
rate 10hz 10
nomatch "$ERR" '^Lost .* samples'
[ -z "${AWL_ALONE-}" ] || echo "$percent" >$S/perf_cpu_time_max_percent
finish
