#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# needs: usdt
#
# -l and -lv list the same probes as the kernel's files, nm and readelf.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
kernel 6.1
# lists GLOB FILE: the output of -l GLOB equals FILE
lists() {
	try -l "$1"
	is "status of -l $1" 0 $rc
	sort "$TMP/out" >"$TMP/sorted"
	sort "$2" | cmp -s - "$TMP/sorted" || {
		fail "-l $1"
		sort "$2" | diff - "$TMP/sorted"
	}
}
tracing=$root/sys/kernel/tracing
(cd "$tracing/events" && ls -d ./*/*) >"$TMP/events.all"
sed 's|\./\(.*\)/|tracepoint:\1:|' "$TMP/events.all" >"$TMP/want"
lists 'tracepoint:*' "$TMP/want"
lists 't:*:*' "$TMP/want"
grep :sched: "$TMP/want" >"$TMP/some"
lists 'tracepoint:sched:*' "$TMP/some"
lists 'tracepoint:sched:sched_sw[a-k]tch' "$TMP/some"
lists 'tracepoint:*_switch' "$TMP/some"
# Raw tracepoints have no category.  Those of system calls are not tracepoints of their own.
grep -v '\./syscalls/' "$TMP/events.all" | sed 's|\./.*/|rawtracepoint:|' >"$TMP/want"
lists 'rawtracepoint:*' "$TMP/want"
sed -n 's|\./syscalls/sys_enter_|syscall:|p' "$TMP/events.all" >"$TMP/want"
lists 'syscall:*' "$TMP/want"
# Functions, with their modules.
sed 's/\(.*\) \[\(.*\)\]/\2:\1/; s/^/kprobe:/' "$tracing/available_filter_functions" >"$TMP/want"
lists 'kprobe:*' "$TMP/want"
grep slab: "$TMP/want" >"$TMP/some"
lists 'kprobe:slab:*' "$TMP/some"
lists 'kprobe:s?ab:k*' "$TMP/some"
sed 's/^kprobe/kretprobe/' "$TMP/some" >"$TMP/want"
lists 'kretprobe:kfree' "$TMP/want"
# Without available_filter_functions the functions come from kallsyms.
mv "$tracing/available_filter_functions" "$TMP/kept"
sed -n 's/^[0-9a-f]* [tT] \([a-z_]*\)$/kprobe:\1/p' "$root/proc/kallsyms" | grep vfs >"$TMP/want"
lists 'kprobe:vfs_*' "$TMP/want"
mv "$TMP/kept" "$tracing/available_filter_functions"
# The counters of perf (linux/perf_event.h).
printf 'software:%s\n' alignment-faults bpf-output context-switches cpu-clock cpu-migrations \
	dummy emulation-faults major-faults minor-faults page-faults task-clock >"$TMP/want"
lists 'software:*' "$TMP/want"
grep fault "$TMP/want" >"$TMP/some"
lists 's:*fault*' "$TMP/some"
printf 'hardware:%s\n' cache-misses cache-references cpu-cycles >"$TMP/want"
lists 'hardware:c*' "$TMP/want"
# Functions and USDT probes of a program.
nm "$WORK" | sed -n "s|.* [tTwW] \(work_.*\)|uprobe:$WORK:\1|p" | sort -u >"$TMP/want"
lists "uprobe:$WORK:work_*" "$TMP/want"
sed 's/^uprobe/uretprobe/' "$TMP/want" >"$TMP/some"
lists "uretprobe:$WORK:work_*" "$TMP/some"
readelf -nW "$WORK" 2>/dev/null | sed -n 's/.*Provider: //p; s/.*Name: //p' | paste -d: - - |
	sort -u | sed "s|^|usdt:$WORK:|" >"$TMP/want"
lists "usdt:$WORK:*" "$TMP/want"
lists "usdt:$WORK:work:*" "$TMP/want"
grep :odd "$TMP/want" >"$TMP/some"
lists "usdt:$WORK:work:od?" "$TMP/some"
# A file with several names is listed once; another file with the same name is listed, too.
mkdir -p "$TMP/d/sub"
cp "$WORK" "$TMP/d/prog-a"
ln "$TMP/d/prog-a" "$TMP/d/prog-b"
ln -s prog-a "$TMP/d/prog-c"
cp "$WORK" "$TMP/d/sub/prog-a"
echo text >"$TMP/d/prog-text"
try -l "uprobe:$TMP/d/prog*:work_sum"
is files 1 "$(grep -c "^uprobe:$TMP/d/prog-[abc]:work_sum\$" "$TMP/out")"
is lines 1 "$(grep -c . "$TMP/out")"
echo "uprobe:$TMP/d/sub/prog-a:work_sum" >"$TMP/want"
lists "uprobe:$TMP/d/*/prog*:work_sum" "$TMP/want"

# Patterns without a match.
try -l 'tracepoint:nonsense:*'
is 'status of nothing' 1 $rc
said "no probe matches 'tracepoint:nonsense:\*'"
try -l 'kprobe:nonsense_*'
is 'status of nothing' 1 $rc

# -lv: the fields in the format file, without the common ones.
for event in sched:sched_switch power:cpu_idle syscalls:sys_exit_openat; do
	sed -n 's/^\tfield:\(.*\);\toffset.*/    \1/p' "$tracing/events/${event%:*}/${event#*:}/format" |
		grep -v common_ | sed 's/\([a-z]*\) \([a-z_]*\)\[\([0-9]*\)\]/\1[\3] \2/' >"$TMP/fields"
	{ echo "tracepoint:$event"; cat "$TMP/fields"; } >"$TMP/want"
	try -lv "tracepoint:$event"
	diff "$TMP/want" "$TMP/out" || bad=1
done
# The probes of a script, each once; -v adds their fields.  END is not attached.
script='tracepoint:sched:sched_switch, kprobe:vfs_read { @ = 1; } kprobe:vfs_read { @ = 2; } END { @ = 3; }'
sed -n 's/^\tfield:\(.*\);\toffset.*/    \1/p' "$tracing/events/sched/sched_switch/format" |
	grep -v common_ | sed 's/\([a-z]*\) \([a-z_]*\)\[\([0-9]*\)\]/\1[\3] \2/' >"$TMP/fields"
printf '%s\n' tracepoint:sched:sched_switch kprobe:vfs_read >"$TMP/want"
try -l -e "$script"
diff "$TMP/want" "$TMP/out" || bad=1
sed "1r $TMP/fields" "$TMP/want" >"$TMP/long"
try -lv -e "$script"
diff "$TMP/long" "$TMP/out" || bad=1
# -lv of USDT probes: the arguments that readelf shows.
try -lv "usdt:$WORK:work:listened"
readelf -nW "$WORK" 2>/dev/null | awk '$1 == "Name:" { on = $2 == "listened" } on && $1 == "Arguments:" { print; exit }' |
	tr ' ' '\n' | grep @ | awk '{ print "    arg" NR - 1 " " $0 }' >"$TMP/want"
sed -n 's/^    arg/&/p' "$TMP/out" | head -n "$(wc -l <"$TMP/want")" | diff "$TMP/want" - || bad=1
[ -s "$TMP/want" ] || fail "no arguments"

# With -p: only files that the process has mapped as code.
try -p $$ -l 'uprobe:*nothing_like_this*:*'
is 'status of nothing' 1 $rc
try -p $$ -l 'uprobe:*:getpid'
sed -n 's/^uprobe:\(.*\):getpid$/\1/p' "$TMP/out" >"$TMP/files"
[ -s "$TMP/files" ] || fail "no getpid in the shell's libraries"
while read -r file; do
	grep -q " r-xp .* $file\$" /proc/$$/maps || fail "$file is not mapped"
done <"$TMP/files"
# What matches nothing is said once: user probes without a file or -p are not looked for.
for glob in 'vfs_nothing*' nothing.bt uprobe:main '*probe:nothing'; do
	try -l "$glob"
	is "status of -l $glob" 1 $rc
	is "-l $glob" "awl: no probe matches '$glob'" "$(grep -v 'needs CONFIG_DEBUG_INFO_BTF\|5.8 and' "$TMP/err")"
done
exit $bad
