# SPDX-License-Identifier: GPL-2.0-or-later
#
# Results don't depend on how probes are attached.  awl uses a cheaper attachment where the
# kernel has one and never preempts a program.
. "$TESTS/live/common"
need_kprobes
program="
kprobe:vfs_read / $MINE / { @n = count(); @arg[arg2] = count(); @by[func] = count(); }
kprobe:vfs_read, kprobe:ksys_read / $MINE / { @probe[probe] = count(); @sum = sum(arg2); }
kretprobe:vfs_read / $MINE / { @ret[retval] = count(); }
kprobe:vfs_read / $MINE / { @since[tid] = nsecs; }
kretprobe:vfs_read / @since[tid] / { @took[nsecs >= @since[tid]] = count(); delete(@since[tid]); }
tracepoint:syscalls:sys_enter_read / $MINE / { @enter[args.fd > 2, args.count] = count(); }
tracepoint:syscalls:sys_exit_read / $MINE / { @exit[args.ret] = count(); }
tracepoint:syscalls:sys_enter_read, tracepoint:syscalls:sys_exit_read / $MINE / { @both[probe] = count(); }
tracepoint:raw_syscalls:sys_enter / $MINE && comm != \"nobody\" / { @all[pid > 0] = min(1); }
tracepoint:syscalls:sys_enter_openat / $MINE / { @file[str(args.filename)] = count(); }
kprobe:do_sys_openat2 / $MINE / { @narrow[arg0] = count(); }"
expected='@all[true]: 1
@arg[1]: 400
@both[tracepoint:syscalls:sys_enter_read]: 400
@both[tracepoint:syscalls:sys_exit_read]: 400
@by[vfs_read]: 400
@enter[true, 1]: 400
@exit[1]: 400
@file[/no/such/Other]: 20
@file[/no/such/file]: 20
@n: 400
@probe[kprobe:ksys_read]: 400
@probe[kprobe:vfs_read]: 400
@ret[1]: 400
@sum: 800
@took[true]: 400'

for how in plain auto fast; do
	script=$program all=$expected
	if [ $how = plain ] && ! has_returns; then
		not_done "--attach plain of a return: $NO_RETURNS"
		script=$(echo "$program" | grep -v -e ^kretprobe -e @since)
		all=$(echo "$expected" | grep -v -e ^@ret -e ^@took)
	fi
	awl -v --attach $how -c "$W read 400" -c "$W names 20" "$script"
	[ "$RC" = 0 ] || fail "--attach $how: exit status $RC"
	want "--attach $how" "$all" "$(grep '^@' "$OUT" | grep -v -e /dev/zero -e '^@narrow')"
	[ $how != plain ] || nomatch "$ERR" 'by (trampoline|raw tracepoint)'
done
# A trampoline copies arguments, so only arguments that fill a register may be read through it.
match "$ERR" 'program kprobe:do_sys_openat2.* by perf event'
if grep -q -e '(none)' -e '(voluntary)' /sys/kernel/debug/sched/preempt 2>/dev/null &&
	"$AWL" -T 2>/dev/null | grep -q 'trampoline .*yes'; then
	awl -v -c "$W read 40" "kprobe:vfs_read / $MINE / { @ = count(); }"
	match "$ERR" 'by trampoline'
	AWL_FEATURES=-trampoline awl -v -c "$W read 40" "kprobe:vfs_read / $MINE / { @ = count(); }"
	match "$ERR" 'by perf event'
	line '@: 40'
fi
# comm has the same bytes as the helper gives, for a name of any length, also after a longer
# name.  Some kernels read the file to execute with vfs_read() while awl's child is still "awl".
cat >"$TMP/renames" <<'E'
set -- abcdefghijklmno a abcdefg abcdefgh abcdefghi ab abcdefghijklmn x.y abcdef ijklmnopqrstuv end
for name; do
	printf %s "$name" >/proc/$$/comm
	read -r x </dev/null
done
E
names='@[a]: 1
@[ab]: 1
@[abcdef]: 1
@[abcdefg]: 1
@[abcdefgh]: 1
@[abcdefghi]: 1
@[abcdefghijklmn]: 1
@[abcdefghijklmno]: 1
@[ijklmnopqrstuv]: 1
@[x.y]: 1'
for how in plain fast; do
	awl -q --attach $how -c "sh $TMP/renames" \
		"kprobe:vfs_read / pid == cpid && comm != \"sh\" && comm != \"end\" && comm != \"awl\" / { @[comm] = count(); }"
	want "names, --attach $how" "$names" "$(grep '^@\[[a-z.]*\]: 1$' "$OUT" | sort)"
done
# Several functions have the same name: a trampoline is allowed where a kprobe is.
awk '$2 ~ /[tT]/ && NF == 3 { n[$3]++ } END { for (f in n) if (n[f] > 1) print f }' \
	/proc/kallsyms >"$TMP/twice"
for f in $(grep -Fxf "$TMP/twice" $T/available_filter_functions | sort -u | head -n 6); do
	awl -q --attach plain -t 0.1 "kprobe:$f { @ = count(); }"
	before=$RC
	awl -q --attach fast -t 0.1 "kprobe:$f { @ = count(); }"
	want "$f, twice in the kernel" $before $RC
done
# arg1 of the raw tracepoint sys_enter is the number of the system call.
awl -q -c "$W getppid 70" -c "$W read 40" "rt:sys_enter / $MINE / { @raw[arg1] = count(); }
tracepoint:raw_syscalls:sys_enter / $MINE / { @perf[args.id] = count(); }"
status 0
want 'raw_syscalls' "$(grep -c '^@perf' "$OUT")" "$(grep -c '^@raw' "$OUT")"
want 'raw_syscalls' "$(sed -n 's/^@perf//p' "$OUT")" "$(sed -n 's/^@raw//p' "$OUT")"
awl -q -c "$W getppid 1" 'rt:nosuch_event { @ = count(); }'
[ "$RC" = 3 ] || fail "rt:nosuch_event: $RC"
match "$ERR" "no tracepoint 'nosuch_event'"
# Functions that can't have a trampoline become kprobes, or are reported as missing.
awl -v -c "$W read 40" "kprobe:vfs_read, kprobe:nosuch_function / $MINE / { @ = count(); }"
status 0
line '@: 40'
match "$ERR" "no function 'nosuch_function'"
finish
