# SPDX-License-Identifier: GPL-2.0-or-later
#
# tracepoint: all spellings of probes and fields, all kinds of fields.
. "$TESTS/live/common"
need_tracefs

# Spellings, and a negative signed word.  (The dynamic linker also reads, but its reads don't fail.)
awl -q -c "$W fail 100" "
tracepoint:syscalls:sys_exit_read / $MINE && data->ret < 0 / { @a[data->ret] = count(); @b[args.ret] = count();
	@c[args->ret] = count(); @d[ret()] = count(); @e[data->ret == -9] = count();
	@f = sum(data->ret); @g = min(args.ret); @h[args.ret < 0] = count(); }
trace:syscalls/sys_exit_read / $MINE && ret() < 0 / { @i = count(); }
t:syscalls:sys_exit_rea? / $MINE && args.ret < 0 / { @j[probe] = count(); }"
status 0
out "@a[-9]: 100
@b[-9]: 100
@c[-9]: 100
@d[-9]: 100
@e[true]: 100
@f: -900
@g: -9
@h[true]: 100
@i: 100
@j[tracepoint:syscalls:sys_exit_read]: 100"

# An array of words and its elements.
awl -q -c "$W args 20" "
tracepoint:raw_syscalls:sys_enter / $MINE && data->args[1] == 0x1111 / {
	@[data->args[2], args.args[3], args->args[4], args.args[5]] = count(); @id[data->id] = count(); }
tracepoint:syscalls:sys_enter_sendto / $MINE / {
	@f[data->len, data->flags, data->addr_len] = count(); @p[data->buff] = count(); }"
status 0
line "@[8738, 13107, 17476, 21845]: 20"
line "@f[8738, 13107, 21845]: 20"
line "@p[0x1111]: 20"
lines 1 '^@id\[[0-9]+\]: 20$'

# __data_loc strings and character arrays; comparing a string.
awl -q -c "$W read 1" "
tracepoint:sched:sched_process_exec / pid == cpid / {
	printf(\"exec %s %s %d\\n\", data->filename, str(data->filename), data->pid == pid);
	@f[data->filename] = count(); @same[data->filename == \"$W\"] = count(); }
tracepoint:sched:sched_process_exit / data->comm == \"$COMM\" / { @exit[data->comm] = count(); }
tracepoint:sched:sched_switch / data->prev_comm == \"$COMM\" / { @sw[args.prev_comm, data->prev_pid == pid] = count(); }"
status 0
line "exec $W $W 1"
line "@f[$W]: 1"
line "@same[true]: 1"
line "@exit[$COMM]: 1"
lines 1 "^@sw\[$COMM, true\]: [1-9]"

# 64-bit and signed fields: a timer expires at most a millisecond from now.
awl -q -c "$W sleep 20" "
tracepoint:timer:hrtimer_start / $MINE && data->expires > 0 / { @n = count(); @future[data->softexpires - nsecs > 0] = count();
	@near[data->softexpires - nsecs < 1000001] = count(); }"
status 0
lines 1 '^@n: [2-9][0-9]$'
lines 1 '^@future\[true\]: [0-9]+$'

# Globs match several events; events without a used field are left out.
awl -c "$W getppid 30" "tracepoint:syscalls:sys_*_getppid / $MINE / { @[probe] = count(); }"
status 0
line "@[tracepoint:syscalls:sys_enter_getppid]: 30"
line "@[tracepoint:syscalls:sys_exit_getppid]: 30"
want stderr "Attached 2 probes" "$(cat "$ERR")"
# sys_enter_getppid has no field ret, so it is left out, which is reported
awl -c "$W getppid 30" "tracepoint:syscalls:sys_*_getppid / $MINE / { @[probe] = sum(data->ret > 0); }"
status 0
match "$OUT" "^@\[tracepoint:syscalls:sys_exit_getppid\]: 30\$"

# A list of probes; the default body.
awl -q -c "$W getppid 3" "tracepoint:syscalls:sys_enter_getppid, tracepoint:syscalls:sys_exit_getppid / $MINE / { @[probe] = count(); }"
lines 2 ': 3$'
awl -q -c "$W getppid 3" "tracepoint:syscalls:sys_enter_getppid / $MINE /"
lines 3 "sys_enter_getppid [0-9]+ $COMM"

# All fields at once.  On 6.16 the last field ends within a word.
awl -q -c "$W getppid 1" "tracepoint:sched:sched_process_exit / $MINE / { print(args); }"
status 0
match "$OUT" "^[{] .comm = $COMM, .pid = "

# Missing events and fields.
awl 'tracepoint:syscalls:sys_enter_getpid_ { @ = count(); }'
status 1
match "$ERR" "did you mean 'tracepoint:syscalls:sys_enter_getpid'"
awl 'tracepoint:syscalls:sys_exit_read { @ = sum(data->rett); }'
status 1
match "$ERR" "no member 'rett' in"
finish
