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
count() { # count COMMAND: how often it writes
	awl -q -c "$W $*" "watchpoint:init_pid_ns+pid_namespace.pid_allocated:4:w / $MINE / { @ = count(); }"
	[ "$RC" != 0 ] || return 0
	match "$ERR" 'this machine has no debug registers'
	skip "no debug registers"
}
if [ "$ARCH" = aarch64 ]; then
	# The kernel may report a write twice (KERNEL-NOTES.md, "Watchpoints").  So the oracle is
	# perf without BPF, which watches the same writes.
	awl -q -c true 'BEGIN { printf("%llx", kaddr("init_pid_ns") + offsetof(struct pid_namespace, pid_allocated)); }'
	count watched 20 "$(cat "$OUT")"
	seen=$(sed -n 's/^perf saw //p' "$OUT")
	[ "$seen" -ge 40 ] || fail "perf saw $seen of 40 writes"
	line "@: $seen"
else
	count fork 20
	line '@: 40'
fi
for wrong in 'init_pid_ns+pid_namespace.nothing' 'init_pid_ns+no_such_type.x'; do
	awl -q -c true "watchpoint:$wrong:4:w { @ = count(); }"
	status 1
done
if [ ! -r "/usr/lib/debug/boot/vmlinux-$(uname -r)" ]; then	# watch-debug.sh
	awl -q -c true 'watchpoint:init_pid_ns.pid_allocated:4:w { @ = count(); }'
	status 1
	match "$ERR" 'watchpoint:init_pid_ns\+TYPE.pid_allocated:LENGTH:MODE'
fi

# A variable of a module
[ -f /lib/dummy.ko ] || skip "no module to load"
grep -q '^dummy ' /proc/modules || insmod /lib/dummy.ko || exit 1
awl -q -t 0.2 'watchpoint:dummy:numdummies:4:w { @ = count(); }'
status 0
awl -q -t 0.2 'watchpoint:nbd:numdummies:4:w { @ = count(); }'
status 1
rmmod dummy
finish
