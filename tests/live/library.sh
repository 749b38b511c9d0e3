# SPDX-License-Identifier: GPL-2.0-or-later
#
# Functions of bpftrace's library that depend on the kernel.
. "$TESTS/live/common"
need_tracefs
TP=tracepoint:syscalls:sys_enter_getppid

# comm(pid) of another process is read when it is printed; it is empty for a missing process
awl -q -e "BEGIN { printf(\"<%s> <%s>\\n\", comm($$), comm(0)); }"
status 0
line "<$(cat /proc/$$/comm)> <>"

# strings joined in a probe, with a comm of the workload
awl -q -c "$W getppid 5" "$TP / $MINE / {
	\$c = comm;
	\$twice = str_concat(\$c, \$c);
	@[str_concat(\"<\", str_concat(comm, \">\")), strlen(\$twice) == 2 * strlen(comm)] = count();
	@same[memcmp(\$twice, comm, 2), memcmp(comm, \"~\", 1)] = count();
}"
status 0
line "@[<$COMM>, true]: 5"
line "@same[0, -1]: 5"

# text in the kernel's trace buffer
if [ -w /sys/kernel/tracing/trace ]; then
	awl -q -c "$W getppid 1" "$TP / $MINE / { debugf(\"awl %d and %d\", 42, pid == cpid); }"
	status 0
	grep -q 'awl 42 and 1' /sys/kernel/tracing/trace || fail "debugf() left nothing in the trace"
fi

# signal_thread() kills the current thread, as the exit status of -c shows
awl -q --unsafe -c "$W getppid 1" "$TP / $MINE / { signal_thread(\"SIGKILL\"); }"
status 137

awl -q -e 'BEGIN { print(kfunc_exist("nonesuch")); }'
status 0
line false
# 20 sockets have 20 different cookies
if "$AWL" -T | grep -q "^trampoline .*yes" && has_function unix_sock_destructor && kernel_at_least 5.12; then
	awl -q -c "$W sockets 20" "fentry:unix_sock_destructor / $MINE / {
		@[socket_cookie(sk)] = count();
		@same[socket_cookie(sk) == socket_cookie(sk), socket_cookie(sk) == 0] = count();
	}"
	status 0
	lines 20 '^@\[[0-9]+\]: 1$'
	line "@same[true, false]: 20"
fi
finish
