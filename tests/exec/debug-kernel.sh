# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Where the kernel's debug information is looked for, below --sysroot, with a small program in
# the place of vmlinux: a file that is not the running kernel's is passed over.
cd "$TMP" || exit 1
arch=$(uname -m) release=6.1.0-test rc=0
root=$TMP/root
mkdir -p "$root/proc/sys/kernel" "$root/sys/kernel"
echo $release >"$root/proc/sys/kernel/osrelease"
cat >prog.c <<'END'
volatile int sink;
__attribute__((noinline)) int vfs_read(int count)
{
	sink = count + 1;
	return sink;
}
int main(int argc, char **argv) { return vfs_read(argc); }
/* linkers store the names "node" and "HUGE" as the ends of others */
struct deepnode { struct node { int first, value; } inner; int other; } top;
enum size { NOT_HUGE = 9, HUGE = 7 } size;
END
id=0123456789abcdef00112233445566778899aabb
build() { gcc -g -O1 -Wl,--build-id=0x"$1" -o "$2" prog.c 2>err || { echo "no compiler"; exit 77; }; }
build $id vmlinux
build 00112233 other
objcopy -O binary --only-section=.note.gnu.build-id vmlinux "$root/sys/kernel/notes" || exit 77

keep() { true; }
found() { # found FILE: the kernel is found if it is there, and its line
	keep "$1" || return
	mkdir -p "$root/${1%/*}" && cp vmlinux "$root/$1"
	"$AWL" -n --arch "$arch" --sysroot "$root" 'kprobe:vfs_read:2 { @ = sum(count); }' >out 2>&1 ||
		{ echo "$1: not found"; cat out; rc=1; }
	rm "$root/$1"
}
refused() { # refused MESSAGE OPTION...
	want=$1
	shift
	"$AWL" -n --arch "$arch" --sysroot "$root" "$@" 'kprobe:vfs_read:2 { @ = count(); }' >out 2>&1
	[ $? = 1 ] && grep -qF "program:1:1: error: $want" out || { echo "no '$want'"; cat out; rc=1; }
}
refused 'no vmlinux with debug information for this kernel: name one, --vmlinux FILE'
all() {
	found usr/lib/debug/boot/vmlinux-$release
	found usr/lib/debug/lib/modules/$release/vmlinux
	found lib/modules/$release/vmlinux
	found lib/modules/$release/build/vmlinux
	found boot/vmlinux-$release
	found usr/lib/debug/.build-id/${id%"${id#??}"}/${id#??}.debug
}
all
# where the second place is taken by a file without debug information
strip -o "$root/usr/lib/debug/lib/modules/$release/vmlinux" vmlinux
keep() { [ "$1" != usr/lib/debug/lib/modules/$release/vmlinux ]; }
all
refused "can't read the debug information of '$root/usr/lib/debug/lib/modules/$release/vmlinux'"
cp other "$root/usr/lib/debug/lib/modules/$release/vmlinux"
found boot/vmlinux-$release
refused "'$root/usr/lib/debug/lib/modules/$release/vmlinux' is not the running kernel: its build id differs"
refused "'other' is not the running kernel: its build id differs" --vmlinux other

# the file may be stripped, with the debug information elsewhere
objcopy --only-keep-debug vmlinux vmlinux.debug
strip -o stripped vmlinux
objcopy --add-gnu-debuglink=vmlinux.debug stripped
"$AWL" -n --arch "$arch" --sysroot "$root" --vmlinux stripped 'kprobe:vfs_read:2 { @ = sum(count); }' ||
	{ echo "stripped: refused"; rc=1; }

# types and constants whose names are ends of other names
"$AWL" -n -S --arch "$arch" --vmlinux vmlinux 'kprobe:vfs_read {
	$n = (struct node *)arg0; print($n->value); printf("%d", HUGE); printf("%d", NOT_HUGE); }' >out 2>&1
for want in '+= 4$' '= 7$' '= 9$'; do
	grep -q -e "$want" out || { echo "no '$want'"; cat out; rc=1; }
done
"$AWL" -n --arch "$arch" --vmlinux vmlinux 'kprobe:vfs_read { print(sizeof(struct ode)); }' >out 2>&1 &&
	{ echo "struct ode: taken"; rc=1; }

# What only functions declare is known, too, but what is outside of them comes first.
cat >local.c <<'END'
struct unknown;
struct outer { struct unknown *p; } outer;
int main(int argc, char **argv)
{
	struct both { char c[9]; } both;
	struct unknown { char c[5]; } unknown;
	if (argc > 1) {
		enum { INNERMOST = 5 } e = INNERMOST;
		struct innermost { char c[11]; } innermost;
		return innermost.c[argc] + e;
	}
	return both.c[argc] + unknown.c[argc];
}
END
echo 'struct both { char c[13]; } both;' >outside.c
gcc -g -O0 -o local local.c outside.c
declared() { # declared EXPRESSION WANT
	"$AWL" -n -S --arch "$arch" --vmlinux local "kprobe:main { printf(\"%d\", $1); }" >out 2>&1
	grep -q -e "= $2\$" out || { echo "$1: no $2"; cat out; rc=1; }
}
declared 'sizeof(struct both)' 13
declared 'sizeof(struct innermost)' 11
declared 'sizeof(struct unknown)' 5
declared INNERMOST 5
"$AWL" -n --arch "$arch" --vmlinux local 'kprobe:main { print(((struct outer *)arg0)->p->c); }' >out 2>&1 &&
	{ echo "a structure that is not declared there is taken"; rc=1; }

# Functions that begin with nops for ftrace.  On all machines but x86 gcc's debug information has the
# function without them.
for arch_gcc in "$arch:gcc" riscv64:riscv64-linux-gnu-gcc aarch64:aarch64-linux-gnu-gcc; do
	command -v "${arch_gcc#*:}" >/dev/null || { echo "not done: no ${arch_gcc#*:}"; continue; }
	"${arch_gcc#*:}" -g -O1 -fpatchable-function-entry=8,4 -o nops prog.c
	"$AWL" -n --arch "${arch_gcc%:*}" --vmlinux nops 'kprobe:vfs_read { @ = sum(count); }' >out 2>&1 ||
		{ echo "$arch_gcc: nops"; cat out; rc=1; }
	"$AWL" -n --arch "${arch_gcc%:*}" --vmlinux nops 'kretprobe:vfs_read@prog.c { @ = sum(retval); }' >out 2>&1 ||
		{ echo "$arch_gcc: nops, return"; cat out; rc=1; }
done

# A function that has no symbol is probed where it was inlined; one that has a symbol is not.
cat >inline.c <<'END'
volatile int sink;
static inline __attribute__((always_inline)) int only_inlined(int bytes) { return sink += bytes; }
__attribute__((noinline)) int partly(int bytes) { return sink -= bytes; }
int one(int n) { return only_inlined(n) + partly(n); }
int main(int argc, char **argv) { return one(argc) + only_inlined(argc + 7) + partly(1); }
END
gcc -g -O1 -o inline inline.c
inlined() { # inlined PROBE PLACES: where it is, as nm knows the functions
	"$AWL" -S -n --arch "$arch" --vmlinux inline -e "$1 { @[bytes] = count(); }" >out 2>errors ||
		{ echo "$1: $(cat errors)"; rc=1; }
	[ "$(grep -c '^kprobe:' out)" = "$2" ] || { echo "$1: not $2 places"; cat out; rc=1; }
}
inlined kprobe:only_inlined 2
inlined kprobe:partly@inline.c 1
cannot() { # cannot PROBE MESSAGE
	"$AWL" -n --arch "$arch" --vmlinux inline -e "$1" 2>errors && { echo "$1: accepted"; rc=1; }
	grep -qF "$2" errors || { echo "$1: no '$2'"; cat errors; rc=1; }
}
cannot 'kretprobe:only_inlined { @ = count(); }' 'it is inlined there, so it does not return'
cannot 'kprobe:only_inlined { @[arg0] = count(); }' 'kprobe:only_inlined is inlined or specialized there'

# what needs no lines opens none
command -v strace >/dev/null || { echo "no strace: not asked what is opened"; exit $rc; }
opens() { strace -f -e trace=open,openat -o trace "$AWL" -n --vmlinux vmlinux "$@" >out 2>&1; grep -q '"vmlinux"' trace; }
opens 'kprobe:vfs_read { @[comm, arg0] = count(); } tracepoint:sched:sched_switch { @ = count(); }' && { echo "vmlinux is opened"; rc=1; }
opens 'kprobe:vfs_read { @ = count(); } kretprobe:do_exit { @ = count(); }' && { echo "vmlinux is opened for functions with symbols"; rc=1; }
opens 'kprobe:vfs_raed { @ = count(); }' || { echo "vmlinux is not opened for what may be inlined"; rc=1; }
opens 'kprobe:vfs_read:2 { @ = count(); }' || { echo "vmlinux is not opened"; rc=1; }
exit $rc
