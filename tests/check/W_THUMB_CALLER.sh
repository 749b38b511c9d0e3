# SPDX-License-Identifier: GPL-2.0-or-later
# A return probe in a file for arm that also has Thumb code.
. "$TESTS/lib/elf32"
elf32 40 4097 2 </dev/null >"$TMP/prog"	# f is Thumb code, at 0x1000
cd "$TMP" || exit 1
"$AWL" -n --unsafe --arch arm 'uretprobe:./prog:0x1008 { @ = count(); }' 2>"$TMP/err"
cat "$TMP/err"
grep -q "program:1:1: warning: './prog' has Thumb code: if that calls the function" "$TMP/err"
