#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# needs: iter
#
# Iterators: the program runs once for each of the three tasks of the made-up kernel.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
"$TESTS/exec/mkbtf" "$TMP/k.o" <<'E2' || exit 77
struct seq_file { int x; };
struct task_struct { int state; int pid; int prio; int more; char comm[16]; int after; };
struct pair { int state, pid; };
struct view { struct pair pairs[2]; } view;
struct bpf_iter_meta { union { struct seq_file *seq; }; unsigned long session_id; };
struct bpf_iter__task { union { struct bpf_iter_meta *meta; }; union { struct task_struct *task; }; };
struct bpf_iter__task ctx;
int bpf_iter_task(struct bpf_iter_meta *meta, struct task_struct *task) { return task->pid + meta->session_id; }
E2
mkdir -p "$root/sys/kernel/btf"
objcopy -O binary --set-section-flags .BTF=alloc --only-section=.BTF "$TMP/k.o" \
	"$root/sys/kernel/btf/vmlinux" 2>/dev/null || { echo "no objcopy"; exit 77; }

kernel 6.1
try -e 'iter:task { printf("%d %s\n", ctx->task->pid, ctx->task->comm); @ = count(); }'
is status 0 $rc
is shown '100 task0;101 task1;102 task2;@: 3;' "$(maps)"
said 'Attached 1 probe'
grep -q '^prog iter.* type 26 attach 28 btf [1-9]' "$TMP/log" || fail "not an iterator's program"
grep -q '^link iter:' "$TMP/log" || fail "no link"
try -v -e 'iter:task { @ = count(); }'
said 'program iter:task, 1 place: [1-9][0-9]* instructions, .* by iterator'
# Two iterators, one with a predicate; a loop over a map runs in the program itself.
try -q -e 'iter:task / ctx->task->pid > 100 / { @big = count(); }
	   iter:task { @m[ctx->task->pid] = 1; for ($kv : @m) { @rounds[0] = count(); } }
	   END { printf("end\n"); }'
is shown 'end;@big: 2;@m[100]: 1;@m[101]: 1;@m[102]: 1;@rounds[0]: 6;' "$(maps)"
# After exit() the output of further objects is not shown.
try -q -e 'iter:task { printf("%d\n", ctx->task->pid); if (ctx->task->pid == 101) { exit(5); } }'
is status 5 $rc
is shown '100;101;' "$(maps)"
# A read goes through some of the objects, so that their records are shown before more come.
FAKESYS_TASKS=150 try -q -e 'iter:task { @ = count(); }'
is count '@: 150;' "$(maps)"
is reads '64;64;22;' "$(sed -n 's/^read iter: \([0-9]*\) objects$/\1/p' "$TMP/log" | tr '\n' ';')"
# An array of structures whose members only the output needs.
try -q -e 'iter:task / ctx->task->pid == 101 / { print(((struct view *)ctx->task)->pairs); }'
is 'an array' '[{ .state = 0, .pid = 101 },{ .state = 0, .pid = 0 }];' "$(maps)"
try -l 'iter:*'
is list iter:task "$(cat "$TMP/out")"
try -lv 'iter:task'
is fields '    struct task_struct * task' "$(sed -n 2p "$TMP/out")"
try -e 'iter:tsak { @ = count(); }'
is status 1 $rc
said "did you mean 'iter:task'"
FAKESYS_REFUSE='iter:* 22' try -e 'iter:task { @ = count(); }'	# EINVAL
is status 3 $rc
said "error: iter:task: this kernel has no iterators (5.8), or this one needs a map or cgroup"
# The guard that awl adds is not in the script: messages about it show the probe.
FAKESYS_REFUSE='prog:iter* 22' try -e 'BEGIN { @x = 1; }
  iter:task { @ = count(); }'	# EINVAL
is status 3 $rc
said '^program:2:3: error: the kernel rejected the program of iter:task'
unsaid 'ctx->task'
try -e 'iter:t* { printf("%d\n", ctx->task->pid); }'
is 'a pattern' '100;101;102;' "$(maps)"
for text in '' task:x; do
	try -e "iter:$text { @ = count(); }"
	is "status of iter:$text" 1 $rc
done
# Kernels before 5.8 have no iterators.
kernel 5.7
try -e 'iter:task { @ = count(); }'
is status 3 $rc
exit $bad
