#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A reader that sleeps.  After a signal (the made-up kernel sends one when all has
# happened) awl gives it a moment, then ends and says what was not read.  Without a
# signal it waits, and a signal ends that, too.
bad=0
fail() { echo "FAIL: $*"; bad=1; }
export AWLVM_SLEPT="$TMP/slept"
vm() { exec timeout --foreground 60 "$BUILD/tests/awlvm" -1 x86_64 "$@"; }
ms() { date +%s%3N; }
# slept LIMIT: what awl waited, whatever else kept the machine busy
slept() {
	[ "$(cat "$AWLVM_SLEPT")" -lt "$1" ] || fail "it slept $(cat "$AWLVM_SLEPT") ms, not $1"
}
# reader FILE: reads only after awl has ended
reader() {
	while [ ! -e "$TMP/ended" ]; do sleep 0.05; done
	exec cat >"$1"
}
cat >"$TMP/many.awl" <<'X'
# fire x30000
kprobe:f { @i++; printf("line %d of many\n", @i); }
X
cat >"$TMP/begin.awl" <<'X'
begin { $i = 0; while ($i < 1000) { $i++; printf("%0400d\n", $i); } }
X
mkfifo "$TMP/fifo" || exit 1

(vm "$TMP/many.awl") >"$TMP/all" || fail "status $?"
(vm -o "$TMP/file" "$TMP/many.awl") || fail "status $?"
cmp "$TMP/all" "$TMP/file" || fail "-o differs"

# asleep: what came and what was lost is all there was
reader "$TMP/some" <"$TMP/fifo" &
(vm "$TMP/many.awl") >"$TMP/fifo" 2>"$TMP/err" || fail "status $?: $(cat "$TMP/err")"
: >"$TMP/ended"
slept 1000
wait
rm "$TMP/ended"
lost=$(sed -n "s/^Lost \([0-9]*\) bytes of output: the output's reader was too slow\$/\1/p" "$TMP/err")
[ "${lost:-0}" -gt 0 ] || fail "nothing is told: $(cat "$TMP/err")"
[ $(($(wc -c <"$TMP/some") + lost)) = "$(wc -c <"$TMP/all")" ] ||
	fail "$(wc -c <"$TMP/some") bytes came, $lost were lost, of $(wc -c <"$TMP/all")"

# no signal: the reader is awaited
(vm "$TMP/begin.awl") >"$TMP/all" || fail "status $?"
[ "$(wc -c <"$TMP/all")" = 401002 ] || fail "$(wc -c <"$TMP/all") bytes"
(sleep 1; cat) <"$TMP/fifo" >"$TMP/some" &
(vm "$TMP/begin.awl") >"$TMP/fifo" || fail "status $?"
wait
cmp "$TMP/all" "$TMP/some" || fail "the slow reader did not get all"

# ... until a signal
reader /dev/null <"$TMP/fifo" &
began=$(ms)
(vm "$TMP/begin.awl") >"$TMP/fifo" 2>"$TMP/err" &
awl=$!
sleep 0.7
kill -0 $awl 2>/dev/null || fail "it did not wait"
before=$(($(ms) - began))
kill -INT $awl 2>/dev/null || kill -TERM $awl
wait $awl
slept $((before + 1000))
: >"$TMP/ended"
wait
grep -q '^Lost [0-9]* bytes of output' "$TMP/err" || fail "nothing is told"
exit $bad
