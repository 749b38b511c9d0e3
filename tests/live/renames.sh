# SPDX-License-Identifier: GPL-2.0-or-later
#
# Functions can be probed by the names they had on other kernels: system calls with their
# arguments, and functions that allocate pages and processes.
. "$TESTS/live/common"
need_kprobes

all='(uint64)arg0 & 0xffffffff, (uint64)arg1, (uint64)arg2, (uint64)arg3, (uint64)arg4, (uint64)arg5'
awl -q -c "$W args 5" "kprobe:SyS_sendto / $MINE / { @old[$all] = count(); }
	syscall:sendto / $MINE / { @new[$all] = count(); }"
status 0
lines 1 '^@new\[.*\]: 5$'
want "the arguments" "$(sed -n 's/^@new//p' "$OUT")" "$(sed -n 's/^@old//p' "$OUT")"
awl -q -c "$W read 7" "kprobe:sys_read / $MINE / { @[arg2] = count(); } kprobe:sys_openat / $MINE / { print(str($(user arg1))); }
	kprobe:sys_open / $MINE / { print(str($(user arg0))); }"
line "@[1]: 7"
line "/dev/zero"
# str() of a user pointer that nothing marks as one
awl -q -c "$W read 1" "kprobe:do_sys_openat2 / $MINE / { print(str($(user arg1))); }"
line "/dev/zero"
for f in _do_fork do_fork kernel_clone; do
	awl -q -c "$W fork 5" "kprobe:$f / $MINE / { @ = count(); }"
	line "@: 5"
done
for f in __alloc_pages __alloc_pages_nodemask; do
	awl -q -c "$W touch 200" "kprobe:$f / $MINE / { @ = count(); }"
	[ "$(sed -n 's/^@: //p' "$OUT")" -ge 200 ] || fail "$f"
done
for f in dev_queue_xmit __dev_queue_xmit kmem_cache_alloc_node kmem_cache_alloc __kmalloc; do
	awl -q -t 0.1 "kprobe:$f { @ = count(); }"
	status 0
done
awl -q 'BEGIN { print(kaddr("_do_fork") == kaddr("kernel_clone")); }'
line true
finish
