# SPDX-License-Identifier: GPL-2.0-or-later
#
# A kernel in lockdown (confidentiality), which lasts until the next boot.  So this runs after all
# other tests.  Programs that still work give the right numbers.  Errors for the others name
# lockdown; they never say that awl needs root or that the kernel lacks a feature.
. "$TESTS/live/common"
need_alone
need_kprobes
need_tracefs
S=/sys/kernel/security
[ -e $S/lockdown ] || mount -t securityfs securityfs $S 2>/dev/null
echo confidentiality >$S/lockdown 2>/dev/null || skip "this kernel can't be locked down"
grep -q '\[confidentiality\]' $S/lockdown || fail "not locked down"

forbidden="lockdown \\(confidentiality\\) forbids it"
reads="lockdown \\(confidentiality\\) lets no program read kernel memory"
refused=0
# try PROGRAM WANTED-LINE: the program counts correctly, or is refused because of lockdown
try() {
	awl -q -c "$W read 40" "$1"
	if [ "$RC" = 0 ]; then
		line "$2"
		return
	fi
	status 3
	match "$ERR" "$forbidden|$reads"
	nomatch "$ERR" 'run as root|CONFIG_|Operation not|Invalid argument$'
	refused=$((refused + 1))
}
trampolines=
[ ! -e /sys/kernel/btf/vmlinux ] || trampolines='fentry:vfs_read fexit:vfs_read'
# shellcheck disable=SC2086 # none or two
for p in kprobe:vfs_read kretprobe:vfs_read kprobe:vfs_rea[d] 'kprobe:vfs_r*' $trampolines \
	tracepoint:syscalls:sys_enter_read syscall:read; do
	try "$p / $MINE / { @ = count(); }" '@: 40'
done
# Which programs are refused depends on the kernel: those that use trampolines or links for many
# functions still work, on some kernels all of them.  A kprobe by itself never does.
for p in kprobe kretprobe; do
	awl -q --attach plain -c "$W read 40" "$p:vfs_read / $MINE / { @ = count(); }"
	status 3
	match "$ERR" "$forbidden"
done
try "tracepoint:syscalls:sys_enter_read / $MINE / { @[args.count] = count(); }" '@[1]: 40'
try "rawtracepoint:sys_enter / $MINE && arg1 == 0x7fffffff / { @ = count(); } END { @a = 7; }" '@a: 7'
# programs may read memory of the process, but not of the kernel
for call in open openat; do	# C libraries open files with one of these
	[ -d $T/events/syscalls/sys_enter_$call ] || continue
	awl -q -c "$W read 40" "tracepoint:syscalls:sys_enter_$call / $MINE / { @[str(args.filename)] = count(); }"
	status 0
	cat "$OUT" >>"$TMP/opened"
done
grep -Fqx '@[/dev/zero]: 1' "$TMP/opened" || fail "the file name was not read from the process"
refused=0
try "tracepoint:sched:sched_process_exit / $MINE / { @ = str(kptr(1)); }" ''
try "tracepoint:sched:sched_process_exit / $MINE / { @ = *(kptr((uint64 *)1)); }" ''
want "reads of kernel memory that were refused" 2 $refused
awl -q -c "$W sum 3" "uprobe:$W:work_sum { @ = count(); }"
status 0
awl -q -t 0.3 'profile:99hz { @ = count(); }'
[ "$RC" = 0 ] || match "$ERR" "$forbidden"
awl -q -t 0.1 'iter:task { @ = count(); }'
[ "$RC" = 0 ] || match "$ERR" "$forbidden|$reads|BTF"
nomatch "$ERR" '/ctx->task/'	# which awl adds
"$AWL" -T >"$OUT" 2>&1
match "$OUT" 'lockdown: confidentiality'
match "$OUT" '^kprobe  *no .*without lockdown=confidentiality'
# A link for many functions is allowed.  So -T says yes, and patterns count.  On ppc64le awl can make
# such a link only with addresses that are in tracefs, which lockdown forbids to read.
calls=$T/available_filter_functions_addrs
if [ "$ARCH" = ppc64le ] && ! head -c 1 $calls >/dev/null 2>&1; then
	awl -q -c "$W read 40" "kprobe:vfs_r* / $MINE / { @[func] = count(); }"
	status 3
	match "$ERR" "$forbidden"
	echo "not done: patterns: $calls can't be read"
elif grep -q '^kprobe_multi  *yes' "$OUT"; then
	awl -q -c "$W read 40" "kprobe:vfs_r* / $MINE / { @[func] = count(); }"
	status 0
	line '@[vfs_read]: 40'
fi
finish
