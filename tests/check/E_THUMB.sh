# SPDX-License-Identifier: GPL-2.0-or-later
# A function is Thumb code.
. "$TESTS/lib/elf32"
elf32 40 4097 2 </dev/null >"$TMP/prog"	# f is Thumb code, at 0x1000
cd "$TMP" || exit 1
"$AWL" -n --arch arm 'uprobe:./prog:f { @ = count(); }' 2>"$TMP/err"
[ $? = 1 ] || { echo "accepted"; exit 1; }
cat "$TMP/err"
grep -q "program:1:1: error: './prog': f is Thumb code" "$TMP/err"
