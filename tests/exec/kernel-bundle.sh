# SPDX-License-Identifier: GPL-2.0-or-later
#
# Bundles run with their options, files, parameters and defaults, and those of the command line.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
kernel 6.1
cd "$TMP" || exit 1
bundle() { # bundle SCRIPT OPTIONS...: makes ./tool
	rm -f tool
	run "$BUILD/tests/awlsys" --bundle "$@" -o tool
	is status 0 $rc
}
tool() { # tool STATUS OUTPUT ARGUMENTS...
	want_status=$1 want=$2
	shift 2
	run ./tool "$@"
	is status "$want_status" $rc
	is output "$want" "$(maps)"
}

printf '%s\n' 'BEGIN { printf("%d %s %d\n", $1, str($2), $#); }' >two.awl
bundle two.awl 7 'a b'
tool 0 '7 a b 2;'
tool 0 '8 a b 2;' 8
tool 0 '8  2;' 8 ''
tool 0 '8 x 3;' 8 x y
tool 0 '8 -x 2;' -- 8 -x
tool 0 '{"type": "printf", "data": "7 a b 2\n"};' -q -F json
tool 2 '' --nonsense
grep -q nonsense err || fail "the message does not name the option"
bundle 'BEGIN { printf("%s|%s|%d\n", str($1), str($2), $#); }' ''
tool 0 '||1;'
tool 0 '|x|2;' '' x
# Options of the script have the values they had when the bundle was made.
printf '%s\n' 'BEGIN { printf("%d %s\n", getopt("level", 5), getopt("name", "none")); }' >own.awl
bundle own.awl
tool 0 '5 none;'
tool 0 '6 none;' --level=6
bundle own.awl --level=9 --name=x
tool 0 '9 x;'
tool 0 '3 x;' --level=3
# Files: imports are in the bundle, and options apply at each start.
mkdir lib
echo 'macro twice(x) { 2 * x }' >lib/twice.awl
cat >main.awl <<'X'
import "lib/twice.awl"
kprobe:vfs_read { @[twice(arg0)] = count(); printf("."); }
X
bundle main.awl -q --buffer 65536
rm -r lib main.awl
happens 'kprobe:vfs_read arg0=21 x2'
tool 0 '..;@[42]: 2;'
unsaid Attached
is buffer 65536 "$(sed -n 's/^map events type 27 .* entries \([0-9]*\) .*/\1/p' log)"
# A command in a bundle runs at each start.
bundle 'kprobe:vfs_read { @ = count(); }' -c 'echo from the bundle'
happens 'kprobe:vfs_read' stay
tool 0 'from the bundle;@: 1;'
# A bundle that was cut off.
size=$(wc -c <tool)
head -c $((size - 1)) tool >short
chmod +x short
mv short tool
tool 2 ''
said 'this bundle is damaged'
exit $bad
