# SPDX-License-Identifier: GPL-2.0-or-later
#
# -k warns while the script runs, so a made-up kernel runs one.  exec/failures checks the output.
[ -x "$BUILD/tests/awlvm" ] || { echo "tests/awlvm is not built"; exit 77; }
"$BUILD/tests/awlvm" -1 x86_64 -k "$TESTS/exec/failures.awl" >"$TMP/out" 2>&1
[ "$(grep -c 'probe_read_user failed: Bad address (-14)' "$TMP/out")" = 2 ] || { cat "$TMP/out"; exit 1; }
grep -q 'failures.awl:15:3: warning: map_lookup_elem failed: the map has no such entry (0)$' "$TMP/out" ||
	{ cat "$TMP/out"; exit 1; }
