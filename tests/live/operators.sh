# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf demangle
#
# Operators of C++, traits and generic functions of Rust as places of probes, with the values that
# the programs compute.
. "$TESTS/live/common"
need_uprobes
need_steps
programs operators
cd "$TMP" || exit 1
for o in 0 1; do
	cp "$P/gxx-$o" operators || exit 1
	awl -q -o got -c ./operators '
		uprobe:./operators:V::operator+ { printf("+ %d %d\n", this->x, o->x); }
		uprobe:./operators:Text::longer { printf("longer %d %d %d\n", this->n, by.n, times); }
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
longer 20 21 3
END
	cmp -s values want || { fail "operators -O$o:"; diff values want; }
done
"$AWL" -n 'uprobe:./operators:W::operator+ { }' 2>"$ERR" && fail "W::operator+"
match "$ERR" "'./operators' has no function 'W::operator.'"

command -v rustc >/dev/null || { echo "no rustc: not tried"; finish; }
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
