# SPDX-License-Identifier: GPL-2.0-or-later
#
# User probes work in a process whose main thread has ended while other threads go on.
. "$TESTS/live/common"
need_uprobes
kernel_at_least 6.12 && "$AWL" -T | grep -q '^uprobe_multi .*yes' ||
	skip "the kernel removes such probes before 6.12, and on 32-bit machines"
for probe in "uprobe:$W:work_sum" "uretprobe:$W:work_sum" "uprobe:$W:work_su[m]"; do
	awl -q -c "$W orphans 2 1000" "$probe { @ = count(); @p[probe] = count(); }"
	status 0
	line '@: 2000'
	line "@p[${probe%%:*}:$W:work_sum]: 2000"
done
mkfifo "$TMP/go"
sh -c "read -r _ <\"$TMP/go\"; exec $W orphans 3 500" &
pid=$!
: >"$ERR"
(attached; echo >"$TMP/go") &
awl -p $pid "uprobe:$W:work_sum { @ = count(); }"
status 0
line '@: 1500'
finish
