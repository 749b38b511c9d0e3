# SPDX-License-Identifier: GPL-2.0-or-later
#
# retaddr: where it can be read, and which addresses are hooks of the kernel's tracers instead of
# the caller's.  Programs compare with these addresses, which kallsyms has; the listing shows the
# comparisons.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
hooks() { # the addresses that are compared with, without their upper half
	sed -n 's/.*: if r[0-9] [!=]= -0x\([0-9a-f]*\) goto.*/\1/p' "$TMP/out" | while read -r n; do
		printf '%x;' $((0x100000000 - 0x$n))
	done
}
kernel 6.1
try -S -e 'kprobe:vfs_read { @[retaddr] = count(); }'
is 'without hooks' '' "$(hooks)"
at=81007000
for name in __kretprobe_trampoline arch_rethook_trampoline kretprobe_trampoline return_to_handler; do
	cp "$root/proc/kallsyms" "$TMP/kallsyms"
	echo "ffffffff$at T $name" >>"$root/proc/kallsyms"
	try -S -e 'kprobe:vfs_read { @[retaddr] = count(); }'
	is "$name" "$at;" "$(hooks)"
	cp "$TMP/kallsyms" "$root/proc/kallsyms"
done
echo 'ffffffff81007100 T return_to_handler' >>"$root/proc/kallsyms"
echo 'ffffffff81007200 T arch_rethook_trampoline' >>"$root/proc/kallsyms"
try -S -e 'kprobe:vfs_read { @[retaddr] = count(); } kprobe:vfs_write { print(retaddr); }'
is 'two hooks, two programs' '81007200;81007100;81007200;81007100;' "$(hooks)"
# A return probe gets it from the kernel, from 5.16 on; a user probe's isn't compared.
try -S -e 'kretprobe:vfs_read { @[retaddr] = count(); }'
is 'status of a return probe' 0 $rc
is 'a return probe' '' "$(hooks)"
try -S -e "uprobe:$WORK:work_probe_me { @[retaddr] = count(); }"
is 'status of a user probe' 0 $rc
is 'a user probe' '' "$(hooks)"
try -e "uretprobe:$WORK:work_probe_me { @[retaddr] = count(); }"
is 'status of a user return probe' 0 $rc
kernel 5.15
try -e 'kretprobe:vfs_read { @[retaddr] = count(); }'
is status 1 $rc
said "retaddr in a kretprobe needs Linux 5.16"
try -e 'kprobe:vfs_read { @[retaddr] = count(); }'
is 'status of a kprobe' 0 $rc
# So a stack at a return ends there.
try -e 'kretprobe:vfs_read { @[kstack] = count(); }'
is 'status of a stack' 1 $rc
said "can't take a kernel stack at a function's return: kernels before Linux 5.16 don't find the caller"
said 'save it at the entry: kprobe:f'
try -e 'kretprobe:vfs_read { @[ustack] = count(); } kprobe:vfs_write { @k[kstack] = count(); }'
is 'status of other stacks' 0 $rc
kernel 5.16
try -e 'kretprobe:vfs_read { @[kstack] = count(); }'
is 'status of a stack from 5.16 on' 0 $rc
try -e 'kretprobe:vfs_read { @[retaddr] = count(); }'
is 'status from 5.16 on' 0 $rc
# Only at a function's first instruction is it where it is looked for.
for probe in kprobe:vfs_read+1 kprobe:0xffffffff81000100 "uprobe:$WORK:work_probe_me+1" \
	'kprobe:vfs_read, kprobe:vfs_write+4'; do
	try --unsafe -e "$probe { @[retaddr] = count(); }"
	is "status of $probe" 1 $rc
	said 'retaddr'
done
exit $bad
