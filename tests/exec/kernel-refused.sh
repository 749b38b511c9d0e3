# SPDX-License-Identifier: GPL-2.0-or-later
#
# What a kernel refuses: the cause is said with its place and, where there is one, a cure;
# where there is another way to the same, that is taken.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
for i in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 \
	31 32 33 34 35 36 37 38 39 40; do
	echo "ffffffff81002${i}0 t many_$i" >>"$root/proc/kallsyms"
	echo "many_$i" >>"$root/sys/kernel/tracing/available_filter_functions"
done
{
	echo 'ffffffff81003000 t forbidden'
	echo 'ffffffff81003100 t twice'
	echo 'ffffffff81003200 t twice'
} >>"$root/proc/kallsyms"

# The middle of an instruction; a function that may not be probed; two of a name.
kernel 6.12
try -e 'kprobe:vfs_read+3 { @ = count(); }'
is status 3 $rc
said "^program:1:1: error: kprobe:vfs_read+3: .*vfs_read+0x3"
try -e 'kprobe:forbidden { @ = count(); }'
is status 3 $rc
said "error: kprobe:forbidden: .*blacklist"
try -e 'kprobe:twice { @ = count(); }'
is status 3 $rc
said "error: kprobe:twice: .*2 functions.*0xffffffff81003100"
try -e 'kprobe:0x1234 { @ = count(); }'
is status 0 $rc
try -e 'kprobe:vfs_read { @ = count(); } rawtracepoint:nonsense { @b = count(); }'
is status 3 $rc
said "error: rawtracepoint:nonsense: this kernel has no tracepoint 'nonsense'"
# The module that a function isn't in.
try -e 'kprobe:ext4:kfree { @ = count(); }'
is status 3 $rc
said "kprobe:ext4:kfree: .*'ext4'.*'kfree'"
# A kernel without kprobes.
mv "$root/sys/bus/event_source/devices/kprobe" "$TMP/kept"
try -e 'kprobe:vfs_read { @ = count(); }'
is status 3 $rc
said CONFIG_KPROBE
mv "$TMP/kept" "$root/sys/bus/event_source/devices/kprobe"

# A pattern with a function that can't be probed: all others are, one by one, as the link
# refuses all; and it is told.
kernel 6.1
echo not_there >>"$root/sys/kernel/tracing/available_filter_functions"
happens 'kprobe:not_a' 'kprobe:a' 'kprobe:b x2'
try -e 'kprobe:{a,b,c,d,not_there} { @[func] = count(); }'
is maps '@[a]: 1;@[b]: 2;' "$(maps)"
is links 4 "$(grep -c '^link kprobe:[abcd] ' "$TMP/log")"
said '1 probes could not be attached'
said 'Attached 4 probes'

# One by one, 32 functions or more go by their addresses, from one pass over kallsyms:
# older kernels look for each name symbol by symbol.
kernel 5.10
happens 'kprobe:0xffffffff81002170 x2'
try -e 'kprobe:many_* { @ = count(); }'
is maps '@: 2;' "$(maps)"
is places 40 "$(grep -c '^perf kprobe:0xffffffff81002[0-4][0-9]0 cpu 0' "$TMP/log")"
try -e 'kprobe:many_[012]* { @ = count(); }'
is places 29 "$(grep -c '^perf kprobe:many_[0-9]* cpu 0' "$TMP/log")"
# More than max_probes of them are refused before anything is attached.
try -e 'config = { max_probes = 39; } kprobe:many_* { @ = count(); }'
is status 3 $rc
said 40
! grep -q '^perf' "$TMP/log" || fail attached
# All are closed, by two processes, of which one is the log's.
try -e 'kprobe:many_* { @ = count(); }'
[ "$(grep -c '^close' "$TMP/log")" = 40 ] || fail "not all closed: $(grep -c '^close' "$TMP/log")"

# The limit of open files is raised to what they take, and is the old one for commands; no further
# than the hard limit, which is named, where this user can't raise that one.
kernel 6.1
cat >"$TMP/limited" <<X
which=\$1
shift
ulimit \$which 64
exec "$BUILD/tests/awlsys" --attach plain "\$@"
X
happens 'kprobe:0xffffffff81002170' stay
run sh "$TMP/limited" -Sn -c 'ulimit -n' -e 'kprobe:many_* { @ = count(); } kprobe:many_* { @b = count(); }
	kprobe:many_* { @c = count(); } kprobe:many_* { @d = count(); } kprobe:many_* { @e = count(); }'
is status 0 $rc
is limit 64 "$(head -n 1 "$TMP/out")"
is links 200 "$(grep -c '^link kprobe:' "$TMP/log")"
happens
if ! sh -c 'ulimit -n 64 && ulimit -n 65' 2>/dev/null; then
	run sh "$TMP/limited" -n -e 'kprobe:many_* { @ = count(); }'
	said 'warning: .*too many open files: the limit is 64'
	said 'probes could not be attached'
fi
kernel 5.10
# A return probe in a module goes by its address, which only kallsyms has: by name an event
# would be made for a module that isn't loaded, too.
try -e 'kretprobe:slab:kfree { @ = count(); }'
grep -q '^kretprobe 0xffffffffc0001000 slots' "$TMP/log" || fail "by name"
try -e 'kretprobe:ext4:kfree { @ = count(); }'
is status 3 $rc

# kill -9: the guard removes the names of return probes.
happens 'signal 9'
try -e 'kretprobe:vfs_read { @ = count(); }' 2>/dev/null
is status 137 $rc
i=0
while [ -s "$root/sys/kernel/tracing/kprobe_events" ] && [ $i -lt 100 ]; do
	sleep 0.05
	i=$((i + 1))
done
is left '' "$(cat "$root/sys/kernel/tracing/kprobe_events")"

# System calls: by their tracepoint.
kernel 6.1
try -e 'syscall:openat { @[args.filename] = count(); }'
grep -q '^perf tracepoint:600 cpu 0' "$TMP/log" || fail "not sys_enter_openat's number"
try -e 'syscall:openat:ret { @[retval] = count(); }'
grep -q '^perf tracepoint:631 cpu 0' "$TMP/log" || fail "not sys_exit_openat's number"

# Without tracepoints of their own (CONFIG_FTRACE_SYSCALLS) by raw_syscalls, with the number and the arguments in
# its record (include/trace/events/syscalls.h).  read is 0 on x86_64 and write 1.
for event in sys_enter:21 sys_exit:20; do
	mkdir -p "$root/sys/kernel/tracing/events/raw_syscalls/${event%:*}"
	{
		printf 'name: %s\nID: %s\nformat:\n' "${event%:*}" "${event#*:}"
		printf '\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n'
		printf '\tfield:long id;\toffset:8;\tsize:8;\tsigned:1;\n'
		[ $event = sys_exit:20 ] || printf '\tfield:unsigned long args[6];\toffset:16;\tsize:48;\tsigned:0;\n'
		[ $event = sys_enter:21 ] || printf '\tfield:long ret;\toffset:16;\tsize:8;\tsigned:1;\n'
	} >"$root/sys/kernel/tracing/events/raw_syscalls/${event%:*}/format"
	echo "${event#*:}" >"$root/sys/kernel/tracing/events/raw_syscalls/${event%:*}/id"
done
mv "$root/sys/kernel/tracing/events/syscalls" "$TMP/kept"
happens 'tracepoint:21 arg0=0 arg1=3 arg3=77 x2' 'tracepoint:21 arg0=1 arg1=3 arg3=5'
try --attach plain -e 'syscall:read { @[arg0, arg2] = count(); }'
is maps '@[3, 77]: 2;' "$(maps)"
happens 'tracepoint:20 arg0=0 arg1=8' 'tracepoint:20 arg0=1 arg1=9'
try --attach plain -e 'syscall:write:ret { @[retval] = count(); }'
is maps '@[9]: 1;' "$(maps)"
mv "$TMP/kept" "$root/sys/kernel/tracing/events/syscalls"

# Without lists of CPUs in sysfs: those this process may run on.
mv "$root/sys/devices/system/cpu" "$TMP/kept"
try -e 'profile:99hz { @ = count(); }'
is CPUs "$(nproc)" "$(grep -c '^perf software:0' "$TMP/log")"
mv "$TMP/kept" "$root/sys/devices/system/cpu"
printf '0,2-3,5\n' >"$root/sys/devices/system/cpu/online"
printf '0-7\n' >"$root/sys/devices/system/cpu/possible"
try -e 'profile:99hz { @ = count(); }'
is CPUs '0 2 3 5 ' "$(sed -n 's/^perf software.* cpu //p' "$TMP/log" | tr '\n' ' ')"

# A signal that interrupts a read changes nothing.
happens
FAKESYS_EINTR=1 try -e 'tracepoint:sched:sched_switch { @p[args.prev_pid] = count(); }'
is status 0 $rc
grep -q '^perf tracepoint:310 ' "$TMP/log" || fail "not 310"

# Programs with functions, whose address a helper is given, need types: 5.13's
# bpf_for_each_map_elem.
printf '0-3\n' >"$root/sys/devices/system/cpu/possible"
printf '0-1\n' >"$root/sys/devices/system/cpu/online"
happens 'kprobe:vfs_read arg0=5' 'kprobe:vfs_read arg0=6' 'kprobe:vfs_read arg0=7'
try -q -e 'kprobe:vfs_read { @a[arg0] = 1; $n = 0; for ($kv : @a) { $n += $kv.0; } @n = $n; }'
is sum '@n: 18' "$(tail -n 1 "$TMP/out")"

# Maps without batches (5.6), key by key; and taken and cleared while it runs.
for features in '' -batch; do
	export AWL_FEATURES=$features
	happens 'kprobe:vfs_read arg0=5' 'kprobe:vfs_read arg0=6 x2' 'signal 10' read \
		'kprobe:vfs_read arg0=6' 'signal 10' read
	try -q -e 'kprobe:vfs_read { @a[arg0] = count(); @b[arg0] = arg0; }
		self:signal:SIGUSR1 { print(@a); clear(@a); delete(@b[5]); }'
	is maps '@a[5]: 1;@a[6]: 2;@a[6]: 1;@b[6]: 6;' "$(maps)"
done
exit $bad
