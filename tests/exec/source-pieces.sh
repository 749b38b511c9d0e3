# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# A structure whose members are in registers, as the compiler was made to leave them, and a
# member that nothing reads.
cd "$TMP" || exit 1
command -v gcc >/dev/null || { echo "no compiler"; exit 77; }
command -v nm >/dev/null || { echo "no nm"; exit 77; }
[ "$(uname -m)" = x86_64 ] || { echo "the registers are those of x86_64"; exit 77; }
cat >pair.c <<'END'
struct pair { int low; short high, sign; long far; };
__attribute__((noinline)) long use(void)
{
	struct pair p;
	int low, high;

	__asm__ volatile("nop");
	__asm__ volatile("" : "=a"(low), "=c"(high), "=d"(p.far));
	p.low = low;
	p.high = (short)high;
	__asm__ volatile("nop" : : : "memory");
	return p.low + p.high + p.far;
}
int main(void)
{
	return (int)use();
}
END
rc=0
bad() { echo "$options: $*"; rc=1; }
for options in 'gcc -O2' 'gcc -O1 -gdwarf-4' 'clang -O2'; do
	# shellcheck disable=SC2086 # several options
	$options -g -o prog pair.c 2>err || { echo "$options: not tried"; continue; }
	cat >pair.awl <<-'END'
	# reg ax: -11
	# reg cx: 65558
	# reg dx: 1234567890123
	# fire
	uprobe:./prog:pair.c:11 { print(p.low); print(p.high); print(p.far); print(local.low); }
	END
	"$BUILD/tests/awlvm" -a x86_64 pair.awl 2>err | grep . >out
	printf '%s\n' -11 22 1234567890123 -11 >want
	cmp -s want out || { bad "other values"; cat err out; }
	for lost in sign p; do
		what=p
		[ $lost = p ] || what=p.$lost
		"$AWL" -n --arch x86_64 "uprobe:./prog:pair.c:11 { print($what); }" 2>err
		grep -q "'$lost' has no value at .*: the compiler optimized it out, or a part" err ||
			{ bad "$lost: no reason"; cat err; }
	done
	"$AWL" -lv uprobe:./prog:pair.c:11 >out
	grep -q '^    struct pair p  (in parts, some of which are optimized out)$' out ||
		{ bad "-lv: no parts"; cat out; }
	grep -q '^    s32 low  (register ax)$' out || { bad "-lv: no register"; cat out; }
done
exit $rc
