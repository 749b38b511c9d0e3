# SPDX-License-Identifier: GPL-2.0-or-later
#
# The calls that attach a script, on kernels with different features.  The expected calls follow
# from linux/bpf.h, linux/perf_event.h and the versions of the features: links to perf events 5.15,
# kprobe.multi 5.18, uprobe.multi 6.6.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"

# One function: a perf event on CPU 0 for all processes.  Before 5.15 an ioctl sets its program.
# The event is never enabled, because the program of a probe runs without that.
kernel 5.10
happens 'kprobe:vfs_read arg0=7 x3' 'kprobe:vfs_write'
try -e 'kprobe:vfs_read { @[arg0] = count(); }'
is maps '@[7]: 3;' "$(maps)"
calls <<'E2'
perf kprobe:vfs_read cpu 0
set kprobe:vfs_read vfs_read
nothing at kprobe:vfs_write
close kprobe:vfs_read
E2
grep -q '^prog vfs_read type 2 attach 0$' "$TMP/log" || fail "not a kprobe program"

# With links the program is unlinked first, and the probe is closed after the end of the output.
kernel 6.1
happens 'kprobe:vfs_read arg0=7 x3'
try -e 'kprobe:vfs_read { @[arg0] = count(); }'
is maps '@[7]: 3;' "$(maps)"
calls <<'E2'
perf kprobe:vfs_read cpu 0
link kprobe:vfs_read vfs_read
unlink kprobe:vfs_read
close kprobe:vfs_read
E2
grep -q '^map wait type 12 ' "$TMP/log" || fail "doesn't wait for running programs"

# A place in a function, an address without a name, a function in a module.
kernel 6.1
try -e 'kprobe:vfs_read+4 { @ = count(); } kprobe:0xffffffff81000200 { @b = count(); }'
is status 0 $rc
calls <<'E2'
perf kprobe:0xffffffff81000200 cpu 0
link kprobe:0xffffffff81000200 kprobe
perf kprobe:vfs_read+0x4 cpu 0
link kprobe:vfs_read+0x4 vfs_read
unlink kprobe:0xffffffff81000200
unlink kprobe:vfs_read+0x4
close kprobe:0xffffffff81000200
close kprobe:vfs_read+0x4
E2
try -e 'kprobe:slab:kfree { @ = count(); }'
grep -q '^perf kprobe:slab:kfree cpu 0$' "$TMP/log" || fail "the module's name is lost"

# Four or more functions of a pattern share one link if the kernel has such links.  Each has a
# cookie that identifies it.  Three functions get separate links.
kernel 6.1
happens 'kprobe:b' 'kprobe:d x2'
try -e 'kprobe:[a-d] { @[func] = count(); }'
is maps '@[b]: 1;@[d]: 2;' "$(maps)"
is places 4 "$(grep -c '^  kprobe:[a-d] cookie' "$TMP/log")"
is cookies 4 "$(sed -n 's/^  kprobe:.* cookie //p' "$TMP/log" | sort -u | wc -l)"
is links 1 "$(grep -c '^link' "$TMP/log")"
is loaded 'type 2 attach 42' "$(sed -n 's/^prog [a-d] //p' "$TMP/log")"
try -e 'kprobe:[a-c] { @[func] = count(); }'
is links 3 "$(grep -c '^link kprobe:' "$TMP/log")"
kernel 5.15
happens 'kprobe:b' 'kprobe:d x2'
try -e 'kprobe:[a-d] { @[func] = count(); }'
is maps '@[b]: 1;@[d]: 2;' "$(maps)"
is links 4 "$(grep -c '^link kprobe:[a-d] ' "$TMP/log")"
# --attach plain uses separate links on newer kernels, too.
kernel 6.1
try --attach plain -e 'kprobe:[a-d] { @[func] = count(); }'
is links 4 "$(grep -c '^link kprobe:[a-d] ' "$TMP/log")"
# The kernel runs what was attached last first, but links apart from single probes.  So a clause at
# a function of a pattern's link gets a link, too, and the script's first clause is the last one.
kernel 6.1
try -e 'kprobe:[a-d] { @[func] = count(); } kprobe:b { @b = count(); } kprobe:e { @e = count(); }'
is links 'kprobe:e e;kprobes:b;kprobes:a;' \
	"$(sed -n 's/^link //p' "$TMP/log" | sed 's/ cookie.*//' | tr '\n' ';')"

# The link of four return probes follows 2 * 4 * 4 calls before 6.14, which is too few.  Later it
# follows all (fprobe_init_rethook() of kernel/trace/fprobe.c is gone).
for known in 6.13:4 6.14:1; do
	kernel ${known%:*}
	try -e 'kretprobe:[a-d] { @[func] = count(); }'
	is links ${known#*:} "$(grep -c '^link k' "$TMP/log")"
done

# Cookies came with links.  Without them each place has its own program.
kernel 5.10
happens 'kprobe:b' 'kprobe:c x2'
try -e 'kprobe:[a-c] { @[func] = count(); }'
is maps '@[b]: 1;@[c]: 2;' "$(maps)"
is programs 3 "$(grep -c '^prog [a-c] ' "$TMP/log")"

# Return probes are made in tracefs, which takes the number of calls to follow: at least 256.
kernel 5.10
happens 'kretprobe:vfs_read arg7=5 x2'
try -e 'kretprobe:vfs_read { @[retval] = count(); }'
is maps '@[5]: 2;' "$(maps)"
slots=$(sed -n 's/^kretprobe vfs_read slots //p' "$TMP/log")
[ "${slots:-0}" -ge 256 ] && [ "$slots" -le 4096 ] || fail "slots: $slots"
is left '' "$(cat "$root/sys/kernel/tracing/kprobe_events")"
unsaid 'may lose returns'
# Probes left by an awl that was killed are removed; other tracers' probes stay.
printf 'r256:awl_1/awl_1_0 vfs_read\np:mine/awl_1_0 vfs_read\nr9:awl_1/other vfs_read\n' \
	>"$root/sys/kernel/tracing/kprobe_events"
try -e 'kretprobe:vfs_read { @[retval] = count(); }'
is left 'p:mine/awl_1_0 vfs_read;r9:awl_1/other vfs_read;' \
	"$(tr '\n' ';' <"$root/sys/kernel/tracing/kprobe_events")"
: >"$root/sys/kernel/tracing/kprobe_events"
# The number of misses belongs to another tracer's probe, so it is not a loss of awl.
happens "file /sys/kernel/tracing/kprobe_profile   other_1_0   9   9"
try -e 'kretprobe:vfs_read { @[retval] = count(); }'
unsaid Lost
# Without kprobe_events the return probe is a perf event, and awl warns.  Before 6.2 the kernel
# follows as many calls as there are CPUs.
mv "$root/sys/kernel/tracing/kprobe_events" "$TMP/kept"
try -e 'kretprobe:vfs_read { @[retval] = count(); }'
said 'kretprobes may lose returns: the kernel follows as few as 4 calls'
grep -q '^perf kretprobe:vfs_read cpu 0' "$TMP/log" || fail "not a perf event"
kernel 6.12
try -e 'kretprobe:vfs_read { @[retval] = count(); }'
said 'as few as 10 calls'
mv "$TMP/kept" "$root/sys/kernel/tracing/kprobe_events"

# A tracepoint whose fields are not used becomes a raw tracepoint; with fields it is a perf event.
kernel 6.1
happens 'raw:sched_switch x2'
try -e 'tracepoint:sched:sched_switch { @ = count(); }'
is maps '@: 2;' "$(maps)"
calls <<'E2'
link raw:sched_switch sched_switch
unlink raw:sched_switch
E2
try -e 'tracepoint:sched:sched_switch { @[args.prev_pid] = count(); }'
calls <<'E2'
perf tracepoint:310 cpu 0
link tracepoint:310 sched_switch
nothing at raw:sched_switch
unlink tracepoint:310
close tracepoint:310
E2
try --attach plain -e 'tracepoint:sched:sched_switch { @ = count(); }'
grep -q '^perf tracepoint:310 cpu 0' "$TMP/log" || fail "--attach plain is not a perf event"
# From 7.0 on a preemptible kernel skips other tasks' hits of a raw tracepoint, so perf is used there.
put /sys/kernel/debug/sched/preempt 'none voluntary (full)'
try -e 'tracepoint:sched:sched_switch { @ = count(); }'
is links 'link raw:sched_switch sched_switch' "$(grep ^link "$TMP/log")"
kernel 7.2
try -e 'tracepoint:sched:sched_switch { @ = count(); }'
grep -q '^perf tracepoint:310 cpu 0' "$TMP/log" || fail "a raw tracepoint on a preemptible kernel"
kernel 6.1
put /sys/kernel/debug/sched/preempt '(none) voluntary full'
try -e 'rawtracepoint:sched_switch { @[arg1] = count(); }'
is links 'link raw:sched_switch rawtracepoint' "$(grep ^link "$TMP/log")"

# Clocks and counters: one enabled event on each online CPU.  PERF_COUNT_SW_CPU_CLOCK is 0, page
# faults are 2.  With a CPU in the probe's name there is one event, on that CPU.
kernel 6.1
try -e 'profile:hz:99 { @ = count(); }'
calls <<'E2'
perf software:0 hz 99 cpu 0
link software:0 hz 99 profile
enable software:0 hz 99
perf software:0 hz 99 cpu 1
link software:0 hz 99 profile
enable software:0 hz 99
unlink software:0 hz 99
close software:0 hz 99
unlink software:0 hz 99
close software:0 hz 99
E2
try -e 'profile:1:10ms { @ = count(); }'
is events 'perf software:0 every 10000000 cpu 1' "$(grep ^perf "$TMP/log")"
try -e 'software:page-faults:5 { @ = count(); }'
is events 'perf software:2 every 5 cpu 0;perf software:2 every 5 cpu 1;' \
	"$(grep ^perf "$TMP/log" | tr '\n' ';')"
# With -c the event counts the command's process and its children.
try -c true -e 'software:page-faults:5 { @ = count(); }'
is events 'perf software:2 every 5 own process inherited' "$(grep ^perf "$TMP/log")"
# Virtual machines have no hardware counters: perf_event_open() returns ENOENT.
try -e 'hardware:cache-misses:100 { @ = count(); }'
is status 3 $rc
said 'virtual machine'
# A missing function is an error that suggests a similar name.
kernel 6.1
try -e 'kprobe:vfs_raed { @ = count(); }'
is status 3 $rc
said "this kernel has no function 'vfs_raed'; did you mean 'vfs_read'?"
try -e 'kprobe:xfs:vfs_read { @ = count(); }'
is status 3 $rc
said xfs
# A missing function in a list is left out with a warning.
happens 'kprobe:vfs_read'
try -e 'kprobe:vfs_read, kprobe:vfs_raed { @ = count(); }'
is maps '@: 1;' "$(maps)"
said "warning: .*vfs_raed"
said '1 probes could not be attached'
try -e 'config = { missing_probes = error; } kprobe:vfs_read, kprobe:vfs_raed { @ = count(); }'
is status 3 $rc
try -e 'config = { missing_probes = ignore; } kprobe:vfs_read, kprobe:vfs_raed { @ = count(); }'
is status 0 $rc
unsaid vfs_raed
# A function that the compiler or the kernel renamed.
happens 'kprobe:old.isra.0 x2'
try -e 'kprobe:old { @[func] = count(); }'
is maps '@[old]: 2;' "$(maps)"
said 'this kernel calls it old.isra.0'
# Another name is not tried if the kernel refuses the function for another reason: 16 is EBUSY.
for f in _do_fork kernel_clone; do
	echo "ffffffff81003000 t $f" >>"$root/proc/kallsyms"
done
FAKESYS_REFUSE='kprobe:_do_fork 16' try -e 'kprobe:_do_fork { @ = count(); }'
is status 3 $rc
! grep -q kernel_clone "$TMP/log" || fail "attached to kernel_clone"
unsaid kernel_clone
FAKESYS_REFUSE='kprobe:_do_fork 22' try -e 'kprobe:_do_fork { @ = count(); }'
is status 0 $rc
grep -q 'perf kprobe:kernel_clone' "$TMP/log" || fail "not attached to kernel_clone"

# Clauses at one place run in the script's order, although the kernel runs the last attached one
# first.  Return probes are attached before entries.
for v in 5.10 6.1 6.12; do
	kernel $v
	happens 'kprobe:vfs_read'
	try -q -e 'kprobe:vfs_read { printf("1"); } kprobe:vfs_read { printf("2"); }
		   kretprobe:vfs_read { @ = count(); } kprobe:vfs_read { printf("3"); }'
	is order 123 "$(head -n 1 "$TMP/out")"
	is first kretprobe:vfs_read "$(sed -n 's/^perf \([^ ]*\) .*/\1/p' "$TMP/log" | head -n 1)"
done

# User probes: the offset in the file, as readelf shows it, or 4 more where the function begins with an
# endbr64 and a push (Debian's build flags from trixie on).  Each has a perf event; from 6.6 on several
# share one link.
place() { # place FUNCTION
	nm "$WORK" >"$TMP/nm"
	readelf -lW "$WORK" >"$TMP/elf"
	addr=0x$(sed -n "s/ T $1\$//p" "$TMP/nm")
	awk '$1 == "LOAD" && / R E / { print $2, $3 }' "$TMP/elf" | while read -r off start; do
		off=$((addr - start + off))
		case $(od -An -v -tx1 -j $off -N 6 "$WORK" | tr -d ' ') in
		f30f1efa5[0-7]* | f30f1efa415[0-7]) off=$((off + 4)) ;;
		esac
		printf '%#x' $off
	done
}
one=$(place work_probe_me) two=$(place work_sum)
kernel 6.1
happens "uprobe:$WORK+$one arg0=3 x2"
try -e "uprobe:$WORK:work_probe_me { @[arg0] = count(); }"
is maps '@[3]: 2;' "$(maps)"
calls <<E2
perf uprobe:$WORK+$one cpu 0
link uprobe:$WORK+$one work_probe_me
unlink uprobe:$WORK+$one
close uprobe:$WORK+$one
E2
try -e "uretprobe:$WORK:work_sum { @ = count(); }"
is events "perf uretprobe:$WORK+$two cpu 0" "$(grep ^perf "$TMP/log")"
try -p $$ -e "uprobe:$WORK:work_sum { @ = count(); }"
is events "perf uprobe:$WORK+$two own process" "$(sed -n "s,/proc/$$/root,,; /^perf/p" "$TMP/log")"
try -e "uprobe:$WORK:{work_sum,work_probe_me} { @ = count(); }"
is links 2 "$(grep -c "^link uprobe:$WORK" "$TMP/log")"
kernel 6.12
happens "uprobe:$WORK+$two" "uprobe:$WORK+$one x2"
try -e "uprobe:$WORK:{work_sum,work_probe_me} { @[func] = count(); }"
is maps '@[work_sum]: 1;@[work_probe_me]: 2;' "$(maps)"
is links 'link uprobes:' "$(sed -n 's/^\(link uprobes:\).*/\1/p' "$TMP/log")"
is process 'pid 0' "$(sed -n 's/^link .* pid/pid/p' "$TMP/log")"
try -p $$ -e "uretprobe:$WORK:{work_sum,work_probe_me} { @ = count(); }"
is process "pid $$" "$(sed -n 's/^link uretprobes:.* pid/pid/p' "$TMP/log")"
# A pattern of files: each file is probed once, whatever its names.
cp "$WORK" "$TMP/copy1"
cp "$WORK" "$TMP/copy2"
ln "$TMP/copy1" "$TMP/copy3"
ln -s copy2 "$TMP/copy4"
mkdir "$TMP/copy5"
kernel 6.1
try -e "uprobe:$TMP/copy*:work_sum { @ = count(); }"
is files 2 "$(grep -c '^link uprobe:.*/copy' "$TMP/log")"
exit $bad
