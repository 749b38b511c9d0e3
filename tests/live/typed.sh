# SPDX-License-Identifier: GPL-2.0-or-later
#
# Loads by the types of pointers: the inode that stat(1) shows, ids that the process has, NULL and
# wrong addresses.  -v says whether a program has such loads, which it must have where the kernel
# can do it, and not otherwise.
. "$TESTS/live/common"
need_root
[ -e /sys/kernel/btf/vmlinux ] || skip "no BTF"
has() { awl -T; grep -q "^$1 *yes" "$OUT"; }
CAST=0 TASK=0
! has rdonly_cast || CAST=1
! has task_btf || TASK=1
INO=$(stat -Lc %i /dev/zero) DEV=$(($(stat -Lc %d /dev/zero) % 256))
loads() { want "programs with loads by type" "$1" "$(grep -c 'loads by type' "$ERR")"; }

# By values of registers: only where a program can say what they are.  On s390x the kernel's memory
# begins at 0, so that no address below its end is a wrong one.
wrong='	@null = sum(((struct task_struct *)0)->real_parent->tgid);
	@user = sum(((struct file *)4096)->f_inode->i_ino);'
[ "$ARCH" != s390x ] || wrong=''
awl -v -c "$W getppid 100" "rawtracepoint:sys_enter / $MINE && arg1 == __NR_getppid / {
	@id = count();
$wrong
	@regs[((struct task_struct *)(u64)curtask)->tgid == pid] = count();
}"
status 0
loads $((CAST | TASK))
line '@id: 100'
line '@regs[true]: 100'
if [ "$wrong" ]; then
	line '@null: 0'
	line '@user: 0'
	match "$ERR" '^Lost 400 reads of memory'
else
	nomatch "$ERR" 'reads of memory'
fi

# The current task.
awl -v -c "$W getppid 100" "rawtracepoint:sys_enter / $MINE && arg1 == __NR_getppid / {
	@ids[curtask->tgid == pid, curtask->pid == tid, curtask->real_parent->tgid == ppid] = count();
	@bits[curtask->mm->pgd != 0, curtask->mm == curtask->active_mm, ((u64)curtask->mm & 7)] = count();
	@name[comm == str(curtask->comm)] = count();
	@uid[curtask->cred->uid.val, curtask->group_leader->real_parent->pid == ppid] = count();
}"
status 0
[ $TASK = 0 ] || loads 1
line '@ids[true, true, true]: 100'
line '@bits[true, true, 0]: 100'
line '@name[true]: 100'
line '@uid[0, true]: 100'
nomatch "$ERR" 'reads of memory'

# A structure that the script declares, from 6.17 on without a helper, and a wrong pointer to one.
MEM=0
! has rdonly_mem || MEM=1
awl 'BEGIN { print(offsetof(struct task_struct, pid)); }'
place=$(cat "$OUT")
awl -v -c "$W getppid 100" "struct declared { char before[$place]; int pid; int tgid; }
rawtracepoint:sys_enter / $MINE && arg1 == __NR_getppid / {
	\$p = (struct declared *)(u64)curtask;
	@[\$p->pid == tid, \$p->tgid == pid, *(uint32 *)((u64)curtask + $place) == tid] = count();
	${wrong:+@wrong = sum(((struct declared *)0)->tgid);}
}"
status 0
[ $MEM = 0 ] || loads 1
line '@[true, true, true]: 100'
if [ "$wrong" ]; then
	line '@wrong: 0'
	match "$ERR" '^Lost 100 reads of memory'
fi

# Without BTF the name's place is found in awl's own task.
if [ $TASK = 1 ]; then
	awl 'BEGIN { print(offsetof(struct task_struct, comm)); }'
	place=$(cat "$OUT")
	awl -n -S 'profile:hz:99 { @[comm] = count(); }'
	match "$OUT" "[(]r0 [+]${place}[)]\$"
	nomatch "$OUT" 'call get_current_comm'
fi

# A wrong address in the kernel's half: the load gives 0, which is read again, and then counts.  A
# member that is 0 doesn't count.
awl -v -c "$W getppid 100" "rawtracepoint:sys_enter / $MINE && arg1 == __NR_getppid / {
	@bad = sum(((struct file *)0xffffffffffff0000)->f_inode->i_ino);
	@zero[curtask->group_leader->exit_code, curtask->real_parent->exit_code] = count();
}"
status 0
line '@bad: 0'
line '@zero[0, 0]: 100'
lost=200
[ "$ARCH" != s390x ] || lost=100	# the inode is 0, where s390x has memory
match "$ERR" "^Lost $lost reads of memory"

[ -e /sys/bus/event_source/devices/kprobe ] || finish
# The arguments of a function, whatever its program is.
for way in auto plain; do
	at_return="kretprobe:vfs_read / $MINE / { @ret = sum(retval); }" n=2
	if [ $way = plain ] && ! has_returns; then
		not_done "kretprobe: $NO_RETURNS"
		at_return='' n=1
	fi
	awl -v --attach=$way -c "$W read 100" "
	kprobe:vfs_read / $MINE / {
		@ino[((struct file *)arg0)->f_inode->i_ino, file->f_inode->i_sb->s_dev & 0xff] = count();
		@more[file->f_mode & 1, file->f_path.dentry->d_inode->i_ino] = count();
		@none = sum(((struct file *)arg3)->f_inode->i_ino * 0 + 1);
	}
	$at_return"
	status 0
	line "@ino[$INO, $DEV]: 100"
	line "@more[1, $INO]: 100"
	line '@none: 100'
	[ -z "$at_return" ] || line '@ret: 100'
	[ $CAST = 0 ] || loads $n	# that of the return loads the task's name
done
! has trampoline || {
	awl -v -c "$W read 100" "fentry:vfs_read / $MINE / {
		@ino[args.file->f_inode->i_ino, args.file->f_inode->i_sb->s_dev & 0xff] = count();
	}
	fexit:vfs_read / $MINE / { @[args.file->f_inode->i_ino, retval] = count(); }"
	status 0
	loads 2
	line "@ino[$INO, $DEV]: 100"
	line "@[$INO, 1]: 100"
}
finish
