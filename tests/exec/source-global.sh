# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Global variables of other files of a program, in turn.  The test's memory has their values at the
# addresses that nm prints.  The argument is in its register at the function's entry, also without
# optimization, when the debug information says that it is on the stack.
cd "$TMP" || exit 1
command -v gcc >/dev/null || { echo "no compiler"; exit 77; }
command -v nm >/dev/null || { echo "no nm"; exit 77; }
echo 'int add(int n); int main(int argc, char **argv) { (void)argv; return add(argc); }' >main.c
cat >state.c <<'END'
struct state { int count; short kind[3]; } driver_state = { 3, { 7, 8, 9 } };
int elsewhere = 70;
struct pair { int a, b; } pairs[2] = { { 1, 2 }, { 3, 4 } };
static int hidden = 11;
int add(int n)
{
	return n + hidden + elsewhere + driver_state.count;
}
END
rc=0
address() { echo "0x$(nm prog | awk -v name="$1" '$3 == name { print $1 }')"; }
for options in '-O0' '-O0 -no-pie' '-O1 -gdwarf-4'; do
	# shellcheck disable=SC2086 # several options
	gcc -g $options -o prog main.c state.c 2>err || { echo "gcc $options: not tried"; continue; }
	place=$("$AWL" -lv uprobe:./prog:main.c:1 | sed -n 's/^  at main+\([0-9a-fx]*\).*/\1/p' | head -n 1)
	cat >global.awl <<-END
	# reg ip: $(($(address main) + place))
	# reg di: 12
	# user $(address elsewhere): u32:4294967226
	# user $(address driver_state): u32:3 u16:7 u16:8 u16:65527 u16:0
	# user $(address pairs): u32:4 u32:5 u32:6 u32:4294967295
	# fire
	uprobe:./prog:main.c:1 {
		print(elsewhere); print(driver_state.kind[1]); print(elsewhere); print(driver_state);
		print(elsewhere); print(argc); print(pairs);
	}
	END
	"$BUILD/tests/awlvm" -a x86_64 global.awl 2>err | grep . >out
	printf '%s\n' -70 8 -70 '{ .count = 3, .kind = [7,8,-9] }' -70 12 \
		'[{ .a = 4, .b = 5 },{ .a = 6, .b = -1 }]' >want
	cmp -s want out || { echo "gcc $options:"; cat err out; rc=1; }
done
exit $rc
