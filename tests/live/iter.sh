# SPDX-License-Identifier: GPL-2.0-or-later
#
# iter: each task, file and map of the kernel is visited once.
. "$TESTS/live/common"
need_root
awl -T
if ! grep -q '^iter  *yes' "$OUT"; then
	awl 'iter:task { @ = count(); }'
	[ $RC != 0 ] || { fail "iter:task works, but -T says that it does not"; finish; }
	skip "this kernel has no iterators"
fi
pids=
for _ in 1 2 3; do
	"$W" sleep 20000 </dev/null >/dev/null 2>/dev/null 7>&- 8>&- 9>&- &
	pids="$pids $!"
done
for p in $pids; do wait_for grep -q "$COMM" "/proc/$p/comm"; done
awl -q "iter:task / ctx->task->comm == \"$COMM\" / { @ = count(); @pid[ctx->task->pid] = count(); printf(\"%d %s\n\", ctx->task->tgid, ctx->task->comm); }"
status 0
line "@: 3"
for p in $pids; do
	line "@pid[$p]: 1"
	line "$p $COMM"
done
files=0
for p in $pids; do files=$((files + $(ls /proc/$p/fd | wc -l))); done
awl -q "iter:task_file / ctx->task->comm == \"$COMM\" / { @ = count(); @fd[ctx->fd] = count(); }"
status 0
line "@: $files"
line "@fd[0]: 3"
# finds our own map by name; the last call of the program, whose object is NULL, is not visible
awl -q 'iter:bpf_map { @m[ctx->map->name] = count(); @null = sum((u64)ctx->map == 0); } BEGIN { @x[1] = 1; }'
status 0
match "$OUT" '^@m\[x\]: 1$'
line "@null: 0"
# more events than the buffer holds at once: none is lost
awl -q --buffer 4k 'iter:task_vma { printf("vma %s\n", ctx->task->comm); @ = count(); }'
if [ $RC = 0 ]; then
	want "events printed" "@: $(grep -c ^vma "$OUT")" "$(grep ^@: "$OUT")"
	nomatch "$ERR" Lost
else
	match "$ERR" "no iterator over 'task_vma'"	# kernels before 5.13
fi
# an iterator together with an interval does not end the script
awl -q -t 1 'iter:task { @t = count(); } interval:300ms { @i++; }'
status 0
match "$OUT" '^@t: [1-9]'
match "$OUT" '^@i: [23]$'
awl 'iter:tusk { @ = count(); }'
status 1
match "$ERR" "no iterator over 'tusk' in this kernel"
awl -l 'iter:*'
line iter:task
awl -lv iter:task_file
match "$OUT" '^    struct file \* ?file$'
kill $pids
finish
