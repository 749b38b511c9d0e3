# SPDX-License-Identifier: GPL-2.0-or-later
# A clause of many statements: too many instructions, or a jump over them.
awk 'BEGIN {
	print "kprobe:f { if (arg0) {"
	for (i = 0; i < 12000; i++) printf "$x = arg1 / (arg2 + %d) + $x;\n", i
	print "} @ = $x; }"
}' >"$TMP/long.awl"
"$AWL" -n --arch x86_64 "$TMP/long.awl" 2>"$TMP/err"
[ $? = 1 ] || { echo "accepted"; exit 1; }
cat "$TMP/err"
grep -q 'long.awl:[0-9]*:[0-9]*: error: the clause .*split it' "$TMP/err"
