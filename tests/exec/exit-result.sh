# SPDX-License-Identifier: GPL-2.0-or-later
#
# POWER's events of exits have errors as positive numbers.  The result is in the task's registers,
# whatever the record says: as a field, as part of the record, and as retval.
: "${TMP=/tmp}"
"$TESTS/exec/mkbtf" "$TMP/btf" <<'E2' || exit
struct pt_regs { unsigned long gpr[3], result; };
struct thread_struct { long ksp; struct pt_regs *regs; };
struct task_struct { int pid; struct thread_struct thread; };
int f(struct task_struct *t) { return t->pid; }
E2
cat >"$TMP/exit.awl" <<E2
# options: --btf $TMP/btf
# arch: ppc64le
# kernel 0xffff888000001000: u64:1 u64:2 u64:0xc000000000005000
# kernel 0xc000000000005000: u64:0 u64:0 u64:0 u64:0xfffffffffffffffe
# field ret: 2
# fire x2
tracepoint:syscalls:sys_exit_openat { @[args.ret, args.ret < 0] = count(); @all = args; }
tracepoint:syscalls:sys_exit_* { print(args); printf("%v\\n", args); print((1, args)); }
syscall:openat:ret / retval == -2 /
syscall:openat:ret / retval < 0 / { @negative[retval, data->ret] = count(); }
E2
"$BUILD/tests/awlvm" -1 ppc64le "$TMP/exit.awl" 2>&1 | grep . >"$TMP/got"
diff - "$TMP/got" <<'E2' || exit 1
{ .__syscall_nr = 0, .ret = -2 }
{ .__syscall_nr = 0, .ret = -2 }
(1, { .__syscall_nr = 0, .ret = -2 })
syscall:openat:ret 1234 test { .ret = -2 }
{ .__syscall_nr = 0, .ret = -2 }
{ .__syscall_nr = 0, .ret = -2 }
(1, { .__syscall_nr = 0, .ret = -2 })
syscall:openat:ret 1234 test { .ret = -2 }
@[-2, true]: 2
@all: { .__syscall_nr = 0, .ret = -2 }
@negative[-2, -2]: 2
E2

# Without BTF the event of all calls has it, and the program compares the call's number: umount is the
# function of call 52, umount2.
mkdir -p "$TMP/tracefs/events/syscalls/sys_exit_umount" "$TMP/tracefs/events/raw_syscalls/sys_exit"
printf 'ID: 1\nformat:\n\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n\tfield:int __syscall_nr;\toffset:8;\tsize:4;\tsigned:1;\n\tfield:long ret;\toffset:16;\tsize:8;\tsigned:1;\n' \
	>"$TMP/tracefs/events/syscalls/sys_exit_umount/format"
printf 'ID: 2\nformat:\n\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n\tfield:long id;\toffset:8;\tsize:8;\tsigned:1;\n\tfield:long ret;\toffset:16;\tsize:8;\tsigned:1;\n' \
	>"$TMP/tracefs/events/raw_syscalls/sys_exit/format"
"$AWL" -n -S --arch ppc64le --tracefs "$TMP/tracefs" \
	'tracepoint:syscalls:sys_exit_umount { @ = args.ret; }' >"$TMP/code" 2>&1
grep -q 'if r[0-9]* != 0x34 ' "$TMP/code" || { cat "$TMP/code"; exit 1; }
