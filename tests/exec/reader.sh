#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The reader of the output sleeps.  The made-up kernel sends a signal after the last event.  After a
# signal awl waits a moment, then ends and reports the number of unread bytes.  Without a signal it
# waits, and a signal ends the wait.
bad=0
fail() { echo "FAIL: $*"; bad=1; }
export AWLVM_SLEPT="$TMP/slept"
vm() { exec timeout --foreground 60 "$BUILD/tests/awlvm" -1 x86_64 "$@"; }
ms() { date +%s%3N; }
# slept LIMIT: awl waited less than LIMIT ms, not counting time when the machine was busy
slept() {
	[ "$(cat "$AWLVM_SLEPT")" -lt "$1" ] || fail "awl waited $(cat "$AWLVM_SLEPT") ms, more than $1"
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

# the reader sleeps: received and lost bytes add up to all bytes
reader "$TMP/some" <"$TMP/fifo" &
(vm "$TMP/many.awl") >"$TMP/fifo" 2>"$TMP/err" || fail "status $?: $(cat "$TMP/err")"
: >"$TMP/ended"
slept 1000
wait
rm "$TMP/ended"
lost=$(sed -n "s/^Lost \([0-9]*\) bytes of output: the output's reader was too slow\$/\1/p" "$TMP/err")
[ "${lost:-0}" -gt 0 ] || fail "no loss is reported: $(cat "$TMP/err")"
[ $(($(wc -c <"$TMP/some") + lost)) = "$(wc -c <"$TMP/all")" ] ||
	fail "$(wc -c <"$TMP/some") bytes received and $lost lost of $(wc -c <"$TMP/all")"

# without a signal awl waits for the reader
(vm "$TMP/begin.awl") >"$TMP/all" || fail "status $?"
[ "$(wc -c <"$TMP/all")" = 401002 ] || fail "$(wc -c <"$TMP/all") bytes"
(sleep 1; cat) <"$TMP/fifo" >"$TMP/some" &
(vm "$TMP/begin.awl") >"$TMP/fifo" || fail "status $?"
wait
cmp "$TMP/all" "$TMP/some" || fail "the slow reader did not get everything"
# ... also for a reader that takes little pieces
(sleep 0.5; for i in 1 2 3 4; do dd bs=$((i * 3000)) count=1 2>/dev/null; sleep 0.1; done; cat) <"$TMP/fifo" >"$TMP/some" &
(vm "$TMP/begin.awl") >"$TMP/fifo" || fail "status $?"
wait
cmp "$TMP/all" "$TMP/some" || fail "the reader of little pieces did not get everything"

# ... until a signal arrives
reader /dev/null <"$TMP/fifo" &
began=$(ms)
(vm "$TMP/begin.awl") >"$TMP/fifo" 2>"$TMP/err" &
awl=$!
sleep 0.7
kill -0 $awl 2>/dev/null || fail "awl did not wait"
before=$(($(ms) - began))
kill -INT $awl 2>/dev/null || kill -TERM $awl
wait $awl
slept $((before + 1000))
: >"$TMP/ended"
wait
grep -q '^Lost [0-9]* bytes of output' "$TMP/err" || fail "no loss is reported"
exit $bad
