# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Functions of the kernel that have no symbol, because they are inlined everywhere: do_new_mount()
# runs once for each mount of a new file system.
. "$TESTS/live/common"
need_root
[ "${AWL_ALONE-}" ] || skip "mounts file systems: in guests only"
need_vmlinux
[ -e /sys/bus/event_source/devices/kprobe ] || skip "this kernel has no kprobes"
grep -q ' do_new_mount$' /proc/kallsyms && skip "do_new_mount() is not inlined in this kernel"

mkdir -p "$TMP/at"
cat >"$TMP/mounts" <<EOF
for type in tmpfs ramfs tmpfs; do
	mount -t \$type none "$TMP/at" && umount "$TMP/at"
done
EOF
awl -q -c "sh $TMP/mounts" '
	kprobe:do_new_mount { @[str(fstype)] = count(); }
	kprobe:do_new_mount { @n = count(); @from[func] = count(); }
	kprobe:path_mount { @symbol = count(); }'
status 0
line "@[tmpfs]: 2"
line "@[ramfs]: 1"
line "@n: 3"
line "@from[path_mount]: 3"
awl -v -c true 'kprobe:do_new_mount { @ = count(); }'
match "$ERR" "at path_mount\\+0x"
awl -n 'kretprobe:do_new_mount { @ = count(); }'
status 1
match "$ERR" "it is inlined there, so it does not return"
awl -n 'kprobe:do_new_mount { @[arg0] = count(); }'
status 1
match "$ERR" "do_new_mount is inlined or specialized there"
mv "$VMLINUX" "$VMLINUX.away"
awl -q -c true 'kprobe:do_new_mount { @ = count(); }'
mv "$VMLINUX.away" "$VMLINUX"
status 3
match "$ERR" "no function 'do_new_mount'.*--vmlinux FILE finds functions"
finish
