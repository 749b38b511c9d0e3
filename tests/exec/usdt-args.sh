# SPDX-License-Identifier: GPL-2.0-or-later
# needs: usdt
#
# Arguments of static probes wherever compilers leave them, in registers, in memory and as
# constants, with all sizes and signs.  usdt-args.py knows their values.
command -v python3 >/dev/null || { echo "no python3 to make programs"; exit 77; }
cd "$TMP" || exit 1
rc=0
for arch in x86_64 aarch64 arm i386 riscv64 s390x ppc64le loongarch64 mips mipsel; do
	python3 -B "$TESTS/exec/usdt-args.py" $arch ./prog-$arch $arch.awl >want || exit 1
	"$BUILD/tests/awlvm" -a $arch $arch.awl >lines 2>err
	status=$?
	[ $status != 77 ] || continue		# it has the other byte order
	[ $status = 0 ] || { echo "$arch: status $status"; rc=1; }
	cat err
	grep . lines >out
	cmp -s want out && continue
	rc=1
	echo "$arch: expected, got, operand:"
	diff -y -W 50 want out | nl -v 0 | grep '[|<>]'
done
exit $rc
