# SPDX-License-Identifier: GPL-2.0-or-later
# A program for MIPS, which is only a header.
printf '\177ELF\001\001\001\0\0\0\0\0\0\0\0\0\002\0\010\0\001\0\0\0' >"$TMP/prog"
head -c 40 /dev/zero >>"$TMP/prog"
cd "$TMP" || exit 1
"$AWL" -n 'uprobe:./prog:* { @ = count(); }' 2>"$TMP/err"
[ $? = 1 ] || { echo "accepted"; exit 1; }
cat "$TMP/err"
grep -q "program:1:1: error: './prog' is a 32-bit program for another machine (ELF machine 8) and can't be probed on $ARCH" "$TMP/err"
