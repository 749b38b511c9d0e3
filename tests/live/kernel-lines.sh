# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Variables of the kernel at lines of its source.  How much is sent follows from the workload.
. "$TESTS/live/common"
need_root
vmlinux=/usr/lib/debug/boot/vmlinux-$(uname -r)
[ -r "$vmlinux" ] || skip "no $vmlinux; tests/vm/vmlinux fetches it for guests"
[ -e /sys/bus/event_source/devices/kprobe ] || skip "this kernel has no kprobes"
busybox nc 2>&1 | grep -q -- -l || skip "no busybox with nc"

cat >"$TMP/send" <<'EOF'
for n in 1000 1000 345; do
	busybox nc -l -p 5555 >/dev/null &
	sleep 2
	head -c $n /dev/zero | busybox nc 127.0.0.1 5555
	sleep 1
	kill $! 2>/dev/null
done
EOF
awl -q -o "$TMP/sent" -c "sh $TMP/send" \
	'kprobe:tcp_sendmsg:4 { @sent[size] = count(); @total = sum(size); }'
cp "$TMP/sent" "$OUT"
line "@sent[1000]: 2"
line "@sent[345]: 1"
line "@total: 2345"
finish
