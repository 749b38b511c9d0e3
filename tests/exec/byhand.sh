#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# No program has more than 1.3 times the instructions of one written by hand for the same job
# (tests/bench/byhand.c).  tests/bench/run measures their cost.
tab=$(printf '\t')
rc=0
"$BUILD/tests/bench/byhand" -l >"$TMP/hand"
[ -s "$TMP/hand" ] || exit 1
while IFS=$tab read -r name hand; do
	program=$(sed -n "s/^$name$tab//p" "$TESTS/bench/rows")
	for arch in x86_64 aarch64 arm; do
		own=$("$BUILD/tests/awlvm" -a "$arch" -n -S "$program" |
			awk '/^[a-z].*: [0-9]+ instructions/ { sub(/.*: /, ""); n += $1 } END { print n + 0 }')
		[ "$own" -gt 0 ] && [ $((own * 10)) -le $((hand * 13)) ] ||
			{ echo "$name on $arch: $own instructions, $hand if written by hand"; rc=1; }
	done
done <"$TMP/hand"
exit $rc
