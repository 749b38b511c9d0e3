# SPDX-License-Identifier: GPL-2.0-or-later
#
# S21: count the tagged (802.1q) packets that each interface sends.  Two interfaces have a VLAN: veth
# keeps the tag beside the packet, and for dummy the kernel writes it into the packet.  The workload
# sends 7 pings in one VLAN, 5 in the other, and 4 without a tag.  The kernel's counters of the
# interfaces are compared, too.
. "$TESTS/live/common"
need_tracefs
need_alone
[ -d $T/events/net/net_dev_start_xmit ] || skip "this kernel has no net_dev_start_xmit"
for m in dummy veth llc stp garp mrp 8021q; do
	grep -q "^$m " /proc/modules || insmod /lib/$m.ko || skip "no module $m"
done
echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6	# it sends packets of its own
echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6
trap 'ip link del vx; ip link del du' EXIT
ip link add vx type veth && ip link add du type dummy || skip "ip can not add interfaces"
ip link add link vx name vx.5 type vlan id 5 && ip link add link du name du.6 type vlan id 6 ||
	skip "ip can not add VLANs"
peer=$(grep -lx "$(cat /sys/class/net/vx/iflink)" /sys/class/net/*/ifindex | cut -d / -f 5)
ip link set "$peer" up
net=1
for i in vx.5 du.6 vx; do	# neighbours that never answer
	ip link set ${i%.*} up
	ifconfig $i 10.9.$net.1 netmask 255.255.255.0 up
	arp -i $i -s 10.9.$net.2 02:00:00:00:00:02 || fail "no neighbour at $i"
	net=$((net + 1))
done
# a link is used a moment after it is up
up() { [ "$(cat /sys/class/net/$1/operstate)" = up ]; }
wait_for up vx
wait_for up vx.5
sent() { cat /sys/class/net/$1/statistics/tx_packets; }
cat >"$TMP/load" <<'E2'
pings() { # pings NET COUNT: all at once, since each waits a second for its answer
	i=0
	while [ $i -lt $2 ]; do
		ping -c 1 -W 1 10.9.$1.2 >/dev/null &
		i=$((i + 1))
	done
	wait
}
pings 1 7; pings 2 5; pings 3 4
E2
v=$(sent vx) v5=$(sent vx.5) d=$(sent du) d6=$(sent du.6)
awl -q -c "sh $TMP/load" 'tracepoint:net:net_dev_start_xmit
	/ args.vlan_tagged || args.protocol == 0x8100 / { @tagged[args.name] = count(); }
	tracepoint:net:net_dev_start_xmit / args.vlan_tagged / { @ids[args.name, args.vlan_tci & 0xfff] = count(); }
	tracepoint:net:net_dev_start_xmit { @all[args.name] = count(); }'
status 0
line "@tagged[vx]: 7"
line "@tagged[du]: 5"
lines 2 '^@tagged'
line "@ids[vx, 5]: 7"
line "@all[vx]: 11"
want "all of vx" $(($(sent vx) - v)) "$(sed -n 's/^@all.vx.: //p' "$OUT")"
want "all of vx.5" $(($(sent vx.5) - v5)) "$(sed -n 's/^@all.vx\.5.: //p' "$OUT")"
want "all of du" $(($(sent du) - d)) "$(sed -n 's/^@all.du.: //p' "$OUT")"
want "all of du.6" $(($(sent du.6) - d6)) "$(sed -n 's/^@all.du\.6.: //p' "$OUT")"
finish
