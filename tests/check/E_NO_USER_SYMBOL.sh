# SPDX-License-Identifier: GPL-2.0-or-later
# A program does not have this function; the message names the nearest one.
cd "$(dirname "$WORK")" || exit 1
"$AWL" -n "uprobe:./${WORK##*/}:getppid_m { @ = count(); }" 2>"$TMP/err"
[ $? = 1 ] || { echo "accepted"; exit 1; }
cat "$TMP/err"
grep -q "program:1:1: error: './work' has no function 'getppid_m'" "$TMP/err" &&
	grep -q "did you mean 'getppid_n'" "$TMP/err" || exit 1
# without symbols only an address can be probed
printf '\177ELF\002\001\001\0\0\0\0\0\0\0\0\0\002\0\076\0\001\0\0\0' >"$TMP/bare"
head -c 40 /dev/zero >>"$TMP/bare"
cd "$TMP" || exit 1
"$AWL" -n 'uprobe:./bare:f { @ = count(); }' 2>"$TMP/err"
cat "$TMP/err"
grep -q "the file is stripped: give an address, uprobe:./bare:0x" "$TMP/err"
