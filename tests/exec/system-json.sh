# SPDX-License-Identifier: GPL-2.0-or-later
#
# The output of a script's commands and files goes to the same place as awl's, in its format.
cd "$TMP" || exit 1
bad=0
fail() { echo "FAIL: $*"; bad=1; }
echo 'from a file' >file
cat >s.awl <<'X'
BEGIN { system("echo out; echo err >&2"); cat("file"); }
X
"$BUILD/tests/awlvm" -1 x86_64 --unsafe -F json s.awl >out 2>err || fail "status $?"
printf '%s\n' '{"type": "syscall", "data": "out\n"}' '{"type": "cat", "data": "from a file\n"}' >want
diff want out || fail "json"
[ "$(cat err)" = err ] || fail "on stderr: $(cat err)"
"$BUILD/tests/awlvm" -1 x86_64 --unsafe -o o.txt s.awl >out 2>err || fail "status $?"
printf 'out\nfrom a file\n' >want
grep . o.txt | diff want - || fail "a file"
[ ! -s out ] || fail "standard output is not empty: $(cat out)"
exit $bad
