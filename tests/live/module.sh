# SPDX-License-Identifier: GPL-2.0-or-later
#
# Functions of a module, through its own BTF.  The module is Debian's dummy in /lib/dummy.ko; its
# dummy_get_stats64() is called each time the device's statistics are read.
. "$TESTS/live/common"
[ "${AWL_ALONE-}" ] || skip "loads a module: in guests only"
[ -f /lib/dummy.ko ] || skip "no module to load"
grep -q '^dummy ' /proc/modules || insmod /lib/dummy.ko || skip "dummy.ko does not fit this kernel"
need_tracefs
looks="sh -c 'cat /proc/net/dev /proc/net/dev /proc/net/dev >/dev/null'"
if [ ! -f /sys/kernel/btf/dummy ]; then
	awl -q -c "$looks" 'fentry:dummy:dummy_get_stats64 { }'
	status 1
	match "$ERR" "no function 'dummy_get_stats64' in|needs the kernel's BTF"
	finish
fi
for p in fentry:dummy_get_stats64 fentry:dummy:dummy_get_stats64 'fentry:dummy:dummy_get_s*' \
	kprobe:dummy:dummy_get_stats64 kprobe:dummy_get_stats64; do
	awl -q -c "$looks" "$p { @[func, str(dev->name)] = count(); }"
	status 0
	line "@[dummy_get_stats64, dummy0]: 3"
done
other='fentry:dev_get_stats / str(dev->name) == "dummy0" / { @kernel = count(); }'
awl -q -c "$looks" "fexit:dummy:dummy_get_stats64 { @[args.dev->mtu] = count(); } $other"
want="@[1500]: 3"
if [ $RC = 1 ]; then	# without trampolines this is a kretprobe, which has no arguments
	match "$ERR" "args can't be used in kretprobe"
	awl -q -c "$looks" "fexit:dummy:dummy_get_stats64 { @left = count(); } $other"
	want="@left: 3"
fi
status 0
line "$want"
line "@kernel: 3"
awl -q 'fentry:dummy:vfs_read { } fentry:nosuch:dummy_get_stats64 { }'
status 1
match "$ERR" "no function 'vfs_read'"
match "$ERR" "no function 'dummy_get_stats64'"
[ -z "$(ls /sys/fs/bpf)" ] || fail "something is left in /sys/fs/bpf"
rmmod dummy || fail "the module is still in use"
finish
