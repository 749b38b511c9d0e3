# SPDX-License-Identifier: GPL-2.0-or-later
#
# S9: who asks for large orders of pages, and from where?  The original script if the kernel has
# BTF, else kprobe and arg1.  No workload is sure to need a large order.  So the test checks that
# the script runs, and that a threshold of 0 finds the allocations of forks.
. "$TESTS/live/common"
need_kprobes
need_alone
if [ -r /sys/kernel/btf/vmlinux ]; then
	s9='fentry:__alloc_pages* / order > 3 / { @[order, stack] = count(); }'
	low='fentry:__alloc_pages*, fentry:__alloc_frozen_pages* / order >= 0 / { @[order] = count(); }'
else
	f=$(grep -oE ' [tT] __alloc_pages(_nodemask|_noprof)?( |$)' /proc/kallsyms | awk '{ print $2; exit }')
	[ -n "$f" ] || skip "no __alloc_pages"
	s9="kprobe:$f / arg1 > 3 / { @[arg1, stack] = count(); }"
	low="kprobe:$f / arg1 >= 0 / { @[arg1] = count(); }"
fi
awl -t 1 "$s9"
status 0
nomatch "$ERR" 'error:'
awl -q -c "$W fork 3" "$low"
status 0
match "$OUT" '^@\[[0-9]+\]: [0-9]+$'
finish
