# SPDX-License-Identifier: GPL-2.0-or-later
#
# A tracepoint's field with the C type "struct x *", const or not, points to the structure that the
# script declares.  Other pointers don't point to a structure.
cd "$TMP" || exit 1
bad=0
fail() { echo "FAIL: $*"; bad=1; }
mkdir -p tracefs/events/test/points
{
	printf 'name: points\nID: 800\nformat:\n\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n'
	at=8
	for field in 'struct pair * a' 'const struct pair * b' 'struct pair* c' 'const struct pair *d' \
		'struct pair ** e' 'const void * f' 'union pair * g' 'struct other * h'; do
		printf '\tfield:%s;\toffset:%d;\tsize:8;\tsigned:0;\n' "$field" $at
		at=$((at + 8))
	done
} >tracefs/events/test/points/format
echo 800 >tracefs/events/test/points/id
event() { # event EXPRESSION: its value; each field points to 0x1000, which holds 11 and 22
	{
		echo '# kernel 0x1000: u32:11 u32:22'
		for f in a b c d e f g h; do echo "# field $f: 0x1000"; done
		echo '# fire'
		echo 'struct pair { unsigned x, y; };'
		echo "tracepoint:test:points { print($1); }"
	} >s.awl
	"$BUILD/tests/awlvm" -1 x86_64 --tracefs tracefs s.awl 2>err | head -n 1
}
for f in a b c d; do
	[ "$(event "args.$f->y")" = 22 ] || fail "$f->y: $(cat err)"
done
for f in e f g h; do
	got=$(event "args.$f->y")
	[ -z "$got" ] || fail "$f->y is $got"
	grep -q error err || fail "$f->y: no message"
	[ "$(event "((struct pair *)args.$f)->y")" = 22 ] || fail "$f cast: $(cat err)"
done
exit $bad
