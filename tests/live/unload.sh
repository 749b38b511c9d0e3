# SPDX-License-Identifier: GPL-2.0-or-later
#
# Modules unloaded while they are traced.  tests/vm/guest brings two of the
# kernel's own along; dummy has a function that runs once per device made.
. "$TESTS/live/common"
need_alone
need_kprobes
KO=/lib
for m in dummy nbd; do
	[ -e $KO/$m.ko ] || skip "no module $m of this kernel in $KO"
done
rmmod dummy 2>/dev/null	# as another test left it
insmod $KO/dummy.ko numdummies=0 && insmod $KO/nbd.ko || exit 1

# devices N: N made, N gone
cat >"$TMP/devices" <<'END'
for i in $(seq "$1"); do ip link add awl$i type dummy; done
for i in $(seq "$1"); do ip link del awl$i; done
END
# again MODULE ...: 5 devices; it goes and comes; 3 devices
cat >"$TMP/again" <<END
sh $TMP/devices 5
if rmmod dummy; then
	insmod $KO/dummy.ko numdummies=0
fi
sh $TMP/devices 3
END
told="^Module 'dummy' was unloaded, and its probes with it"
for p in kprobe kretprobe; do
	awl --attach=plain -c "sh $TMP/again" "$p:dummy_setup { @ = count(); }"
	status 0
	line "@: 5"
	want "told" 1 "$(grep -Ec "$told" "$ERR")"
done
awl --strict --attach=plain -c "sh $TMP/again" "kprobe:dummy_setup { @ = count(); }"
status 4
match "$ERR" "$told"
for i in 1 2 3 4 5; do ip link del awl$i 2>/dev/null; done	# it was stopped midway
[ -d /sys/module/dummy ] || insmod $KO/dummy.ko numdummies=0

# Of a pattern, and as awl chooses: some links of newer kernels keep the module
for p in "dummy:dummy_*" dummy_setup; do
	awl -c "sh $TMP/again" "kprobe:$p { @[func] = count(); }"
	status 0
	if grep -q "rmmod: can't unload" "$ERR"; then
		line "@[dummy_setup]: 8"
		nomatch "$ERR" "^Lost"
	else
		line "@[dummy_setup]: 5"
		match "$ERR" "$told"
	fi
done

# Not unloaded: nothing is told.  Probes elsewhere go on.
awl -c "sh $TMP/devices 4" "kprobe:dummy_setup { @ = count(); }"
status 0
line "@: 4"
nomatch "$ERR" "^Lost"
awl -c "sh $TMP/again; $W getppid 6" "kprobe:$(sys getppid) / $MINE / { @ = count(); } kretprobe:dummy_setup { @d = count(); }"
status 0
line "@: 6"
match "$OUT" "^@d: [58]\$"

# Frames of a module that is gone when they are shown keep their names
# (one of its two functions at least: a call that is the last of a function leaves none)
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

# Tracepoints keep their module as long as they are traced
for p in tracepoint:nbd:nbd_send_request rawtracepoint:nbd_send_request; do
	awl -c "rmmod nbd" "$p { @ = count(); }"
	status 1
	nomatch "$OUT" "^@"
	match "$ERR" "rmmod: can't unload"
done
rmmod nbd || fail "nbd is kept"
rmmod dummy || fail "dummy is kept"
finish
