# SPDX-License-Identifier: GPL-2.0-or-later
#
# No pass knows a builtin, a provider or an output by its name.  What passes must know about
# one is a member of its row, such as builtin.flags.  Only the functions that look rows up
# compare names.  The lists of rows in the usage text come from the tables.
cd "$TESTS/.." || exit 1
rc=0

sed -n -e 's/^	{ PROTO("\([a-z0-9_]*\)",.*/\1/p' -e 's/^	[A-Z_]*("\([a-z0-9_]*\)",.*/\1/p' \
	src/builtin/*.c >"$TMP/names"
sed -n 's/^	\.name = "\([a-z]*\)",.*/\1/p' src/provider/*.c src/output/*.c >>"$TMP/names"
sed -n 's/.*\.aliases = "\([^"]*\)".*/\1/p' src/provider/*.c | tr -d ' ' | tr , '\n' |
	sed '/^.\{0,1\}$/d' >>"$TMP/names"
[ "$(wc -l <"$TMP/names")" -gt 150 ] || { echo "the rows have an unknown form"; exit 1; }

# Prints comparisons, each with the later lines of its statement.
compares='str(n|case|ncase)?cmp *\(|strstr *\(|memcmp *\(|scan_is *\('
grep -rnE -A 1 --include='*.[chy]' "$compares" src grammar |
	grep -v '^grammar/parser\.c\|^grammar/lexer\.c' >"$TMP/compares"

# The name of a row is compared with another text only where rows are looked up.
grep -E "$compares" "$TMP/compares" |
	grep -E '(builtin|provider|output|pv|->b|\bb|rows\[[^]]*\]|outputs\[[^]]*\])(\([a-z]*\))?(\.|->)name\b' |
	grep -v '^src/lang/registry\.c:\|^src/tables\.c:\|a->name, b->name' && rc=1
grep -rnE --include='*.[ch]' '(builtin|provider|output)(\([a-z]*\))?(\.|->)name\[' src && rc=1

# No text is compared with the name of a row.  These words are also names of other things:
# a member of struct task_struct, the text of an option that is on, the mode of --mode.
# BEGIN, END and config are keywords of the grammar.
while read -r name; do
	grep -F "\"$name\"" "$TMP/compares"
done <"$TMP/names" | sort -u |
	grep -v -e '^src/lang/check_type\.c.*"comm"' -e '^src/builtin/param\.c.*"true"' \
		-e '^src/options\.c.*"bench"' -e '^src/\(options\|words\)\.c.*"ply"' \
		-e '^grammar/.*"\(BEGIN\|END\|begin\|end\|config\)")' && rc=1

# Nor are there lists of providers in strings: "uprobe\0usdt\0".
sed -n 's/^	\.name = "\([a-z]*\)",.*/\1/p' src/provider/*.c | sort -u | while read -r name; do
	grep -rnE --include='*.[chly]' "\"([^\"]*\\\\0)?$name\\\\0" src grammar
done | grep . && rc=1

# The formats that -h lists are those of this build.
"$AWL" -h | tr -s ' ,;' '\n' >"$TMP/usage"
for name in $(sed -n 's/^	&output_\([a-z]*\),$/\1/p' src/tables.c); do
	grep -qx "$name" "$TMP/usage" || "$AWL" -F "$name" -h 2>&1 | grep -q 'configured without' ||
		{ echo "awl -h does not list the format $name"; rc=1; }
done
sed -n '/^X(T_USAGE/,/^$/p' src/base/text.def >"$TMP/text"
for name in csv json svg openmetrics timeline; do
	grep -w "$name" "$TMP/text" && { echo "T_USAGE has $name, which is a row"; rc=1; }
done
exit $rc
