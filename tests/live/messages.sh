# SPDX-License-Identifier: GPL-2.0-or-later
#
# Errors for probes that are ambiguous, in another module, or missing.
. "$TESTS/live/common"
need_kprobes
need_alone
n=$(grep -c ' [tT] load_elf_binary$' /proc/kallsyms)
awl -q -c true 'kprobe:load_elf_binary { @ = count(); }'
if [ "$RC" != 0 ]; then	# newer kernels refuse a name that several functions have
	status 3
	match "$ERR" "this kernel has $n functions 'load_elf_binary': choose one by its address .* kprobe:0x"
	nomatch "$ERR" 'notrace|blacklisted'
	addr=$(sed -n 's/.*such as \(kprobe:0x[0-9a-f]*\).*/\1/p' "$ERR")
	awl -q -c "$W fork 1" "$addr { @ = count(); }"
	status 0
fi
awl -q -c true 'kprobe:nonsense:vfs_read { @ = count(); }'
status 1
match "$ERR" "no module 'nonsense' with a function 'vfs_read'"
nomatch "$ERR" "did you mean 'vfs_read'"
awl -q -c true 'kprobe:0x12345678 { @ = count(); }'
status 3
match "$ERR" 'no code that can be probed at 0x12345678'
nomatch "$ERR" "function ''"
awl -q -c true 'watchpoint:vfs_read+1:1:x { @ = count(); }'
if [ "$RC" != 0 ]; then
	status 3
	match "$ERR" "can't watch code at 0x[0-9a-f]* with length 1|this machine has no debug registers"
	nomatch "$ERR" 'multiple of 1'
fi

# With -p, files of the process without the function are skipped
"$W" sleep 60000 &
pid=$!
executes $pid "$W"
awl -q -t 0.2 -p $pid 'uprobe:*:work_sum { @ = count(); }'
status 0
awl -q -t 0.2 -p $pid 'uprobe:*:no_such_function { @ = count(); }'
status 1
match "$ERR" "no function 'no_such_function'"
kill $pid

# Losses of a pattern are reported with the pattern, not with one of its functions
awl -q --attach plain -c "$W read 50" "kprobe:vfs_rea[d], kprobe:ksys_rea[d] / $MINE / { @ = count(); } END { }"
status 0
nomatch "$ERR" '^Lost .*kprobe:vfs_read\)'
finish
