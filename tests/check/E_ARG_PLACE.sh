# SPDX-License-Identifier: GPL-2.0-or-later
# needs: usdt
# An argument of a USDT probe is in a vector register.
cd "$(dirname "$WORK")" || exit 1
"$AWL" -n "usdt:./${WORK##*/}:odd { @ = sum(arg0); }" 2>"$TMP/err"
[ $? = 1 ] || { echo "accepted"; exit 1; }
cat "$TMP/err"
grep -q "error: can't read argument 0 of usdt:./work:work:odd: unsupported location '8f@vector'" "$TMP/err"
