# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Global variables of the kernel where a function has returned.  The test's memory has their values
# at the addresses that nm prints.  A name that is a parameter's or several variables' is refused.
cd "$TMP" || exit 1
command -v gcc >/dev/null && command -v nm >/dev/null || { echo "no gcc or nm"; exit 77; }
cat >main.c <<'END'
struct state { int count; short kind[3]; } driver_state = { 3, { 7, 8, 9 } };
long answer = 42;
int count = 5;
static int twice = 1;
int other(void);
__attribute__((noinline)) int vfs_read(int count) { static int calls; return count + ++calls; }
int main(void) { return vfs_read(twice) + other() + count; }
END
echo 'static int twice = 2; int other(void) { return ++twice; }' >other.c
rc=0
for options in '-O1' '-O2 -gdwarf-4' '-O1 -no-pie'; do
	# shellcheck disable=SC2086 # several options
	gcc -g $options -o vmlinux main.c other.c 2>err || { echo "gcc $options: not tried"; continue; }
	nm vmlinux >kallsyms
	address() { echo "0x$(awk -v name="$1" '$3 == name { print $1 }' kallsyms)"; }
	cat >return.awl <<-END
	# kernel $(address answer): u64:18446744073709551615
	# kernel $(address driver_state): u32:4 u16:1 u16:65535 u16:2 u16:0
	# fire
	kretprobe:vfs_read { print(answer); print(driver_state.kind[1]); print(driver_state); }
	END
	"$BUILD/tests/awlvm" -1 x86_64 --vmlinux vmlinux --kallsyms kallsyms return.awl 2>err | grep . >out
	printf '%s\n' -1 -1 '{ .count = 4, .kind = [1,-1,2] }' >want
	cmp -s want out || { echo "gcc $options:"; cat err out; rc=1; }
	for name in count twice calls nosuch; do
		"$AWL" -n --arch x86_64 --vmlinux vmlinux --kallsyms kallsyms \
			"kretprobe:vfs_read { print($name); }" 2>err && { echo "$options: $name is taken"; rc=1; }
		grep -qE "unknown name '$name'|'$name' has no value" err || { cat err; rc=1; }
	done
done
exit $rc
