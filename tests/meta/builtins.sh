# SPDX-License-Identifier: GPL-2.0-or-later
#
# Builtins: each table is sorted (it is searched by halves), no name is there
# twice, and each is used by some test that compiles.
cd "$TESTS/.." || exit 1
rc=0
names() { # names FILE: of its rows, in order
	sed -n -e 's/^	{ PROTO("\([a-z0-9_]*\)",.*/\1/p' \
		-e 's/^	[A-Z_]*("\([a-z0-9_]*\)",.*/\1/p' "$1"
}
for f in src/builtin/*.c; do
	names "$f" >"$TMP/names"
	sort -c "$TMP/names" 2>"$TMP/why" || { echo "$f: not sorted: $(cat "$TMP/why")"; rc=1; }
	cat "$TMP/names" >>"$TMP/all"
done
sort "$TMP/all" | uniq -d >"$TMP/twice"
[ ! -s "$TMP/twice" ] || { echo "more than once:"; cat "$TMP/twice"; rc=1; }
# what the compiler sees: scripts of the tests, here and in shell scripts
cat tests/exec/* tests/live/* tests/stories/* tests/gen/*.awl scripts/*.awl >"$TMP/used" 2>/dev/null
while read -r name; do
	grep -qw -e "${name}[0-9]*" "$TMP/used" && continue
	echo "$name is used in no test"
	rc=1
done <"$TMP/all"
exit $rc
