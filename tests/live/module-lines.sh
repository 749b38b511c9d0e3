# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Lines and variables of a module, with Debian's debug information of dummy.ko.  Each packet that
# ping sends there passes dummy_xmit() once; the plain arguments say what the variables must be.  The
# kernel sends packets of its own, too, also while only some of the probes are attached.
. "$TESTS/live/common"
[ "${AWL_ALONE-}" ] || skip "loads a module: in guests only"
[ -f /lib/dummy.ko ] || skip "no module to load"
debug=/usr/lib/debug/lib/modules/$(uname -r)/dummy.ko
[ -f "$debug" ] || skip "no debug information: copy dummy.ko of linux-image-$(uname -r)-dbg to $debug"
grep -q '^dummy ' /proc/modules && { rmmod dummy || skip "the module is in use"; }
insmod /lib/dummy.ko numdummies=3 || skip "dummy.ko does not fit this kernel"
ifconfig dummy0 10.9.9.1 netmask 255.255.255.0 up || fail "no dummy0"
sends="sh -c 'for i in 1 2 3; do ping -c 1 -W 1 10.9.9.2; done >/dev/null 2>&1; true'"

# On most machines gcc does not keep dev until line 4.  awl says where it has a value.
at=4
awl -n 'kprobe:dummy:dummy_xmit:4 { @ = sum(dev->mtu); }'
case $ARCH in
x86_64) status 0 ;;
*)
	at=$(sed -n "s/.*'dev' has no value at .*it has one at lines \([0-9]\) to [0-9] of dummy_xmit$/\1/p" "$ERR")
	: "${at:=4}" ;;
esac
ping='comm == "ping"'
awl -q -c "$sends" "
	kprobe:dummy:dummy_xmit / $ping / { @plain[(uint64)arg0, (uint64)arg1, ((struct sk_buff *)arg0)->len] = count(); @n = count(); }
	kprobe:dummy:dummy_xmit:$at / $ping / { @line[(uint64)skb, (uint64)dev, skb->len] = count(); @mtu[str(dev->name), dev->mtu] = count(); }
	kprobe:dummy:dummy_xmit:4 / $ping / { @four[skb->dev->mtu] = count(); }
	kprobe:dummy:dummy.c:63 / $ping / { @file = count(); @dummies[numdummies] = count(); }
	kprobe:dummy:dummy_xmit@dummy.c / $ping / { @entry = count(); @at_entry[numdummies] = count(); }"
status 0
n=$(sed -n 's/^@n: //p' "$OUT")
[ "${n:-0}" -ge 3 ] || fail "only ${n:-0} packets"
line "@entry: $n"
line "@file: $n"
line "@four[1500]: $n"
line "@dummies[3]: $n"
line "@at_entry[3]: $n"
line "@mtu[dummy0, 1500]: $n"
[ "$(sed -n 's/^@plain//p' "$OUT" | sort)" = "$(sed -n 's/^@line//p' "$OUT" | sort)" ] ||
	fail "the variables are not the arguments"

# A bundle has the places and variables; the module's debug information is not needed any more.
echo "kprobe:dummy:dummy_xmit:$at { @[str(dev->name), dev->mtu, skb->dev == dev] = count(); }" >"$TMP/b.awl"
awl --bundle "$TMP/b.awl" -o "$TMP/tool"
status 0
mv "$debug" "$TMP/away"
"$TMP/tool" -q -c "$sends" >"$OUT" 2>"$ERR" || fail "the bundle's status"
lines 1 '^@\[dummy0, 1500, true\]: [1-9]'
mv "$TMP/away" "$debug"

mv "$debug" "$TMP/dummy.ko"
awl -n --vmlinux "$TMP/vmlinux" 'kprobe:dummy:dummy_xmit:4 { @ = count(); }'
status 0
id=$(od -An -v -tx1 -j16 -N20 /sys/module/dummy/notes/.note.gnu.build-id | tr -d ' \n')
before=$(od -An -v -tx1 "$TMP/dummy.ko" | tr -d ' \n' | sed "s/$id.*//" | wc -c)
printf '\377' | dd of="$TMP/dummy.ko" bs=1 seek=$((before / 2)) conv=notrunc 2>/dev/null
awl -n --vmlinux "$TMP/vmlinux" 'kprobe:dummy:dummy_xmit:4 { @ = count(); }'
status 1
match "$ERR" "dummy.ko' is not the loaded module: its build id differs"
rmmod dummy || fail "the module is still in use"
finish
