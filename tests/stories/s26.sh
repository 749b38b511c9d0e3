# SPDX-License-Identifier: GPL-2.0-or-later
# needs: unwind svg
#
# S26: a flame graph of a program that runs three times at once and whose library has no frame
# pointers: it has one tower, all of whose functions are named and in order.
. "$TESTS/live/common"
need_root
cd "$TMP" || exit 1
run="$W nsdeep 300000 >/dev/null"
cat >s26 <<S
profile:199hz / comm == "$COMM" / { @[ustack(dwarf)] = count(); }
S
awl -v -F folded -c "$run & $run & $run & wait" s26
! grep -q 'needs Linux 5.15' "$ERR" || skip "$(grep 'needs Linux 5.15' "$ERR")"
status 0
# Before the tables of the first process are there, frame pointers may lead anywhere.
guessed=$(sed -n 's/.* \([0-9]*\) stacks were walked by frame pointers.*/\1/p' "$ERR")
way='(^|;)main;(run_command;)?(timed;)?deep_n;'	# the compiler may inline them
samples() { awk -v way="$way" "$1"' { n += $NF } END { print n + 0 }' "$OUT"; }
all=$(samples '/;stacks_zero/') whole=$(samples '$0 ~ way "stacks_zero"')
at_least "samples of the tower" 10 "$whole"
[ $((all - whole)) -le "$guessed" ] || fail "$((all - whole)) of $all samples are elsewhere, $guessed by frame pointers"
towers=$(sed -n 's/;stacks_zero.*//p' "$OUT" | sort | uniq -c | sort -n | awk '{ n = $1 } END { print NR, n }')
[ "${towers% *}" -le $((1 + guessed)) ] || fail "${towers% *} towers"
at_least "samples 20 functions deep" 5 "$(samples 'gsub(/;stacks_zero/, "") == 20')"
want "deeper ones" 0 "$(samples 'gsub(/;stacks_zero/, "") > 20')"
echo "$whole of $all samples in the tower, $guessed walked by frame pointers"

awl -v -o flame.svg -c "$run & $run & $run & wait" s26
status 0
guessed=$(sed -n 's/.* \([0-9]*\) stacks were walked by frame pointers.*/\1/p' "$ERR")
if [ "$guessed" = 0 ]; then
	want "towers in the picture" 1 "$(grep -c '<title>deep_n: ' flame.svg)"
	want "its functions" 20 "$(grep -c '<title>stacks_zero: ' flame.svg)"
else
	echo "the picture is not checked: $guessed stacks were walked by frame pointers"
fi
finish
