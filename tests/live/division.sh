# SPDX-License-Identifier: GPL-2.0-or-later
#
# 64-bit division and remainder with the kernel's BPF compiler on and off.  On 32-bit arm before
# 6.7 the compiler has neither operation.
. "$TESTS/live/common"
need_tracefs
need_alone
jit=/proc/sys/net/core/bpf_jit_enable
[ -w $jit ] || skip "this kernel has no BPF compiler"

# The operands are positional parameters, so that the optimizer can't compute the results.
program='BEGIN {
	@u = (u64)$1; @s = $2; @b = $3; @z = 0; @one = 1;
	$u = (u64)@u; $s = @s; $b = (u64)@b; $z = (u64)@z; $one = (u64)@one;
	printf("%u %u %u %u\n", $u / 1000, $u % 1000, $u / 1000000000, $u % 1000000000);
	printf("%d %d %d %d\n", $s / 1000, $s % 1000, $s / -10, $s % -10);
	printf("%u %u %u %u\n", $u / $b, $u % $b, $b / $u, $b % $u);
	printf("%u %u %u %u\n", $u / $one, $u % $one, $u / $z, $u % $z);
	printf("%d %d\n", $s / ($s / 3), $s % ($s / 3));
	printf("%u %u\n", $u / 4294967297, $u % 4294967297);
	@l = lhist($b, 4294967000, 4294968000, 100);
	exit();
}'

divide() { # divide WHAT
	awl -q "$program" 18446744073709551615 -9223372036854775808 4294967297
# kernels without an interpreter print an error
	! grep -Eq 'program requires BPF JIT compiler|computes that wrongly without its BPF JIT' "$ERR" || return 0
	status 0
	line "18446744073709551 615 18446744073 709551615"
	line "-9223372036854775 -808 922337203685477580 -8"
	line "4294967295 0 0 4294967297"
	line "18446744073709551615 0 0 18446744073709551615"
	line "3 -2"
	line "4294967295 0"
	match "$OUT" '^\[4294967200, 4294967300\) +1 '
	awl -q -c "$W read 40" "kprobe:vfs_read / $MINE / { @n = count(); @t = sum(nsecs / 1000000000 > 0 ? 1 : 5);
		@a = avg(arg2 / 3 % 1000); @v = @a; @l = lhist(arg2 * 0 + pid / pid, 0, 10, 1); }"
	status 0
	line "@n: 40"
	match "$OUT" '^\[1, 2\) +40 '
	[ -z "$(cat "$ERR")" ] || fail "$1: not silent"
}

was=$(cat $jit)
for on in 1 0; do
	echo $on >$jit 2>/dev/null || continue
	divide "bpf_jit_enable $(cat $jit)"
done
AWL_FEATURES=-div64
export AWL_FEATURES
divide "by hand"
echo "$was" >$jit
finish
