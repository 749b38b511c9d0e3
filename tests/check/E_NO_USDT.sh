# SPDX-License-Identifier: GPL-2.0-or-later
# needs: usdt
# A USDT probe that a program does not have, the nearest that it has, and a file
# without any.
cd "$(dirname "$WORK")" || exit 1
"$AWL" -n "usdt:./${WORK##*/}:work:rund { @ = count(); }" 2>"$TMP/err"
[ $? = 1 ] || { echo "accepted"; exit 1; }
cat "$TMP/err"
grep -q "program:1:1: error: './work' has no USDT probe 'rund'" "$TMP/err" &&
	grep -q "did you mean 'round'" "$TMP/err" || exit 1
"$AWL" -n "usdt:./${WORK##*/}:quite-another { @ = count(); }" 2>"$TMP/err"
cat "$TMP/err"
grep -q "awl -l 'usdt:./work:\*' lists the probes it has" "$TMP/err"
