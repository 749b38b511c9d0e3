# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Results have the types that the functions' declarations say, from BTF and from debug information:
# integers of their width and sign, constants of enums by name, structures behind pointers.
# func%return is perf's way to write a return probe.
: "${TMP=/tmp}"
cat >"$TMP/k.c" <<'EOF'
enum colour { RED = 5, GREEN = -7 };
struct shape { int sides; enum colour colour; char name[8]; struct shape *next; };
static struct shape one = { 4, RED, "square", 0 };
int number(void) { return -1; }
unsigned char small(void) { return 0xfe; }
short negative(void) { return -3; }
enum colour colour(void) { return GREEN; }
struct shape *shape(void) { return &one; }
_Bool truth(void) { return 1; }
int main(void) { return 0; }
EOF
"${CC:-gcc}" -g -O0 -w "$TMP/k.c" -o "$TMP/dwarf" 2>/dev/null || { echo "no compiler"; exit 77; }
"$TESTS/exec/mkbtf" "$TMP/btf" <"$TMP/k.c" || exit
# The upper bits of the registers mean nothing where the type is narrower.
cat >"$TMP/script.awl" <<'EOF'
# kernel 0x5000: u32:4 u32:5 u64:0x657261757173 u64:0x6000
# kernel 0x6000: u32:3 u32:0xfffffff9 u64:0x656572 u64:0
# retval: 0x12345678ffffffff
# fire kretprobe:number
# fire kretprobe:small
# fire kretprobe:negative
# retval: 0x12345678fffffff9
# fire kretprobe:colour
# retval: 0x5000
# fire kretprobe:shape
# retval: 1
# fire kretprobe:truth
kretprobe:number { printf("number %d %d\n", retval, retval < 0); }
kprobe:small%return { printf("small %d\n", retval); }
kprobe:negative%return { printf("negative %d\n", retval); }
kretprobe:colour { print(retval); @[retval == GREEN] = count(); }
kprobe:shape%return { printf("%d %s %s %d\n", retval->sides, retval->name, retval->next->name, retval->next->sides); print(retval->next->colour); }
kretprobe:truth { @truth = retval; }
EOF
cat >"$TMP/want" <<'EOF'
number -1 1
small 255
negative -1
GREEN
4 square ree 3
GREEN
@[true]: 1
@truth: true
EOF
rc=0
for types in "--btf $TMP/btf" "--vmlinux $TMP/dwarf"; do
	# shellcheck disable=SC2086 # split into words on purpose
	"$BUILD/tests/awlvm" -1 x86_64 $types "$TMP/script.awl" 2>&1 | grep -v '^$' >"$TMP/have"
	diff "$TMP/want" "$TMP/have" && continue
	echo "with $types"
	rc=1
done
exit $rc
