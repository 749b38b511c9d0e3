# SPDX-License-Identifier: GPL-2.0-or-later
#
# syscall: each call of the workload, with its arguments by name and number.
. "$TESTS/live/common"
need_tracefs
[ -d $T/events/syscalls ] || [ -d $T/events/raw_syscalls ] || skip "no tracepoints of system calls"

awl -q -c "$W read 100" "syscall:read / $MINE && args.count == 1 / { @in = count(); @args[arg2, fd == arg0] = count(); }
syscall:read:ret / $MINE && retval == 1 / { @out = sum(args.ret); }"
status 0
line "@in: 100"
line "@args[1, true]: 100"
line "@out: 100"
# file names, negative results, several system calls at once
awl -q -c "$W names 7" "syscall:openat / $MINE / { @[str(filename), dfd] = count(); }
syscall:openat:ret / $MINE && retval < 0 / { @e[retval] = count(); }"
status 0
line "@[/no/such/file, -100]: 7"
line "@[/no/such/Other, -100]: 7"
line "@e[-2]: 14"
awl -q -c "$W write 9" "syscall:{read,write,openat} / $MINE / { @[probe] = count(); } syscall:write / $MINE / { @n[arg2] = count(); }"
status 0
line "@[syscall:write]: 9"
line "@n[1]: 9"
awl -q -c "$W read 3" "syscall:re* / $MINE && fd < 100 / { @[probe] = count(); }"
status 0
match "$OUT" '^@\[syscall:read\]: [3-5]$'
# clauses without a body
awl -q -c "$W read 4" "syscall:read / $MINE && args.count == 1 /
syscall:read:ret / $MINE && retval == 1 /"
status 0
lines 4 '^syscall:read [0-9]+ w[0-9]+ \{ \.fd = [0-9]+, \.buf = 0x[0-9a-f]+, \.count = 1 \}$'
lines 4 '^syscall:read:ret [0-9]+ w[0-9]+ \{ \.ret = 1 \}$'
# argv is an array of pointers
[ ! -d $T/events/syscalls ] || {
	awl -q -c "$W read 3" 'tracepoint:syscalls:sys_enter_execve / pid == cpid / { print((str(args.argv[1]), str(args.argv[2]))); }'
	status 0
	line "(read, 3)"
}
awl -q -c "$W names 2" "syscall:openat:ret / $MINE && retval < 0 /"
lines 4 '^syscall:openat:ret [0-9]+ w[0-9]+ \{ \.ret = -2 \}$'
awl -q -c "$W names 7" "syscall:*at:ret / $MINE && args.ret < 0 / { @e[probe, args.ret] = count(); }"
line "@e[syscall:openat:ret, -2]: 14"
awl 'syscall:raed { @ = count(); }'
status 1
match "$ERR" "did you mean 'syscall:read'"

# A tracefs that has raw_syscalls, but no tracepoints of single calls.
D=$TMP/tracefs
for e in sys_enter sys_exit; do
	mkdir -p $D/events/raw_syscalls/$e
	cat $T/events/raw_syscalls/$e/format >$D/events/raw_syscalls/$e/format
done
awl --tracefs $D -q -c "$W read 100" "syscall:read / $MINE && arg2 == 1 / { @in = count(); }
syscall:read:ret / $MINE && retval == 1 / { @out = sum(args.ret); }"
status 0
line "@in: 100"
line "@out: 100"
awl --tracefs $D -q -c "$W names 7" "syscall:{write,openat} / $MINE / { @[probe, str(arg1)] = count(); }
syscall:openat:ret / $MINE && retval < 0 / { @e[retval] = count(); }"
status 0
line "@[syscall:openat, /no/such/file]: 7"
line "@e[-2]: 14"
awl --tracefs $D 'syscall:gettid { @ = args.filename; }'
status 1
match "$ERR" "no member 'filename' in"	# BTF may say that the call has no arguments
awl --tracefs $D 'syscall:raed { @ = count(); }'
status 1
match "$ERR" "did you mean 'syscall:read'"
awl --tracefs $D -l 'syscall:openat'
out syscall:openat
awl -l 'syscall:open*'
line syscall:openat
awl -l '*s*:openat'
line syscall:openat
awl -lv syscall:read
match "$OUT" '^    unsigned int fd$'
match "$OUT" '^    size_t count$'
finish
