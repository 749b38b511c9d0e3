# SPDX-License-Identifier: GPL-2.0-or-later
#
# This kernel has no names of system calls' arguments.  The message says why and names the others.
mkdir -p "$TMP/tracefs/events/raw_syscalls/sys_enter"
cat >"$TMP/tracefs/events/raw_syscalls/sys_enter/format" <<'END'
name: sys_enter
ID: 21
format:
	field:unsigned short common_type;	offset:0;	size:2;	signed:0;
	field:unsigned char common_flags;	offset:2;	size:1;	signed:0;
	field:unsigned char common_preempt_count;	offset:3;	size:1;	signed:0;
	field:int common_pid;	offset:4;	size:4;	signed:1;

	field:long id;	offset:8;	size:8;	signed:1;
	field:unsigned long args[6];	offset:16;	size:48;	signed:0;
END
out=$("$AWL" --tracefs "$TMP/tracefs" --arch x86_64 -n 'syscall:openat { @ = args.flags; @x = arg1; @y = flags; }' 2>&1)
why='      = this kernel doesn'\''t name arguments of system calls (CONFIG_FTRACE_SYSCALLS is off): use arg0 to arg5'
[ "$(echo "$out" | grep -Fxc "$why")" = 2 ] && case $out in
*"1:27: error: no member 'flags' in 'sys_enter'"*"1:50: error: unknown name 'flags'"*) ;;
*) false ;;
esac || { echo "$out"; exit 1; }
# the program compares the number of the system call: 257 on x86_64
"$AWL" --tracefs "$TMP/tracefs" --arch x86_64 -n -S 'syscall:openat { @ = arg1; }' >"$TMP/code" || exit 1
grep -q 257 "$TMP/code" || { cat "$TMP/code"; exit 1; }
