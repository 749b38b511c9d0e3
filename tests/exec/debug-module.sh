# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Relocatable files, as modules of the kernel are, against the same files after the linker has
# applied their relocations.  Then lines and variables of a made-up module below --sysroot, on seven
# machines: arm's relocations have their addends in the file, s390x's notes are big-endian.  Places
# must be those of addr2line.
dump="$BUILD/tests/debugdump"
[ -x "$dump" ] || { echo "no debugdump: make check builds it"; exit 77; }
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
cd "$TMP" || exit 1
rc=0 built=0

agree() { # agree WHAT: module.ko and linked say the same
	python3 "$TESTS/exec/debug-module.py" "$dump" module.ko linked twice main debug.c:30 debug.c:41 \
		twice@debug.h twice:1 main:1 >out && return
	echo "$1:"
	cat out
	rc=1
}

# try PREFIX OPTION...: the linker must not remove code, which only riscv64's does
try() {
	gcc=${1}gcc ld=${1}ld
	command -v "$gcc" >/dev/null || { echo "no $gcc: not tried"; return 1; }
	shift
	for f in debug debug2; do
		"$gcc" -g -fno-pic "$@" -c -o $f.o "$TESTS/fixtures/$f.c" 2>err ||
			{ echo "$gcc $*: not tried"; return 1; }
	done
	"$ld" -r -o module.ko debug.o debug2.o && "$ld" -e 0 --no-relax -Ttext=0x410000 \
		--unresolved-symbols=ignore-all -o linked module.ko 2>err ||
		{ echo "$ld does not link"; cat err; rc=1; return 1; }
	built=$((built + 1))
	agree "$gcc $*"
}
try '' -O2
try '' -O1 -gdwarf-4
try '' -O2 -gz=zlib
try '' -O2 -ffunction-sections
try aarch64-linux-gnu- -O2
try arm-linux-gnueabihf- -O2 -marm
try riscv64-linux-gnu- -O2 && python3 "$TESTS/exec/riscv-relocs.py" module.ko >relocs &&
	agree "riscv64, $(cat relocs)"
try s390x-linux-gnu- -O2
try powerpc64le-linux-gnu- -O2
try i686-linux-gnu- -O2
try powerpc-linux-gnu- -O2
for abi in mips-linux-gnu mipsel-linux-gnu mips64-linux-gnuabi64 mips64el-linux-gnuabi64; do
	try $abi- -O2 -mno-abicalls
done
[ $built -gt 0 ] || exit 77

# ---- by name ----

cat >dummy.c <<'END'
int state;
int limit = 3;
struct device { int mtu; struct device *next; };
__attribute__((noinline)) int dummy_open(struct device *dev, int count)
{
	state = count;
	limit = dev->mtu;
	return state + 2;
}
END
root=$TMP/root release=6.1.0-test id=0123456789abcdef00112233445566778899aabb
probe='kprobe:dummy_net:dummy_open:2 { @ = sum(count + dev->next->mtu); }'

# make_module OPTION...: the module that the kernel of $root has loaded
make_module() {
	"${prefix}gcc" -g -O1 -fno-pic -fno-asynchronous-unwind-tables "$@" -c -o part.o dummy.c 2>err &&
		"${prefix}ld" -r --build-id=0x$id -o dummy_net.ko part.o 2>err || return
	rm -rf "$root"
	mkdir -p "$root/proc/sys/kernel" "$root/sys/module/dummy_net/notes" "$root/lib/modules/$release"
	echo $release >"$root/proc/sys/kernel/osrelease"
	"${prefix}objcopy" -O binary --only-section=.note.gnu.build-id dummy_net.ko \
		"$root/sys/module/dummy_net/notes/.note.gnu.build-id"
	printf 'kernel/net/other_dummy_net.ko.xz:\nkernel/drivers/net/dummy-net.ko.xz: kernel/net/x.ko.xz\nkernel/z.ko:\n' \
		>"$root/lib/modules/$release/modules.dep"
}

found() { # found FILE OPTION...: the module is found there
	file=$1
	shift
	mkdir -p "${file%/*}" && cp dummy_net.ko "$file"
	for p in "$probe" 'kprobe:dummy_net:dummy.c:7 { @ = sum(count); }' 'kprobe:dummy_net:dummy_open@dummy.c { @ = sum(count); }'; do
		"$AWL" -n --arch $arch --sysroot "$root" "$@" "$p" || { echo "$file: not found for $p"; rc=1; }
	done
	rm "$file"
}

refused() { # refused MESSAGE OPTION...
	want=$1
	shift
	"$AWL" -n --arch $arch --sysroot "$root" "$@" >out 2>&1
	[ $? = 1 ] && grep -qF "error: $want" out || { echo "no '$want'"; cat out; rc=1; }
}

searched() {
	refused "no debug information of module 'dummy_net': install the kernel's, or put dummy_net.ko next to --vmlinux" "$probe"
	found "$root/usr/lib/debug/lib/modules/$release/kernel/drivers/net/dummy-net.ko"
	found "$root/usr/lib/debug/lib/modules/$release/kernel/drivers/net/dummy-net.ko.debug"
	found "$root/lib/modules/$release/kernel/drivers/net/dummy-net.ko"
	found "$root/usr/lib/debug/.build-id/01/${id#01}.debug"
	found build/drivers/net/dummy-net.ko --vmlinux build/vmlinux
	found build/dummy-net.ko --vmlinux build/vmlinux
	"${prefix}ld" -r --build-id=0x00112233 -o other.ko part.o
	mkdir -p "$root/lib/modules/$release/kernel/drivers/net"
	cp other.ko "$root/lib/modules/$release/kernel/drivers/net/dummy-net.ko"
	refused "'$root/lib/modules/$release/kernel/drivers/net/dummy-net.ko' is not the loaded module: its build id differs" "$probe"
	found "$root/usr/lib/debug/lib/modules/$release/kernel/drivers/net/dummy-net.ko"
}

lines_agree() {
	for line in 2 3; do
		"$AWL" --arch $arch --sysroot "$root" -lv "kprobe:dummy_net:dummy_open:$line" >out 2>err
		at=$(sed -n 's/^  at .*dummy_open+\([0-9a-fx]*\).*/\1/p' out)
		[ -n "$at" ] && "${prefix}addr2line" -j .text -e dummy_net.ko "$at" | grep -q "dummy\.c:$((line + 4))\b" ||
			{ echo "$arch: line $line is not at +$at"; cat out err; rc=1; }
	done
}

# Global variables are as far from the code as the kernel has put them.
globals() { # globals BASE
	global='kprobe:dummy_net:dummy_open:4 { @ = sum(limit); }'
	refused "'limit' has no value" "$global"
	mkdir "$root/sys/module/dummy_net/sections"
	echo 0x${1}001000 >"$root/sys/module/dummy_net/sections/.text"
	echo 0x${1}123000 >"$root/sys/module/dummy_net/sections/.data"
	start=$("$dump" symbols dummy_net.ko | sed -n 's/^dummy_open //p')	# of .text, too
	place=$("$dump" find dummy_net.ko dummy_open:4 | sed 's/.*: //')
	far=$((0x123000 - 0x1000 - (place - start)))
	"$AWL" -n --arch $arch --sysroot "$root" --dump=ir "$global" | grep -qw -e "$far" ||
		{ echo "$arch: 'limit' is not at the probe's place + $far"; rc=1; }
}

named() { # named ARCH PREFIX BASE OPTION...: BASE: how addresses of modules begin
	arch=$1 prefix=$2 base=$3
	shift 3
	command -v "${prefix}gcc" >/dev/null && make_module "$@" || { echo "${prefix}gcc: no module by name"; return; }
	searched
	cp dummy_net.ko "$root/lib/modules/$release/kernel/drivers/net/dummy-net.ko"
	lines_agree
	"$AWL" -n --arch $arch --sysroot "$root" 'kprobe:dummy_net:dummy_open { @ = sum(((struct device *)arg0)->mtu); }' ||
		{ echo "$arch: a type of the module is unknown without BTF"; rc=1; }
	globals "$base"
}
named x86_64 '' ffffffffc0
named aarch64 aarch64-linux-gnu- ffff80007a
named s390x s390x-linux-gnu- 000003ff80
named riscv64 riscv64-linux-gnu- ffffffff01 -msmall-data-limit=0
named ppc64le powerpc64le-linux-gnu- c008000000
named i386 i686-linux-gnu- f8
named arm arm-linux-gnueabihf- bf -marm
exit $rc
