# SPDX-License-Identifier: GPL-2.0-or-later
#
# Loops over maps in probes, also inside other statements.  The kernel calls the body as a function.
# This needs a 64-bit machine and Linux 5.13; without them awl prints an error that says so.
. "$TESTS/live/common"
need_tracefs
program="
tracepoint:syscalls:sys_enter_getppid / $MINE / {
	@n++; \$x = @n % 10;
	@by[\$x] = count(); @min[\$x] = min(@n); @avg[\$x, comm] = avg(@n); @val[\$x, comm] = @n;
}
tracepoint:syscalls:sys_enter_getpgid / $MINE / {
	\$sum = 0; \$rounds = 0; \$last = \"\";
	for (\$kv : @by) { \$sum += \$kv.1; \$rounds++; }
	printf(\"sum %d %d\\n\", \$sum, \$rounds);
	if (\$rounds == 1) { printf(\"once\\n\"); }
	if (\$rounds == 10) { printf(\"ten times\\n\"); }
	for (\$kv : @avg) { \$last = \$kv.0.1; @avgs[\$kv.0.0] = \$kv.1; }
	if (\$last == \"\") { printf(\"no name\\n\"); }
	if (\$last == comm) { printf(\"name %s\\n\", \$last); }
	\$found = 0;
	for (\$kv : @val) { if (\$kv.0.0 == 3) { \$found = \$kv.1; break; } if (\$kv.1 > 0) { continue; } @never = 1; }
	printf(\"found %d\\n\", \$found);
	for (\$kv : @val) { for (\$o : @by) { if (\$kv.0.0 == \$o.0) { @pairs = count(); } } delete(@val, (\$kv.0.0, \$kv.0.1)); }
	for (\$kv : @by) { if (\$kv.1 == 10) { return; } }
	printf(\"not here\\n\");
}
END { printf(\"%d\\n\", @n); if (@n > 0) { for (\$kv : @by) { @end = count(); } } }"
awl -q -c "$W getppid 100" -c "$W ids 1" "$program"
if [ $RC = 1 ] && grep -q 'unless it is at the top level' "$ERR"; then
	match "$ERR" 'needs (Linux 5.13 and the BPF JIT|a 64-bit machine), unless'
	skip "$(sed -n 's/.*error: \(a loop.*\)/\1/p' "$ERR" | head -n 1)"
fi
status 0
line "sum 100 10"
noline once
line "ten times"
line "name $COMM"
line "found 93"
noline "not here"
line "@pairs: 10"
line "@avgs[1]: 46"
line "@end: 10"
noline "@never: 1"

# Maps with values per CPU.
awl -q -c "$W getppid 100" -c "$W ids 1" "
tracepoint:syscalls:sys_enter_getppid / $MINE / { @n++; @max[@n % 4] = max(@n); @min[@n % 4] = min(@n); }
tracepoint:syscalls:sys_enter_getpgid / $MINE / {
	for (\$kv : @max) { printf(\"%d %d %d\\n\", \$kv.0, \$kv.1, @min[\$kv.0]); }
}"
if [ $RC = 0 ]; then
	line "0 100 4"
	line "3 99 3"
else
	match "$ERR" 'needs a kernel from 5.19 on'
fi

# Programs on functions, with their arguments; events from the body.
if grep -qw ksys_read /proc/kallsyms; then
	for p in kprobe fentry; do
		awl -q -c "$W read 5" "
		$p:vfs_read / $MINE / { @[comm] = count(); for (\$kv : @) { printf(\"%s %d %d\\n\", \$kv.0, \$kv.1, arg2 < 0); } }"
		status 0
		line "$COMM 3 0"
	done
fi
finish
