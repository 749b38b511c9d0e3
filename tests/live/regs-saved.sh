# SPDX-License-Identifier: GPL-2.0-or-later
#
# Every register of probes on many functions, also those that calls preserve.  The kernel's own
# kprobe event at the same function writes what the registers have at the same calls.
. "$TESTS/live/common"
need_alone
need_kprobes
need_tracefs
EV=$T/kprobe_events
[ -w $EV ] || skip "no kprobe_events"
no_awls
[ -z "$(cat $EV)" ] || skip "kprobe_events is in use"
case $ARCH in
x86_64) regs="bx bp sp r12 r13 r14 r15 di si dx cx r8 r9" ;;
i386) regs="bx bp sp di si dx cx" ;;
ppc64le) regs="r1 r3 r4 r5 r14 r15 r16 r17 r26 r27 r28 r29 r30 r31" ;;
aarch64) regs="x19 x20 x21 x22 x23 x24 x25 x26 x27 x28 x29 sp x0 x1 x2" ;;
*) regs="r4 r5 r6 r7 r8 r9 r10 fp sp r0 r1 r2" ;;
esac
fetch=
reads=
for r in $regs; do
	fetch="$fetch $r=%$r:x64"
	reads="$reads, reg(\"$r\")"
done
# shellcheck disable=SC2086 # each is one %lx
format=$(printf ' %%lx%.0s' $regs)
values() { # of the events named $1, without the names
	sed -n "/ $1: /s/.*) //p" $T/trace | sed 's/[a-z0-9]*=0x/ /g; s/  */ /g'
}

try() { # try KIND EVENT: all calls of __sys_sendto, or all returns
	echo 0 >$T/tracing_on
	echo >$T/trace
	echo "$2:mine/at __sys_sendto$fetch" >$EV 2>"$ERR" || { echo "no $2 event: not tried"; return; }
	echo "comm == \"$COMM\"" >$T/events/mine/at/filter	# awl sends, too
	echo 1 >$T/events/mine/at/enable
	echo 1 >$T/tracing_on
	awl -q -c "$W args 20" "$1:__sys_* / $MINE && func == \"__sys_sendto\" / {
		printf(\"$format\\n\"$reads); }"
	echo 0 >$T/tracing_on
	status 0
	grep . "$OUT" >"$TMP/read"
	values at >"$TMP/said"
	want "$1: calls" 20 "$(wc -l <"$TMP/said")"
	cmp -s "$TMP/read" "$TMP/said" || {
		fail "$1: other values of $regs"
		diff "$TMP/read" "$TMP/said" | head -n 4
	}
	echo 0 >$T/events/mine/at/enable
	wait_for removed
}
# The kernel refuses that as long as an event is in use.  awl's own names are removed by a process that
# goes on after awl has ended.
removed() {
	echo >$EV
	[ -z "$(cat $EV)" ]
} 2>/dev/null

try kprobe p
try kretprobe r
echo 1 >$T/tracing_on
finish
