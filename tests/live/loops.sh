# SPDX-License-Identifier: GPL-2.0-or-later
#
# Loops of many rounds.  From 5.17 on the kernel calls the body.  Older kernels stop after 1,024
# rounds, and awl reports it.
. "$TESTS/live/common"
need_root

script='BEGIN {
	$n = 0; $w = 0; while ($w < 1000000) { $w++; $n += $w; }
	$m = 0; for ($k : 0..$w) { if ($k % 3 == 0) { continue; } $m++; if ($m == 400000) { break; } }
	$z = 0; while ($z < 300) { $y = 0; while ($y < $z) { $y++; @nest++; } $z++; }
	printf("%d %d %d\n", $w, $n, $m); exit(); }'
awl -q "$script"
if grep -q "ends of loops" "$ERR"; then
	status 0
	line "1024 524800 682"		# the sum of 1..1024; two thirds of 1024
	line "@nest: 44850"		# 0 + 1 + … + 299
	match "$ERR" "^Lost 1 ends of loops"
else
	[ $RC = 0 ] && [ ! -s "$ERR" ] || fail "not silent"
	line "1000000 500000500000 400000"
	line "@nest: 44850"
fi
# Exactly 1,024 rounds are not a loss.
awl -q 'BEGIN { $i = 0; while ($i < 1024) { $i++; } $n = 0; for ($k : 0..$i) { $n++; } printf("%d %d\n", $i, $n); exit(); }'
status 0
[ ! -s "$ERR" ] || fail "reported a loss"
line "1024 1024"
# After the inner loop, whose rounds are called, the verifier has forgotten $i.
awl -q 'BEGIN { for ($i : 0..2) { $k = 0; while ($k < 50) { $k++; @[$i] = count(); } } exit(); }'
status 0
out "@[0]: 50
@[1]: 50"
for body in '@[$i] = $s;' 'for ($j : 0..4) { @[$i, $j] = $s; }'; do
	awl -n "BEGIN { for (\$i : 0..4) { \$k = 0; while (\$k < pid) { \$k++; \$s += \$i; } $body } }"
	[ $RC = 0 ] || fail "a loop around a called one, and $body"
done
awl -q 'BEGIN { $x = 5; while ($i < 1000) { $p = &$x; $x += *$p & 1; $i++; $q = &$i; @ = sum(*$q); }
	printf("%d %d\n", $x, *$p); exit(); }'
status 0
out "6 6
@: 500500"

# Programs that were once too complex for the verifier.
awl -q "BEGIN { \$s = \"0x1f4 is 500\"; \$v = strtoul(\$s, 16); if (\$v > 100) { printf(\"%d\\n\", \$v); }
	\$u = strtoul(substr(\$s, 9), 0); if (\$u > 100) { printf(\"%d\\n\", \$u); } exit(); }"
status 0
line 500
for n in 3072 4096; do
	awl -q --strlen $n 'BEGIN { $s = str(kaddr("linux_banner")); printf("%d\n", strstr($s, "no such")); exit(); }'
	# the search of 4096 bytes may pass 6.1's limit of 1,000,000 instructions; the error then
	# names the cure
	[ $RC != 3 ] || [ $n != 4096 ] || ! grep -q 'too complex for the verifier.*--strlen' "$ERR" || continue
	[ $RC = 1 ] || { status 0; line -1; }
done
# The verifier must know the bound of a length after arithmetic.
awl -n 'rawtracepoint:sched_switch { @[substr("abc", 1, arg1 - 1)] = count(); }'
[ $RC = 0 ] || fail "substr() with a computed length"
# Searches, one after the other and in a loop.  With 1,024 rounds in place they would be too
# complex for the verifier.  Strings of 256 bytes would allow fewer searches than these.
awl -n --strlen 128 'kprobe:vfs_read { $s = str(arg1); $t = str(arg2); if (strcontains($s, $t)) { @a++; }
	if (strcontains($t, $s)) { @b++; } if (strcontains($s, "x")) { @c++; } $w = 0;
	while ($w < arg2) { $w++; $x = str(arg1); if (strcontains($s, $x)) { @d++; } } }'
[ $RC = 0 ] || fail "searches in a loop"
finish
