# SPDX-License-Identifier: GPL-2.0-or-later
#
# BEGIN, END, interval and profile: their order, number and rate.
. "$TESTS/live/common"
need_root

awl 'BEGIN { printf("one\n"); } BEGIN { printf("two\n"); } END { printf("three\n"); @x = 1; } end { printf("four\n"); }'
status 0
out "one
two
three
four
@x: 1"
awl -q 'BEGIN { print((probe, 1)); printf("%s %d\n", comm, pid); exit(7); printf("never\n"); } END { printf("end\n"); }'
status 7
line "(begin, 1)"
lines 1 '^awl(-[a-z0-9_]+)? [0-9]+$'
line end
noline never

# An interval fires ten times a second.  A busy machine may miss some, so there are three tries.
ticks() {
	awl -q -t 1.05 'interval:100ms { @n = count(); @c = count(); printf("%d\n", elapsed / 1000000 >= 90); } interval:s:1 { @s = count(); }'
	status 0
	n=$(sed -n 's/^@n: //p' "$OUT")
	noline 0
	line "@s: 1"
	[ "${n:-0}" -le 11 ] || fail "interval:100ms fired $n times in a second"
	[ "${n:-0}" -ge 7 ]
}
ticks || ticks || ticks || fail "interval:100ms fired $n times in a second"

# Values are printed and cleared each time.
view() {
	awl -q -t 0.5 'interval:200ms { @x++; print(@x); clear(@x); }'
	[ "$(grep -c '^@x: 1$' "$OUT")" = 2 ]
}
view || view || view || lines 2 '^@x: 1$'
want "values" "@x: 1" "$(grep '^@' "$OUT" | sort -u | tr '\n' ' ' | sed 's/@x: 0 //; s/ $//')"

# exit() from an interval, with a status
awl -q 'interval:50ms { @n++; if (@n == 3) { exit(5); } }'
status 5
line "@n: 3"

# A busy process gets a sample in nearly every tick of its CPU time.
awl -q -c "$W spin 1000" "profile:hz:99 / $MINE / { @n = count(); @c[comm] = count(); @st[kstack(3)] = count(); }
p:10ms / $MINE / { @ten = count(); }"
status 0
for what in n ten; do
	n=$(sed -n "s/^@$what: //p" "$OUT")
	[ "${n:-0}" -ge 50 ] && [ "${n:-0}" -le 150 ] || fail "$n samples ($what) of a second at 100 Hz"
done
awl -q -t 0.3 'profile:0:100hz { @[cpu] = count(); }'
status 0
lines 1 '^@\[0\]: [1-9]'
lines 1 '^@'
awl -q 'profile:nonsense { @ = count(); }'
status 1
finish
