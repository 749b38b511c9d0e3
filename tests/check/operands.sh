# SPDX-License-Identifier: GPL-2.0-or-later
#
# The operands that operators, casts, elements and assignments take, and types of their results.
. "$TESTS/check/rules"
rules <<'END'
# casts between integers and bytes keep the bytes
size (uint8[8])arg0|8
size (uint8[])arg0|8
size (uint8[])(uint32)arg0|4
size (uint16[])arg0|8
size (uint8[])1|1
size (uint8[])127|1
size (uint8[])128|2
size (uint8[])(-128)|8
size (uint8[])32767|2
size (uint8[])32768|4
size (uint8[])2147483647|4
size (uint8[])2147483648|8
print((uint8[4])arg0);|can't cast u64 to u8[4]
print((uint8[4])(uint32)arg0); print((uint8[4])1); print((uint8[4])"abc"); print((uint8[16])$s);|ok
print((uint8[4])$s);|can't cast string to u8[4]
print((uint32)$p->a4);|ok
print((uint32)$p->a5);|can't cast u8[5] to u32
print((uint64)$p->a4);|can't cast u8[4] to u64
print((uint8[3])$p->a3); print((uint8[24])ntop(1)); print((uint8[6])macaddr(arg0));|ok
print((uint8[24])$p->one);|can't cast
print((uint8[8])(1, 2));|can't cast
print((uint64)ntop(1));|can't cast
print((string[16])$s); print((string[17])$s); print((string)$s); print((bool)$s);|ok
print((string[15])$s);|can't cast string to a shorter string
print((string)arg0);|unknown type 'string'
# comparisons
print($p->a4 == $p->a4); print($p->a4 != pton("127.0.0.1")); print($p->a4 == (uint32)arg0);|ok
print(pton("::1") == $p->two); print($p->two == pton("::1")); print((uint32)arg0 == $p->a4);|ok
print($p->a4 == $p->a5);|invalid operands to '==': u8[4] and u8[5]
print($p->a4 < $p->a4);|invalid operands
print($p->one == $p->one);|invalid operands
print($p->a4 == "abc");|invalid operands
print((1, 2) == (1, 2)); print((1, 2) != (3, 4)); print(mem(arg0, 4) == mem(arg0, 8));|ok
print((1, 2) < (1, 2));|invalid operands
print((1, 2) == 1);|invalid operands to '==': (s64, s64) and s64
print($s == "a"); print($s < "a"); print($s >= $s); print(!$s); print($s && 1);|ok
print($s + "a");|invalid operand
print($s == 1);|invalid operands
print(-$s);|invalid operand
print(~$p->a4);|invalid operand
print(!$p->a4);|invalid operand
print($p->a4 && 1); |can't use u8[4] as a condition
# division and shifts
print(1 / 0);|division by zero
print(1 % 0);|division by zero
# pointers
static_assert(is_ptr($p + 1) && is_ptr(1 + $p) && is_ptr($p - 1), "pointer");|ok
static_assert(!is_ptr($p - $p) && !is_ptr($p & 1) && !is_ptr($p == $p), "number");|ok
print(*(void *)arg0);|can't dereference a pointer without a type
print(*$s);|string is not a pointer
print(&arg0);|can't take the address of this
print(&$p->a4); $x = arg0; print(&$x);|ok
# constants: the type of a folded number
static_assert(sizeof(-(3 != 255)) == 4, "int");|ok
static_assert(is_unsigned_integer(~0) && !is_unsigned_integer(-1) && !is_unsigned_integer(+1), "signs");|ok
# tuples, elements
print((1, 2).0); print((1, 2).1); $t = (1, "a"); print($t[1]);|ok
print((1, 2).2);|index out of range: the tuple has 2 parts, counted from 0
$t = (1, "a"); print($t[2]);|index out of range: the tuple has 2 parts
print($p->a4[3]); print($p->c4[3]); print($s[15]); print($p[0].a3[2]); print($p->a4[arg0]);|ok
print($p->a4[4]);|index out of range
print($p->c4[4]);|index out of range
print($p->c4[-1]);|index out of range
print($s[16]);|index out of range: the string has room for 16 bytes, counted from 0
print(arg0[1]);|can't index
print($p->one[1]);|can't index
print($s[$s]);|can't index
print(1.5);|a number has no fractions; it is not a tuple
print($p->none);|no member 'none'
print(arg0.none);|u64 is not a structure: it has no member 'none'
# assignments
$x = 1; $x += $s;|invalid operand
@ = 1; @ += $s;|invalid operand
$x = $s; $x++;|invalid operand
@ = $s; @++;|@ can't take s64 here: it already holds string
@ = count(); @++;|@ can't take a number here: it already holds count
arg0 = 1;|can't assign
delete(1);|only an entry of a map can be deleted
delete(@m[1], 1);|expected a map
@m[1] = 1; delete(@m, 1); delete(@m[1]); _ = arg0;|ok
# warnings
print(arg0 / 0);|warning: division by zero: the result is 0
print(arg0 % 0);|warning: division by zero: the remainder is the dividend
$x = (uint32)arg0; print($x << 32);|warning: shift of a 32-bit value by 32: cast it first, (u64)x
$x = (uint16)arg0; print($x >> 32);|warning: shift of a 32-bit value by 32: cast it first, (u64)x
return; print(1);|warning: this statement is never reached
exit(); print(1);|warning: this statement is never reached
{ return; } print(1);|warning: this statement is never reached
if (arg0) { return; } else { print(2); exit(); } print(1);|warning: this statement is never reached
while (arg0) { break; print(1); }|warning: this statement is never reached
while (arg0) { continue; print(1); }|warning: this statement is never reached
# the arms of ?:
static_assert(is_ptr(arg0 ? $p : 0) && is_ptr(arg0 ? 0 : $p) && is_integer(arg0 ? 1 : arg0), "arms");|ok
size arg0 ? "a" : "bcd"|4
size arg0 ? "abc" : "b"|4
size arg0 ? mem(arg0, 3) : mem(arg0, 5)|9
size arg0 ? mem(arg0, 5) : mem(arg0, 3)|9
print(arg0 ? (1, "a") : (2, "bc")); arg0 ? print(1) : (@z = 1); arg0 ? "a" : 1;|ok
print(arg0 ? "a" : 1);|invalid operands to '?:': string and s64
print(arg0 ? (1, 2) : 1);|invalid operands to '?:': (s64, s64) and s64
print($p->a4 ? 1 : 2);|can't use u8[4] as a condition
# loops and blocks
unroll (1) { print(1); } unroll (100) { @u++; }|ok
unroll (0) { print(1); }|number of rounds out of range: 1 to 100
unroll (101) { print(1); }|number of rounds out of range: 1 to 100
unroll (arg0) { print(1); }|expected a constant
break;|no loop to leave here
if (arg0) { continue; }|no loop to leave here
while (arg0) { if (arg1) { break; } else { continue; } }|ok
for ($i : 0.."a") { }|invalid argument to a range: expected a number, not string
for ($i : "a"..5) { }|invalid argument to a range: expected a number, not string
for ($kv : @never) { }|expected a map
@one = 1; for ($kv : @one) { }|expected a map
@h[1] = hist(arg0); for ($kv : @h) { }|can't loop over @h: its values are hist
@h[1] = stats(arg0); for ($kv : @h) { }|can't loop over @h: its values are stats
@h[1] = avg(arg0); @m[1] = min(arg0); @s[1] = "a"; for ($kv : @h) { } for ($kv : @m) { } for ($kv : @s) { }|ok
# what has no value, or none that can be kept
print(count());|count() must be assigned to a map: @name = count(...)
print((1, print(1)));|this call returns nothing
@ = (1, count());|count() must be assigned to a map: @name = count(...)
$x = 5; @ = &$x;|the variable is gone when the probe ends: store its value, not a pointer to it
@ = ctx;|the probe's record is gone when the probe ends: store the fields you need
# sizes
size sizeof(1)|8
size (1, (uint8)2)|16
static_assert(sizeof($p->c4) == 4 && sizeof($p->a5) == 5 && sizeof(*$p) == 72 && sizeof($p) == 8, "sizes");|ok
static_assert(offsetof(struct bytes, a4) == 3 && offsetof(struct bytes, two) == 56, "offsets");|ok
END
