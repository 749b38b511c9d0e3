# SPDX-License-Identifier: GPL-2.0-or-later
#
# Builtins: each table is sorted (for the binary search), no name occurs twice, and a test that
# compiles uses each name.
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
[ ! -s "$TMP/twice" ] || { echo "names that occur twice:"; cat "$TMP/twice"; rc=1; }
# the scripts of tests, in files and in shell scripts
cat tests/exec/* tests/live/* tests/stories/* tests/gen/*.awl tools/*.awl >"$TMP/used" 2>/dev/null
while read -r name; do
	grep -qw -e "${name}[0-9]*" "$TMP/used" && continue
	echo "no test uses $name"
	rc=1
done <"$TMP/all"
exit $rc
