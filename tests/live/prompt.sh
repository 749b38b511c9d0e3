# SPDX-License-Identifier: GPL-2.0-or-later
#
# The prompt comes back although the kernel waits for each of hundreds of probes before it removes
# it: another process goes on with that.  It keeps no pipe open, and leaves nothing if it is killed.
. "$TESTS/live/common"
need_tracefs
need_kprobes
[ -n "${AWL_ALONE-}" ] || skip "traces all system calls: only in a guest"
list=/sys/kernel/debug/kprobes/list

# A killed process has no program any more while the kernel still closes its files.
gone() { [ -z "$(awls)" ] && ! grep -qs ' tcp_' $list; }
all_gone() { # the kernel takes up to a minute, and longer in a slow guest
	until_s=$(($(date +%s) + 300))
	while ! gone; do
		nap
		[ "$(date +%s)" -lt $until_s ] || { fail "probes are left"; return; }
	done
}
soon() { # awl needed at most 5 s to detach, which is ten times what it needs on an idle machine
	ms=$(sed -n 's/^awl: detached in \([0-9]*\) ms$/\1/p' "$ERR")
	[ "${ms:-99999}" -le 5000 ] || fail "detached in $ms ms"
}

awl -v -c "$W getppid 500" "tracepoint:syscalls:* / $MINE / { @[probe] = count(); }"
status 0
soon
line '@[tracepoint:syscalls:sys_enter_getppid]: 500'
line '@[tracepoint:syscalls:sys_exit_getppid]: 500'
all_gone

# The reader of a pipe sees its end when awl ends, and what is left can be killed.
"$AWL" -v --attach=plain -c true 'kprobe:tcp_s*, kprobe:tcp_r* { @ = count(); }' 2>"$ERR" | cat >"$OUT"
soon
for pid in $(awls); do
	[ ! -e "/proc/$pid/fd/1" ] || fail "$pid has a file open that is not a probe"
	kill -9 "$pid" 2>/dev/null
done
all_gone
finish
