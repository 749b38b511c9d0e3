# SPDX-License-Identifier: GPL-2.0-or-later
#
# Literals among the arguments of printf() are put into the format.  printf(1) says what that must
# print, and the size of the record shows that they are not in it.
cd "$TMP" || exit 1
bad=0

# same FORMAT ARGUMENTS: arguments as awl has them, in one string; words for printf(1) follow
same() {
	format=$1 args=$2
	shift 2
	printf 'kprobe:f { printf("%s\\n", %s); }\n# fire\n' "$format" "$args" >t.awl
	# shellcheck disable=SC2059 # it is the format that is tested
	printf "$format\\n" "$@" >want
	"$BUILD/tests/awlvm" -1 x86_64 t.awl 2>err | head -n 1 >have
	cmp -s want have || { echo "$format, $args: want $(cat want), have $(cat have) $(cat err)"; bad=1; }
}
same '%s' '"one"' one
same '%s%s' '"one", "two"' one two
same '%s=%d, %s=%x' '"a", 5, "b", 255' a 5 b 255
same 'all %d%% of %s' '50, "100% or %d"' 50 '100% or %d'
same '%s' '"%"' '%'
same '%5s|%-5s|%.1s|%s' '"a", "b", "cd", "e"' a b cd e
same '%*d %s %d' '4, 7, "x", 8' 4 7 x 8
same '%s' '""' ''
same '%s\t%s' '"tab\there", "\"quoted\""' "tab	here" '"quoted"'
same '%c %s' '65, "is A"' A 'is A'

# What was in a macro is there once for each use.
cat >t.awl <<'E3'
macro show(what, x) { printf("%s: %d\n", what, x) }
kprobe:f { show("one", 1); show("two", 2); show("one", 3); }
# fire
E3
"$BUILD/tests/awlvm" -1 x86_64 t.awl 2>&1 | head -n 3 | tr '\n' ',' | grep -qx 'one: 1,two: 2,one: 3,' ||
	{ echo macro; bad=1; }

# its number, and one word
"$BUILD/awl" -n -S --arch x86_64 'kprobe:f { printf("%s and a text of many words: %d\n", "a literal", arg0); }' |
	grep -A 1 'r1 = map' | grep -q 'r2 = 16' || { echo "the record is larger"; bad=1; }
"$BUILD/awl" -n --arch x86_64 'kprobe:f { printf("%s %d\n", "a", comm); }' 2>err && bad=1
grep -q ':1:35' err || { cat err; bad=1; }
"$BUILD/awl" -n --arch x86_64 'kprobe:f { printf("%s %d\n", "a"); }' 2>err && bad=1
exit $bad
