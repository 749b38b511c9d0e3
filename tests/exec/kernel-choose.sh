# SPDX-License-Identifier: GPL-2.0-or-later
#
# On a kernel with BTF: the attachments that a script gets, and its fallbacks.  A trampoline is
# BPF_PROG_TYPE_TRACING (26) with BPF_TRACE_FENTRY (24) or FEXIT (25), a typed raw tracepoint is
# BPF_TRACE_RAW_TP (23), an untyped one is type 17, a kprobe is type 2.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
"$TESTS/exec/mkbtf" "$TMP/k.o" <<'E2' || exit 77
struct file { int mode; };
struct task_struct { int state; int pid; int prio; int more; char comm[16]; int after; };
long vfs_read(struct file *f, char *to, unsigned long n, long *at) { return f->mode + *to + n + *at; }
long vfs_write(struct file *f, char *to, unsigned long n, long *at) { return f->mode + *to + n + *at; }
struct two { long a, b, c; };
long a(struct two t) { return t.a; }
long whole_first(struct two t) { return t.a; }
long whole_second(long x, struct two t) { return x + t.a; }
int bpf_fentry_test1(int n) { return n; }
void bpf_preempt_disable(void) { }
void bpf_preempt_enable(void) { }
typedef void (*btf_trace_sched_switch)(void *d, _Bool p, struct task_struct *prev, struct task_struct *next);
typedef void (*btf_trace_kfree)(void *d, unsigned long call_site, const void *ptr);
btf_trace_sched_switch one;
btf_trace_kfree other;
E2
mkdir -p "$root/sys/kernel/btf"
objcopy -O binary --set-section-flags .BTF=alloc --only-section=.BTF "$TMP/k.o" \
	"$root/sys/kernel/btf/vmlinux" 2>/dev/null || { echo "no objcopy"; exit 77; }
mkdir -p "$root/sys/kernel/tracing/events/kmem/kfree"
{
	printf 'name: kfree\nID: 450\nformat:\n\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n'
	printf '\tfield:unsigned long call_site;\toffset:8;\tsize:8;\tsigned:0;\n'
	printf '\tfield:const void * ptr;\toffset:16;\tsize:8;\tsigned:0;\n'
} >"$root/sys/kernel/tracing/events/kmem/kfree/format"
echo 450 >"$root/sys/kernel/tracing/events/kmem/kfree/id"
progs() { # the loaded programs of the script, without ids of types
	sed -n 's/^prog //p' "$TMP/log" | grep -v '^awl_execs ' | sed 's/ btf [1-9].*//' | tr '\n' ';'
}

# A script that only needs arguments and results gets trampolines.
kernel 6.1
happens 'fentry:vfs_read arg2=4 x2' 'fexit:vfs_read arg2=4 arg4=9'
try -e 'kprobe:vfs_read { @[arg2] = count(); } kretprobe:vfs_read { @r[retval] = count(); }'
is maps '@[4]: 2;@r[9]: 1;' "$(maps)"
is programs 'vfs_read type 26 attach 24;vfs_read type 26 attach 25;' "$(progs)"
# A kprobe is needed for registers, stacks, a place inside a function, a structure in several
# registers, and with --attach plain.
for script in 'kprobe:vfs_read { @ = reg("sp"); }' 'kprobe:vfs_read { @[kstack] = count(); }' \
	'kprobe:vfs_read+4 { @ = count(); }' 'kprobe:vfs_read { @[ustack] = count(); }'; do
	try -q -e "$script"
	is "$script" 'vfs_read type 2 attach 0;' "$(progs)"
done
for f in whole_first whole_second; do
	echo "ffffffff8100400${#f} t $f" >>"$root/proc/kallsyms"
	try -q -e "kprobe:$f { @ = count(); }"
	is 'a structure by value' "$f type 2 attach 0;" "$(progs)"
done
try -q --attach plain -e 'kprobe:vfs_read { @ = count(); }'
is plain 'vfs_read type 2 attach 0;' "$(progs)"
# On a preemptible kernel programs of trampolines skip other tasks' hits.  A link for many functions
# (42) does not at their entries, and is used unless there is a perf event at the function, too.
put /sys/kernel/debug/sched/preempt 'none voluntary (full)'
try -q -e 'kprobe:vfs_read { @ = count(); }'
is preempting 'vfs_read type 2 attach 42;' "$(progs)"
try -q -e 'kretprobe:vfs_read { @ = count(); }'
is 'preempting, a return' 'vfs_read type 2 attach 0;' "$(progs)"
try -q -e 'kprobe:vfs_read { @ = count(); } kretprobe:vfs_read { @r = count(); }'
is 'preempting, both' 'vfs_read type 2 attach 0;vfs_read type 2 attach 0;' "$(progs)"
AWL_FEATURES=-kprobe_multi try -q -e 'kprobe:vfs_read { @ = count(); }'
is 'preempting, no links' 'vfs_read type 2 attach 0;' "$(progs)"
try -q --attach fast -e 'kprobe:vfs_read { @ = count(); }'
is fast 'vfs_read type 26 attach 24;' "$(progs)"
put /sys/kernel/debug/sched/preempt '(none) voluntary full'
try -v --attach fast -e 'kprobe:vfs_read { @ = count(); }'
said 'program kprobe:vfs_read, 1 place: .* by trampoline'
# A trampoline's program can interrupt another one.  What both add to is added to atomically; a
# minimum or a series can't be, so kprobes, which don't interrupt each other, stay.
for what in 'min(arg2)' 'tseries(arg2, 1s, 5)' 'tseries(arg2, 1s, 5, "sum")'; do
	try -q -e "kprobe:vfs_read, kprobe:vfs_write { @ = $what; }"
	is "shared $what" 'vfs_read type 2 attach 0;' "$(progs)"
done
try -q -e 'kprobe:vfs_read, kprobe:vfs_write { @ = hist(arg2); }'
is 'shared sums' 'vfs_read type 26 attach 24;vfs_write type 26 attach 24;' "$(progs)"
# AWL_FEATURES turns trampolines off.
AWL_FEATURES=-trampoline try -q -e 'kprobe:vfs_read { @ = count(); }'
is off 'vfs_read type 2 attach 0;' "$(progs)"

# A program whose trampoline can't be attached is made again as it was written.
happens 'kprobe:vfs_read arg2=4 x2' 'fentry:vfs_read'
FAKESYS_NO_TRAMPOLINE=1 try -e 'kprobe:vfs_read { @[arg2] = count(); }'
is maps '@[4]: 2;' "$(maps)"
is programs 'vfs_read type 26 attach 24;vfs_read type 2 attach 0;' "$(progs)"
said 'Attached 1 probe'
FAKESYS_NO_TRAMPOLINE=1 try -e 'fentry:vfs_read { @[args.n] = count(); }'
is maps '@[4]: 2;' "$(maps)"
is 'programs of fentry' 'vfs_read type 26 attach 24;vfs_read type 2 attach 0;' "$(progs)"

# At a return, arguments come from a trampoline, for each function of a pattern, too.
happens 'fexit:vfs_read arg2=4 arg4=9 x2' 'fexit:vfs_write arg2=5 arg4=8 x3'
try -e 'kretprobe:vfs_read { @[n, args.n, retval] = count(); }'
is 'named arguments' '@[4, 4, 9]: 2;' "$(maps)"
try -e 'kretprobe:vfs_* { @[func, args.n, retval] = count(); }'
is 'arguments of a pattern' '@[vfs_read, 4, 9]: 2;@[vfs_write, 5, 8]: 3;' "$(maps)"
is 'programs of a pattern' 'vfs_read type 26 attach 25;vfs_write type 26 attach 25;' "$(progs)"
AWL_FEATURES=-trampoline try -q -e 'kretprobe:vfs_* { @[func, args.n, retval] = count(); }'
said "error: args can't be used in kretprobe: it has no fields"

# All clauses at one place use the same attachment, or their order would be lost.
happens 'kprobe:vfs_read'
try -q -e 'kprobe:vfs_read { printf("1"); } kprobe:vfs_read { @[kstack] = count(); }
	   kprobe:vfs_read { printf("2"); }'
is order 12 "$(head -n 1 "$TMP/out")"
is programs 'vfs_read type 2 attach 0;vfs_read type 2 attach 0;vfs_read type 2 attach 0;' "$(progs)"

# Fields of sched_switch are read from the task that the tracepoint's function gets.  Fields that
# are not members of it are read from perf's record.
happens
try -q -e 'tracepoint:sched:sched_switch { @[args.prev_pid] = count(); }'
is programs 'sched_switch type 26 attach 23;' "$(progs)"
is links 'link rawtp:sched_switch sched_switch' "$(grep ^link "$TMP/log")"
try -q -e 'tracepoint:sched:sched_switch { @[args.prev_state] = count(); }'
is programs 'sched_switch type 5 attach 0;' "$(progs)"
grep -q '^perf tracepoint:310 cpu 0' "$TMP/log" || fail "not a perf event"

# A clause with several places becomes a program for each, among the others in order.
happens 'fentry:vfs_read arg2=3' 'fentry:vfs_write arg2=4 x2' 'kprobe:a arg0=5' 'kprobe:b arg0=6'
try -q -e 'kprobe:a { @a[arg0] = count(); } kprobe:vfs_read, kprobe:vfs_write { @[func, arg2] = count(); }
	   kprobe:b { @b[arg0] = count(); }'
is programs 'a type 2 attach 0;vfs_read type 26 attach 24;vfs_write type 26 attach 24;b type 2 attach 0;' "$(progs)"
is maps '@[vfs_read, 3]: 1;@[vfs_write, 4]: 2;@a[5]: 1;@b[6]: 1;' "$(maps)"
# Programs of trampolines can interrupt each other.  So variables that two of them change must be
# changed atomically.  min() and max() have no atomic instruction, so kprobes stay kprobes.
# Programs that awl runs itself interrupt no other program.
for agg in min max; do
	try -q -e "kprobe:vfs_read { @ = $agg(arg2); } kprobe:vfs_write { @ = $agg(arg2); }"
	is "programs of $agg" 'vfs_read type 2 attach 0;vfs_write type 2 attach 0;' "$(progs)"
	try -q -e "kprobe:vfs_read, kprobe:vfs_write { @ = $agg(arg2); }"
	is "programs of $agg" 'vfs_read type 2 attach 0;' "$(progs)"
	try -q -e "kprobe:vfs_read { @ = $agg(arg2); } interval:1 { @ = $agg(1); } END { @ = $agg(2); }"
	is "programs of $agg" 'vfs_read type 26 attach 24;' "$(progs | sed 's/[a-z0-9:]* type 17 attach 0;//g')"
done
try -q -e 'kprobe:vfs_read { @ = sum(arg2); } kprobe:vfs_write { @ = sum(arg2); }'
is 'programs of sum' 'vfs_read type 26 attach 24;vfs_write type 26 attach 24;' "$(progs)"
# Additions are atomic only if two programs add to the same cell.
locks() { # locks HOW-MANY SCRIPT [OPTION]
	try -q -S ${3-} -e "$2"
	is "atomic additions: $2" "$1" "$(grep -c ': lock ' "$TMP/out")"
}
locks 0 'kprobe:vfs_read { @ = sum(arg2); }'
locks 0 'kprobe:vfs_read { @ = sum(arg2); } kprobe:vfs_write { @b = sum(arg2); } END { @ = sum(1); }'
locks 2 'kprobe:vfs_read { @ = sum(arg2); } kprobe:vfs_write { @ = sum(arg2); }'
locks 2 'kprobe:vfs_read, kprobe:vfs_write { @ = sum(arg2); }'
# … or, on a preemptible kernel, if a program may be preempted while it adds: two of different events,
# and that of a user probe, which the kernel does not keep from running twice on a CPU.
two='tracepoint:sched:sched_switch { @ = count(); } tracepoint:kmem:kfree { @ = count(); }'
user="uprobe:$BUILD/tests/work:work_sum { @ = count(); }"
locks 0 "$user"
# A clock may interrupt programs that the kernel doesn't keep apart from perf's, also where it preempts
# nothing: raw tracepoints, user probes from 6.0 on, tracepoints from 7.0 on.  It counts its runs, which
# is one more addition.
clock='profile:hz:99 { @ = count(); }'
locks 3 "rawtracepoint:sched_switch { @ = count(); } $clock"
locks 3 "$user $clock"
locks 1 "kprobe:vfs_read { @ = count(); } $clock" --attach=plain
locks 1 "tracepoint:sched:sched_switch { @ = count(); } $clock" --attach=plain
kernel 5.19
locks 1 "$user $clock"
kernel 7.0
locks 3 "tracepoint:sched:sched_switch { @ = count(); } $clock" --attach=plain
locks 1 "kprobe:vfs_read { @ = count(); } $clock" --attach=plain
AWL_FEATURES=-atomic locks 2 "$two" --attach=plain
put /sys/kernel/debug/sched/preempt 'none voluntary (full)'
kernel 7.2
locks 2 "$two"
locks 0 'tracepoint:sched:sched_switch { @ = count(); } tracepoint:kmem:kfree { @b = count(); }'
locks 0 'kprobe:vfs_read { @ = count(); } kprobe:vfs_write { @ = count(); }'
locks 1 "$user"
locks 0 "uprobe:$BUILD/tests/work:work_sum { @ = max(1); }"
# What can't be added to atomically is right if the program is not preempted: it calls two functions
# of the kernel, from 6.10 on.  So are texts in scratch memory or on a large stack, of which kernels
# have one per CPU, and stack traces.
guards() { # guards NUMBER CLAUSE: the calls of a user probe's program, which then runs
	try -q -S -e "uprobe:$BUILD/tests/work:work_sum $1"
	is "not preempted: $1" "$2" "$(grep -c ': call preempt_[de]' "$TMP/out")"
	is "status of $1" 0 $rc
}
text='$a = str(arg0, 200); $b = str(arg0, 200)'
for body in '@ = min(1)' '@[pid] = max(1)' '@ = tseries(arg0, 1s, 5)' "$text; @[\$a, \$b] = count()" \
	'@[ustack] = count()' 'printf("%s", kstack)' '@[str(arg0, 64)] = count()'; do
	guards "{ $body; }" 2
	is "first: $body" 1 "$(grep -c '^ *1: call preempt_disable' "$TMP/out")"
done
for body in '@ = stats(arg0)' '@[pid] = hist(arg0)' '@++' 'printf("%d", arg0)'; do
	guards "{ $body; }" 0
done
# … one clause of two, and with each of two at one place, which become one program
guards "{ @ = count(); } uprobe:$BUILD/tests/work:work_sum { @m = max(arg0); }" 2
guards '/ arg0 == 1 / { return; @ = max(1); }' 2
# … and a function that the kernel calls for each round of a loop
guards "{ for (\$i : 0..9000) { $text; @[\$a, \$b] = count(); } }" 2
happens 'tracepoint:310 x2' 'tracepoint:450'
try -q -S -e 'tracepoint:sched:sched_switch { @ = max(1); } tracepoint:kmem:kfree { @ = max(2); }'
is 'two events' 4 "$(grep -c ': call preempt_[de]' "$TMP/out")"
is 'maximum of two events' '@: 2' "$(tail -n 1 "$TMP/out")"
try -q -S -e 'tracepoint:sched:sched_switch { @ = max(1); } kprobe:vfs_read { @b = max(2); }'
is 'one event' 0 "$(grep -c ': call preempt_[de]' "$TMP/out")"
AWL_FEATURES=-no_preempt guards '{ @ = max(1); }' 0
kernel 6.9
guards '{ @ = max(1); }' 0
for body in '@ = max(1)' "$text; @[\$a, \$b] = count()"; do
	try -v -e "uprobe:$BUILD/tests/work:work_sum { $body; }"
	said 'may be preempted, and then mix up values of two tasks'
done
try -v -e "uprobe:$BUILD/tests/work:work_sum { @ = sum(1); }"
unsaid 'may be preempted'
try -v --attach plain -e 'tracepoint:sched:sched_switch { @ = max(1); } tracepoint:kmem:kfree { @ = max(2); }'
unsaid 'may be preempted'
kernel 5.19
try -v -e "uprobe:$BUILD/tests/work:work_sum { @ = max(1); }"
unsaid 'may be preempted'
kernel 6.10
guards '{ @ = max(1); }' 2
kernel 7.2
put /sys/kernel/debug/sched/preempt '(none) voluntary full'
kernel 6.1

# A kernel that permits no trampolines: awl does not read the BTF for them, which takes a millisecond.
# Here that would take for ever.
mv "$root/sys/kernel/btf/vmlinux" "$TMP/vmlinux"
mkfifo "$root/sys/kernel/btf/vmlinux"
FAKESYS_NO_TRACING=1 try -e 'kprobe:vfs_read { @[arg2] = count(); }'
is 'no tracing' 'vfs_read type 2 attach 0;' "$(progs)"
mv "$TMP/vmlinux" "$root/sys/kernel/btf/vmlinux"
FAKESYS_NO_TRACING=1 try -e 'fentry:vfs_read { @[args.n] = count(); }'
is 'fentry without tracing' 'vfs_read type 2 attach 0;' "$(progs)"

# A trampoline that the verifier refuses where a structure is passed by value, in whatever place:
# 22 is EINVAL.
kernel 6.0
happens
for probe in fentry:whole_first fentry:whole_second fexit:whole_second; do
	func=${probe#*:}
	FAKESYS_REFUSE="prog:$func 22" try -e "$probe { @ = count(); }"
	is "status of $probe" 3 $rc
	case $probe in fexit*) other=kretprobe ;; *) other=kprobe ;; esac
	said "$func() takes or returns a structure by value, .* use $other:$func"
done
FAKESYS_REFUSE='prog:vfs_read 22' try -e 'fentry:vfs_read { @ = count(); }'
unsaid 'by value'
kernel 6.1

# kfree fires in tasks and in interrupts.  Before 6.1 such a program could interrupt itself, so its
# fields are read from perf's record.
try -q -e 'tracepoint:kmem:kfree { @[args.call_site] = count(); }'
is programs 'kfree type 26 attach 23;' "$(progs)"
kernel 5.15
try -q -e 'tracepoint:kmem:kfree { @[args.call_site] = count(); }'
is programs 'kfree type 5 attach 0;' "$(progs)"
# A program that only deletes may interrupt itself.  From 6.1 on the kernel would skip it instead,
# so it is loaded and attached twice, and counts as one probe.
try -e 'tracepoint:kmem:kfree { delete(@[args.ptr]); } kprobe:vfs_read+1 { @[arg0] = 1; }'
is programs 'kfree type 17 attach 0;vfs_read type 2 attach 0;' "$(progs)"
kernel 6.1
happens 'kprobe:vfs_read+0x1 arg0=6' 'kprobe:vfs_read+0x1 arg0=7' 'raw:kfree arg1=7'
try -e 'tracepoint:kmem:kfree { delete(@[args.ptr]); } kprobe:vfs_read+1 { @[arg0] = 1; }'
is maps '@[0x6]: 1;' "$(maps)"
is programs 'kfree type 17 attach 0;kfree type 17 attach 0;vfs_read type 2 attach 0;' "$(progs)"
said 'Attached 2 probes'
# That is not done with a predicate, or if the script needs the number of entries.
for script in 'tracepoint:kmem:kfree /args.call_site > 1/ { delete(@[args.ptr]); }' \
	'tracepoint:kmem:kfree { delete(@[args.ptr]); @n = len(@); }'; do
	try -q -e "$script kprobe:vfs_read+1 { @[arg0] = 1; }"
	! progs | grep -q 'kfree type 17' || fail "raw: $script"
done
# If BTF is read anyway, comm is read from the task directly (5.11); it is at offset 16 in the
# structure above.  Bytes after the end of the name are not shown and do not make another key.
kernel 6.1
happens 'task 16 abcdefg0' 'fentry:vfs_read' 'task 16 abc0defg0hijk' 'fentry:vfs_read x2' \
	'task 16 abc0zz' 'fentry:vfs_read' 'task 16 abcdefghijklmno0' 'fentry:vfs_read' \
	'task 16 abcdefgh0z' 'fentry:vfs_read' 'task 16 0' 'fentry:vfs_read'
try -e 'kprobe:vfs_read / arg2 == 0 / { @[comm, arg2] = count(); }'
is keys '@[, 0]: 1;@[abcdefg, 0]: 1;@[abcdefgh, 0]: 1;@[abcdefghijklmno, 0]: 1;@[abc, 0]: 3;' "$(maps)"
# The stack is accessed at multiples of 8 only, so comm gets to offset 9 of a value by a copy.
happens 'task 16 abc0defg0hijk' 'fentry:vfs_read'
try -e 'kprobe:vfs_read { @ = ("12345678", comm, arg2); @k["12345678", comm] = 1; }'
is tuple '@: (12345678, abc, 0);@k[12345678, abc]: 1;' "$(maps)"
# A trampoline that the kernel refuses becomes a kprobe.  If that is refused, too (EBUSY, E2BIG),
# the message has the error of the trampoline.
kernel 6.1
happens 'kprobe:vfs_read x2'
FAKESYS_REFUSE='fentry:* 16' try -e 'fentry:vfs_read { @ = count(); }'
is maps '@: 2;' "$(maps)"
FAKESYS_REFUSE='[fk]*:vfs_read 16' try -e 'fentry:vfs_read { @ = count(); }'
is status 3 $rc
said "vfs_read.*busy"
FAKESYS_REFUSE='f*:vfs_read 16' try --attach fast -e 'fexit:vfs_read { @ = args.n; }'
is status 3 $rc
said "no trampoline can be put on 'vfs_read': .*busy; kprobe:vfs_read may work"
FAKESYS_REFUSE='f*:vfs_read 7' try -e 'fexit:vfs_read { @ = args.n; }'
said 'too many programs on this function: a trampoline takes about 40'
# The helper that returns the current task with its type came with 5.11.
kernel 5.10
happens 'fentry:vfs_read arg2=4'
try -q -e 'kprobe:vfs_read { @[comm, arg2] = count(); }'
is status 0 $rc
is programs 'vfs_read type 26 attach 24;' "$(progs)"
is maps '@[test, 4]: 1;' "$(maps)"
kernel 6.1
# A pattern takes the functions that both the kernel's list and its BTF have.
happens 'fentry:vfs_read' 'fentry:vfs_write x2'
try -q -e 'fentry:vfs_* { @[func] = count(); }'
is maps '@[vfs_read]: 1;@[vfs_write]: 2;' "$(maps)"
try -q -e 'fentry:vmlinux:vfs_read { @[func] = count(); }'
is status 0 $rc
try -q -e 'fentry:vmlinu*:vfs_w* { @[func] = count(); }'
is status 0 $rc
is programs 'vfs_write type 26 attach 24;' "$(progs)"
for text in a:b:c vfs_read+4 ''; do
	try -e "fentry:$text { @ = count(); }"
	is "status of fentry:$text" 1 $rc
done
try -l 'fentry:vfs_*'
is list 'fentry:vfs_read;fentry:vfs_write;' "$(sort "$TMP/out" | tr '\n' ';')"
# Types of the kernel's functions and tracepoints.
try -lv 'fentry:vfs_read'
is fields 'fentry:vfs_read;    struct file * f;    char * to;    u64 n;    s64 * at;' "$(maps)"
try -lv 'fexit:vfs_read'
is fields 'fexit:vfs_read;    struct file * f;    char * to;    u64 n;    s64 * at;    s64 retval;' "$(maps)"
try -lv 'rawtracepoint:kfree'
is fields 'rawtracepoint:kfree;    u64 arg0;    void * arg1;' "$(maps)"
try -q -e 'rawtracepoint:kfre* { @ = arg0; } rawtracepoint:vmlinux:sched_switch { @b = arg1; }'
is status 0 $rc
try -q -e 'BEGIN { printf("%d %d %d\n", kfunc_exist("vfs_read"), kfunc_exist("vfs_reed"), kfunc_exist("vfs_write")); }'
is kfunc_exist '1 0 1;' "$(maps)"
exit $bad
