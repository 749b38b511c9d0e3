# SPDX-License-Identifier: GPL-2.0-or-later
# needs: watchpoint
#
# Watchpoints on a member of a kernel variable.  The number of processes in a namespace is written
# once when a process starts and once when it ends.
. "$TESTS/live/common"
need_alone
need_root
if ! grep -qw init_pid_ns /proc/kallsyms; then	# no CONFIG_KALLSYMS_ALL
	for program in 'watchpoint:init_pid_ns:4:w { }' 'BEGIN { print(kaddr("init_pid_ns")); }'; do
		awl -q -c true "$program"
		status 1
		match "$ERR" 'functions, but no data \(CONFIG_KALLSYMS_ALL is off\)'
	done
	finish
fi
[ -r /sys/kernel/btf/vmlinux ] || skip "no BTF"
awl -q -c "$W fork 20" "watchpoint:init_pid_ns+pid_namespace.pid_allocated:4:w / $MINE / { @ = count(); @who[comm] = count(); }"
if [ "$RC" != 0 ]; then
	match "$ERR" 'this machine has no debug registers'
	skip "no debug registers"
fi
line '@: 40'
for wrong in 'init_pid_ns+pid_namespace.nothing' 'init_pid_ns+no_such_type.x' init_pid_ns.pid_allocated; do
	awl -q -c true "watchpoint:$wrong:4:w { @ = count(); }"
	status 1
done
match "$ERR" 'watchpoint:init_pid_ns\+TYPE.pid_allocated:LENGTH:MODE'

# A variable of a module
[ -f /lib/dummy.ko ] || skip "no module to load"
grep -q '^dummy ' /proc/modules || insmod /lib/dummy.ko || exit 1
awl -q -t 0.2 'watchpoint:dummy:numdummies:4:w { @ = count(); }'
status 0
awl -q -t 0.2 'watchpoint:nbd:numdummies:4:w { @ = count(); }'
status 1
rmmod dummy
finish
