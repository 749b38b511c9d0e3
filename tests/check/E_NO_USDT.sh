# SPDX-License-Identifier: GPL-2.0-or-later
# needs: usdt
# A program does not have this USDT probe (the message names the nearest one), or has none at all.
cd "$(dirname "$WORK")" || exit 1
"$AWL" -n "usdt:./${WORK##*/}:work:rund { @ = count(); }" 2>"$TMP/err"
[ $? = 1 ] || { echo "accepted"; exit 1; }
cat "$TMP/err"
grep -q "program:1:1: error: './work' has no USDT probe 'rund'" "$TMP/err" &&
	grep -q "did you mean 'round'" "$TMP/err" || exit 1
"$AWL" -n "usdt:./${WORK##*/}:quite-another { @ = count(); }" 2>"$TMP/err"
cat "$TMP/err"
grep -q "awl -l 'usdt:./work:\*' lists the probes it has" "$TMP/err"
