# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
#
# Tools for the network on TCP connections of this machine with itself, whose numbers are known:
# `work tcp N` connects N times to its own port 9 and sends 100 bytes each time.
. "$TESTS/live/common"
need_kprobes
need_tracefs
need_alone
[ -d $T/events/sock ] || skip "this kernel has no events of sockets"
ADDR='127\.0\.0\.1 +'

awl -q -c "$W tcp 3" tcpconnect
status 0
lines 3 "^[0-9]+ +$COMM +4 ${ADDR}${ADDR}9\$"
awl -q -c "$W tcp 3" tcpconnect -P 10 -U
lines 0 " $COMM "
awl -q -c "$W tcp 3" tcpaccept -T
status 0
lines 3 "^[0-9:]{8} [0-9]+ +$COMM +4 ${ADDR}[0-9]+ +${ADDR}9\$"
awl -q -c "$W tcp 3" tcpconnlat
lines 3 "^[0-9]+ +$COMM +4 ${ADDR}${ADDR}9 +[0-9]+\$"
awl -q -c "$W tcp 3" tcpconnlat -m 60000
lines 0 " $COMM "

# Both ends are sockets of this machine: 3 that connected, 3 that were accepted.
awl -q -c "$W tcp 3" tcplife
lines 3 "^[0-9]+ +$COMM +${ADDR}9 +${ADDR}[0-9]+ +[0-9]+\$"
lines 3 "^[0-9]+ +$COMM +${ADDR}[0-9]+ +${ADDR}9 +[0-9]+\$"
awl -q -c "$W tcp 3" tcplife -L 9
lines 3 " $COMM "

# RFC 9293, 3.3.2: the client closes first
awl -q -c "$W tcp 3" tcpstates
for change in 'CLOSE +SYN_SENT' 'SYN_SENT +ESTABLISHED' 'ESTABLISHED +FIN_WAIT1' 'FIN_WAIT1 +FIN_WAIT2' \
	'LISTEN +SYN_RECV' 'SYN_RECV +ESTABLISHED' 'ESTABLISHED +CLOSE_WAIT' 'CLOSE_WAIT +LAST_ACK' \
	'LAST_ACK +CLOSE'; do
	lines 3 " $change +[0-9]+\$"
done
lines 1 " CLOSE +LISTEN +0\$"
awl -q -F json -c "$W tcp 1" tcpstates -D 9
lines 1 '"RADDR": "127.0.0.1", "RPORT": 9, "OLDSTATE": "SYN_SENT", "NEWSTATE": "ESTABLISHED"'

# 300 times 100 bytes are 29.3 KiB.  Each interval rounds down.
awl -q -c "$W tcp 300" tcptop 100
want "KiB sent" 29 "$(sed -n "s/^@sent\[[0-9]*, $COMM\]: //p" "$OUT" | awk '{ n += $1 } END { print n }')"
awl -q -c "$W tcp 300" -c 'sleep 1.5' tcptop
sed -n "s/^@sent\[[0-9]*, $COMM\]: //p" "$OUT" | awk '{ n += $1; rows++ } END { exit n > 29 || n + rows < 29 }' ||
	fail "KiB sent in intervals: not 29, less one for each"
if [ -e /sys/kernel/btf/vmlinux ]; then
	awl -q -c "$W tcp 3" tcpsynbl
	match "$OUT" '^@backlog\[5\]:$'
	match "$OUT" '^\[0\] +3 '
fi
if [ -d $T/events/syscalls/sys_enter_bind ]; then
	awl -q -c "$W tcp 1" bindsnoop
	lines 1 "^[0-9]+ +$COMM +0 +[0-9]+ ${ADDR}9\$"
	awl -q -c "$W tcp 1" bindsnoop -P 10
	lines 0 " $COMM "
	awl -q -c "$W tcp 1" solisten
	lines 1 "^[0-9]+ +$COMM +0 +[0-9]+ 5\$"
fi

# counter GROUP NAME: of /proc/net/snmp
counter() {
	awk -v group="$1:" -v name="$2" '$1 != group { next }
		!column { for (column = NF; $column != name; column--) ; next }
		{ print $column }' /proc/net/snmp
}

# Datagrams for a socket that nobody reads are dropped when its buffer is full, and so are segments
# for a port that nobody has.
# Where the compiler has split kfree_skb(), the event has the place of the call within itself.
udp='.*udp.*rcv.*' tcp=tcp_v4_rcv
! grep -q ' kfree_skb\.part\.0$' /proc/kallsyms || udp=kfree_skb tcp=kfree_skb
before=$(counter Udp RcvbufErrors)
awl -q -c "$W datagrams 12" tcpdrop
dropped=$(($(counter Udp RcvbufErrors) - before))
at_least "datagrams that find no room" 1 $dropped
want "datagrams dropped" $dropped "$(sed -n 's/^@packets\['"$udp"'\]: //p' "$OUT" | awk '{ n += $1 } END { print n }')"
timeout 5 nc 127.0.0.1 10
if [ $? = 143 ]; then	# s390x with 6.12 under QEMU 7.2
	echo "not done: connections that are refused: this kernel does not answer"
else
	before=$(counter Tcp OutRsts)
	awl -q -c 'nc 127.0.0.1 10' -c 'nc 127.0.0.1 11' -c 'nc 127.0.0.1 12' tcpdrop
	want "connections refused" 3 $(($(counter Tcp OutRsts) - before))
	want "segments dropped" 3 "$(sed -n "s/^@packets\\[$tcp\\]: //p" "$OUT")"
	# Its stack has the place, or awl warns that this kernel cuts it short.
	awl -c 'nc 127.0.0.1 10' 'tracepoint:skb:kfree_skb { @[kstack] = count(); }'
	grep -q CONFIG_UNWINDER_ARM "$ERR" || lines 1 '^ +tcp_v4_rcv\+[0-9]+$'
fi

# A network device that sends nothing: the SYN is sent again after a second or more.
if [ -f /lib/dummy.ko ]; then
	rmmod dummy 2>/dev/null	# another test may have left it
	insmod /lib/dummy.ko numdummies=1 && ip addr add 192.0.2.1/24 dev dummy0 && ip link set dummy0 up || exit 1
	before=$(counter Tcp RetransSegs)
	awl -q -c "timeout 5 nc 192.0.2.2 9" tcpretrans
	again=$(($(counter Tcp RetransSegs) - before))
	at_least "segments sent again" 2 $again
	lines $again "^[0-9:]{8} [0-9]+ +192\.0\.2\.1 +[0-9]+ +192\.0\.2\.2 +9 +SYN_SENT\$"
	before=$(counter Tcp RetransSegs)
	awl -q -c "timeout 5 nc 192.0.2.2 9" tcpretrans -c
	line "@segments[192.0.2.2, 9]: $(($(counter Tcp RetransSegs) - before))"
	rmmod dummy
fi
finish
