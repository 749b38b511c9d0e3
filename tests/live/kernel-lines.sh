# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Variables of the kernel at lines of its source.
. "$TESTS/live/common"
need_root
need_vmlinux
[ -e /sys/bus/event_source/devices/kprobe ] || skip "this kernel has no kprobes"

# The workload sends 100 bytes three times.
awl -q -c "$W tcp 3" "kprobe:tcp_sendmsg:4 / $MINE / { @sent[size] = count(); @total = sum(size); }"
line "@sent[100]: 3"
line "@total: 300"

# Where a function has returned, global variables are left.  /proc says what they have.
awl -q -c "$W tcp 3" "kretprobe:tcp_sendmsg / $MINE / {
	@max[pid_max] = count(); @line[str(saved_command_line)] = count(); }"
line "@max[$(cat /proc/sys/kernel/pid_max)]: 3"
line "@line[$(cat /proc/cmdline)]: 3"
finish
