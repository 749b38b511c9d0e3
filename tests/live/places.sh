# SPDX-License-Identifier: GPL-2.0-or-later
#
# A probe at any byte of a function is refused, or it counts and does not change what the program
# does.
. "$TESTS/live/common"
need_uprobes

# kernel_breaks AT: does a probe there that the kernel makes itself, without awl, also change what the
# program does?  QEMU 7.2 loses the condition code of a s390x instruction that is stepped.
kernel_breaks() {
	rm -f "$TMP/gate"
	mkfifo "$TMP/gate" || exit 1
	"$W" gate "$TMP/gate" sum 1 >/dev/null & pid=$!
	map=
	until [ "$map" ]; do
		map=$(awk -v w="$W" '$2 ~ /x/ && $6 == w { print $1 "-" $3 }' "/proc/$pid/maps")
	done
	: >"$TMP/gate"
	wait $pid
	"$AWL" -q -o "$TMP/start" -c "$W sum 1" "uprobe:$W:work_sum { print(reg(\"ip\")); }" >/dev/null
	start=$(grep '^[0-9]' "$TMP/start")
	echo "p:mine/at $W:$(printf '0x%x' $((start + $1 - 0x${map%%-*} + 0x${map##*-})))" >$T/uprobe_events
	echo 1 >$T/events/mine/at/enable
	said=$("$W" sum 30)
	echo 0 >$T/events/mine/at/enable
	echo '-:mine/at' >>$T/uprobe_events
	[ "$said" != 1515 ] && echo "a probe of the kernel's own at +$1 makes the program print $said: not checked"
}

want "the program itself" 1515 "$("$W" sum 30)"
at=0 put=0 inside=0 all=
while [ $at -lt 64 ]; do
	awl_steps -q -o "$TMP/counts" -c "$W sum 30" "uprobe:$W:work_sum+$at { @ = count(); }"
	if [ "$RC" = 0 ]; then
		put=$((put + 1))
		all="$all${all:+, }uprobe:$W:work_sum+$at"
		[ "$(cat "$OUT")" = 1515 ] || kernel_breaks $at || out 1515
	elif grep -q "in the middle of an instruction" "$ERR"; then
		inside=$((inside + 1))
	elif grep -q "has only" "$ERR"; then
		break
	else
		fail "+$at: $RC"
	fi
	case $ARCH in
	arm | aarch64 | ppc64le | mips*) want "+$at" $((at % 4)) $((at % 4 * (RC != 0))) ;;
	esac
	at=$((at + 1))
done
[ $put -ge 8 ] && [ $inside -ge 8 ] || fail "$put places accepted and $inside refused"

# uretprobe replaces a word of the stack: it is allowed only where that is the return address
awl -q -c "$W sum 30" "uretprobe:$W:work_sum { @ = count(); }"
out "1515
@: 1"
awl -q -c "$W sum 30" "uretprobe:$W:work_sum+4 { @ = count(); }"
match "$ERR" 'function.s start|middle of an instruction'

# Another awl finds the same instructions while the breakpoints of this one are in the program.
places() {
	for at in $(seq 0 63); do
		"$AWL" -n "uprobe:$W:work_sum+$at { @ = count(); }" >"$TMP/said" 2>&1
		echo "+$at $?: $(cat "$TMP/said")"
	done
}
places >"$TMP/alone"
: >"$ERR"
"$AWL" "$all { @ = count(); }" >"$OUT" 2>"$ERR" & pid=$!
attached
places >"$TMP/beside"
kill -INT $pid
wait $pid
at_least "refused places" 8 "$(grep -c 'in the middle of an instruction' "$TMP/alone")"
cmp "$TMP/alone" "$TMP/beside" || fail "the places beside another awl: $(diff "$TMP/alone" "$TMP/beside" | head -n 4)"
finish
