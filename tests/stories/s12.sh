# SPDX-License-Identifier: GPL-2.0-or-later
#
# S12: user space.  Functions, places in functions and USDT probes of a program whose numbers are
# known, in all processes, with -p, and with -c.
. "$TESTS/live/common"
need_uprobes

# entry, return, arguments: work_probe_me(i, 2 * i) returns 3 * i
awl -c "$W call 1000" "
uprobe:$W:work_probe_me { @[func] = count(); @a = sum(arg0); @b = max(arg1); @c = avg(arg0) }
uretprobe:$W:work_probe_me { @r = sum(retval); @max = max(retval) }"
status 0
line '@[work_probe_me]: 1000'
line '@a: 499500'
line '@b: 1998'
line '@r: 1498500'
line '@max: 2997'

# the same place by offset and by a pattern; -l finds the name
addr=$("$AWL" -l "uprobe:$W:work_probe_*")
want listing "uprobe:$W:work_probe_me" "$addr"
awl -q -c "$W call 10" "uprobe:$W:work_probe_me+0 { @o = count(); }
uprobe:$W:work_probe_m[e] { @g[probe] = count(); }"
status 0
line '@o: 10'
line "@g[uprobe:$W:work_probe_me]: 10"

# many places at once, distinguished by func, with one link for all and with one link for each
for without in "" -uprobe_multi; do
	AWL_FEATURES=$without awl -v -c "$W call 50" "uprobe:$W:{work_probe_me,call_n,main} { @[func] = count(); }
	uretprobe:$W:{work_probe_me,call_n} { @r[func] = count(); }"
	status 0
	for f in work_probe_me:50 call_n:1 main:1; do
		line "@[${f%:*}]: ${f#*:}"
	done
	line '@r[work_probe_me]: 50'
	line '@r[call_n]: 1'
done
if "$AWL" -T | grep -q '^uprobe_multi *yes'; then
	AWL_FEATURES='' awl -v -c "$W call 5" "uprobe:$W:{work_probe_me,call_n} { @ = count(); }"
	match "$ERR" '2 places: .* by one link for all'
	line '@: 6'
else
	echo "this kernel has no uprobe.multi: each place has its own link"
fi

# USDT: one probe at two places with different arguments
want 'usdt list' "usdt:$W:work:listened usdt:$W:work:odd usdt:$W:work:round" \
	"$("$AWL" -l "usdt:$W:*" | sort | tr '\n' ' ' | sed 's/ $//')"
lv=$("$AWL" -l -v "usdt:$W:work:listened" | grep -c '^    arg[0-3] ')
want "arguments listed" 4 "$lv"
for without in "" -uprobe_multi; do
	AWL_FEATURES=$without awl -c "$W usdt 100" "
	usdt:$W:work:round { @[arg0 == 1000] = count(); @s = sum(arg0); @all = count(); }"
	status 0
	line '@[false]: 100'
	line '@[true]: 100'
	line '@s: 104950'
	line '@all: 200'
done
awl -q -c "$W usdt 7" "usdt:$W:round { @[probe] = count(); }"
status 0
[ "$("$AWL" -T | grep -c '^perf_link *yes')" = 0 ] || line "@[usdt:$W:work:round]: 14"

# the counter (semaphore) enables the probe while awl runs; sizes and signs of arguments
awl -c "$W usdt 100" "usdt:$W:work:listened {
	@n = count(); @a = sum(arg0); @b = sum(arg1); @c = sum(arg2); @d = sum(arg3); }"
status 0
out "$(printf '%s\n' '@a: -4950' '@b: 20000' '@c: -300' '@d: 4950' '@n: 100')"
awl -q -c "$W usdt 100" "usdt:$W:{listened,round} { @[probe] = count(); @n = count(); }"
status 0
line "@[usdt:$W:work:listened]: 100"
line '@n: 300'

# -c probes only the command's process, unless a shell or several commands are in between
"$W" call 40000 &
other=$!
awl -q -c "$W call 30" "uprobe:$W:work_probe_me { @ = count(); }"
status 0
line '@: 30'
wait $other
awl -q -c "$W call 30; $W call 12" "uprobe:$W:work_probe_me { @ = count(); }"
line '@: 42'
awl -q -c "$W call 3" -c "$W call 4" "uprobe:$W:work_probe_me { @[phase] = count(); }"
line '@[0]: 3'
line '@[1]: 4'

# start COMMAND...: sets $pid; waits until the process runs the program and no longer the shell
start() {
	"$@" &
	pid=$!
	until [ "$(readlink /proc/$pid/exe)" = "$W" ]; do :; done
}

# -p needs no name of a file, and doesn't see other processes
start "$W" slowcall 150
other=$pid
start "$W" slowcall 150
awl -q -p $pid 'uprobe:work_probe_me { @[pid] = count(); } usdt::round { @u = count(); }'
status 0
lines 1 '^@\['
match "$OUT" "^@\\[$pid\\]: "
wait $pid $other
start "$W" slowcall 150
awl -q -p $pid 'usdt:*:round { @ = count(); } uprobe:*:work_probe_me { @p = count(); }'
status 0
match "$OUT" '^@p: '
wait $pid
start "$W" sleep 10000
want "listing of a process" "usdt:$W:work:round" "$("$AWL" -p $pid -l 'usdt::round')"
kill $pid
finish
