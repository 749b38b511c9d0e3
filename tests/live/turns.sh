# SPDX-License-Identifier: GPL-2.0-or-later
#
# Programs add while print() is followed by clear() or zero(): the printed values add up to all
# events.
. "$TESTS/live/common"
need_tracefs
N=200000
EV="tracepoint:syscalls:sys_enter_getppid / $MINE /"

# Reading per-CPU values in a probe needs a helper that 32-bit machines have since 5.19.
reads="@read[nsecs % 5] = count(); if (@read[0] > 9) { @x = count(); }" shows="print(@read); clear(@read);"
if [ "$ARCH" = arm ] && ! kernel_at_least 5.19; then
	reads="" shows=""
fi

sum() { # sum REGEX: adds up the last words of lines that match
	awk -v re="$1" '$0 ~ re { n += $NF } END { print n + 0 }' "$OUT"
}
awl -q -c "sh -c '$W getppid $N & $W getppid $N; wait'" "$EV {
	@all = count(); @c = count(); @s += 3; @h = lhist(1, 0, 10, 10);
	@k[nsecs % 128] = count(); @z[cpu, nsecs % 7] = sum(2);
	$reads
}
interval:ms:20 { print(@c); print(@s); print(@k); printf(\"between\\n\"); print(@z); print(@h);
	clear(@c); clear(@s); clear(@k); zero(@z); clear(@h); $shows }"
status 0
skipped=$(skipped_hits)
made=$((2 * N - skipped))
line "@all: $made"
want "count()" $made "$(sum '^@c: ')"
want "+=" $((3 * made)) "$(sum '^@s: ')"
want "keyed count()" $made "$(sum '^@k[[]')"
want "keyed sum() with zero()" $((2 * made)) "$(sum '^@z[[]')"
[ -z "$reads" ] || want "read in the probe" $made "$(sum '^@read[[]')"
want "histogram" $made "$(awk '/^[[]0, 10[)]/ { n += $3 } END { print n + 0 }' "$OUT")"
[ "$(grep -c '^@c: [1-9]' "$OUT")" -gt 1 ] || fail "everything was printed at once"
finish
