# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
#
# Tools for memory and locks, on a group of processes that may use 8 MB, with a swap device in memory.
# The kernel's own counters say how many pages were swapped and what was killed.
. "$TESTS/live/common"
need_kprobes
need_tracefs
need_alone
GROUP=/sys/fs/cgroup/awl$$

# 50 reads of one byte by one process: each takes the lock of the open file once
mkfifo "$TMP/fifo"
sh -c "read x <$TMP/fifo; exec dd if=/proc/version of=/dev/null bs=1 count=50" 2>/dev/null &
pid=$!
: >"$ERR"
"$AWL" -p $pid klockstat >"$OUT" 2>"$ERR" &
attached
echo >"$TMP/fifo"
wait
want "locks of seq_read" 50 "$(awk '/^@/ { seq = 0 } /seq_read/ { seq = 1 }
	/^\]: / && seq { n += $5 } END { print n + 0 }' "$OUT")"

# a limit for a program that needs 24 MB
echo +memory >/sys/fs/cgroup/cgroup.subtree_control 2>/dev/null
mkdir $GROUP && [ -e $GROUP/memory.max ] || skip "no memory controller in /sys/fs/cgroup"
echo 8M >$GROUP/memory.max
echo "echo \$\$ >$GROUP/cgroup.procs; exec dd if=$TMP/data of=/dev/null bs=24M" >"$TMP/run"
yes | head -c 50331648 >"$TMP/data"
dmesg -c >/dev/null
awl -q -c "sh $TMP/run" oomkill
killed=$(dmesg | sed -n 's/.*out of memory: Killed process \([0-9]*\) (dd).*/\1/p')
[ "$killed" ] || fail "nothing was killed: $(dmesg)"
if [ -e /sys/kernel/btf/vmlinux ]; then
	lines 1 "^[0-9:]{8} [0-9]+ +dd +$killed +dd +2048\$"
else
	lines 1 "^[0-9:]{8} [0-9]+ +dd +$killed *\$"
fi
[ -f /lib/brd.ko ] && insmod /lib/brd.ko rd_nr=1 rd_size=65536 || { echo "not done: swapin: no brd.ko"; finish; }
mkswap /dev/ram0 >/dev/null && swapon /dev/ram0 || exit 1
swapped() { awk '$1 == "pswpin" { print $2 }' /proc/vmstat; }
before=$(swapped)
awl -q -c "sh $TMP/run" swapin 100
pages=$(($(swapped) - before))
swapoff /dev/ram0
at_least "pages read from swap" 1000 $pages
seen=$(awk '/^@pages/ { n += $NF } END { print n + 0 }' "$OUT")
# From 6.12 on pages full of zeros aren't read, and the kernel doesn't count them as read.
if kernel_at_least 6.12; then
	at_least "pages" "$pages" "$seen"
	at_least "pages, without those of zeros" "$((seen - 100))" "$pages"
else
	want "pages" "$pages" "$seen"
fi
rmdir $GROUP
finish
