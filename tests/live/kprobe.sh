# SPDX-License-Identifier: GPL-2.0-or-later
#
# All spellings of kprobe and kretprobe, on functions that the workload calls a known number of
# times.
. "$TESTS/live/common"
need_kprobes
GETPPID=$(sys getppid)

# Full and short name, glob, list, several clauses on one function, ply's block.
awl -q -c "$W read 300" "
kprobe:vfs_read / $MINE / { @plain = count(); }
k:vfs_rea[d] / $MINE / { @class = count(); }
kprobe:vfs_rea? / $MINE / { @glob[probe] = count(); }
kprobe:vfs_read, kprobe:ksys_read / $MINE / { @list[func] = count(); }
kprobe:{vfs_read,ksys_read} / $MINE / { @braces[func] = count(); }
kprobe:vfs_read / $MINE / < @angle = count() >
kretprobe:vfs_read / $MINE && retval == 1 / { @ret = count(); }
kr:ksys_rea* / $MINE / { @kr[probe, retval] = count(); }
kprobe:vfs_read if ($MINE) { @ifs = count(); }"
status 0
out "@angle: 300
@braces[ksys_read]: 300
@braces[vfs_read]: 300
@class: 300
@glob[kprobe:vfs_read]: 300
@ifs: 300
@kr[kretprobe:ksys_read, 1]: 300
@list[ksys_read]: 300
@list[vfs_read]: 300
@plain: 300
@ret: 300"

# The function of a system call, by name and by address.
addr=0x$(awk -v f="$GETPPID" '$3 == f { print $1; exit }' /proc/kallsyms)
awl -q -c "$W getppid 200" "
kprobe:$GETPPID / $MINE / { @name = count(); }
kprobe:$addr / $MINE / { @addr = count(); }
kretprobe:$GETPPID / $MINE / { @parent[retval] = count(); }
kprobe:$GETPPID / $MINE / { @cpid = cpid; }"
status 0
line "@name: 200"
line "@addr: 200"
lines 1 '^@parent\[[1-9][0-9]*\]: 200$'

# An offset into a function.  The kernel accepts only starts of instructions; the loop looks for
# one that every call of vfs_read passes.  POWER's functions have two entries, 0 and 8.
case $ARCH in ppc64le) offs="8 0xc 16 20" ;; *) offs="4 8 0xc 16 20 5 9 2 1" ;; esac
for off in $offs; do
	awl -q -c "$W read 50" "kprobe:vfs_read+$off / $MINE / { @n = count(); @ip[reg(\"ip\") - kaddr(\"vfs_read\")] = count(); }"
	[ $RC = 0 ] && break
	match "$ERR" "can't probe "
done
status 0
line "@n: 50"

# The default body.
awl -q -c "$W getppid 3" "kprobe:$GETPPID / $MINE /"
lines 3 "^kprobe:$GETPPID [0-9]+ $COMM\$"
awl -q -c "$W read 2" "kretprobe:vfs_read / $MINE /"
lines 2 "^kretprobe:vfs_read [0-9]+ $COMM 1\$"

# A missing function or module is an error that suggests the nearest name.
awl -q 'kprobe:vfs_raed { @ = count(); }'
status 3
match "$ERR" "this kernel has no function 'vfs_raed'; did you mean 'vfs_read'\?"
awl -q 'kprobe:nosuchmodule:vfs_read { @ = count(); }'
status 1
awl -c "$W read 5" "kprobe:vfs_raed, kprobe:vfs_read / $MINE / { @ = count(); }"
status 0
match "$ERR" "warning.*vfs_raed"
out "@: 5"
awl -q 'kprobe:nosuch_*_glob { @ = count(); }'
status 1

# A glob of several functions: func distinguishes reads and writes.
awl -c "$W read 40" -c "$W write 60" "kprobe:vfs_[rw][re][ai]* / $MINE / { @[func] = count(); }"
status 0
line "@[vfs_read]: 40"
line "@[vfs_write]: 60"
finish
