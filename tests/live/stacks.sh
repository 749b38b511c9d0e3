# SPDX-License-Identifier: GPL-2.0-or-later
#
# Kernel stacks: as key, value and text; exact also when the kernel's stack
# table is so small that stacks collide in it.
. "$TESTS/live/common"
need_tracefs

# One call site: one stack, on whatever CPU.  (System call tracepoints have no
# kernel stack before 6.13: the kernel hands them the user's registers.  On arm
# the kernel can't unwind from any tracepoint: kprobes there.)
FORK=tracepoint:task:task_newtask ALLOC=tracepoint:kmem:kmem_cache_alloc FREE=tracepoint:kmem:kfree
if [ "$ARCH" = arm ]; then
	need_kprobes
	FORK=kprobe:wake_up_new_task ALLOC=kprobe:kmem_cache_free FREE=kprobe:kfree
fi
awl -q -c "$W fork 100" "$FORK / $MINE / { @[stack] = count(); @c[kstack(1), comm] = count(); @n = count(); }"
status 0
line "]: 100"
line ", $COMM]: 100"

# Many different stacks: reads, writes, opens, forks, through every function
# of the slab allocator.  What is counted by stack sums up to what was counted.
cat >"$TMP/load" <<E2
$W open 20 /proc/self/status; $W open 20 /dev/null; $W open 20 /; $W sockets 30; $W fork 20; $W maps 20; $W procs 2 20
E2
prog="$ALLOC { @[stack] = count(); @n = count(); } $FREE { @f[stack(20)] = count(); @m = count(); }"
if [ -n "${AWL_ALONE-}" ]; then
	for size in "" "--map-size 4096" ; do
		awl -q $size -c "sh $TMP/load" "$prog"
		status 0
		# hits inside other probes are skipped by the kernel, and told
		grep -v '^Lost [0-9]* hits' "$ERR" | grep -q . && fail "not silent"
		want "sum over stacks" "$(sed -n 's/^@n: //p' "$OUT")" "$(awk '/^@f/ { skip = 1 } /^@\[/ { skip = 0 } !skip && /^\]: / { n += $2 } END { print n }' "$OUT")"
		want "sum over stacks of 20" "$(sed -n 's/^@m: //p' "$OUT")" "$(awk '/^@f/ { on = 1 } /^@\[/ { on = 0 } on && /^\]: / { n += $2 } END { print n }' "$OUT")"
		distinct=$(grep -c '^\]: ' "$OUT")
		[ "$distinct" -ge 20 ] || fail "only $distinct stacks"
	done
	# a table of stacks with hardly any place: it can't hold all, and says so
	awl -q --map-size 128 -c "sh $TMP/load" "$prog"
	status 0
fi

# As a value, as text, and in the three modes.
awl -q -c "$W fork 2" "$FORK / $MINE / { @v = stack(2); printf(\"%s|\\n\", kstack(2)); }"
status 0
match "$OUT" '^@v: $'
lines 6 '^        [A-Za-z_0-9.]+\+[0-9]+$'
awl -q -c "$W fork 1" "$FORK / $MINE / { print(kstack(raw, 3)); print(kstack(perf, 3)); }"
status 0
match "$OUT" '^	?[0-9a-f]{8,16}$'
match "$OUT" '^	[0-9a-f]{8,16} [A-Za-z_0-9.]+\+'
awl -q 'BEGIN { print(kstack(200)); }'
status 1
finish
