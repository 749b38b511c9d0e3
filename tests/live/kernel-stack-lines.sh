# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Kernel stacks with lines and inlined functions.  Frames are those of a stack without lines, in
# files that have had these functions for long.  The guest's vmlinux is not where it was linked to.
. "$TESTS/live/common"
need_root
need_vmlinux
[ -e /sys/bus/event_source/devices/kprobe ] || skip "this kernel has no kprobes"

# the same stack without lines: each frame that is not inlined is in both, in order
awl -q -c "$W read 1" "kprobe:vfs_read /$MINE/ { printf(\"%s---%s\", kstack, kstack(lines)); exit(); }"
status 0
want "no messages" '' "$(cat "$ERR")"
sed -n '1,/^---/s/^        //p' "$OUT" >"$TMP/plain"
sed '1,/^---/d; s/^        //' "$OUT" | grep . >"$TMP/lines"
want frames "$(cat "$TMP/plain")" "$(grep -v '(inlined)' "$TMP/lines" | sed 's/ (.*//')"
match "$OUT" '^        vfs_read\+[0-9]* \(read_write\.c:[0-9]+\)$'
match "$OUT" '^        (ksys_read|__arm64_sys_read)\+[0-9]* \(read_write\.c:[0-9]+\)$'
match "$OUT" ' \(inlined\) \([a-z_0-9-]+\.[ch]:[0-9]+\)$'
want "frames with lines" "$(wc -l <"$TMP/lines")" "$(grep -c ' ([a-zA-Z_0-9-]*\.[chS]:[1-9][0-9]*)$' "$TMP/lines")"

# an address; the same one with --vmlinux, from which a file of another kernel is refused
first=$(sed -n 's/^vfs_read+[0-9]* //p' "$TMP/lines")
awl -q --vmlinux "$VMLINUX" 'BEGIN { @[ksym(kaddr("vfs_read"), lines)] = count(); }'
line "@[vfs_read+0 $first]: 1"

# without debug information: one message, and frames without lines
if [ "${AWL_ALONE-}" ]; then
	mv "$VMLINUX" "$VMLINUX.away"
	awl -q -c "$W read 1" "kprobe:vfs_read /$MINE/ { @a[kstack(lines)] = count(); @b[kstack(2, lines)] = count(); }"
	mv "$VMLINUX.away" "$VMLINUX"
	want "messages" 1 "$(grep -c 'no source lines of the kernel: no vmlinux .* --vmlinux FILE names one$' "$ERR")"
	want "other messages" 1 "$(wc -l <"$ERR")"
	want "frames without lines" "$(cat "$TMP/plain")" "$(sed -n '/^@a/,/^]/s/^        //p' "$OUT")"
fi

# in a module
debug=/usr/lib/debug/lib/modules/$(uname -r)/dummy.ko
if [ "${AWL_ALONE-}" ] && [ -f /lib/dummy.ko ] && [ -f "$debug" ] && ! grep -q '^dummy ' /proc/modules &&
	insmod /lib/dummy.ko numdummies=1; then
	ifconfig dummy0 10.9.9.1 netmask 255.255.255.0 up || fail "no dummy0"
	awl -q -c "sh -c 'ping -c 1 -W 1 10.9.9.2 >/dev/null 2>&1; true'" \
		'kprobe:dummy:dummy_xmit { @[kstack(lines)] = count(); }'
	match "$OUT" '^        dummy_xmit\+[0-9]+ \(dummy\.c:[0-9]+\)$'
	match "$OUT" '^        dev_hard_start_xmit\+[0-9]+ \(dev\.c:[0-9]+\)$'
	rmmod dummy || fail "the module is in use"
else
	echo "not done: stacks in a module: no dummy.ko with debug information"
fi
finish
