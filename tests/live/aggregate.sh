# SPDX-License-Identifier: GPL-2.0-or-later
#
# Every aggregation is exact while four processes update it at once on all CPUs: unkeyed and
# keyed ones, plain counters, and keys that all CPUs insert first at the same time.
# AWL_RUNS=20 repeats the test; tests/vm/exact uses it.
. "$TESTS/live/common"
need_tracefs
P=4 N=${AWL_CALLS-1500}
ALL=$((P * N))
program="
tracepoint:syscalls:sys_enter_getppid / $MINE / {
	@n = count(); @sum = sum(3); @avg = avg(7); @min = min(5); @max = max(9);
	@stats = stats(2); @q = quantize(5); @lq = lquantize(5, 0, 10, 2);
	@neg = sum(-3);
	@x++; @plus += 5; @y[0]++; @z[comm] += 2;
	@by_comm[comm] = count(); @by_pid[pid] = count(); @by_both[pid, comm] = sum(2);
	@savg[pid] = avg(cpu * 0 + 4); @smin[comm] = min(6); @smax[comm] = max(8);
	@sq[comm] = quantize(100); @slq[comm] = lquantize(42, 0, 100, 10); @sst[comm] = stats(11);
	@cpu[cpu] = count();
}"

# Kernels from 7.x on preempt tasks inside system call tracepoints.  They then skip other tasks'
# hits on that CPU.  awl must report exactly how many were skipped.
skipped() { awk '/^Lost [0-9]+ hits/ { n += $2 } END { print n + 0 }' "$ERR"; }

one() {
	awl -q -c "$W forkppid $P $N" "$program"
	status 0
	if [ "$(skipped)" != 0 ]; then
		line "@n: $((ALL - $(skipped)))"
		line "@x: $((ALL - $(skipped)))"
		return
	fi
	line "@n: $ALL"
	line "@sum: $((3 * ALL))"
	line "@neg: -$((3 * ALL))"
	line "@avg: 7"
	line "@min: 5"
	line "@max: 9"
	line "@stats: { .count = $ALL, .average = 2, .total = $((2 * ALL)) }"
	line "@x: $ALL"
	line "@plus: $((5 * ALL))"
	line "@y[0]: $ALL"
	line "@z[$COMM]: $((2 * ALL))"
	line "@by_comm[$COMM]: $ALL"
	line "@smin[$COMM]: 6"
	line "@smax[$COMM]: 8"
	line "@sst[$COMM]: { .count = $ALL, .average = 11, .total = $((11 * ALL)) }"
	lines $P "^@by_pid\[[0-9]+\]: $N\$"
	lines $P "^@by_both\[[0-9]+, $COMM\]: $((2 * N))\$"
	lines $P "^@savg\[[0-9]+\]: 4\$"
	match "$OUT" "^\[4, 8\) +$ALL \|@{52}\|\$"
	match "$OUT" "^\[64, 128\) +$ALL \|@{52}\|\$"
	lines 1 "^\[4, 6\) +$ALL \|"
	lines 1 "^\[40, 50\) +$ALL \|"
	want "sum over CPUs" $ALL "$(sed -n 's/^@cpu\[[0-9]*\]: //p' "$OUT" | awk '{ n += $1 } END { print n + 0 }')"
	[ ! -s "$ERR" ] || fail "not silent"
}

# All processes insert the same 400 keys at the same time.
race() {
	awl -q -c "$W forkids $P 400" "tracepoint:syscalls:sys_enter_getpgid / $MINE / {
		@agg[data->pid] = count(); @plain[data->pid]++; @plus[data->pid] += 10;
		@st[data->pid] = stats(data->pid); }"
	status 0
	if [ "$(skipped)" != 0 ]; then
		want "sum" $((400 * P - $(skipped))) "$(sed -n 's/^@agg.*: //p' "$OUT" | awk '{ n += $1 } END { print n }')"
		return
	fi
	lines 400 "^@agg\[[0-9]+\]: $P\$"
	lines 400 "^@plain\[[0-9]+\]: $P\$"
	lines 400 "^@plus\[[0-9]+\]: $((10 * P))\$"
	lines 400 "^@st\[[0-9]+\]: \{ .count = $P, "
	[ ! -s "$ERR" ] || fail "not silent"
}

run=0
while [ $run -lt "${AWL_RUNS-2}" ]; do
	one
	race
	run=$((run + 1))
done
finish
