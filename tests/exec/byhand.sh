#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# No program has more than 1.3 times the instructions of one written by hand for the same job
# (tests/bench/byhand.c), unless it is longer because it looks in a cheaper place first: then an event
# takes no more instructions than that program has, or a tenth more.  tests/bench/run measures what
# they cost.
tab=$(printf '\t')
rc=0
"$BUILD/tests/bench/byhand" -l >"$TMP/hand"
[ -s "$TMP/hand" ] || exit 1

# steps ARCH PROGRAM N: instructions that N events execute together
steps() {
	echo "$2" >"$TMP/steps.awl"
	i=0
	while [ "$i" -lt "$3" ]; do
		printf '# fire kprobe:*\n# fire kretprobe:*\n' >>"$TMP/steps.awl"
		i=$((i + 1))
	done
	AWLVM_STEPS="$TMP/steps" "$BUILD/tests/awlvm" -1 "$1" "$TMP/steps.awl" >/dev/null 2>&1
	cat "$TMP/steps"
}

while IFS=$tab read -r name hand; do
	program=$(sed -n "s/^$name$tab//p" "$TESTS/bench/rows")
	for arch in x86_64 aarch64 arm; do
		own=$("$BUILD/tests/awlvm" -a "$arch" -n -S "$program" |
			awk '/^[a-z].*: [0-9]+ instructions/ { sub(/.*: /, ""); n += $1 } END { print n + 0 }')
		[ "$own" -gt 0 ] && [ $((own * 10)) -le $((hand * 13)) ] && continue
		event=$(($(steps $arch "$program" 5) - $(steps $arch "$program" 4)))
		[ "$event" -gt 0 ] && [ $((event * 10)) -le $((hand * 11)) ] ||
			{ echo "$name on $arch: $own instructions, $event an event, $hand if written by hand"; rc=1; }
	done
done <"$TMP/hand"
exit $rc
