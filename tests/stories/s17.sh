# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# S17: arguments of kernel functions by name, from BTF or, without it, from debug information, which
# must agree.
. "$TESTS/live/common"
need_kprobes
need_alone
[ -r "$VMLINUX" ] || [ -r /sys/kernel/btf/vmlinux ] ||
	skip "no BTF, and no $VMLINUX; tests/vm/vmlinux fetches it for guests"
has_function ksys_read || skip "this kernel has no function ksys_read"

awl -q -c "$W read 3" "kprobe:ksys_read / $MINE / { printf(\"ksys_read(%d): %d, %d\n\", pid, fd > 2, count); exit(); }"
status 0
lines 1 '^ksys_read\([0-9]+\): 1, 1$'
[ -r "$VMLINUX" ] || finish
awl --vmlinux "$VMLINUX" -q -c "$W read 50" "kprobe:ksys_read:0 / $MINE / { @[fd > 2, count] = count(); }"
status 0
line '@[true, 1]: 50'
finish
