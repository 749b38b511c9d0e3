# SPDX-License-Identifier: GPL-2.0-or-later
# The program has no code at this address.
cd "$(dirname "$WORK")" || exit 1
"$AWL" -n "uprobe:./${WORK##*/}:0x10 { @ = count(); }" 2>"$TMP/err"
[ $? = 1 ] || { echo "accepted"; exit 1; }
cat "$TMP/err"
grep -q "program:1:1: error: './work' has no code at 0x10" "$TMP/err"
