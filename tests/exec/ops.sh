# SPDX-License-Identifier: GPL-2.0-or-later
#
# Every operator on every pair of integer types, with values at their limits, gives the same results
# as the C compiler.
"$BUILD/tests/ops" script >"$TMP/ops.awl"
"$BUILD/tests/ops" expect >"$TMP/want"
"$BUILD/tests/awlvm" "$TMP/ops.awl" >"$TMP/got" || { tail -n 3 "$TMP/got"; exit 1; }
sed '/^$/d' "$TMP/got" | cmp -s "$TMP/want" - && exit

# the first difference: its clause, the values, and both lines
sed '/^$/d' "$TMP/got" | diff "$TMP/want" - | sed -n '1,20p'
exit 1
