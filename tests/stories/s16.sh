# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# S16: a probe at a line of the source, with its variables.  -L shows which lines can be probed, -lv
# which variables are there.  The lines are those of Linux 6.12, where tcp_sendmsg() calls
# tcp_sendmsg_locked() in its line 5 and ends in line 8.
. "$TESTS/live/common"
need_kprobes
need_alone
need_vmlinux
case $KVER in 6.12*) ;; *) skip "the lines are those of Linux 6.12" ;; esac

awl --vmlinux "$VMLINUX" -L tcp_sendmsg
match "$OUT" '^<tcp_sendmsg@.*net/ipv4/tcp\.c:0>$'
match "$OUT" '^ +5( |$)'
awl --vmlinux "$VMLINUX" -lv 'kprobe:tcp_sendmsg:5'
match "$OUT" '^    (size_t|u64) size  \('
match "$OUT" '^    struct sock \* sk  \('
# line 9 has no code there
awl --vmlinux "$VMLINUX" -n 'kprobe:tcp_sendmsg:9 { print(size); }'
status 1
match "$ERR" 'the nearest line that has code is tcp_sendmsg:8'

# The workload sends 100 bytes three times.
awl --vmlinux "$VMLINUX" -q -c "$W tcp 3" \
	"kprobe:tcp_sendmsg:5 / $MINE / { printf(\"%s size=%d\n\", comm, size); }"
status 0
lines 3 "^$COMM size=100\$"
awl --vmlinux "$VMLINUX" -q -c "$W tcp 3" "kprobe:tcp_sendmsg:5 / $MINE / { @[sk->__sk_common.skc_dport] = count(); }"
line "@[$((9 << 8))]: 3"

# a program: its parameter, its result, and a function wherever it was inlined
awl -q -c "$W sum 30" "uprobe:$W:work_sum:0 { @entry[n] = count(); } uretprobe:$W:work_sum { @returned = count(); }"
line "@entry[30]: 1"
line "@returned: 1"
awl -q -c "$W inlined 30" "uprobe:$W:work_inlined { @ = count(); }"
line "@: 45"
finish
