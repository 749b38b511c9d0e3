# SPDX-License-Identifier: GPL-2.0-or-later
#
# S13: a register in the middle of a function.  The original offset is 0x7c.  If the kernel says
# that no instruction starts there, one of the next offsets works.  All other offsets are refused.
. "$TESTS/live/common"
need_kprobes
F=do_sys_openat2
has_function $F || skip "this kernel has no $F"
case $ARCH in
x86_64) ip=ip dx=dx ;;
aarch64) ip=pc dx=x2 ;;
i386) ip=ip dx=cx ;;
mips* | loongarch64) ip=pc dx=a2 ;;
ppc64le) ip=nip dx=r5 ;;
riscv64) ip=pc dx=a2 ;;
s390x) ip=pc dx=r4 ;;
*) ip=pc dx=r2 ;;
esac

for off in 0x7c 0x7d 0x7e 0x7f 0x80 0x81 0x82 0x83 0x84 0x85 0x86 0x87; do
	awl -q -c "$W open 10 /dev/null" "kprobe:$F+$off { printf(\"%x %x\\n\", reg(\"$ip\"), reg(\"$dx\")); }"
	[ $RC != 0 ] || break
	match "$ERR" "can't probe '$F\+$off': not the start of an instruction"
done
status 0
nomatch "$OUT" '[^0-9a-f ]'

# Each call passes the first instructions.  The instruction pointer is the probed address, or comes
# after the breakpoint, which has one byte on x86 and two on s390x.
case $ARCH in s390x) past=2 ;; *) past=1 ;; esac
# POWER's functions have two entries, 0 and 8.
case $ARCH in ppc64le) offs="8 12" ;; *) offs="1 2 3 4 5 6 7 8 9 10 11 12" ;; esac
for off in $offs; do
	awl -q -c "$W open 10 /dev/null" "
kprobe:$F / $MINE / { @in = count(); }
kprobe:$F+$off / $MINE / { \$at = reg(\"$ip\") - kaddr(\"$F\"); @at[\$at == $off || \$at == $off + $past, reg(\"$dx\") != 1] = count(); }"
	[ $RC != 0 ] || break
done
status 0
in=$(sed -n 's/^@in: //p' "$OUT")
line "@at[true, true]: $in"
[ "${in:-0}" -ge 10 ] || fail "calls"
finish
