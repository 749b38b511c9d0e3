# SPDX-License-Identifier: GPL-2.0-or-later
#
# Probes in a shared library, by the library's name.  A dynamically linked tests/work calls the C
# library's syscall() a known number of times.  WORK_DYNAMIC names another such program.
. "$TESTS/live/common"
need_uprobes
[ "$ARCH" != arm ] || [ -z "${AWL_ALONE-}" ] || skip "Debian's C library for arm is Thumb code"
D=${WORK_DYNAMIC-}
[ -n "$D" ] || { programs shared; D=$P/work; }
# Guests have no other C library, and no folder for it.
[ -z "${AWL_ALONE-}" ] || ln -s "$PROGRAMS/lib/libc.so.6" /lib/

awl -c "$D getppid 1000" 'uprobe:libc:syscall { @[arg0 != 0] = count(); }
	uretprobe:libc:syscall { @r = count(); }'
status 0
line '@[true]: 1000'
line '@r: 1000'
# patterns of functions in the library and in the program, which is position-independent
awl -c "$D call 20" "uprobe:libc:{syscall,exit} { @l[func] = count(); }
	uprobe:$D:work_* { @p[func] = count(); }"
status 0
line '@p[work_probe_me]: 20'
line '@l[exit]: 1'
awl -c "$D usdt 20" "usdt:$D:* { @[probe] = count(); }"
status 0
line "@[usdt:$D:work:listened]: 20"
# size -4 is a signed int, read correctly from each place, also below -4095, the last error number
awl -c "$D usdt 5001" "usdt:$D:work:listened { @min = min(arg0); @[arg0 < 0] = count(); @last = arg0; }"
status 0
line '@min: -5000'
line '@last: -5000'
line '@[true]: 5000'
# libraries that a process has mapped
"$D" slowcall 100 &
pid=$!
executes $pid "$D"
awl -p $pid 'uprobe:work_probe_me { @ = count(); } uprobe:libc:clock_nanosleep { @s = count(); }'
status 0
match "$OUT" '^@: [1-9]'
wait $pid
finish
