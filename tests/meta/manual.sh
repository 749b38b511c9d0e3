# SPDX-License-Identifier: GPL-2.0-or-later
#
# mandoc has no warnings about the manual pages.  They mention the prototype of every builtin, every
# provider with its aliases, every option and every output format.  doc/tutorial.md has the programs
# that live/tutorial.sh runs.
cd "$TESTS/.." || exit 1
rc=0
miss() { # miss FILE WHAT
	printf '%s does not mention %s\n' "$1" "$2"
	rc=1
}
has() { grep -qF -e "$2" "$1"; } # has FILE TEXT

# Rows are `{ PROTO("x", "type", "(…)")` or a macro: VALUE("x", "type", STACK("x", …).
# For each row: the name, or the prototype if it is spelled out.
cat src/builtin/*.c | awk '
{ all = all $0 "\n" }
END {
	n = split(all, part, /\n\t(\{ )?[A-Z]+\("/)
	for (i = 2; i <= n; i++) {
		name = part[i]
		sub(/".*/, "", name)
		if (name !~ /^[a-z_0-9]+$/)
			continue
		proto = name
		if (match(part[i], /^[a-z0-9_]+", "[a-z0-9]+"(, "[^"]*")?/)) {
			split(substr(part[i], 1, RLENGTH), word, "\"")
			proto = word[3] " " name word[5]
		}
		print name "\t" proto
	}
}' >"$TMP/rows"
[ "$(wc -l <"$TMP/rows")" -gt 50 ] || { echo "the rows of builtins have an unknown form"; rc=1; }
while IFS='	' read -r name proto; do
	grep -qE "^\.It Ic \"[a-z0-9]+ ${name}[(\"]" man/awl-lang.7 || miss man/awl-lang.7 "$name"
	[ "$name" = "$proto" ] || has man/awl-lang.7 "\"$proto\"" ||
		miss man/awl-lang.7 "'$proto'"
done <"$TMP/rows"

# the macros of the library
sed -n 's/^\t"macro \([a-z_]*\)(.*/\1/p' src/base/text.def | sort -u >"$TMP/library"
[ -s "$TMP/library" ] || { echo "no macros found in text.def"; rc=1; }
while read -r name; do
	grep -qE "^\.It Fn $name( |\$)" man/awl-lang.7 || miss man/awl-lang.7 "$name"
done <"$TMP/library"

# names that the manual says are missing are missing
sed -n '/^\.Ss Not there yet/,/^\.Sh/p' man/awl-lang.7 |
	sed -n '/^The [a-z]* [a-z, 0-9_]*/,/^\./p' | tr -s ' ,.' '\n\n\n' | sort -u >"$TMP/missing"
cut -f 1 "$TMP/rows" | sort | comm -12 - "$TMP/missing" >"$TMP/there"
while read -r name; do
	echo "man/awl-lang.7 says $name is not there yet"
	rc=1
done <"$TMP/there"

sed -n 's/.*[	{ ]\.name = "\([a-z]*\)".*/\1/p; s/.*\.aliases = "\([^"]*\)".*/\1/p' \
	src/provider/*.c | tr -d ' ' | tr , '\n' >"$TMP/providers"
while read -r name; do
	grep -qE "^\.(It )?Ic $name\$|^\.(It )?Ic $name [:.,]|^\.Ic ([a-z]* , )*$name( |\$)" \
		man/awl-lang.7 || miss man/awl-lang.7 "provider $name"
done <"$TMP/providers"

for name in $(sed -n 's/^	\.name = "\([a-z]*\)".*/\1/p' src/output/*.c); do
	grep -qE "^\.(It )?Cm $name" man/awl.1 || miss man/awl.1 "format $name"
done

sed -n 's/^	{ "\([a-z-][a-z-]*\)", .*AT(.*\|^	{ "\([a-z-][a-z-]*\)", .*VALUE, .*/\1\2/p' src/options.c >"$TMP/long"
while read -r name; do
	has man/awl.1 "Fl -$name" || miss man/awl.1 "--$name"
done <"$TMP/long"
short=$(sed -n "s/^	{ \"[a-z-]*\", '\(.\)', [A-Z]*, .*/\1/p" src/options.c)
[ -n "$short" ] && [ -s "$TMP/long" ] || { echo "no options found in options.c"; rc=1; }
for c in $short; do
	grep -qE "^\.It Fl $c( |\$)" man/awl.1 || miss man/awl.1 "-$c"
done

sed -n "s/^P[0-9]*='\(.*\)'\$/\1/p" tests/live/tutorial.sh >"$TMP/programs"
[ -s "$TMP/programs" ] || { echo "no programs in tests/live/tutorial.sh"; rc=1; }
while IFS= read -r program; do
	has doc/tutorial.md "$program" || miss doc/tutorial.md "'$program'"
done <"$TMP/programs"

if command -v mandoc >/dev/null; then
	mandoc -T lint -W warning man/*.[1-9] || rc=1
elif [ $rc = 0 ]; then
	echo "mandoc is not installed"
	rc=77
fi
exit $rc
