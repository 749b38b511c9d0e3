# SPDX-License-Identifier: GPL-2.0-or-later
# A 32-bit program for x86, no more than its header: only a 64-bit kernel of
# that architecture runs and probes it.
printf '\177ELF\001\001\001\0\0\0\0\0\0\0\0\0\002\0\003\0\001\0\0\0' >"$TMP/prog"
head -c 40 /dev/zero >>"$TMP/prog"
cd "$TMP" || exit 1
"$AWL" -n 'uprobe:./prog:* { @ = count(); }' 2>"$TMP/err"
cat "$TMP/err"
want="warning: './prog' is a 32-bit program"
[ "$ARCH" = x86_64 ] || want="error: './prog' is a 32-bit program for another machine"
grep -q "program:1:1: $want" "$TMP/err"
