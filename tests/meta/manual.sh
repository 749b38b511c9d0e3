# SPDX-License-Identifier: GPL-2.0-or-later
#
# mandoc has nothing to say about the manual pages, and they name what there
# is: the prototype of every builtin, every provider with its aliases, every
# option, every output format.  README.md has the programs of the tutorial that
# live/tutorial.sh runs.
cd "$TESTS/.." || exit 1
rc=0
miss() { # miss FILE WHAT
	printf '%s does not mention %s\n' "$1" "$2"
	rc=1
}
has() { grep -qF -e "$2" "$1"; } # has FILE TEXT

# prototypes, those that macros of the tables make included
protos() {
	sed -n 's/.*\.proto = "\([^"]*\)".*/\1/p; s/^	VALUE("[^"]*", "\([^"]*\)".*/\1/p
		s/^	AGG("[^"]*", "\([^"]*\)".*/\1/p' src/builtin/*.c
	sed -n 's/^	STACK("\([^"]*\)".*/stack \1([raw mode, const depth])/p' src/builtin/*.c
}
protos | grep -v '^stack $' >"$TMP/protos"
[ "$(wc -l <"$TMP/protos")" -ge "$(cat src/builtin/*.c | grep -c '\.doc = "')" ] ||
	{ echo "builtin rows in a form not known here"; rc=1; }
while read -r proto; do
	has man/awl-lang.7 "\"$proto\"" || miss man/awl-lang.7 "'$proto'"
done <"$TMP/protos"

sed -n 's/.*[	{ ]\.name = "\([a-z]*\)".*/\1/p; s/.*\.aliases = "\([^"]*\)".*/\1/p' \
	src/provider/*.c | tr -d ' ' | tr , '\n' >"$TMP/providers"
while read -r name; do
	grep -qE "^\.(It )?Ic $name\$|^\.(It )?Ic $name [:.,]|^\.Ic ([a-z]* , )*$name( |\$)" \
		man/awl-lang.7 || miss man/awl-lang.7 "provider $name"
done <"$TMP/providers"

for name in $(sed -n 's/^	\.name = "\([a-z]*\)".*/\1/p' src/output/*.c); do
	grep -q "^\.Cm $name" man/awl.1 || miss man/awl.1 "format $name"
done

sed -n 's/^	{ "\([a-z-]*\)", [a-z]*_argument.*/\1/p' src/main.c >"$TMP/long"
while read -r name; do
	has man/awl.1 "Fl -$name" || miss man/awl.1 "--$name"
done <"$TMP/long"
short=$(sed -n 's/.*getopt_long(.*"+\([A-Za-z:]*\)".*/\1/p' src/main.c)
[ -n "$short" ] && [ -s "$TMP/long" ] || { echo "no options found in main.c"; rc=1; }
for c in $(echo "$short" | tr -d : | sed 's/./& /g'); do
	grep -qE "^\.It Fl $c( |\$)" man/awl.1 || miss man/awl.1 "-$c"
done

sed -n "s/^P[0-9]*='\(.*\)'\$/\1/p" tests/live/tutorial.sh >"$TMP/programs"
[ -s "$TMP/programs" ] || { echo "no programs in tests/live/tutorial.sh"; rc=1; }
while IFS= read -r program; do
	has README.md "$program" || miss README.md "'$program'"
done <"$TMP/programs"

if command -v mandoc >/dev/null; then
	mandoc -T lint -W warning man/*.[1-9] || rc=1
elif [ $rc = 0 ]; then
	echo "mandoc is not installed"
	rc=77
fi
exit $rc
