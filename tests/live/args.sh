# SPDX-License-Identifier: GPL-2.0-or-later
#
# Arguments in registers and on the stack, return values, registers by name.
. "$TESTS/live/common"
need_kprobes

# Six arguments (arm has the last two on the stack).
awl -q -c "$W args 25" "
kprobe:__sys_sendto / $MINE / { @a[arg1, arg2, arg3] = count(); @b[arg4, arg5] = count(); @fd[(int32)arg0] = count();
	@c[arg(1), arg(4)] = count(); @f[func] = count(); @p[probe] = count(); }
kretprobe:__sys_sendto / $MINE / { @r[retval] = count(); @r32[(int32)retval] = count(); @rf[func] = count(); }"
status 0
line "@a[4369, 8738, 13107]: 25"
line "@b[17476, 21845]: 25"
line "@fd[-1]: 25"
line "@c[4369, 17476]: 25"
line "@f[__sys_sendto]: 25"
line "@p[kprobe:__sys_sendto]: 25"
line "@r32[-9]: 25"
line "@rf[__sys_sendto]: 25"

# The return address.
awl -q -c "$W args 5" "kprobe:__sys_sendto / $MINE / { @caller[retaddr] = count(); }"
status 0
lines 1 "^@caller\[.*(sys_send|ret_fast_syscall|syscall_common).*\+[0-9]+\]: 5\$"

# More arguments than registers hold on any architecture: do_mmap(file, addr, len, prot, flags,
# [vm_flags,] pgoff, populate, uf).  The kernel maps parts of the program itself with MAP_FIXED (16).
three=$(awk '/^KernelPageSize/ { print $2 * 3072; exit }' /proc/self/smaps)
awl -q -c "$W maps 15" "kprobe:do_mmap / $MINE && arg2 == $three && !(arg4 & 16) / { @[arg3, arg4] = count();
	@p[arg7 > 4096] = count(); @uf[arg8 > 4096] = count(); @off[arg5 == 7 || arg6 == 7] = count(); }"
status 0
line "@off[true]: 15"
line '@[1, 2]: 15'
line "@p[true]: 15"

# The instruction pointer is in the function, the stack pointer in the kernel.
case $ARCH in
x86_64) set -- 'reg("ip")' 'reg("sp")' 'reg("di")' ;;
aarch64) set -- 'reg("pc")' 'reg("sp")' 'reg("x0")' ;;
i386) set -- 'reg("ip")' 'reg("sp")' 'reg("ax")' ;;
ppc64le) set -- 'reg("nip")' 'reg("r1")' 'reg("r3")' ;;
riscv64 | mips* | loongarch64) set -- 'reg("pc")' 'reg("sp")' 'reg("a0")' ;;
s390x) set -- 'reg("pswa")' 'reg("r15")' 'reg("r2")' ;;
*) set -- 'reg("pc")' 'reg("sp")' 'reg("r0")' ;;
esac
awl -q -c "$W read 10" "kprobe:vfs_read / $MINE / { @ip[ksym(reg(\"ip\"))] = count(); @same[reg(\"ip\") == $1, arg0 == $3, $2 > 0xc0000] = count(); }"
if [ $RC = 1 ]; then
	awl -q -c "$W read 10" "kprobe:vfs_read / $MINE / { @ip[ksym($1)] = count(); @same[1 == 1, arg0 == $3, $2 > 0xc0000] = count(); }"
	[ $RC = 0 ] && fail 'reg("ip") is not known on this architecture'
fi
status 0
lines 1 '^@ip\[vfs_read(\+[0-9]+)?\]: 10$'
line "@same[true, true, true]: 10"
awl -q "kprobe:vfs_read { @[reg(\"nosuch\")] = count(); }"
status 1
match "$ERR" "no register 'nosuch' on $ARCH"

# All registers at once.
awl -q -c "$W read 1" "kprobe:vfs_read / $MINE / { print(regs); }"
match "$OUT" '^[{] [.][a-z0-9]+ = .*, [.][a-z0-9_]+ = .* [}]$'
finish
