# SPDX-License-Identifier: GPL-2.0-or-later
#
# caller is the probed place, as in ply.  retaddr is the address the function returns to, also
# after return probes have replaced it on the stack.
. "$TESTS/live/common"
need_root

if [ -e /sys/bus/event_source/devices/uprobe ]; then
	awl -q -c "$W chain 2" "uprobe:$W:work_middle { @e[caller, retaddr] = count(); }
		uretprobe:$W:work_middle { @r[caller, retaddr] = count(); }"
	status 0
	lines 1 '^@e\[work_middle, work_outer\+[0-9]+\]: 2$'
	lines 1 '^@r\[work_middle, work_outer\+[0-9]+\]: 2$'
	want "both" "$(sed -n 's/^@e//p' "$OUT")" "$(sed -n 's/^@r//p' "$OUT")"
	awl -n "uprobe:$W:work_middle+4 { print(retaddr); }"
	[ "$RC" != 0 ] || fail "accepted at an offset"
	awl -n "usdt:$W:listened { print(retaddr); }"
	match "$ERR" "retaddr can't be used in usdt"
fi

[ -e /sys/bus/event_source/devices/kprobe ] || finish
# the caller, while no return probe has replaced the return address
awl -q -c "$W args 5" "kprobe:__sys_sendto / $MINE / { @[caller, retaddr] = count(); }"
status 0
lines 1 '^@\[__sys_sendto, [^]]*(sys_send|ret_fast_syscall)[^]]*\+[0-9]+\]: 5$|^@\[__sys_sendto, ret_fast_syscall\]: 5$'
alone=$(sed -n 's/^@//p' "$OUT")
E="kprobe:__sys_sendto / $MINE / { @[caller, retaddr] = count(); }"
for r in 'kretprobe:__sys_sendto { @n = count(); }' \
	'kretprobe:__sys_sendto { @n[reg("sp")] = count(); }' \
	'kretprobe:__sys_[s-z]* { @n[reg("sp")] = count(); }'; do
	case $r in *reg*) has_returns || continue ;; esac	# else by a trampoline
	for script in "$E $r" "$r $E"; do
		awl -q -c "$W args 5" "$script"
		want "$script" "$alone" "$(sed -n 's/^@\[/[/p' "$OUT")"
	done
done
awl -n "kprobe:__sys_sendto+4 { print(retaddr); }"
match "$ERR" "retaddr is available at a function's entry and return, not at kprobe:__sys_sendto\+4"
has_returns || { not_done "retaddr with and in other return probes: $NO_RETURNS"; finish; }
# functions of a pattern
awl -q -c "$W args 5" "kprobe:__sys_[s-z]* / $MINE && func == \"__sys_sendto\" / { @[caller, retaddr] = count(); }
	kretprobe:__sys_[s-z]* { @n[reg(\"sp\")] = count(); }"
want "a pattern" "$alone" "$(sed -n 's/^@\[/[/p' "$OUT")"

# at the return
for p in __sys_sendto '__sys_[s-z]*'; do
	awl -q -c "$W args 5" "kretprobe:$p / $MINE && func == \"__sys_sendto\" / { @[caller, retaddr] = count(); }"
	if grep -q 'retaddr in a kretprobe needs Linux 5.16' "$ERR"; then
		case $KVER in 5.10*) ;; *) fail "refused" ;; esac
	else
		want "kretprobe:$p" "$alone" "$(sed -n 's/^@\[/[/p' "$OUT")"
	fi
done
finish
