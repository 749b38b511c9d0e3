# SPDX-License-Identifier: GPL-2.0-or-later
#
# -l and -lv of types print the C code that the BTF was made from, with BTF's names of integers.
cd "$TMP" || exit 1
cat >want <<'X'
struct in {
	s32 a;
	u32 b:3;
	u32 c:5;
	char s[4];
};
struct out {
	struct in i;
	struct in list[3];
	union u * p;
	enum e e;
	struct out * next;
	void * v;
	char * name;
	u8 bytes[6];
};
union u {
	s64 l;
	char c;
};
enum e {
	RED = 0,
	GREEN = 7,
	BLUE = -1,
};
X
{
	echo 'typedef int s32; typedef unsigned u32; typedef long long s64; typedef unsigned char u8;'
	sed '/^enum/,$!d' want
	echo 'union u;'
	sed '/^enum/,$d' want
	echo 'struct out o; enum e e; union u u;'
} >k.c
"$TESTS/exec/mkbtf" k.o <k.c || exit 77
bad=0
lists() { # lists GLOB LINES-OF-WANT
	"$AWL" -lv --arch x86_64 --btf k.o "$1" >out 2>err || { echo "FAIL: -lv '$1'"; cat err; bad=1; }
	sed -n "$2" want | diff - out || bad=1
}
lists 'struct in' '/^struct in/,/^}/p'
lists 'struct out' '/^struct out/,/^}/p'
lists 'struct *' '/^struct/,/^}/p'
lists 'union ?' '/^union/,/^}/p'
lists 'enum e' '/^enum/,/^}/p'
"$AWL" -l --arch x86_64 --btf k.o 'struct *' >out
[ "$(sort out | tr '\n' ';')" = 'struct in;struct out;' ] || { echo "FAIL: $(cat out)"; bad=1; }
"$AWL" -l --arch x86_64 --btf k.o 'struct nothing' >out 2>err && { echo "FAIL: found nothing"; bad=1; }
grep -q "no type matches 'struct nothing'" err || { echo "FAIL: $(cat err)"; bad=1; }
"$AWL" -l --arch x86_64 --btf /nonexistent 'struct x' >out 2>err && { echo "FAIL: no BTF"; bad=1; }
[ -s err ] || { echo "FAIL: no message without BTF"; bad=1; }
exit $bad
