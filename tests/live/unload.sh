# SPDX-License-Identifier: GPL-2.0-or-later
#
# Modules are unloaded while they are traced.  tests/vm/guest provides two of the kernel's modules.
# dummy has a function that is called once per device made.
. "$TESTS/live/common"
need_alone
need_kprobes
KO=/lib
for m in dummy nbd; do
	[ -e $KO/$m.ko ] || skip "no module $m of this kernel in $KO"
done
rmmod dummy 2>/dev/null	# another test may have left it
insmod $KO/dummy.ko numdummies=0 && insmod $KO/nbd.ko || exit 1

# devices N: makes and removes N devices
cat >"$TMP/devices" <<'END'
for i in $(seq "$1"); do ip link add awl$i type dummy; done
for i in $(seq "$1"); do ip link del awl$i; done
END
# again: makes 5 devices, reloads the module, makes 3 devices
cat >"$TMP/again" <<END
sh $TMP/devices 5
if rmmod dummy; then
	insmod $KO/dummy.ko numdummies=0
fi
sh $TMP/devices 3
END
report="^Module 'dummy' was unloaded, and its probes with it"
probes='kprobe kretprobe'
has_returns || { not_done "kretprobe: $NO_RETURNS"; probes=kprobe; }
for p in $probes; do
	awl --attach=plain -c "sh $TMP/again" "$p:dummy_setup { @ = count(); }"
	status 0
	line "@: 5"
	want "reports" 1 "$(grep -Ec "$report" "$ERR")"
done
awl --strict --attach=plain -c "sh $TMP/again" "kprobe:dummy_setup { @ = count(); }"
status 4
match "$ERR" "$report"
for i in 1 2 3 4 5; do ip link del awl$i 2>/dev/null; done	# --strict stopped the command
[ -d /sys/module/dummy ] || insmod $KO/dummy.ko numdummies=0

# Patterns, and the attachment that awl chooses.  Some links of newer kernels hold the module.
for p in "dummy:dummy_*" dummy_setup; do
	awl -c "sh $TMP/again" "kprobe:$p { @[func] = count(); }"
	status 0
	if grep -q "rmmod: can't unload" "$ERR"; then
		line "@[dummy_setup]: 8"
		nomatch "$ERR" "^Lost"
	else
		line "@[dummy_setup]: 5"
		match "$ERR" "$report"
	fi
done

# Without an unload nothing is reported.  Probes elsewhere keep working.
awl -c "sh $TMP/devices 4" "kprobe:dummy_setup { @ = count(); }"
status 0
line "@: 4"
nomatch "$ERR" "^Lost"
awl -c "sh $TMP/again; $W getppid 6" "kprobe:$(sys getppid) / $MINE / { @ = count(); } ${probes#* }:dummy_setup { @d = count(); }"
status 0
line "@: 6"
match "$OUT" "^@d: [58]\$"

# Frames of a module keep their names although it is gone when they are shown.  Only one of its two
# functions must be seen, because a tail call leaves no frame.
awl -q -c "sh -c 'ip link add awl1 type dummy; rmmod dummy'" "kprobe:ether_setup, kprobe:unregister_netdevice_queue { @[kstack] = count(); }"
status 0
match "$OUT" '^        (dummy_setup|(dummy_)?cleanup_module)\+[0-9]+'
nomatch "$OUT" '^        0x'
# So do those of a module that was loaded while awl traced.  (The symbols are read then, which
# takes a second in an emulated guest.)
awl -q -c "sh -c 'insmod $KO/dummy.ko numdummies=0; sleep 4; ip link add awl1 type dummy; rmmod dummy'" "kprobe:ether_setup, kprobe:unregister_netdevice_queue { @[kstack] = count(); }"
status 0
match "$OUT" '^        (dummy_setup|(dummy_)?cleanup_module)\+[0-9]+'
nomatch "$OUT" '^        0x'
insmod $KO/dummy.ko numdummies=0 || exit 1

# A traced tracepoint holds its module.
for p in tracepoint:nbd:nbd_send_request rawtracepoint:nbd_send_request; do
	awl -c "rmmod nbd" "$p { @ = count(); }"
	status 1
	nomatch "$OUT" "^@"
	match "$ERR" "rmmod: can't unload"
done
rmmod nbd || fail "nbd can't be unloaded"
rmmod dummy || fail "dummy can't be unloaded"
finish
