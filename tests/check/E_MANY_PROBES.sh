# SPDX-License-Identifier: GPL-2.0-or-later
#
# More probes of one program than awl attaches one by one without max_probes.
program='kprobe:a, kprobe:b, kprobe:c { @ = count(); }'
"$BUILD/tests/awlvm" "config = { max_probes = 2; } $program" >"$TMP/out" 2>"$TMP/err"
[ $? = 3 ] && grep -q '^program:1:30: error: too many probes: attaching 3 one by one' "$TMP/err" &&
	grep -q 'max_probes = 3;' "$TMP/err" || { cat "$TMP/err"; exit 1; }
"$BUILD/tests/awlvm" "config = { max_probes = 3; } $program" >"$TMP/out" 2>"$TMP/err" &&
	grep -q '^@: 3' "$TMP/out" || { cat "$TMP/out" "$TMP/err"; exit 1; }
# The probes of several programs are added up.
"$BUILD/tests/awlvm" 'config = { max_probes = 2; } kprobe:a { } kprobe:b, kprobe:c { }' 2>"$TMP/err"
[ $? = 3 ] && grep -q '^program:1:43: error: too many probes: attaching 3 one' "$TMP/err" || { cat "$TMP/err"; exit 1; }
