# SPDX-License-Identifier: GPL-2.0-or-later
# needs: usdt
# An argument that a USDT probe does not have.  A pattern leaves out such probes.
cd "$(dirname "$WORK")" || exit 1
"$AWL" -n "usdt:./${WORK##*/}:listened { @ = sum(arg4); }" 2>"$TMP/err"
[ $? = 1 ] || { echo "accepted"; exit 1; }
cat "$TMP/err"
grep -q "program:1:[0-9]*: error: argument number out of range: usdt:./work:work:listened has 4 arguments, counted from 0" "$TMP/err" ||
	exit 1
"$AWL" -n "usdt:./${WORK##*/}:* { @ = sum(arg1); }" 2>"$TMP/err"
cat "$TMP/err"
grep -q "warning: skipped [0-9]* events such as usdt:./work:work:[a-z]*: they have no field 'arg1'" "$TMP/err"
