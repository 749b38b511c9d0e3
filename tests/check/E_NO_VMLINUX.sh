# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Lines of the kernel, with a small program in the place of vmlinux: the reader does not care.
cd "$TMP" || exit 1
cat >prog.c <<'END'
struct file { int mode; struct file *next; };
volatile int sink;
__attribute__((noinline)) int vfs_read(struct file *file, int count)
{
	int left = count + 3;
	sink = left;
	sink = file->next->mode;
	return left;
}
int main(int argc, char **argv)
{
	return vfs_read((struct file *)argv, argc);
}
END
gcc -g -O1 -Wl,--build-id=0x0123456789abcdef00112233445566778899aabb -o prog prog.c 2>err ||
	{ echo "no compiler"; exit 77; }
rc=0 arch=$(uname -m)
refused() { # refused MESSAGE OPTION... PROBE
	want=$1
	shift
	"$AWL" -n "$@" 2>err
	[ $? = 1 ] && grep -qF "program:1:1: error: $want" err || { echo "$*: no '$want'"; cat err; rc=1; }
}
fine() {
	"$AWL" -n --arch "$arch" --vmlinux prog "$@" || { echo "refused: $*"; rc=1; }
}
refused 'no vmlinux with debug information for this kernel: name one, --vmlinux FILE' \
	--arch "$arch" 'kprobe:vfs_read:3 { @ = count(); }'
refused "'prog' has no code at line vfs_read:20" --vmlinux prog --arch "$arch" \
	'kprobe:vfs_read:20 { @ = count(); }'
refused "'prog' has no function 'vfs_raed'" --vmlinux prog --arch "$arch" \
	'kprobe:vfs_raed:2 { @ = count(); }'
refused "'prog': can't probe vfs_read:3: a return probe must be at a function's start" \
	--vmlinux prog --arch "$arch" 'kretprobe:vfs_read:3 { @ = count(); }'
refused "can't read the debug information of 'prog.c'" --vmlinux prog.c --arch "$arch" \
	'kprobe:vfs_read:3 { @ = count(); }'
fine 'kprobe:vfs_read:3 { @ = sum(left); }'
fine 'kprobe:vfs_read@prog.c { @ = sum(count); }'
fine 'kprobe:prog.c:7 { @ = sum(left + file->next->mode + sink); }'
fine 'kretprobe:vfs_read@prog.c { @ = count(); }'
if [ -r /sys/kernel/notes ]; then
	refused "'prog' is not the running kernel: its build id differs" --vmlinux prog \
		'kprobe:vfs_read:3 { @ = count(); }'
fi
exit $rc
