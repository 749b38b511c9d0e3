# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Functions of C++ and Rust programs by their names in the source, with this, members and references.
# The programs print the same values themselves.
. "$TESTS/live/common"
need_root
[ -e /sys/bus/event_source/devices/uprobe ] || skip "this kernel has no uprobes"
command -v g++ >/dev/null || skip "no compiler"
cd "$TMP" || exit 1
cat >shape.cpp <<'END'
#include <cstdio>
namespace geo {
struct Point { int x, y; };
class Shape {
	int width;
	Point at;
public:
	Shape(int w);
	int area(const Point &by, int scale) const;
	template <class T> __attribute__((noinline)) T as(T more) { return more + width; }
};
__attribute__((noinline)) Shape::Shape(int w) : width(w), at{ w, 2 } {}
__attribute__((noinline)) int Shape::area(const Point &by, int scale) const
{
	int wide = width * scale;

	std::printf("wide %d %d %d\n", wide, by.x, at.y);
	return wide * by.x + at.y;
}
__attribute__((noinline)) int freely(int n) { return n + 1; }
template <class T> struct Box {
	T value;
	__attribute__((noinline)) T get(int n) { return value + n; }
};
}
__attribute__((noinline)) int area(int n) { return n - 1; }
int main(int argc, char **)
{
	geo::Shape s(argc + 4);
	geo::Point p = { 3, 4 };
	geo::Box<int> b = { 9 };
	int is = s.area(p, 7);
	long as = s.as<long>(8L);
	int got = b.get(5), free = geo::freely(got);

	std::printf("area %d as %ld got %d free %d global %d\n", is, as, got, free, area(free));
}
END
for o in 0 1 2; do
	g++ -g -O$o -fno-ipa-cp -o shape shape.cpp || exit 1
	[ "$(./shape)" = "wide 35 3 2
area 107 as 13 got 14 free 15 global 14" ] || fail "the program says: $(./shape)"
	awl -q -o got -c ./shape '
		uprobe:./shape:geo::Shape::area { printf("%d %d %d %d\n", this->width, by->x, this->at.y, scale); }
		uprobe:./shape:shape.cpp:17 { printf("wide %d %d %d\n", wide, by->x, this->at.y); }
		uretprobe:./shape:Shape::area { printf("area %d\n", retval); }
		uprobe:./shape:Shape::as { printf("as %d %d\n", this->width, more); }
		uprobe:./shape:Box::get { printf("got %d %d\n", this->value, n); }
		uprobe:./shape:geo::freely { printf("free %d\n", n); }'
	grep -v '^$\|^area 107 as' got | sort | uniq >values
	sort >want <<'END'
5 3 2 7
wide 35 3 2
area 107
as 5 8
got 9 5
free 14
END
	cmp -s values want || { fail "-O$o:"; diff values want; }
done
g++ -g -O0 -o shape shape.cpp
awl -q -o got -c ./shape 'uprobe:./shape:geo::Shape::Shape { print(w); } uprobe:./shape:Shape::area:2 { print(scale); }'
[ "$(grep -c '^[57]$' got)" = 2 ] || fail "constructor, line of a method: $(cat got)"
"$AWL" -n 'uprobe:./shape:ge::area { }' 2>"$ERR" && fail "ge::area"
match "$ERR" "'./shape' has no function 'ge::area'"
"$AWL" -L ./shape:Shape::area >got || fail "-L"
[ "$(awk '/^ .*[0-9]  / { printf "%d ", $1 }' got)" = "0 1 2 4 5 6 " ] || fail "-L: $(cat got)"

# operators, whose names may need quotes
cat >operators.cpp <<'END'
#include <cstdio>
namespace geo {
struct V {
	int x;
	__attribute__((noinline)) V operator+(const V &o) const { return V{ x + o.x }; }
	__attribute__((noinline)) V operator*(const V &o) const { return V{ x * o.x }; }
	__attribute__((noinline)) V operator/(const V &o) const { return V{ x / o.x }; }
	__attribute__((noinline)) bool operator<(const V &o) const { return x < o.x; }
	template <class T> __attribute__((noinline)) bool operator<(const T *o) const { return x < *o; }
	__attribute__((noinline)) V &operator<<(int n) { x <<= n; return *this; }
	__attribute__((noinline)) int operator[](int i) const { return x + i; }
	__attribute__((noinline)) int operator()(int i) const { return x * i; }
	__attribute__((noinline)) operator int() const { return x + 100; }
	__attribute__((noinline)) V *operator->() { return this; }
	__attribute__((noinline)) V &operator++() { x++; return *this; }
};
__attribute__((noinline)) V operator-(const V &a, const V &b) { return V{ a.x - b.x }; }
}
int main(int argc, char **)
{
	geo::V a{ argc + 6 }, b{ 3 };
	int n = 9;

	return (a + b).x + (a * b).x + (a / b).x + (a < b) + (a < &n) + (a << 2).x + a[5] + a(6) +
	       (int)a + a->x + (++a).x + (a - b).x == 0;
}
END
for o in 0 1; do
	g++ -g -O$o -o operators operators.cpp || exit 1
	awl -q -o got -c ./operators '
		uprobe:./operators:V::operator+ { printf("+ %d %d\n", this->x, o->x); }
		uprobe:./operators:operator* { printf("* %d %d\n", this->x, o->x); }
		uprobe:./operators:"operator/" { printf("/ %d %d\n", this->x, o->x); }
		uprobe:./operators:"geo::V::operator< <int>" { printf("<int> %d\n", *o); }
		uprobe:./operators:"geo::V::operator<" { @less = count(); }
		uprobe:./operators:"operator<<" { printf("<< %d\n", n); }
		uprobe:./operators:operator[] { printf("[] %d\n", i); }
		uprobe:./operators:"operator()" { printf("() %d %d\n", this->x, i); }
		uretprobe:./operators:"operator int" { printf("int %d\n", retval); }
		uprobe:./operators:operator-> { printf("-> %d\n", this->x); }
		uprobe:./operators:operator++ { printf("++ %d\n", this->x); }
		uprobe:./operators:geo::operator- { printf("- %d %d\n", a->x, b->x); }'
	sed '/^$/d' got | sort >values
	sort >want <<'END'
+ 7 3
* 7 3
/ 7 3
<int> 9
<< 2
[] 5
() 28 6
int 128
-> 28
++ 28
- 29 3
@less: 2
END
	cmp -s values want || { fail "operators -O$o:"; diff values want; }
done
"$AWL" -n 'uprobe:./operators:W::operator+ { }' 2>"$ERR" && fail "W::operator+"
match "$ERR" "'./operators' has no function 'W::operator.'"

command -v rustc >/dev/null || { echo "no rustc: not tried"; finish; }
cat >prog.rs <<'END'
struct P { x: u32, y: u64 }
mod inner {
	#[inline(never)]
	pub fn work(a: u32, p: &super::P) -> u64 { a as u64 + p.y }
}
impl P {
	#[inline(never)]
	fn area(&self, k: u32) -> u32 { self.x * k }
}
fn main() {
	let p = P { x: 3, y: 40 };
	println!("{} {}", inner::work(2, &p), p.area(7));
}
END
rustc -g -o prog prog.rs 2>errors || { echo "rustc does not work: not tried"; finish; }
[ "$(./prog)" = "42 21" ] || fail "the program says: $(./prog)"
awl -q -o got -c ./prog '
	uprobe:./prog:inner::work { printf("work %d %d\n", a, p->y); }
	uretprobe:./prog:inner::work { printf("returned %d\n", retval); }
	uprobe:./prog:P::area { printf("area %d %d\n", self->x, k); }'
[ "$(grep -v '^$\|^42' got | tr '\n' ' ')" = "work 2 40 returned 42 area 3 7 " ] || fail "rust: $(cat got)"

# both kinds of linkage names
cat >traits.rs <<'END'
mod geo {
	pub struct Shape { pub width: u32, pub height: u32 }
	pub trait Scale { fn scale(&mut self, by: u32); }
	impl Scale for Shape {
		#[inline(never)]
		fn scale(&mut self, by: u32) { self.width *= by; }
	}
	impl std::ops::Add<&Shape> for Shape {
		type Output = u32;
		#[inline(never)]
		fn add(self, o: &Shape) -> u32 { self.width + o.height }
	}
	pub struct Pair<T> { pub a: T }
	impl<T: Copy + Into<u64>> Pair<T> {
		#[inline(never)]
		pub fn first(&self, more: u32) -> u64 { self.a.into() + more as u64 }
	}
	#[inline(never)]
	pub fn widen<T: Into<u64>>(x: T) -> u64 { x.into() + 1 }
}
use geo::Scale;
fn main() {
	let mut s = geo::Shape { width: 3, height: 4 };
	s.scale(2);
	let n = s + &geo::Shape { width: 1, height: 20 };
	println!("{} {} {}", n, geo::Pair { a: 5u16 }.first(7), geo::widen(8u8) + geo::widen(9u32));
}
END
for kind in -O0 -Csymbol-mangling-version=v0; do
	# shellcheck disable=SC2086 # nothing after -O0 is cut off
	rustc -g ${kind#-O0} -o traits traits.rs 2>errors ||
		{ echo "rustc $kind: not tried"; continue; }
	[ "$(./traits)" = "26 12 19" ] || fail "the program says: $(./traits)"
	awl -q -o got -c ./traits '
		uprobe:./traits:geo::Shape::scale { printf("scale %d %d\n", self->width, by); }
		uretprobe:./traits:traits::geo::Shape::add { printf("add %d\n", retval); }
		uprobe:./traits:Pair::first { printf("first %d\n", more); }
		uprobe:./traits:geo::widen { @widen = count(); }'
	[ "$(grep -v '^$\|^26' got | tr '\n' ' ')" = "scale 3 2 add 26 first 7 @widen: 2 " ] ||
		fail "rust $kind: $(cat got)"
	"$AWL" -n 'uprobe:./traits:Scale::scale { }' 2>"$ERR" && fail "rust $kind: a trait"
done
finish
