# SPDX-License-Identifier: GPL-2.0-or-later
# needs: openmetrics
# Labels of metrics are named after the expression of the key, also within calls and casts.  A label
# has a number if the key has no name, if the name is used twice, or if the format uses it.
cat >"$TMP/labels.awl" <<'EOF'
# field a_u8: 200
# field a_s16: -3
# field name: "first"
# fire x2
tracepoint:test:sizes {
	$depth = 4; $le = 5;
	@n[args.a_u8, (int32)args.a_s16, str(args.name), $depth, comm, 7, args.a_u8 + 1, $le, comm] = count();
}
EOF
"$BUILD/tests/awlvm" -1 x86_64 -o "$TMP/labels.prom" "$TMP/labels.awl" || exit 1
grep '^awl_n_total{' "$TMP/labels.prom" >"$TMP/have"
echo 'awl_n_total{script="labels",a_u8="200",a_s16="-3",name="first",depth="4",comm="test",key5="7",key6="201",key7="5",key8="test"} 2' |
	diff - "$TMP/have"
