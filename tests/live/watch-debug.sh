# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf watchpoint
#
# A member of a kernel variable, whose type debug information has.  The number of processes in a
# namespace is written once when a process starts and once when it ends.
. "$TESTS/live/common"
need_alone
need_root
need_vmlinux
[ "$ARCH" = x86_64 ] || skip "the kernel may report a write twice (watch-members.sh)"
awl -q -c "$W fork 20" "watchpoint:init_pid_ns.pid_allocated:4:w / $MINE / { @ = count(); }"
status 0
line '@: 40'
awl -q -c "$W fork 20" "watchpoint:&init_pid_ns.pid_allocated:4:w / $MINE / { @ = count(); }"
line '@: 40'
awl -q -c true 'watchpoint:init_pid_ns.nothing:4:w { @ = count(); }'
status 1
match "$ERR" "no member 'nothing' in 'struct pid_namespace'"
finish
