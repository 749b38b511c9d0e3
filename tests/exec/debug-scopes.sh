# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf demangle
#
# Functions of C++ by all or some of the classes and namespaces around them, without template
# arguments.  The symbol table says where they are.
dump="$BUILD/tests/debugdump"
[ -x "$dump" ] || { echo "no debugdump: make check builds it"; exit 77; }
command -v g++ >/dev/null || { echo "no g++"; exit 77; }
cd "$TMP" || exit 1
cat >prog.cc <<'END'
#include <string>
#define APART __attribute__((noinline))
volatile int sink;
namespace geo {
template <class T, unsigned N> struct Box {
	T v[N];
	APART T get(int n) { sink = n; return v[n % N]; }
	struct Inner { APART int size() { sink = 1; return N; } };
};
struct Arg {
	APART bool hasSwiftErrorAttr() const { return sink; }
	APART operator int() const { return sink; }
	APART bool operator<(const Arg &) const { return sink; }
	APART Arg() { sink = 2; }
	APART ~Arg() { sink = 3; }
};
APART std::string tagged() { sink = 4; return "x"; }
namespace { APART int hidden() { sink = 5; return sink; } }
template <typename R> APART R twice(R (*f)(R), R n) { return f(f(n)); }
}
APART int half(int n) { return n / 2; }
int main()
{
	geo::Box<long, 8> b = {};
	geo::Box<long, 8>::Inner i;
	geo::Arg a, c;

	return (int)b.get(1) + i.size() + a.hasSwiftErrorAttr() + (int)a + (a < c) +
	       (int)geo::tagged().size() + geo::hidden() + geo::twice<int>(half, 9);
}
END
rc=0
check() { # check QUERY SYMBOL: they are at the same address
	at=$(nm prog | awk -v name="$2" '$3 == name || index($3, name ".isra.") == 1 || index($3, name ".const") == 1 { print "0x" $1 }')
	got=$("$dump" find prog "$1" | sed 's/.*: *//')
	[ "$((at))" = "$((got))" ] 2>/dev/null || { echo "$options: $1 is at $got, not $at"; rc=1; }
}
for options in -O1 '-O2 -gdwarf-4' -O0 '-O1 -fno-merge-debug-strings'; do
	# shellcheck disable=SC2086 # several options
	g++ -g $options -o prog prog.cc 2>err || { cat err; exit 1; }
	check geo::Box::get _ZN3geo3BoxIlLj8EE3getEi
	check Box::get _ZN3geo3BoxIlLj8EE3getEi
	check geo::Box::Inner::size _ZN3geo3BoxIlLj8EE5Inner4sizeEv
	check geo::Arg::hasSwiftErrorAttr _ZNK3geo3Arg17hasSwiftErrorAttrEv
	check 'geo::Arg::operator int' _ZNK3geo3ArgcviEv
	check 'Arg::operator<' _ZNK3geo3ArgltERKS0_
	check geo::Arg::Arg _ZN3geo3ArgC2Ev
	check geo::Arg::~Arg _ZN3geo3ArgD2Ev
	check geo::tagged _ZN3geo6taggedB5cxx11Ev
	check geo::twice _ZN3geo5twiceIiEET_PFS1_S1_ES1_
	"$dump" find prog other::Box::get | grep -q 'unknown' || { echo "other::Box::get"; rc=1; }
done
exit $rc
