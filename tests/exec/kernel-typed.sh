# SPDX-License-Identifier: GPL-2.0-or-later
#
# Loads by the types of pointers.  If the kernel refuses such a program, it is compiled without them,
# and is attached in the same way: by a trampoline (26) or a kprobe (2).
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
"$TESTS/exec/mkbtf" "$TMP/k.o" <<'E2' || exit 77
struct inode { long ino; };
struct file { int mode; struct inode *inode; };
struct task_struct { int state; int pid; int prio; int more; char comm[16]; struct task_struct *real_parent; };
long vfs_read(struct file *f, char *to, unsigned long n, long *at) { return f->mode + *to + n + *at; }
long vfs_write(struct file *f, char *to, unsigned long n, long *at) { return f->mode + *to + n + *at; }
int bpf_fentry_test1(int n) { return n; }
typedef void (*btf_trace_sched_switch)(void *d, _Bool p, struct task_struct *prev, struct task_struct *next);
btf_trace_sched_switch one;
E2
mkdir -p "$root/sys/kernel/btf"
objcopy -O binary --set-section-flags .BTF=alloc --only-section=.BTF "$TMP/k.o" \
	"$root/sys/kernel/btf/vmlinux" 2>/dev/null || { echo "no objcopy"; exit 77; }
by() { # by TYPE HOW: the program's type, and whether -v says that it loads by type
	is "type of $script" "$1" "$(sed -n 's/^prog vfs_read type \([0-9]*\).*/\1/p' "$TMP/log" | tr '\n' ' ')"
	is "loads of $script" "$2" "$(grep -c 'loads by type' "$TMP/err")"
	is "status of $script" 0 "$rc"
	unsaid error
}

kernel 6.1
for script in 'kprobe:vfs_read { @ = sum(((struct file *)arg0)->inode->ino); }' \
	'kprobe:vfs_read { @ = sum(((struct file *)arg0)->mode); @b = sum(f->inode->ino); }' \
	'kprobe:vfs_read { @ = sum(curtask->real_parent->pid); }' \
	'fentry:vfs_read { @ = sum(args.f->inode->ino); }' \
	'kprobe:vfs_read { @ = sum(f->inode->ino); } kprobe:vfs_read { @b = count(); }'; do
	kernel 6.1
	try -v -e "$script"
	by '26 ' 1
	export FAKESYS_UNTYPED=1
	try -v -e "$script"
	by '26 ' 0
	unset FAKESYS_UNTYPED
done

# A kprobe that reads registers stays one.  The kernel before 5.11 does not know the task's type.
script='kprobe:vfs_read { @[reg("ip")] = sum(curtask->real_parent->pid); }'
kernel 6.1
try -v -e "$script"
by '2 ' 1
kernel 5.10
try -v -e "$script"
by '2 ' 0
export FAKESYS_UNTYPED=1
kernel 6.1
try -v -e "$script"
by '2 ' 0
unset FAKESYS_UNTYPED

# Without the types of BTF, and for what the verifier knows nothing of.
for script in 'struct mine { long a[2]; long b; } kprobe:vfs_read { @ = sum(((struct mine *)arg0)->b); }' \
	'kprobe:vfs_read { @ = sum(((struct file *)arg1)->mode); }' \
	'kprobe:vfs_read { $f = (struct file *)arg0; @ = sum($f->mode); }' \
	'kprobe:vfs_read { @ = sum(((struct inode *)((u64)f + 8))->ino); }'; do
	kernel 6.1
	try -v -e "$script"
	by '26 ' 0
done

# A raw tracepoint (17) is a typed one (26), but not from 6.2 on, when loads from its arguments may
# crash the kernel.
raw='rawtracepoint:sched_switch { @ = sum(((struct task_struct *)arg1)->pid); }'
for of in 6.1:'rawtracepoint type 26 attach 23' 6.2:'rawtracepoint type 17 attach 0'; do
	kernel "${of%%:*}"
	try -v -e "$raw"
	said "Attached 1"
	is "${of%%:*}, $raw" "${of#*:}" "$(sed -n 's/^prog //p' "$TMP/log" | sed 's/ btf [1-9].*//' | grep type | tail -n 1)"
done
export FAKESYS_UNTYPED=1
kernel 6.1
try -v -e "$raw"
said "Attached 1"
is "$raw" 1 "$(grep -c 'type 17' "$TMP/log")"
unset FAKESYS_UNTYPED
try -v -e 'rawtracepoint:sched_switch { @ = sum(arg1); }'
is 'no loads' 1 "$(grep -c 'type 17' "$TMP/log")"

# The name of the task is loaded if BTF is read for something else.
kernel 6.1
for script in 'kprobe:vfs_read { @[comm] = sum(f->mode); }' 'fentry:vfs_read { @[comm] = count(); }'; do
	try -v -e "$script"
	by '26 ' 1
done
exit $bad
