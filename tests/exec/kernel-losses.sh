# SPDX-License-Identifier: GPL-2.0-or-later
#
# What is lost is told, and counted right: what was shown and what is told to be lost are
# all there was.  Room is computed from the formats: a record of the ring buffer has a
# header of 8 bytes (kernel/bpf/ringbuf.c), one of perf's 8 and a length of 4
# (linux/perf_event.h), and both fill up to 8 bytes.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
lost() { # of a kind of loss, as told
	sed -n "s/^Lost \([0-9]*\) $1.*/\1/p" "$TMP/err"
}
number() { grep -c '^[0-9]' "$TMP/out"; }

# The record of printf("%u\n", arg0): an id of 4 bytes and 8 of arg0, 16 in all.
print='kprobe:vfs_read { printf("%u\n", (uint64)arg0); }'

# A ring of 4096 bytes takes 4096 / 24 = 170.
kernel 6.1
happens 'kprobe:vfs_read arg0=1 x500'
try -q --buffer 4096 -e "$print"
is shown 170 "$(number)"
is lost 330 "$(lost 'events (kprobe:vfs_read)')"
is status 0 $rc
# Read meanwhile, there is room again: nothing was lost of 170.
happens 'kprobe:vfs_read arg0=1 x170'
try -q --buffer 4096 -e "$print"
is shown 170 "$(number)"
unsaid Lost

# A perf buffer of 4096 bytes for each of two CPUs takes 4096 / 32 = 128, and each CPU has
# its own.  The kernel tells of losses only with the next record: none comes here.
kernel 5.7
happens 'kprobe:vfs_read arg0=1 cpu=0 x300' 'kprobe:vfs_read arg0=1 cpu=1 x128'
try -q --buffer 8192 -e "$print"
is buffers 'buffer 10 cpu 0;buffer 10 cpu 1;' "$(grep ^buffer "$TMP/log" | tr '\n' ';')"
is shown 256 "$(number)"
is lost 172 "$(lost 'events (kprobe:vfs_read)')"
# A CPU that came online since has no buffer: all its events are lost, and told.
happens 'kprobe:vfs_read arg0=1 cpu=2 x5' 'kprobe:vfs_read arg0=1 cpu=1 x2'
try -q --buffer 8192 -e "$print"
is shown 2 "$(number)"
is lost 5 "$(lost 'events (kprobe:vfs_read)')"

# A record of the loss comes with the next event: the same hits aren't told twice.
happens 'kprobe:vfs_read arg0=1 x300' read 'kprobe:vfs_read arg0=1 x2'
try -q --buffer 8192 -e "$print"
is shown 130 "$(number)"
is lost 172 "$(lost 'events (kprobe:vfs_read)')"
is times 1 "$(grep -c Lost "$TMP/err")"

# --strict makes a loss the status 4, -k doesn't, and without any all is as ever.
kernel 6.1
for features in '' -ringbuf; do
	export AWL_FEATURES=$features
	happens 'kprobe:vfs_read arg0=1 x300'
	try -q --strict --buffer 4096 -e "$print END { exit(7); }"
	is 'status of --strict' 4 $rc
	try -q --buffer 4096 -e "$print END { exit(7); }"
	is 'status' 7 $rc
	try -q --strict -k --buffer 4096 -e "$print END { exit(7); }"
	is 'status of -k' 7 $rc
	happens 'kprobe:vfs_read arg0=1 x3'
	try -q --strict --buffer 4096 -e "$print END { exit(7); }"
	is 'status of --strict without a loss' 7 $rc
done
unset AWL_FEATURES
# It ends by itself then, with nothing else to end it.
happens 'kprobe:vfs_read arg0=1 x300' stay
try -q --strict --buffer 4096 -e "$print"
is 'status of --strict' 4 $rc

# A map of two for three keys.
kernel 6.1
happens 'kprobe:vfs_read arg0=1' 'kprobe:vfs_read arg0=2' 'kprobe:vfs_read arg0=3 x4'
try -q --map-size 2 -e 'kprobe:vfs_read { @[arg0] = count(); }'
is lost 4 "$(lost 'entries (@ is full)')"
try -q --strict --map-size 2 -e 'kprobe:vfs_read { @[arg0] = count(); }'
is 'status of --strict' 4 $rc

# What the kernel says it missed: a link's hits, since 6.7; those of a program that was
# running there already, since 5.12; and of tracefs's return probes, the third column.
kernel 6.12
happens 'missed kprobe:vfs_read 5' 'kprobe:vfs_read'
try -q -e 'kprobe:vfs_read { @ = count(); }'
is missed 5 "$(lost 'hits (kprobe:vfs_read)')"
happens 'missed kretprobe:vfs_read 6' 'missed kprobe:vfs_read 5'
try -q -e 'kprobe:vfs_read { @ = count(); } kretprobe:vfs_read { @r = count(); }'
is missed 5 "$(lost 'hits (kprobe:vfs_read)')"
is missed 6 "$(lost 'hits (kretprobe:vfs_read)')"
# Of many functions it is the pattern that is named.
happens 'missed kprobes:a 9'
try -q -e 'kprobe:[a-d] { @ = count(); }'
is missed 9 "$(lost 'hits (kprobe:\[a-d\])')"
kernel 6.1
happens 'missed kprobe:vfs_read 5'
try -q -e 'kprobe:vfs_read { @ = count(); }'
unsaid Lost
happens 'skipped vfs_read 8'
try -q -e 'kprobe:vfs_read { @ = count(); }'
is skipped 8 "$(lost 'hits (kprobe:vfs_read)')"
try -q --strict -e 'kprobe:vfs_read { @ = count(); }'
is 'status of --strict' 4 $rc
happens 'profile 0 7 3' 'profile 1 9 4' 'file /sys/kernel/debug/kprobes/enabled 1'
try -q -e 'kretprobe:vfs_read { @ = count(); } kretprobe:vfs_write { @b = count(); }'
lines=$(grep -c '^Lost' "$TMP/err")
is missed 7 "$(($(lost 'hits (kretprobe:vfs_read)') + $(lost 'hits (kretprobe:vfs_write)')))"
is lines 2 "$lines"

# Samples stop while a CPU is offline: 60 ms with the event off half of the time.
happens 'sleep 60' 'off 50'
try -q -e 'profile:1:99hz { @ = count(); }'
ms=$(lost 'ms (profile:1:99hz on CPU 1)')
[ "${ms:-0}" -ge 30 ] && [ "$ms" -le 500 ] || fail "away: $ms ms"
# An event that was on for 60 ms and made no sample has lost about six.
happens 'sleep 60'
try -q -e 'profile:1:99hz { @ = count(); }'
unsaid ' ms '
n=$(lost 'samples (profile:1:99hz)')
[ "${n:-0}" -ge 4 ] && [ "$n" -le 60 ] || fail "$n samples"
# A CPU that came online since has no event.
happens 'sleep 25' 'file /sys/devices/system/cpu/online 0-2'
try -q -e 'profile:99hz { @ = count(); }'
ms=$(lost 'ms (profile:99hz on CPU 2)')
[ "${ms:-0}" -ge 25 ] || fail "CPU 2: '$ms' ms"
put /sys/devices/system/cpu/online 0-1

# The kernel's switches, before and meanwhile.  Links of many functions are ftrace's, and so
# are kprobes at the entry of a function on x86 (CONFIG_KPROBES_ON_FTRACE).
happens 'file /sys/kernel/debug/kprobes/enabled 0'
try -e 'kprobe:vfs_read, kprobe:vfs_write+4 { @ = count(); }'
is off 2 "$(lost 'probes (kprobes)')"
put /sys/kernel/debug/kprobes/enabled 0
try -e 'kprobe:vfs_read { @ = count(); }'
said '1 probes'
put /sys/kernel/debug/kprobes/enabled 1
happens 'file /proc/sys/kernel/ftrace_enabled 0'
try -e 'kprobe:[a-d] { @ = count(); }'
is off 4 "$(lost 'probes (ftrace)')"
put /proc/sys/kernel/ftrace_enabled 1
try -e 'kprobe:vfs_read, kprobe:vfs_write+4 { @ = count(); }'
is off 1 "$(lost 'probes (ftrace)')"
happens
put /proc/sys/kernel/ftrace_enabled 1
try -e 'profile:99hz { @ = count(); }'
unsaid Lost

# A module that is unloaded takes its probes along.
happens 'gone /sys/module/one'
try -q -e 'kprobe:vfs_read { @ = count(); }'
said "Module 'one' was unloaded"
exit $bad
