# SPDX-License-Identifier: GPL-2.0-or-later
#
# Arguments after a structure that is passed by value, and the members of that structure.
#	ip_setsockopt(struct sock *, int level, int optname, sockptr_t optval, unsigned optlen)
. "$TESTS/live/common"
need_kprobes
has_function ip_setsockopt || skip "no ip_setsockopt"

# argN counts words: the structure takes two of them, or one with its address on s390x.
case $ARCH in
s390x) words='17476, 0, (uint32)arg4' ;;
*) words='arg3, (uint8)arg4, (uint32)arg5' ;;
esac
awl -q -c "$W setsockopt 20" "kprobe:ip_setsockopt / $MINE / {
	@[(int32)arg1, arg2, $words] = count(); }"
status 0
line "@[0, 13107, 17476, 0, 85]: 20"
[ -r /sys/kernel/btf/vmlinux ] || finish

awl -q -c "$W setsockopt 20" "kprobe:ip_setsockopt / $MINE / {
	@[args.level, args.optname, args.optlen] = count(); @opt[optlen] = count();
	@in[(uint64)args.optval.user, args.optval.is_kernel] = count(); }"
status 0
line "@[0, 13107, 85]: 20"
line "@opt[85]: 20"
line "@in[17476, false]: 20"

# On x86_64 trampolines accept such functions from 6.1 on.  Other kernels must get an error, and
# never wrong values.
awl -q -c "$W setsockopt 20" "fentry:ip_setsockopt / $MINE / {
	@[args.level, args.optname, args.optlen] = count(); @opt[optlen] = count();
	@in[(uint64)args.optval.user, args.optval.is_kernel] = count(); }"
if [ $RC != 3 ]; then
	status 0
	line "@[0, 13107, 85]: 20"
	line "@opt[85]: 20"
	line "@in[17476, false]: 20"
else
	match "$ERR" "by value"
fi
awl -q -c "$W setsockopt 20" "fexit:ip_setsockopt / $MINE / {
	@[args.optname, args.optlen, retval] = count(); print(args.optlen); }"
if [ $RC = 1 ]; then	# without trampolines this is a kretprobe, which has no arguments
	match "$ERR" "args can't be used in kretprobe"
elif [ $RC != 3 ]; then
	status 0
	line "@[13107, 85, -92]: 20"
fi
if has_returns; then
	awl -q -c "$W setsockopt 20" "kretprobe:ip_setsockopt / $MINE / { @[retval] = count(); }"
	status 0
	line "@[-92]: 20"
else
	not_done "kretprobe:ip_setsockopt: $NO_RETURNS"
fi

# The kernel has no trampolines for functions that return a structure.
"$AWL" -T | grep -q '^trampoline .*yes' && kernel_at_least 6.12 && has_function fdget_pos || finish
awl -l fentry:fdget_pos
status 1
awl -n 'fentry:fdget_pos { @ = count(); }'
status 3
match "$ERR" 'fdget_pos\(\) takes or returns a structure by value.*use kprobe:fdget_pos'
awl -q -c "$W write 10" "fentry:fdget_po* / $MINE / { @ = count(); } kprobe:fdget_pos / $MINE / { @k = count(); }"
status 1
match "$ERR" "none of this clause.s probes exists"
finish
