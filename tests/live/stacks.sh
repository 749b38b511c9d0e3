# SPDX-License-Identifier: GPL-2.0-or-later
#
# Kernel stacks as key, value and text.  Counts are exact even if the kernel's stack table is so
# small that stacks collide.
. "$TESTS/live/common"
need_tracefs

# One call site has one stack on all CPUs.  System call tracepoints have no kernel stack before
# 6.13, because the kernel passes them the user's registers.  On arm the kernel can't unwind from
# a tracepoint, so kprobes are used there.
case $ARCH in mips*)
	skip "MIPS has no stacks in tracepoints, and 6.1 oopses with kprobes at kmem_cache_free() and kfree()" ;;
esac
FORK=tracepoint:task:task_newtask ALLOC=tracepoint:kmem:kmem_cache_alloc FREE=tracepoint:kmem:kfree
if [ "$ARCH" = arm ]; then
	need_kprobes
	FORK=kprobe:wake_up_new_task ALLOC=kprobe:kmem_cache_free FREE=kprobe:kfree
fi
awl -q -c "$W fork 100" "$FORK / $MINE / { @[stack] = count(); @c[kstack(1), comm] = count(); @n = count(); }"
status 0
line "]: 100"
line ", $COMM]: 100"

# Many different stacks: reads, writes, opens and forks call every function of the slab allocator.
# The counts by stack add up to the total.
cat >"$TMP/load" <<E2
$W open 20 /proc/self/status; $W open 20 /dev/null; $W open 20 /; $W sockets 30; $W fork 20; $W maps 20; $W procs 2 20
E2
prog="$ALLOC { @[stack] = count(); @n = count(); } $FREE { @f[stack(20)] = count(); @m = count(); }"
if [ -n "${AWL_ALONE-}" ]; then
	for size in "" "--map-size 4096" ; do
		awl -q $size -c "sh $TMP/load" "$prog"
		status 0
		# the kernel skips hits inside other probes, and awl reports them
		grep -v '^Lost [0-9]* hits' "$ERR" | grep -q . && fail "not silent"
		want "sum over stacks" "$(sed -n 's/^@n: //p' "$OUT")" "$(awk '/^@f/ { skip = 1 } /^@\[/ { skip = 0 } !skip && /^\]: / { n += $2 } END { print n }' "$OUT")"
		want "sum over stacks of 20" "$(sed -n 's/^@m: //p' "$OUT")" "$(awk '/^@f/ { on = 1 } /^@\[/ { on = 0 } on && /^\]: / { n += $2 } END { print n }' "$OUT")"
		distinct=$(grep -c '^\]: ' "$OUT")
		[ "$distinct" -ge 20 ] || fail "only $distinct stacks"
	done
	# a stack table with few entries can't hold all stacks, which is reported
	awl -q --map-size 128 -c "sh $TMP/load" "$prog"
	status 0
fi

# As value, as text, and in the three modes.
awl -q -c "$W fork 2" "$FORK / $MINE / { @v = stack(2); printf(\"%s|\\n\", kstack(2)); }"
status 0
match "$OUT" '^@v: $'
lines 6 '^        [A-Za-z_0-9.]+\+[0-9]+$'
awl -q -c "$W fork 1" "$FORK / $MINE / { print(kstack(raw, 3)); print(kstack(perf, 3)); }"
status 0
# Every address is one of the kernel's code, which has only six digits on s390x.
addresses() { # addresses REGEX: those in the lines that match, which must all be in the kernel's code
	grep -E "$1" "$OUT" | awk 'FILENAME != "-" { if ($3 ~ /^_[se]text$/) at[$3] = $1; next }
	{ for (a = $1; length(a) < length(at["_stext"]); ) a = "0" a }
	"x" a < "x" at["_stext"] || "x" a >= "x" at["_etext"] { print "outside:" }
	{ print a }' /proc/kallsyms -
}
addresses '^[0-9a-f]+$' >"$TMP/raw"
addresses '^	[0-9a-f]+ [A-Za-z_0-9.]+\+' >"$TMP/perf"
at_least "raw addresses" 1 "$(grep -c . "$TMP/raw")"
want "addresses outside of the kernel's code" 0 "$(grep -c outside "$TMP/raw")"
want "addresses with names" "$(cat "$TMP/raw")" "$(cat "$TMP/perf")"
# At a function's entry the caller is where it will return to, also where only a register has it.
if [ "$ARCH" != arm ] && [ -e /sys/bus/event_source/devices/kprobe ]; then
	awl -q -c "$W fork 3" "kprobe:wake_up_new_task / $MINE / {
		print(kstack(raw, 2)); printf(\"%lx\n\", retaddr); @[len(kstack) > 2, len(kstack(2))] = count(); }"
	status 0
	want callers 3 "$(grep -E '^[0-9a-f]+$' "$OUT" | awk 'NR % 3 == 2 { frame = $0 }
		NR % 3 == 0 && $0 == frame { n++ } END { print n + 0 }')"
	line "@[true, 2]: 3"
fi
awl -q 'BEGIN { print(kstack(200)); }'
status 1
finish
