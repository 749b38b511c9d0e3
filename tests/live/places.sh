# SPDX-License-Identifier: GPL-2.0-or-later
#
# A probe at any byte of a function is refused, or it counts and does not change what the program
# does.
. "$TESTS/live/common"
need_uprobes

want "the program itself" 1515 "$("$W" sum 30)"
at=0 put=0 inside=0
while [ $at -lt 64 ]; do
	awl -q -o "$TMP/counts" -c "$W sum 30" "uprobe:$W:work_sum+$at { @ = count(); }"
	if [ "$RC" = 0 ]; then
		put=$((put + 1))
		out 1515
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
finish
