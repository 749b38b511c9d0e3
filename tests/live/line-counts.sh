# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# How often each line is executed, compared with gcov.  The first lines of functions are left out:
# for gcov they are where the function's name is.  gcov counts the line with two structures as
# arguments twice.
. "$TESTS/live/common"
need_uprobes
for tool in gcc gcov; do
	command -v $tool >/dev/null || skip "no $tool"
done
cd "$TMP" || exit 1
cp "$TESTS/fixtures/vars.c" .
gcc --coverage -O0 -o counted vars.c && ./counted 3 >said && gcov counted-vars.gcda >said 2>&1 ||
	skip "gcov does not work"
# "    12:   45:	text" becomes "45 12"
sed -n '/by_value(/d; s/^ *\([0-9]\{1,\}\)\*\{0,1\}: *\([0-9]*\):	.*/\2 \1/p' vars.c.gcov | sort >want
gcc -g -O0 -o prog vars.c
while read -r line _; do
	echo "uprobe:./prog:vars.c:$line { @[$line] = count(); }"
done <want >counts.awl
awl -q -o values -c './prog 3' -f counts.awl
status 0
awk '/^@\[/ { gsub(/[@:\[\]]/, " "); print $1, $2 }' values | sort >got
[ "$(wc -l <want)" -gt 70 ] || fail "gcov has few lines"
cmp -s want got || { fail "counts differ"; diff want got; }
finish
