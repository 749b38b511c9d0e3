# SPDX-License-Identifier: GPL-2.0-or-later
#
# Errors of the kernel: the message has the cause, the place and, if there is one, a cure.  If
# another way leads to the same result, awl takes it.
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

# The middle of an instruction; a forbidden function; a name that two functions have.
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
# A function that is not in the module.
try -e 'kprobe:ext4:kfree { @ = count(); }'
is status 3 $rc
said "kprobe:ext4:kfree: .*'ext4'.*'kfree'"
# The same when no such module is loaded, which is known when compiling.
put /proc/modules 'slab 16384 0 - Live 0xffffffffc0001000'
try -n 'kprobe:ext4:kfree { @ = count(); }'
is status 1 $rc
said "error: no module 'ext4' with a function 'kfree'"
for module in slab vmlinux bpf __builtin__ftrace; do
	try -n "kprobe:$module:kfree { @ = count(); }"
	is status 0 $rc
done
try -n 'kprobe:sla:kfree, kprobe:slab:kfree { @ = count(); }'
is status 0 $rc
said "warning: no probe matches 'kprobe:sla:kfree'"
rm "$root/proc/modules"
# A kernel without kprobes.
mv "$root/sys/bus/event_source/devices/kprobe" "$TMP/kept"
try -e 'kprobe:vfs_read { @ = count(); }'
is status 3 $rc
said CONFIG_KPROBE
mv "$TMP/kept" "$root/sys/bus/event_source/devices/kprobe"

# A function of a pattern can't be probed.  The link for all refuses the whole pattern, so awl
# attaches the other functions one by one, and warns.
kernel 6.1
echo not_there >>"$root/sys/kernel/tracing/available_filter_functions"
happens 'kprobe:not_a' 'kprobe:a' 'kprobe:b x2'
try -e 'kprobe:{a,b,c,d,not_there} { @[func] = count(); }'
is maps '@[a]: 1;@[b]: 2;' "$(maps)"
is links 4 "$(grep -c '^link kprobe:[abcd] ' "$TMP/log")"
said '1 probes could not be attached'
said 'Attached 4 probes'

# One by one, 32 or more functions are attached by their addresses, which awl reads from kallsyms in
# one pass.  By name, older kernels search all symbols for each function.
kernel 5.10
happens 'kprobe:0xffffffff81002170 x2'
try -e 'kprobe:many_* { @ = count(); }'
is maps '@: 2;' "$(maps)"
is places 40 "$(grep -c '^perf kprobe:0xffffffff81002[0-4][0-9]0 cpu 0' "$TMP/log")"
try -e 'kprobe:many_[012]* { @ = count(); }'
is places 29 "$(grep -c '^perf kprobe:many_[0-9]* cpu 0' "$TMP/log")"
# More functions than max_probes are refused before anything is attached.
try -e 'config = { max_probes = 39; } kprobe:many_* { @ = count(); }'
is status 3 $rc
said 40
! grep -q '^perf' "$TMP/log" || fail attached
# All probes are closed.
try -e 'kprobe:many_* { @ = count(); }'
[ "$(grep -c '^close' "$TMP/log")" = 40 ] || fail "not all closed: $(grep -c '^close' "$TMP/log")"

# awl raises its limit of open files as needed, but not for commands.  It stops at the hard limit;
# if this user can't raise that, the message names it.
kernel 6.1
cat >"$TMP/limited" <<X
which=\$1
shift
ulimit \$which 64
exec "$BUILD/tests/awlsys" --attach plain "\$@"
X
happens 'kprobe:0xffffffff81002170' stay
run sh "$TMP/limited" -Sn -c 'ulimit -n' -e 'kprobe:many_* { @ = count(); } kprobe:many* { @b = count(); }
	kprobe:man*_* { @c = count(); } kprobe:ma*_* { @d = count(); } kprobe:m*ny_* { @e = count(); }'
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
# A return probe in a module is attached by address.  By name the kernel would also make an event
# for a module that isn't loaded.
try -e 'kretprobe:slab:kfree { @ = count(); }'
grep -q '^kretprobe 0xffffffffc0001000 slots' "$TMP/log" || fail "attached by name"
try -e 'kretprobe:ext4:kfree { @ = count(); }'
is status 3 $rc

# After kill -9 the guard process removes the return probes.
happens 'signal 9'
try -e 'kretprobe:vfs_read { @ = count(); }' 2>/dev/null
is status 137 $rc
i=0
while [ -s "$root/sys/kernel/tracing/kprobe_events" ] && [ $i -lt 100 ]; do
	sleep 0.05
	i=$((i + 1))
done
is left '' "$(cat "$root/sys/kernel/tracing/kprobe_events")"

# System calls use their own tracepoints.
kernel 6.1
try -e 'syscall:openat { @[args.filename] = count(); }'
grep -q '^perf tracepoint:600 cpu 0' "$TMP/log" || fail "not sys_enter_openat's number"
try -e 'syscall:openat:ret { @[retval] = count(); }'
grep -q '^perf tracepoint:631 cpu 0' "$TMP/log" || fail "not sys_exit_openat's number"

# Without these (CONFIG_FTRACE_SYSCALLS) they use raw_syscalls, whose record has the number and the
# arguments (include/trace/events/syscalls.h).  On x86_64 read is 0 and write is 1.
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

# Without lists of CPUs in sysfs awl uses the CPUs that this process may run on.
mv "$root/sys/devices/system/cpu" "$TMP/kept"
try -e 'profile:99hz { @ = count(); }'
is CPUs "$(nproc)" "$(grep -c '^perf software:0' "$TMP/log")"
mv "$TMP/kept" "$root/sys/devices/system/cpu"
printf '0,2-3,5\n' >"$root/sys/devices/system/cpu/online"
printf '0-7\n' >"$root/sys/devices/system/cpu/possible"
try -e 'profile:99hz { @ = count(); }'
is CPUs '0 2 3 5 ' "$(sed -n 's/^perf software.* cpu //p' "$TMP/log" | tr '\n' ' ')"

# A signal interrupts reads, which changes nothing.
happens
FAKESYS_EINTR=1 try -e 'tracepoint:sched:sched_switch { @p[args.prev_pid] = count(); }'
is status 0 $rc
grep -q '^perf tracepoint:310 ' "$TMP/log" || fail "not 310"

# A program that passes the address of a function to a helper needs types for its functions.  Here
# that is bpf_for_each_map_elem (5.13).
printf '0-3\n' >"$root/sys/devices/system/cpu/possible"
printf '0-1\n' >"$root/sys/devices/system/cpu/online"
happens 'kprobe:vfs_read arg0=5' 'kprobe:vfs_read arg0=6' 'kprobe:vfs_read arg0=7'
try -q -e 'kprobe:vfs_read { @a[arg0] = 1; $n = 0; for ($kv : @a) { $n += $kv.0; } @n = $n; }'
is sum '@n: 18' "$(tail -n 1 "$TMP/out")"

# Without batches (5.6) maps are read key by key; maps are printed and cleared while awl runs.
for features in '' -batch; do
	export AWL_FEATURES=$features
	happens 'kprobe:vfs_read arg0=5' 'kprobe:vfs_read arg0=6 x2' 'signal 10' read \
		'kprobe:vfs_read arg0=6' 'signal 10' read
	try -q -e 'kprobe:vfs_read { @a[arg0] = count(); @b[arg0] = arg0; }
		self:signal:SIGUSR1 { print(@a); clear(@a); delete(@b[5]); }'
	is maps '@a[5]: 1;@a[6]: 2;@a[6]: 1;@b[6]: 6;' "$(maps)"
done
exit $bad
