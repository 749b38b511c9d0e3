# SPDX-License-Identifier: GPL-2.0-or-later
# needs: usdt
# An argument that the compiler has put into a vector register.
cd "$(dirname "$WORK")" || exit 1
"$AWL" -n "usdt:./${WORK##*/}:odd { @ = sum(arg0); }" 2>"$TMP/err"
[ $? = 1 ] || { echo "accepted"; exit 1; }
cat "$TMP/err"
grep -q "error: argument 0 of usdt:./work:work:odd lies where no probe can read it: '8f@vector'" "$TMP/err"
