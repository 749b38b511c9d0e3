# SPDX-License-Identifier: GPL-2.0-or-later
# needs: openmetrics
#
# Losses are reported and counted exactly: shown and lost events add up to all events.  The room in
# buffers follows from the formats.  A record of the ring buffer has a header of 8 bytes
# (kernel/bpf/ringbuf.c).  A record of perf has a header of 8 bytes and a length of 4
# (linux/perf_event.h).  Both are padded to 8 bytes.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
lost() { # lost KIND: the number in awl's message
	sed -n "s/^Lost \([0-9]*\) $1.*/\1/p" "$TMP/err"
}
number() { grep -c '^[0-9]' "$TMP/out"; }

# The record of printf("%u\n", arg0) has an id of 4 bytes and 8 bytes of arg0: 16 with padding.
print='kprobe:vfs_read { printf("%u\n", (uint64)arg0); }'

# A ring of 4096 bytes holds 4096 / 24 = 170 records.
kernel 6.1
happens 'kprobe:vfs_read arg0=1 x500'
try -q --buffer 4096 -e "$print"
is shown 170 "$(number)"
is lost 330 "$(lost 'events (kprobe:vfs_read)')"
is status 0 $rc
# The ring holds exactly 170 records, so none is lost.
happens 'kprobe:vfs_read arg0=1 x170'
try -q --buffer 4096 -e "$print"
is shown 170 "$(number)"
unsaid Lost

# A perf buffer of 4096 bytes holds 4096 / 32 = 128 records.  Each of the two CPUs has one.  The
# kernel reports losses with the next record, which doesn't come here.
kernel 5.7
happens 'kprobe:vfs_read arg0=1 cpu=0 x300' 'kprobe:vfs_read arg0=1 cpu=1 x128'
try -q --buffer 8192 -e "$print"
is buffers 'buffer 10 cpu 0;buffer 10 cpu 1;' "$(grep ^buffer "$TMP/log" | tr '\n' ';')"
is shown 256 "$(number)"
is lost 172 "$(lost 'events (kprobe:vfs_read)')"
# A CPU that came online later has no buffer: all its events are lost and reported.
happens 'kprobe:vfs_read arg0=1 cpu=2 x5' 'kprobe:vfs_read arg0=1 cpu=1 x2'
try -q --buffer 8192 -e "$print"
is shown 2 "$(number)"
is lost 5 "$(lost 'events (kprobe:vfs_read)')"

# The next event brings a record of the loss: the same hits are not reported twice.
happens 'kprobe:vfs_read arg0=1 x300' read 'kprobe:vfs_read arg0=1 x2'
try -q --buffer 8192 -e "$print"
is shown 130 "$(number)"
is lost 172 "$(lost 'events (kprobe:vfs_read)')"
is times 1 "$(grep -c Lost "$TMP/err")"

# --strict: a loss makes the status 4.  With -k, or without a loss, the status is the script's.
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
# With --strict a loss ends awl, although nothing else does.
happens 'kprobe:vfs_read arg0=1 x300' stay
try -q --strict --buffer 4096 -e "$print"
is 'status of --strict' 4 $rc

# A map with room for two of three keys.
kernel 6.1
happens 'kprobe:vfs_read arg0=1' 'kprobe:vfs_read arg0=2' 'kprobe:vfs_read arg0=3 x4'
try -q --map-size 2 -e 'kprobe:vfs_read { @[arg0] = count(); }'
is lost 4 "$(lost 'entries (@ is full)')"
try -q --strict --map-size 2 -e 'kprobe:vfs_read { @[arg0] = count(); }'
is 'status of --strict' 4 $rc
# END loses one of three when nothing is traced any more.
try -q --strict --map-size 2 -e 'kprobe:vfs_read { @ = count(); } END { @k[1] = 1; @k[2] = 1; @k[3] = 1; }'
is 'status of --strict with END' 4 $rc

# As a metric it has the name of the output's file without its ending.
try -q --map-size 2 -o tool.prom -e 'kprobe:vfs_read { @[arg0] = count(); }'
grep -qx 'awl_lost_total{script="tool",what="entries",where="@ is full"} 4' "$TMP/tool.prom" ||
	fail "$(grep entries "$TMP/tool.prom")"
is 'other scripts' 0 "$(grep -c '^awl_lost_total{script="[^t]\|^awl_lost_total{[^s]' "$TMP/tool.prom")"

# Hits that the kernel reports as missed: those of links since 6.7; those skipped because the
# program was already running since 5.12; those of return probes in tracefs in the third column.
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

# An offline CPU makes no samples: the event was off for half of 60 ms.
happens 'sleep 60' 'off 50'
try -q -e 'profile:1:99hz { @ = count(); }'
ms=$(lost 'ms (profile:1:99hz on CPU 1)')
[ "${ms:-0}" -ge 30 ] && [ "$ms" -le 500 ] || fail "away: $ms ms"
# At 99 Hz an event makes about six samples in 60 ms.  None came, so about six are lost.
happens 'sleep 60'
try -q -e 'profile:1:99hz { @ = count(); }'
unsaid ' ms '
n=$(lost 'samples (profile:1:99hz)')
[ "${n:-0}" -ge 4 ] && [ "$n" -le 60 ] || fail "$n samples"
# A CPU that came online later has no event.
happens 'sleep 25' 'file /sys/devices/system/cpu/online 0-2'
try -q -e 'profile:99hz { @ = count(); }'
ms=$(lost 'ms (profile:99hz on CPU 2)')
[ "${ms:-0}" -ge 25 ] || fail "CPU 2: '$ms' ms"
put /sys/devices/system/cpu/online 0-1

# The kernel's switches, off before or during the trace.  Links of many functions depend on
# ftrace, and on x86 so do kprobes at the entry of a function (CONFIG_KPROBES_ON_FTRACE).
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

# Unloading a module removes its probes.
happens 'gone /sys/module/one'
try -q -e 'kprobe:vfs_read { @ = count(); }'
said "Module 'one' was unloaded"
exit $bad
