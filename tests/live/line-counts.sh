# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# How often each line is executed, compared with gcov.
. "$TESTS/live/common"
need_uprobes
programs counts
cd "$TMP" || exit 1
cp "$P/gcc-0" prog && cp "$P/lines" want || exit 1
while read -r line _; do
	echo "uprobe:./prog:vars.c:$line { @[$line] = count(); }"
done <want >counts.awl
awl -q -o values -c './prog 3' -f counts.awl
status 0
sed -n 's/^@\[\([0-9]*\)]: /\1 /p' values | sort >got
[ "$(wc -l <want)" -gt 70 ] || fail "gcov has few lines"
cmp -s want got || { fail "counts differ"; diff want got; }
finish
