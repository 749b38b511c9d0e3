# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
#
# numamove on a program whose memory is on a node without CPUs.  The kernel counts the pages it moves.
. "$TESTS/live/common"
need_kprobes
need_alone
[ -d /sys/devices/system/node/node1 ] || skip "one NUMA node (tests/vm/guest -n)"
[ -e /proc/sys/kernel/numa_balancing ] || skip "this kernel doesn't move pages between nodes"
GROUP=/sys/fs/cgroup/awl$$
echo +cpuset >/sys/fs/cgroup/cgroup.subtree_control
mkdir $GROUP && echo 0 >$GROUP/cpuset.cpus && echo 1 >$GROUP/cpuset.mems || skip "no cpuset controller"
echo never >/sys/kernel/mm/transparent_hugepage/enabled
echo 1 >/proc/sys/kernel/numa_balancing

# all of dd's 8 MB are on node 1, until it may use both
echo "echo \$\$ >$GROUP/cgroup.procs; exec dd if=/dev/zero of=/dev/null bs=8M" >"$TMP/run"
sh "$TMP/run" 2>/dev/null &
dd=$!
sleep 2
# The kernel also moves pages of awl and others, before and after the probes are there: so its counter
# is read around the command, for the least, and around all of awl, for the most.
moved() { awk '$1 == "numa_pages_migrated" { print $2 }' "$TMP/$1"; }
echo "cp /proc/vmstat $TMP/from; sleep 3; echo 0-1 >$GROUP/cpuset.mems; sleep 17; cp /proc/vmstat $TMP/to" >"$TMP/move"
cp /proc/vmstat "$TMP/before"
awl -q -c "sh $TMP/move" numamove 5
cp /proc/vmstat "$TMP/after"
kill $dd
least=$(($(moved to) - $(moved from))) most=$(($(moved after) - $(moved before)))
pages=$(awk 'NF == 3 { n += $2 } END { print n + 0 }' "$OUT")
at_least "pages moved" 500 $least
[ "$pages" -ge $least ] && [ "$pages" -le $most ] || fail "pages moved: want $least to $most, have $pages"
at_least "intervals" 4 "$(awk '/^[0-9:]{8} /' "$OUT" | grep -c .)"
finish
