# SPDX-License-Identifier: GPL-2.0-or-later
# needs: watchpoint
# Watchpoints on a module's variable, on a member, and on a per-CPU variable.
cd "$TMP" || exit 1
bad=0
{
	printf '%s D %s\n' ffffffff82000000 init_task ffffffff82100000 __per_cpu_start ffffffff82100100 runqueues ffffffff82200000 __per_cpu_end
	printf '%s d %s\t[%s]\n' ffffffffc0000010 numdevs one ffffffffc0000020 numdevs two
	printf '%s T _stext\n' ffffffff81000000
} >symbols
# says TEXT PROBE: refused with that text;  takes PROBE: accepted
says() {
	"$AWL" -n --arch x86_64 --kallsyms symbols "watchpoint:$2 { @ = count(); }" >out 2>&1
	[ $? = 1 ] && grep -qF -e "$1" out || { echo "$2: no '$1' in"; cat out; bad=1; }
}
takes() { "$AWL" -n --arch x86_64 --kallsyms symbols --btf "$TESTS/fixtures/kernel.btf" "watchpoint:$1 { @ = count(); }" || bad=1; }
says "'runqueues' is a per-CPU variable" runqueues:8:w
says "'runqueues' is a per-CPU variable" runqueues+8:8:w
says "no symbol 'numdevs' in the kernel" three:numdevs:4:w
says "no symbol 'init_task.pid' in the kernel" init_task.pid:4:w
says "the type of 'init_task' is unknown: name it, watchpoint:init_task+TYPE.pid:LENGTH:MODE" init_task.pid:4:w
says "unknown type 'task_struct'" init_task+task_struct.pid:4:w
says "no BTF: declare the type" init_task+task_struct.pid:4:w
says "invalid probe '" init_task+5x:4:w
says "invalid probe '" a:b:c:4:w
for probe in one:numdevs:4:w two:numdevs:4:w numdevs+4:4:w init_task:4:rw; do
	takes $probe
done
# on x86_64 before 6.15 the addresses are offsets from 0
printf '%s A %s\n' 0000000000000000 __per_cpu_start 0000000000035e80 runqueues 0000000000040000 __per_cpu_end >symbols
says "'runqueues' is a per-CPU variable" runqueues:8:w
"$AWL" -n -S --arch x86_64 --kallsyms symbols 'BEGIN { @ = kaddr("runqueues"); }' | grep -q '= 0x35e80$\|= 220800$' ||
	{ echo "kaddr of a per-CPU variable"; bad=1; }
# kallsyms has no data symbols at all (CONFIG_KALLSYMS_ALL is off)
printf '%s T _stext\n%s T vfs_read\n' ffffffff81000000 ffffffff81000010 >symbols
says "has functions, but no data (CONFIG_KALLSYMS_ALL is off)" jiffies:8:w
"$AWL" -n --arch x86_64 --kallsyms symbols 'BEGIN { print(kaddr("jiffies")); }' 2>&1 | grep -q 'CONFIG_KALLSYMS_ALL' || { echo "kaddr"; bad=1; }
exit $bad
