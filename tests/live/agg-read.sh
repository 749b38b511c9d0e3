# SPDX-License-Identifier: GPL-2.0-or-later
#
# Probes can read aggregations.  With a single process the value read is the exact total so far,
# on any number of CPUs.  Reading keyed min() and max() needs Linux 5.19; on 32-bit machines
# reading any keyed aggregation does.
. "$TESTS/live/common"
need_tracefs
all() { # all [STATEMENTS]: unkeyed aggregations, and these statements
	awl -q -c "$W getppid 300" "
tracepoint:syscalls:sys_enter_getppid / $MINE / {
	\$x = @n + 1;
	@n = count(); @sum = sum(\$x); @min = min(-\$x); @max = max(\$x); @avg = avg(\$x * 2);
	if (@max == 100) { printf(\"%d %d %d %d\\n\", @min, @avg, @sum, @n); }
	${1-}
}"
}
all "@kavg[pid] = avg(-\$x); @ksum[comm] = sum(\$x);
	if (@avg == @kavg[pid] * -2 || @avg == @kavg[pid] * -2 + 1) { @same = count(); }
	if (@ksum[comm] == @sum) { @ksame = count(); }"
if [ $RC = 1 ] && grep -q 'needs a kernel from 5.19 on on 32-bit' "$ERR"; then
	match "$ERR" 'error: reading @kavg\[\.\.\.\] in a probe'
	match "$ERR" 'error: reading @ksum\[\.\.\.\] in a probe'
	all
	status 0
else
	status 0
	line "@same: 300"
	line "@ksame: 300"
fi
line "-100 101 5050 100"

awl -q -c "$W getppid 300" "
tracepoint:syscalls:sys_enter_getppid / $MINE / {
	@k = (uint64)@k + 1; @kmin[pid, comm] = min(-@k); @kmax[pid] = max(@k);
	if (@kmax[pid] == @k && @kmin[pid, comm] == -@k) { @right = count(); }
	if (@kmax[0] == 0) { @none = count(); }
}"
if [ $RC = 1 ] && grep -q 'needs a kernel from 5.19' "$ERR"; then
	match "$ERR" '^program:3:.*error: reading @kmin\[\.\.\.\] in a probe needs a kernel from 5.19 on: print it'
else
	status 0
	line "@right: 300"
	line "@none: 300"
fi
finish
