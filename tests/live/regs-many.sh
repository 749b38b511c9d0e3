# SPDX-License-Identifier: GPL-2.0-or-later
#
# Registers of probes on many functions.  The kernel may attach these in a way that saves only the
# registers of arguments and results.  The stack pointer must lie in the task's kernel stack, which
# has 64 kB at most, and no probe of the kernel runs in user mode.
. "$TESTS/live/common"
need_kprobes
[ -e /sys/kernel/btf/vmlinux ] || skip "no BTF, which says where a task's stack is"

for p in kprobe kretprobe; do
	if [ $p = kretprobe ] && ! has_returns; then
		not_done "kretprobe: $NO_RETURNS"
		continue
	fi
	awl -q -c "$W args 20" "
		$p:__sys_* / $MINE && func == \"__sys_sendto\" / {
			\$base = (uint64)curtask->stack;
			\$sp = reg(\"sp\");
			@[\"$p\", \$sp >= \$base && \$sp < \$base + 65536, usermode] = count();
		}"
	status 0
	want "$p" "@[$p, true, 0]: 20" "$(grep '^@' "$OUT")"
done
finish
