# SPDX-License-Identifier: GPL-2.0-or-later
# A program of the other word size, no more than its header.
bits=32 class=1
[ "$ARCH" != arm ] || bits=64 class=2
printf "\\177ELF\\00$class\\001\\001\\0\\0\\0\\0\\0\\0\\0\\0\\0\\002\\0\\003\\0\\001\\0\\0\\0" >"$TMP/prog"
head -c 40 /dev/zero >>"$TMP/prog"
cd "$TMP" || exit 1
"$AWL" -n 'uprobe:./prog:* { @ = count(); }' 2>"$TMP/err"
cat "$TMP/err"
grep -q "program:1:1: warning: './prog' is a $bits-bit program" "$TMP/err"
