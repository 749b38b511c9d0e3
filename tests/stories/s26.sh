# SPDX-License-Identifier: GPL-2.0-or-later
# needs: unwind svg
#
# S26: a flame graph of a program without frame pointers that runs three times at once.  It has one
# tower, although the processes have it at different addresses, and all functions are in order.
. "$TESTS/live/common"
need_root
programs deep
cd "$TMP" || exit 1
cp "$P/gcc-2" "$COMM" || exit 1
run="./$COMM 1500000"
three="$run & $run & $run & wait"
cat >s26 <<S
profile:199hz / comm == "$COMM" / { @[ustack(dwarf)] = count(); }
S
awl -v -F folded -c "$three" s26
! grep -q 'needs Linux 5.15' "$ERR" || skip "$(grep 'needs Linux 5.15' "$ERR")"
status 0
chain=$(i=0; while [ $i -lt 40 ]; do printf ';c%s' $i; i=$((i + 1)); done)
# Of each stack up to main(): its count, whether what follows is a part of the chain, what is below.
# A handler, a thread and a function that qsort() calls are there once or twice, for other tests.
awk -v chain="$chain;target;" '
	/(on_signal|in_thread|compare)/ || !/;c0;/ { next }
	{ n = $NF; sub(/ [0-9]+$/, ";"); at = index($0, ";c0;") }
	{ print n, index(chain, substr($0, at)) == 1, substr($0, 1, at - 1) }' "$OUT" >stacks
samples=$(awk '{ n += $1 } END { print n + 0 }' stacks)
# Before the tables of the first process are there, frame pointers may lead anywhere.
guesses() { sed -n 's/.* \([0-9]*\) stacks were walked by frame pointers.*/\1/p' "$ERR"; }
guessed=$(guesses)
echo "$samples samples of the chain, $guessed stacks were walked by frame pointers"
at_least samples 20 "$samples"
wrong=$(awk '!$2 || $3 !~ /(^|;)main$/ { n += $1 } END { print n + 0 }' stacks)
[ "$wrong" -le "$guessed" ] || fail "$wrong samples are not of the chain below main()"
towers=$(awk '{ print $3 }' stacks | sort -u | wc -l)
[ "$towers" -le $((1 + guessed)) ] || fail "$towers towers"

awl -v -o flame.svg -c "$three" s26
status 0
guessed=$(guesses)
[ "$guessed" = 0 ] || { echo "the picture is not checked: $guessed stacks by frame pointers"; finish; }
# each function once, apart from the few calls for other tests
sed -n 's/.*<title>\(c[0-9]*\): \([0-9]*\), .*/\1 \2/p' flame.svg >boxes
want "functions in the picture" 40 "$(cut -d ' ' -f 1 boxes | sort -u | wc -l)"
want "functions that are there twice" "" "$(awk '$2 > 3 { print $1 }' boxes | sort | uniq -d)"
want "towers in the picture" c0 "$(awk '$1 == "c0" && $2 > 3 { print $1 }' boxes)"
finish
