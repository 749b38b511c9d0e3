# SPDX-License-Identifier: GPL-2.0-or-later
#
# Arguments by name in functions with structures passed by value.  The C compiler of each
# architecture passes them in registers, on the stack, in both, or by address.  Their types come
# from BTF, and then from debug information.  Needs that compiler, and qemu-user to run its
# programs on another machine.  SEED repeats a run.
: "${TMP=/tmp}" "${SEED=$(date +%s)}" "${N=100}"
skip() { echo "$1"; exit 77; }
command -v python3 >/dev/null || skip "needs python3"
python3 "$TESTS/exec/byvalue.py" "$N" "$SEED" >"$TMP/byvalue.c" || exit 1

one() { # ARCH COMPILER [RUNNER]; BUILD's awlvm runs architectures of one byte order
	arch=$1 run=${3-}
	command -v "$2" >/dev/null || return
	[ -z "$run" ] || command -v "$run" >/dev/null || return
	how=''
	[ "$arch" != i386 ] || how=-freg-struct-return	# as the kernel
	"$2" -gbtf -O1 -w -static $how "$TMP/byvalue.c" -o "$TMP/$arch" 2>/dev/null || return
	$run "$TMP/$arch" >"$TMP/$arch.awl" 2>"$TMP/$arch.want" || exit 1
	grep -q '^f0' "$TMP/$arch.want" || { echo "$arch: no calls"; exit 1; }
	compare -a --btf || return
	tried="$tried $arch"
	! "$AWL" -n 'kprobe:f:1' 2>&1 | grep -q 'configured without' || return
	"$2" -g -O1 -w -static $how "$TMP/byvalue.c" -o "$TMP/$arch" && compare -1 --vmlinux
}

compare() { # compare -a|-1 OPTION: all ways of the architecture or one, with the types of $TMP/$arch
	"$BUILD/tests/awlvm" "$1" "$arch" "$2" "$TMP/$arch" "$TMP/$arch.awl" >"$TMP/$arch.got" 2>&1
	[ $? != 77 ] || return
	sed -i '/^$/d' "$TMP/$arch.got"
	diff "$TMP/$arch.want" "$TMP/$arch.got" >"$TMP/diff" || {
		echo "$2, $arch, SEED=$SEED"; head -n 10 "$TMP/diff"; exit 1
	}
}

tried=
one "$ARCH" "${CC:-gcc}"
for a in x86_64:x86_64-linux-gnu-gcc aarch64:aarch64-linux-gnu-gcc arm:arm-linux-gnueabihf-gcc \
	i386:i686-linux-gnu-gcc ppc64le:powerpc64le-linux-gnu-gcc mips:mips-linux-gnu-gcc \
	riscv64:riscv64-linux-gnu-gcc s390x:s390x-linux-gnu-gcc \
	mipsel:mipsel-linux-gnu-gcc mips64:mips64-linux-gnuabi64-gcc \
	mips64el:mips64el-linux-gnuabi64-gcc; do
	[ "${a%%:*}" = "$ARCH" ] || one "${a%%:*}" "${a#*:}" "qemu-${a%%:*}-static"
done
one powerpc powerpc-linux-gnu-gcc qemu-ppc-static
[ "$tried" ] || skip "needs a C compiler that writes BTF (gcc 12)"
