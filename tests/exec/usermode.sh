# SPDX-License-Identifier: GPL-2.0-or-later
#
# Whether a sample was taken in user space: on x86-64 the lowest two bits of cs are 3, on aarch64
# the mode in pstate is EL0t, 0, on arm that in cpsr is User, 0x10 (ARM ARM, A2.5.1), on mips KSU in
# the status register is 2, and on riscv32 programs end at 0x9fc00000.
rc=0
samples() { # ARCH REGISTER VALUE...: 1 or 0 for each
	arch=$1 name=$2
	shift 2
	{
		for v; do
			echo "# reg $name: $v"
			echo '# fire'
		done
		echo 'profile:99hz { printf("%d", usermode); }'
	} >"$TMP/usermode.awl"
	"$BUILD/tests/awlvm" -a $arch "$TMP/usermode.awl" 2>&1 | head -n 1
}
is() {
	[ "$2" = "$3" ] || { echo "$1: $2, not $3"; rc=1; }
}
is x86_64 "$(samples x86_64 cs 0x33 0x10 0x23 0x31 0x32 3 0)" 1010010
is aarch64 "$(samples aarch64 pstate 0 5 0x60000000 0x60000005 4 0x80001000 9 0x10)" 10100101
is arm "$(samples arm cpsr 0x10 0x13 0x60000010 0x60000013 0x600f0030 0x1f 0x12 0)" 10101000
is mipsel "$(samples mipsel status 0x10 0x13 0xff13 0 3 8 0x18 0xff03)" 11100000
is mips64el "$(samples mips64el status 0x10 0xfff3 0xffe3 0x18)" 1100
is riscv32 "$(samples riscv32 pc 0x10000 0x9fbffffe 0xa0000000 0xc0000000 0xfffffffc)" 11000
exit $rc
