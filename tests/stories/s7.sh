# SPDX-License-Identifier: GPL-2.0-or-later
#
# S7: from a member to its container, arguments by name.  The original script works if
# start_dl_timer has the argument dl_se (6.8) and is not inlined (as it is on aarch64 5.10).  The
# same expressions are then used on a function that every kernel has, and compared with known
# values.
. "$TESTS/live/common"
need_kprobes
[ -r /sys/kernel/btf/vmlinux ] || skip "no BTF: arguments have no names"
cat >"$TMP/s7" <<'S'
    fentry:start_dl_timer  { printf("%p pid=%d usage=%d fn=%s\n", &dl_se->dl_timer,
         container_of(dl_se, struct task_struct, dl)->pid, container_of(dl_se, struct task_struct, dl)->usage.refs.counter,
         ksym(dl_se->dl_timer.function)); }
S
awl -t 1 "$TMP/s7"
if [ $RC = 1 ]; then
	match "$ERR" "unknown name 'dl_se'|no function 'start_dl_timer' in the kernel"
else
	status 0
	nomatch "$ERR" error
fi
# from the member f_path of a file back to the file
: >"$TMP/some-file"
awl -q -c "$W read 9" "fentry:vfs_read / $MINE / {
	@pid[container_of(&file->f_path, struct file, f_path) == file] = count();
	@n[str(container_of(&file->f_path, struct file, f_path)->f_path.dentry->d_name.name), count < 100] = count(); }"
status 0
line "@pid[true]: 9"
lines 1 '^@n\[.*, true\]: 9$'
# arguments of a kprobe by name; count is an argument here, and a function only if it is called
awl -q -c "$W read 9" "kprobe:vfs_read / $MINE / { @k[args.file == file, args.count == count, arg2 == count] = count(); }"
status 0
line "@k[true, true, true]: 9"
# all arguments at once, in a kprobe; arguments at the return of the function
awl -q -c "$W read 9" "kprobe:vfs_read / $MINE && count == 1 / { print(args); }"
status 0
want "args printed" 9 "$(grep -Ec '^\{ .file = 0x[0-9a-f]+, .buf = 0x[0-9a-f]+, .count = 1, .pos = 0x[0-9a-f]+ \}$' "$OUT")"
awl -q -c "$W read 9" "kprobe:vfs_read / $MINE / { @f[tid] = arg0; }
kretprobe:vfs_read / $MINE / { @at[retval == count, args.file == @f[tid], probe] = count(); @n = count(); }
END { clear(@f); }"
if [ $RC = 1 ]; then
	match "$ERR" "unknown name 'count'|args can't be used in kretprobe"
else
	status 0
	line "@at[true, true, kretprobe:vfs_read]: 9"
fi
finish
