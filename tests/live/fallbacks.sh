# SPDX-License-Identifier: GPL-2.0-or-later
#
# Results stay the same without newer kernel features, and with the JIT on and off.  AWL_FEATURES
# turns rows of feature.def off, like on a kernel that lacks them.
. "$TESTS/live/common"
need_tracefs
kp= ; exp=
if [ -e /sys/bus/event_source/devices/kprobe ]; then
	kp="kprobe:vfs_rea[d], kprobe:ksys_read / $MINE / { @k[probe] = count(); }"
	exp="@k[kprobe:ksys_read]: 40
@k[kprobe:vfs_read]: 40
"
fi
program="tracepoint:syscalls:sys_enter_openat / $MINE && strncmp(str(data->filename), \"/no/\", 4) == 0 / {
	@a[str(data->filename)] = count(); @n[pid, comm] = sum(2); @x++; @cpu[probe] = avg(3); @s[stack(8)] = count();
	@mono[nsecs >= @last] = count(); @last = nsecs; printf(\"%s %d\\n\", comm, 5); }
tracepoint:syscalls:sys_e*_openat / $MINE / { @p[probe] = count(); } $kp
END { clear(@s); clear(@n); clear(@p); }"

both() { # both WHAT
	awl -q -c "$W names 20" -c "$W read 40" "$program"
# some kernels have no interpreter for all programs, and report that
	! grep -Eq 'program requires BPF JIT compiler|computes that wrongly without its BPF JIT' "$ERR" || return 0
	status 0
	want "$1" "@a[/no/such/Other]: 20
@a[/no/such/file]: 20
@cpu[tracepoint:syscalls:sys_enter_openat]: 3
$exp@mono[true]: 40
@x: 40" "$(grep '^@' "$OUT" | grep -v '^@last')"
	lines 40 "^$COMM 5\$"
	[ ! -s "$ERR" ] || fail "$1: not silent"
}

# Where an address may be the kernel's and a program's, the helpers that read by the address alone
# went away when those for each were added.
ku=probe_read_ku
[ "$ARCH" != s390x ] || ku=boot_ns
both "all features"
for f in ringbuf batch boot_ns perf_link $ku kprobe_multi func_ip loop,-for_each; do
	AWL_FEATURES=-$f
	export AWL_FEATURES
	both "$f"
done
AWL_FEATURES=-ringbuf,-batch,-boot_ns,-perf_link,-$ku,-kprobe_multi,-func_ip
both "without all of these"
unset AWL_FEATURES

jit=/proc/sys/net/core/bpf_jit_enable
if [ -n "${AWL_ALONE-}" ] && [ -w $jit ]; then
	was=$(cat $jit)
	for on in 0 1; do
		echo $on >$jit 2>/dev/null || continue
		both "bpf_jit_enable $(cat $jit)"
	done
	echo "$was" >$jit
fi
finish
