# SPDX-License-Identifier: GPL-2.0-or-later
#
# All returns are counted although other calls of the function sleep.  The kernel has to follow
# each of these calls.  Returns that it could not follow are reported as lost.  Nothing is left in
# tracefs, however awl ends.
. "$TESTS/live/common"
need_kprobes
need_alone
need_tracefs
N=900

# counted WHAT SLEEPERS: checks the workload's reads of one byte and the sleepers' reads of none
counted() {
	status 0
	want "$1, $2 asleep: bytes read" $N "$(sed -n 's/^@\[vfs_read, 1\]: //p' "$OUT")"
	want "$1: sleepers" "$2" "$(sed -n 's/^@\[vfs_read, 0\]: //p' "$OUT" | grep . || echo 0)"
	nomatch "$ERR" 'Lost|may lose'
}
left() { cat $T/kprobe_events; }
before=$(left)

# One function, several, a pattern; with the attachment that awl chooses and with plain ones; and
# programs that need registers, which trampolines lack.
ways='auto plain'
has_returns || ways=auto
for how in $ways; do
	for n in 0 2 40; do
		awl --attach $how -c "$W blocked $n $N" "kretprobe:vfs_read / $MINE / { @[func, retval] = count(); }"
		counted "--attach $how, one" $n
		want "left in tracefs" "$before" "$(left)"
	done
	awl --attach $how -c "$W blocked 40 $N" "kretprobe:vfs_{read,write,open,statx}* / $MINE / { @[func, retval] = count(); }"
	counted "--attach $how, pattern" 40
	want "left in tracefs" "$before" "$(left)"
	has_returns || continue
	awl --attach $how -c "$W blocked 40 $N" "kretprobe:vfs_read / $MINE / { @[func, retval] = count(); @sp = reg(\"sp\"); }"
	counted "--attach $how, registers" 40
done
# latency
awl -c "$W blocked 20 $N" "$TESTS/../tools/funclatency.awl" vfs_read
status 0
sum=$(awk '/^@ns:/ { on = 1; next } !$0 { on = 0 } on { sub(/^.*[])] */, ""); n += $1 } END { print n + 0 }' "$OUT")
[ "$sum" -ge $((N + 20)) ] || fail "funclatency: $sum of $((N + 20)) reads"

addr=0x$(awk '$3 == "vfs_read" { print $1; exit }' /proc/kallsyms)
if ! has_returns; then	# the other returns are refused, with the reason and a cure
	for p in vfs_read 'vfs_rea*' "$addr"; do
		awl --attach plain -c "$W read 1" "kretprobe:$p / $MINE / { @ = count(); }"
		status 3
		match "$ERR" "return of 'vfs_read.*CONFIG_KPROBES_ON_FTRACE.*: use fexit:vfs_read"
	done
	want "left in tracefs" "$before" "$(left)"
	not_done "return probes that are no trampolines: $NO_RETURNS"
	finish
fi
# A function by its address; two clauses on one function; pairs of entry and return.
awl --attach plain -c "$W blocked 20 $N" "kretprobe:$addr / $MINE / { @a[retval] = count(); }
	kretprobe:vfs_read / $MINE / { @b[retval] = count(); }
	kprobe:vfs_read / $MINE / { @in[tid] = 1; @entries = count(); } kretprobe:vfs_read / @in[tid] / { @out = count(); delete @in[tid]; }"
status 0
for m in a b; do
	line "@${m}[0]: 20"
	line "@${m}[1]: $N"
done
line "@entries: $((N + 20))"
line "@out: $((N + 20))"
nomatch "$OUT" '^@in'

# More sleepers than the kernel can follow: awl reports exactly how many returns are missing.
awl -v --attach plain -c "$W blocked 1 1" "kretprobe:vfs_read / $MINE / { @[func, retval] = count(); }"
slots=$(sed -n 's/.* room for \([0-9]*\) calls at once$/\1/p' "$ERR")
[ "${slots:-0}" -ge 256 ] || fail "room for only ${slots:-no} calls"
P=$((slots + 50))
for format in text json; do
	awl -F $format --attach plain -c "$W blocked $P $N" "kretprobe:vfs_read / $MINE / { @ = count(); }"
	status 0
	if [ $format = text ]; then
		got=$(sed -n 's/^@: //p' "$OUT")
		lost=$(sed -n 's/^Lost \([0-9]*\) hits.*/\1/p' "$ERR")
	else
		got=$(sed -n 's/.*"data": *{"@": *\([0-9]*\)}.*/\1/p' "$OUT")
		lost=$(sed -n 's/.*"events": *\([0-9]*\), *"what": *"hits".*/\1/p' "$OUT")
	fi
	[ "${lost:-0}" -ge $((N + 50)) ] || fail "$format: of $P sleepers and $N reads lost ${lost:-none}"
	[ $((${got:-0} + ${lost:-0})) -ge $((P + N)) ] || fail "$format: $got + $lost of $((P + N)) returns"
done
awl --strict --attach plain -c "$W blocked $P 100000" "kretprobe:vfs_read / $MINE / { @ = count(); }"
status 4

# tracefs is read-only: awl warns, and names the number of calls that the kernel can follow.
mount -o remount,ro $T || fail remount
awl --attach plain -c "$W blocked 0 $N" "kretprobe:vfs_read / $MINE / { @[func, retval] = count(); }"
status 0
match "$ERR" '1 kretprobes may lose returns: the kernel follows as few as [0-9]+ calls of a function at once'
line "@[vfs_read, 1]: $N"
mount -o remount,rw $T

# awl is killed: its guard process removes the probes.  The next run removes probes without a guard.
"$AWL" -q --attach plain 'kretprobe:vfs_read { @ = count(); } kretprobe:vfs_write { @ = count(); }' 2>"$ERR" & pid=$!
wait_for grep -q "awl_$pid/.* vfs_write" $T/kprobe_events
kill -9 $pid
wait $pid 2>/dev/null
gone() { [ "$(left)" = "$before" ]; }
wait_for gone
echo 'r300:awl_99999/awl_99999_0 vfs_write' >>$T/kprobe_events
echo 'r300:awl_99999/mine vfs_write' >>$T/kprobe_events
awl -q --attach plain -c "$W read 5" "kretprobe:vfs_read / $MINE / { @ = count(); }"
line '@: 5'
want "left in tracefs" "r300:awl_99999/mine vfs_write" "$(left)"
echo '-:awl_99999/mine' >>$T/kprobe_events

# A signal; a module and a function that don't exist
"$AWL" --attach plain "kretprobe:vfs_read / $MINE / { @ = count(); }" >"$OUT" 2>"$ERR" & pid=$!
attached
"$W" read 7
kill -INT $pid
wait $pid
line '@: 7'
awl --attach plain -t 1 'kretprobe:nosuchmodule:vfs_read { @ = count(); }'
status 1
match "$ERR" "no module 'nosuchmodule' with a function 'vfs_read'"
awl --attach plain -t 1 'kretprobe:vfs_raed { @ = count(); }'
status 3
match "$ERR" "no function 'vfs_raed'; did you mean 'vfs_read'"
want "left in tracefs" "$before" "$(left)"
finish
