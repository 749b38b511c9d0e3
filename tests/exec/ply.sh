# SPDX-License-Identifier: GPL-2.0-or-later
#
# --as ply prints the same as ply.  The expected texts are the output of Debian trixie's ply 2.4 on
# 6.1 for the same scripts, apart from numbers that vary.
cd "$TMP" || exit 1
rc=0
vm() { "$BUILD/tests/awlvm" -a x86_64 --kallsyms "$TESTS/fixtures/kallsyms" "$@"; }
same() { # same WHAT SCRIPT <PLY-OUTPUT
	cat >want
	printf '%s\n' "$2" >script.ply
	vm --as ply script.ply >out 2>err || { echo "$1: status $?"; rc=1; }
	cmp -s want out || { echo "$1:"; diff want out; rc=1; }
	[ ! -s err ] || { echo "$1: on stderr:"; cat err; rc=1; }
}

same "maps in the script's order, sorted by value" \
	'BEGIN { y[3] = 1; y[1] = 2; y[2] = 2; @c[5] = count(); @c[5] = count(); @c[4] = count();
		@c[6] = count(); z["b"] = 1; z["a"] = 1; x[1] = 0x10; x[2] = -1; x[3] = 5; }' <<'E'

y:
{ 3 }: 1
{ 1 }: 2
{ 2 }: 2

@c:
{ 4 }: 1
{ 6 }: 1
{ 5 }: 2

z:
{ a       }: 1
{ b       }: 1

x:
{ 2 }: -1
{ 3 }: 5
{ 1 }: 16
E
same "strings are padded to their arrays" '# comm: dd
# fire
kprobe:vfs_read { @[comm] = count(); @two[comm, 1] = sum(1); m[1, "k"] = 1; o["s"] = "val"; }' <<'E'

@:
{ dd              }: 1

@two:
{ dd             , 1 }: 1

m:
{ 1, k       }: 1

o:
{ s       }: val    
E
# An array of 10 bytes is rounded up to 16, of which 15 are shown; one of 64 is padded, too.
long=abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcde
same "strings are padded to a multiple of eight" \
	"BEGIN { @[\"abcdefghi\"] = count(); a[\"abcdefg\"] = 1; b[\"abcdefgh\"] = 1; c[\"$long\"] = 1; }" <<E

@:
{ abcdefghi       }: 1

a:
{ abcdefg }: 1

b:
{ abcdefgh        }: 1

c:
{ $long       }: 1
E
same "histograms" '# arg0: 10240
# fire x10
kprobe:vfs_read { @["rdsz"] = quantize(arg0); }' <<'E'

@:
{ rdsz    }: 
	[  8k,  16k)	      10 ┤████████████████████████████████│

E
# from ply's source: the row of negative numbers first, one row for 0 and 1, dots for a gap
same "rows of histograms" 'BEGIN { @[1] = quantize(-1); @[1] = quantize(0); @[1] = quantize(1);
	@[1] = quantize(9); @[1] = quantize(8192); @[1] = quantize(600); }' <<'E'

@:
{ 1 }: 
	         < 0	       1 ┤█████▍                          │
	[   0,    1]	       2 ┤██████████▋                     │
	...
	[   8,   15]	       1 ┤█████▍                          │
	...
	[ 512,   1k)	       1 ┤█████▍                          │
	...
	[  8k,  16k)	       1 ┤█████▍                          │

E
same "print" 'BEGIN { print("test", 1, -3); print("x"); @[1] = count(); print(@); clear(@); }' <<'E'
test   , 1, -3
x      

@:
{ 1 }: 1
E
# ply has no arrays in structures; awl puts their elements into brackets, as in other formats
same "arrays" '# kernel 0xffff888000000100: u32:7 u32:8 u32:9 u64:0
# arg0: 0xffff888000000100
# fire
struct pair { int a[3]; };
kprobe:vfs_read { print(((struct pair *)arg0)->a, 1); @[(1, "x")] = count(); }' <<'E'
[7, 8, 9], 1

@:
{ 1, x       }: 1
E
same "stacks" '# stack: 0xffffffff81000110 0xffffffff81000310
# fire x2
kprobe:vfs_read { @[stack] = count(); @s[stack, 7] = count(); print(stack); }' <<'E'

	vfs_read+16
	do_sys_openat2+16


	vfs_read+16
	do_sys_openat2+16


@:
{ 
	vfs_read+16
	do_sys_openat2+16
 }: 2

@s:
{ 
	vfs_read+16
	do_sys_openat2+16
, 7 }: 2
E

# options: -e and -v mean the same as in ply, also if awl is called ply
out=$(vm --as ply -e 'BEGIN { print("no"); }') && [ -z "$out" ] || { echo "-e runs it: $out"; rc=1; }
"$AWL" --as ply -v | grep -q '^awl [0-9]' || { echo "-v is not the version"; rc=1; }
ln -s "$AWL" ply
./ply --version | grep -q '^awl [0-9]' && ./ply -v | grep -q '^awl [0-9]' || { echo "called ply"; rc=1; }
"$AWL" --as dtrace -v 2>err && { echo "--as dtrace: status 0"; rc=1; }
grep -q 'takes ply, not: dtrace' err || { echo "--as dtrace:"; cat err; rc=1; }
# a map may have the name of a function, unless parentheses follow
vm --as ply 'BEGIN { path[1] = "a"; } END { print(path[1]); delete path[1]; }' >out 2>&1
[ "$(cat out)" = "a      " ] || { echo "path[1]:"; cat out; rc=1; }
exit $rc
