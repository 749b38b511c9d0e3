# SPDX-License-Identifier: GPL-2.0-or-later
#
# Clauses at one place run in the script's order, with any kind of attachment: a single function
# or a pattern, with trampolines or without.
. "$TESTS/live/common"
need_root

# in_order COMMAND PROBE...: checks the order of clauses that print their numbers
in_order() {
	cmd=$1 n=0 script='' all=''
	shift
	for probe; do
		n=$((n + 1)) all="$all$n "
		script="$script $probe && $MINE / { printf(\"$n \"); }"
	done
	for way in ${ways-auto plain}; do
		awl -q --attach=$way -c "$W $cmd; true" "$script"
		want "$* ($way)" "$all" "$(sed "s/\($all\)*//" "$OUT" | grep . || echo "$all")"
		match "$OUT" "^$all"
	done
}

if [ -e /sys/bus/event_source/devices/uprobe ]; then
	for p in uprobe uretprobe; do
		P="$p:$W:work_probe_me / 1"
		in_order "call 2" "$P" "$P" "$P"
		in_order "call 2" "$P" "$p:$W:work_* / 1" "$P" "$p:$W:work_* / 1"
	done
	in_order "usdt 2" "usdt:$W:listened / 1" "usdt:$W:work:listened / 1" "usdt:$W:listened / 1"
fi
if [ -d $T/events ]; then
	P="tracepoint:sched:sched_process_exit / 1"
	in_order "getppid 1" "$P" "$P" "$P"
	in_order "getppid 1" "$P" "tracepoint:sched:sched_process_exit / args.pid > 0" "$P"
	P="rawtracepoint:sched_process_exit / 1"
	in_order "getppid 1" "$P" "$P" "$P"
	P="tracepoint:syscalls:sys_enter_sendto / 1"
	in_order "args 2" "$P" "$P" "tracepoint:syscalls:sys_enter_sendto / args.len" "$P"
	in_order "args 2" "syscall:sendto / 1" "syscall:sendto / 1"
fi
if [ -e /sys/bus/event_source/devices/kprobe ]; then
	for p in kprobe kretprobe; do
		P="$p:__sys_sendto / 1"
		if [ $p = kretprobe ] && ! has_returns; then
			ways=auto
			in_order "args 2" "$P" "$P" "$P"
			in_order "args 2" "$P" "$p:__sys_send[t]* / func == \"__sys_sendto\"" "$P"
			not_done "returns without trampolines: $NO_RETURNS"
			unset ways
			continue
		fi
		in_order "args 2" "$P" "$P" "$P"
		in_order "args 2" "$P" "$P && reg(\"sp\")" "$P" "$P && reg(\"sp\")"
		in_order "args 2" "$P" "$p:__sys_send[t]* / func == \"__sys_sendto\"" "$P"
		# so many functions that they are attached in the fastest way
		in_order "args 2" "$P" "$p:__sys_* / func == \"__sys_sendto\"" "$P" \
			"$p:__sys_* / reg(\"sp\") && func == \"__sys_sendto\"" \
			"$p:__sys_* / func == \"__sys_sendto\""
		# enough functions for one link
		in_order "args 2" "$P" "$p:__sys_[s-z]* / func == \"__sys_sendto\"" "$P" \
			"$p:__sys_[s-z]* / func == \"__sys_sendto\""
	done
fi
if [ -e /sys/kernel/btf/vmlinux ] && [ -e /sys/bus/event_source/devices/kprobe ]; then
	for p in fentry fexit; do
		in_order "args 2" "$p:__sys_sendto / 1" "$p:__sys_sendto / 1" "$p:__sys_send[t]o / 1"
	done
fi
finish
