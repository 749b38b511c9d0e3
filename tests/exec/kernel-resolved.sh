# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# A bundle has what its script needs of a vmlinux: places, variables, types, functions and values
# of enums.  It runs on a kernel without any of that, if it is the one with the vmlinux's build id.
# Its code is the same as if it had been compiled with the vmlinux.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
kernel 6.1
cd "$TMP" || exit 1
awl=$BUILD/tests/awlsys
command -v "${CC:-gcc}" >/dev/null || { echo "no compiler"; exit 77; }
cat >k.c <<'X'
#include <stddef.h>
enum colour { RED = 5, GREEN = -7, BLUE };
typedef struct { int counter; } counter_t;
struct list { struct list *next; };
struct hidden;
struct file { unsigned mode : 3, kind : 9; counter_t uses; char name[8]; struct hidden *inside;
	      enum colour colour; union { int low; long all; }; };
struct task_struct { int state; int pid; struct list tasks; char comm[16]; struct file *files[4]; };
volatile long sink;
__attribute__((noinline)) int vfs_read(struct file *f, char *to, size_t count, long *at)
{
	long local = count * 3;
	struct file copy = *f;
	sink = local + copy.mode;
	sink += *to + *at + copy.kind;
	return (int)(sink + local);
}
int main(void)
{
	struct file f = { 1 };
	long at = 0;
	return vfs_read(&f, "", 1, &at) + vfs_read(&f, "x", 2, &at);
}
struct task_struct task;
X
cat >k2.c <<'X'
struct hidden { short first; unsigned char second; };
struct hidden hidden;
X
# With -O2 the smaller one is an expression with a choice.
cat >k3.c <<'X'
__attribute__((noinline)) int vfs_write(int a, int b)
{
	int least = a < b ? a : b;
	__asm__ volatile("nop" : : : "memory");
	return a * b;
}
X
id=00112233445566778899aabbccddeeff00112233
"${CC:-gcc}" -O2 -g -c k3.c 2>/dev/null &&
	"${CC:-gcc}" -O0 -g -Wl,--build-id=0x$id k.c k2.c k3.o -o vmlinux 2>/dev/null || { echo "no debug information"; exit 77; }
# The notes of the kernel: what /sys/kernel/notes shows is a note like the program's.
notes() { objcopy -O binary --only-section=.note.gnu.build-id --set-section-flags .note.gnu.build-id=alloc "$1" notes; }
notes vmlinux 2>/dev/null || { echo "no objcopy"; exit 77; }
mkdir -p "$root/sys/kernel"
cp notes "$root/sys/kernel/notes"
places=$(grep -n 'sink +=' k.c | cut -d: -f1)

bundle() { # bundle SCRIPT: makes ./tool
	rm -f tool
	FAKESYS_ROOT=$root "$awl" --bundle "$1" --arch x86_64 --vmlinux vmlinux --runner "$awl" -o tool >out 2>err ||
		fail "no bundle of $1"
}
same_code() { # same_code SCRIPT: the bundle's is the vmlinux's
	bundle "$1"
	run "$awl" -S -n --arch x86_64 --vmlinux vmlinux -e "$1"
	grep -v '^$' out >want
	run ./tool -S -n --arch x86_64
	grep -v '^$' out >have
	diff want have >differences && [ -s want ] && return
	fail "other code"
	head -n 20 differences
}
same_code 'kprobe:vfs_read { @[f->mode, f->kind, f->uses.counter, f->name, f->colour, f->low, count, *at] = count(); }'
same_code "kprobe:k.c:$places { @[local, f->uses.counter, to[3]] = sum(count); print(*f); print(copy); }"
same_code 'kprobe:vfs_read:3 { print(args); }'
same_code 'kprobe:vfs_read { @[f->inside->second] = count(); @c = f->colour == GREEN; @b = BLUE; }'
same_code 'kretprobe:vfs_read { @[retval] = count(); }'
same_code 'BEGIN { @[((struct task_struct *)curtask)->files[2]->mode, curtask->comm, offsetof(struct task_struct, files)] = count(); }'
same_code 'kprobe:f { @[container_of(arg0, struct task_struct, tasks)->pid, ((counter_t *)arg2)->counter, (size_t)arg1] = count(); }'
same_code 'kprobe:vfs_write:4 { @ = sum(least); }'

# It runs, and says what was in registers, in memory and in types.
bundle "kprobe:k.c:$places { @line = count(); } kprobe:vfs_read { @[count] = count(); @g = GREEN; }"
grep -q '^T vfs_read ' tool || fail "no place in the bundle"
happens 'kprobe:vfs_read arg2=7 x2'
run ./tool -q
is status 0 $rc
grep -q '^@\[7\]: 2$' out || fail "no argument"
grep -q '^@g: GREEN$' out || fail "no name of a constant"
grep -q 'kprobe:vfs_read+' log || fail "no probe at the line"

# Not on another kernel, and not where that can't be found out.
for size in 20 0; do
	{ head -c $size notes; [ $size = 0 ] || printf 'other id'; } >"$root/sys/kernel/notes"
	run ./tool -q
	is status 3 $rc
	said 'this bundle is for another kernel'
done
# The runner must be of the version that makes the bundle.
LC_ALL=C sed "s/$("$AWL" -V) resolved\$/awl 9.9.9 resolved/" "$awl" >older
rm -f tool
"$awl" --bundle 'kprobe:vfs_read { @ = sum(count); }' --arch x86_64 --vmlinux vmlinux --runner ./older -o tool 2>err
said 'is another version of awl'
[ ! -e tool ] || fail "a bundle with another version"
# A script that asks nothing of the vmlinux does not depend on it.
bundle 'BEGIN { printf("%d\n", 7 * 6); }'
run ./tool -q
is output 42 "$(cat out)"
exit $bad
