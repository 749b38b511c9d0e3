# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Types that gcc's C doesn't write: an enumeration with a function, as of Rust; a structure in a
# structure and a static member, as of C++; bit-fields of DWARF 2; arrays without a type, without
# a constant length, and larger than any memory; variables in parts, of which one has no place.
# The DWARF is written by hand; gdb reads it, too.  The values are those that the assembler put at
# the addresses that nm prints.
cd "$TMP" || exit 1
for tool in gcc nm; do
	command -v $tool >/dev/null || { echo "no $tool"; exit 77; }
done
rc=0
echo 'int main(int argc, char **argv) { (void)argv; return argc; }' >main.c
cat >types.s <<'END'
	.globl lonely
	.type lonely, %function
lonely:	.byte 0x90, 0x90, 0x90, 0xc3
	.data
	.macro entry name:vararg
	.globl \name
	.type \name, %object
	.balign 8
\name:
	.endm
	entry hue
	.int 5
	entry tint
	.int 1
	entry box
	.int 1, 2, 3, 4
	entry flags
	.int 0xd5
	entry high
	.int 0xd5
	entry grid
	.short 1, 2, 3, 4, 5, 6
	entry counted
	.byte 7, 8, 9
	entry split
	.int 21
	entry split_high
	.short 22, 23
	entry late
	entry partly
	.int 31
	entry nothing
	entry huge
	entry wide
	entry open
	.int 9
	.section .debug_abbrev
abbrevs:
	.macro abbrev n, tag, children, attrs:vararg
	.uleb128 \n, \tag
	.byte \children
	.uleb128 \attrs
	.uleb128 0, 0
	.endm
	.set NAME, 3; .set SIZE, 0x0b; .set TYPE, 0x49
	.set STRING, 8; .set BYTE, 0x0b; .set REF, 0x13; .set SDATA, 0x0d; .set FLAG, 0x19
	abbrev 1, 0x11, 1, NAME, STRING				# compile_unit
	abbrev 2, 0x24, 0, NAME, STRING, SIZE, BYTE, 0x3e, BYTE	# base_type
	abbrev 3, 0x34, 0, NAME, STRING, TYPE, REF, 2, 0x18	# variable
	abbrev 4, 0x04, 1, NAME, STRING, SIZE, BYTE, TYPE, REF	# enumeration_type
	abbrev 5, 0x28, 0, NAME, STRING, 0x1c, SDATA		# enumerator
	abbrev 6, 0x2e, 1, NAME, STRING, 0x3c, FLAG		# subprogram
	abbrev 7, 0x01, 1, TYPE, REF				# array_type
	abbrev 8, 0x01, 1, SIZE, BYTE				# without a type
	abbrev 9, 0x21, 0, 0x2f, SDATA				# subrange_type, upper_bound
	abbrev 10, 0x21, 0, 0x37, SDATA				# count
	abbrev 11, 0x21, 0, TYPE, REF				# without a length
	abbrev 12, 0x13, 1, NAME, STRING, SIZE, BYTE		# structure_type
	abbrev 13, 0x0d, 0, NAME, STRING, TYPE, REF, 0x38, SDATA	# member
	abbrev 14, 0x0d, 0, NAME, STRING, TYPE, REF, 0x3f, FLAG	# static member
	abbrev 15, 0x0d, 0, NAME, STRING, TYPE, REF, 0x38, SDATA, SIZE, BYTE, 0x0d, BYTE, 0x0c, SDATA
	abbrev 16, 0x05, 0, NAME, STRING, TYPE, REF		# formal_parameter
	abbrev 17, 0x2e, 0, NAME, STRING, 0x11, 1, 0x12, 7	# subprogram with code
	.byte 0
	.section .debug_info
unit:
	.int end - start
start:
	.short 4
	.int abbrevs
	.byte 8
	.macro one n, name:vararg
	.uleb128 \n
	.string "\name"
	.endm
	.macro ref type
	.int \type - unit
	.endm
	.macro variable name, type
	one 3, \name
	ref \type
	.byte 9, 3
	.quad \name
	.endm
	.macro member name, type, at
	one 13, \name
	ref \type
	.sleb128 \at
	.endm
	.macro bits name, type, unit, size, from
	one 15, \name
	ref \type
	.sleb128 0
	.byte \unit, \size
	.sleb128 \from
	.endm
	.macro array type, lengths:vararg
	.uleb128 7
	ref \type
	.irp n, \lengths
	.uleb128 9
	.sleb128 \n - 1
	.endr
	.byte 0
	.endm
	one 1, types.s
int:	one 2, int
	.byte 4, 5
u16:	one 2, short unsigned int
	.byte 2, 7
u8:	one 2, unsigned char
	.byte 1, 8
color:	one 4, color
	.byte 4
	ref int
	one 6, blend
	one 16, self
	ref color
	.byte 0
	one 5, red
	.sleb128 0
	one 5, blue
	.sleb128 1
	one 5, green
	.sleb128 5
	.byte 0
lid:	one 12, outer
	.byte 16
	member first, int, 0
inner:	one 12, inner
	.byte 8
	member a, int, 0
	member b, int, 4
	.byte 0
	one 14, shared
	ref int
	member inside, inner, 4
	member last, int, 12
	.byte 0
low:	one 12, low
	.byte 4
	bits a, int, 4, 3, 29
	bits b, int, 4, 5, 24
	.byte 0
top:	one 12, top
	.byte 4
	bits a, u8, 1, 3, 0
	bits b, u8, 1, 5, 3
	.byte 0
pair:	one 12, pair
	.byte 8
	member low, int, 0
	member mid, u16, 4
	member high, u16, 6
	.byte 0
a23:	array u16, 2, 3
ac:	.uleb128 7
	ref u8
	.uleb128 10
	.sleb128 3
	.byte 0
avoid:	.uleb128 8
	.byte 1
	.uleb128 9
	.sleb128 3
	.byte 0
ahuge:	array int, 0x20000001
awide:	array u8, 0x100000000
aopen:	.uleb128 7
	ref int
	.uleb128 11
	ref int
	.byte 0
	one 17, lonely
	.quad lonely, 4
	variable hue, color
	variable tint, color
	variable box, lid
	variable flags, low
	variable high, top
	variable grid, a23
	variable counted, ac
	.macro part name, size
	.byte 3
	.quad \name
	.byte 0x93, \size
	.endm
	one 3, split
	ref pair
	.byte 33
	part split, 4
	part split_high+2, 2
	part split_high, 2
	one 3, partly
	ref pair
	.byte 13
	part partly, 4
	.byte 0x93, 4
	one 3, late
	ref pair
	.byte 13, 0x93, 4
	part partly, 4
	variable nothing, avoid
	variable huge, ahuge
	variable wide, awide
	variable open, aopen
	.byte 0
end:
	.section .note.GNU-stack, "", %progbits
END
gcc -g -no-pie -o prog main.c types.s 2>err || { cat err; exit 77; }
address() { echo "0x$(nm prog | awk -v name="$1" '$3 == name { print $1 }')"; }
place=$("$AWL" -lv uprobe:./prog:main.c:1 | sed -n 's/^  at main+\([0-9a-fx]*\).*/\1/p' | head -n 1)
cat >types.awl <<END
# reg ip: $(($(address main) + place))
# user $(address hue): u32:5
# user $(address tint): u32:1
# user $(address box): u32:1 u32:2 u32:3 u32:4
# user $(address flags): u32:213
# user $(address high): u32:213
# user $(address grid): u16:1 u16:2 u16:3 u16:4 u16:5 u16:6
# user $(address counted): u8:7 u8:8 u8:9
# user $(address split): u32:21
# user $(address split_high): u16:22 u16:23
# user $(address partly): u32:31
# fire
uprobe:./prog:main.c:1 {
	print(hue); print(tint); print(box); print(box.inside.b); print(flags); print(high);
	print(grid); print(grid[1][2]); print(counted); print(split); print(partly.low); print(late.mid);
}
END
"$BUILD/tests/awlvm" -a x86_64 types.awl 2>err | grep . >out
cat >want <<'END'
green
blue
{ .first = 1, .inside = { .a = 2, .b = 3 }, .last = 4 }
3
{ .a = -3, .b = -6 }
{ .a = 6, .b = 21 }
[[1,2,3],[4,5,6]]
6
[7,8,9]
{ .low = 21, .mid = 23, .high = 22 }
31
31
END
cmp -s want out || { cat err; diff want out; rc=1; }
refused() { # refused NAME TEXT
	"$AWL" -n --arch x86_64 "uprobe:./prog:main.c:1 { print($1); }" >out 2>&1 &&
		{ echo "$1: taken"; rc=1; }
	grep -qF "$2" out || { echo "$1: no '$2'"; cat out; rc=1; }
}
# A function with code in a unit that has none: it has no lines.
"$AWL" -L ./prog:lonely >out 2>&1
[ $? = 1 ] && grep -qF "lonely" out || { echo "-L of lonely:"; cat out; rc=1; }
refused nothing "'nothing' has no value at"
refused huge "'huge' has no value at"
refused wide "'wide' has no value at"
refused partly.mid "'mid' has no value at"
refused late.low "'low' has no value at"
refused partly.high "'high' has no value at"
refused open "the length of this array is only known at run time"
# Where a virtual base class is, only the object says; it is not at its start.
if command -v g++ >/dev/null; then
	cat >virtual.cc <<'END'
struct base { int b; };
struct inner : virtual base { int v; };
struct outer : inner { int d; } object;
int main() { return object.b; }
END
	g++ -g -o virtual virtual.cc || exit 1
	"$AWL" -n --arch x86_64 'uprobe:./virtual:main { @ = object.v + object.d; }' || rc=1
	"$AWL" -n --arch x86_64 'uprobe:./virtual:main { @ = object.b; }' >out 2>&1 &&
		{ echo "a member of a virtual base: taken"; rc=1; }
	grep -qF "no member 'b' in 'struct outer'" out || { cat out; rc=1; }
fi
exit $rc
