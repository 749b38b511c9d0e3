# SPDX-License-Identifier: GPL-2.0-or-later
#
# A session on a kernel whose events are all known: commands, signals, timers, the exit status, and
# the output of -v.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
kernel 6.1

# exit() in a probe: everything before it is shown, and nothing after it.
happens 'kprobe:vfs_read arg0=1' 'kprobe:vfs_read arg0=2' 'kprobe:vfs_read arg0=3' stay
try -q -e 'kprobe:vfs_read { printf("%d\n", arg0); if (arg0 == 2) { exit(6); } }
	   BEGIN { printf("begin\n"); } END { printf("end\n"); }'
is status 6 $rc
is shown 'begin;1;2;end;' "$(maps)"
# exit() in BEGIN: nothing is attached.
happens 'kprobe:vfs_read arg0=1'
try -q -e 'BEGIN { exit(4); } kprobe:vfs_read { printf("%d\n", arg0); }'
is status 4 $rc
! grep -q '^perf' "$TMP/log" || fail "attached"

# A signal ends awl, unless the script has a clause for it.  USR1 is 10, INT 2, HUP 1.
for signal in 1 2 15; do
	happens 'kprobe:vfs_read' "signal $signal" stay
	try -q -e 'kprobe:vfs_read { @ = count(); } END { printf("end\n"); }'
	is "status of $signal" 0 $rc
	is "shown of $signal" 'end;@: 1;' "$(maps)"
done
happens 'signal 10' read 'signal 10' read
try -q -e 'self:signal:SIGUSR1 { @ = count(); print(@); } kprobe:vfs_read { @b = count(); }'
is shown '@: 1;@: 2;@: 2;' "$(maps)"
happens 'signal 1' read 'signal 2' stay
try -q -e 'self:signal:SIGHUP { printf("hup\n"); } kprobe:vfs_read { @b = count(); }'
is shown 'hup;' "$(maps)"

# -t ends awl; intervals fire until then.
happens stay
try -q -t 0.12 -e 'interval:ms:20 { @ = count(); } kprobe:vfs_read { @b = count(); }'
n=$(sed -n 's/^@: //p' "$TMP/out")
is status 0 $rc
[ "${n:-0}" -ge 2 ] && [ "$n" -le 6 ] || fail "an interval of 20 ms fired $n times in 120 ms"

try -q -t 0.05s -e 'kprobe:vfs_read { @b = count(); }'
is 'status of -t 0.05s' 0 $rc
for t in 0 0.0 1x 1.5.5 -1 9999999999; do
	try -q -t $t -e 'kprobe:vfs_read { @b = count(); }'
	is "status of -t $t" 2 $rc
done

# --help frees what it printed, which the made-up kernel checks.
try --help
is 'status of --help' 0 $rc
# The process of -p is cpid, too.
try -q -p 1 -e 'BEGIN { printf("%d\n", cpid); }'
is 'cpid with -p 1' '1;' "$(maps)"

# Commands: awl's status is that of the last one; phase is 0 while the first one runs.
happens 'kprobe:vfs_read' stay
try -q -c 'exit 5' -e 'kprobe:vfs_read { @[phase] = count(); }'
is status 5 $rc
is phase '@[0]: 1;' "$(maps)"
# A builtin of the shell as command, with a folder in PATH that only root may search.
mkdir -p "$TMP/closed/x"
chmod 0 "$TMP/closed"
PATH=$TMP/closed/x:$PATH
try -q -c 'exit 5' -e 'kprobe:vfs_read { @ = count(); }'
is status 5 $rc
chmod 700 "$TMP/closed"
try -q -c 'exit 5' -c 'exit 7' -e 'kprobe:vfs_read { @ = count(); }'
is status 7 $rc
try -q -c 'kill -9 $$' -e 'kprobe:vfs_read { @ = count(); }'
is 'status of one that was killed' 137 $rc
try -q -c /nonexistent/program -e 'kprobe:vfs_read { @ = count(); }'
is 'status of one that is not there' 127 $rc
said "/nonexistent/program"
: >"$TMP/no-program"
try -q -c "$TMP/no-program" -e 'kprobe:vfs_read { @ = count(); }'
is 'status of one that may not be run' 127 $rc
said "no-program': Permission denied"
try -q -c 'exit 5' -e 'kprobe:vfs_read { exit(3); }'
is 'status of exit()' 3 $rc
try -q -c "sh -c 'echo one two'" -e 'kprobe:vfs_read { @ = count(); }'
is 'words and quotes' 'one two' "$(head -n 1 "$TMP/out")"
# The command starts after all probes are attached.
try -q -c 'cat log' -e 'kprobe:vfs_read { @ = count(); }'
grep -q '^link kprobe:vfs_read' "$TMP/out" || fail "the command ran before the probe"
# A command that still runs is ended with awl.
happens 'kprobe:vfs_read'
try -q -c 'sleep 17' -e 'kprobe:vfs_read { @[cpid > 1] = count(); }'
is cpid '@[true]: 1;' "$(maps)"
# BEGIN knows the command's process, which waits.  If BEGIN ends the session, the command never runs.
happens
try -q -c true -e 'BEGIN { printf("%d %d %d\n", cpid > 1, has_cpid(), phase); }'
is 'cpid in BEGIN' '1 1 -1;' "$(maps)"
try -q -c "touch $TMP/ran" -e 'BEGIN { exit(4); }'
is status 4 $rc
[ ! -e "$TMP/ran" ] || fail "the command ran after exit() in BEGIN"
# -p of a process that doesn't exist.
happens
try -p 4194304 -e 'kprobe:vfs_read { @ = count(); }'
is status 1 $rc
said '-p 4194304: No such process'

# -v prints the maps and programs, and how they were attached.
happens 'kprobe:vfs_read'
try -v -e 'kprobe:vfs_read { @[arg0] = count(); } kretprobe:vfs_read { @b = 1; }
	   kprobe:[a-d] { @c = count(); } tracepoint:sched:sched_switch { @d = count(); } END { @e = 1; }'
said 'map @: 4096 entries, keys of 8 bytes, values of 8: [0-9]* bytes'
is 'all maps' "$(sed -n 's/^awl: map .*: \([0-9]*\) bytes$/\1/p; s/^map .*: \([0-9]*\) bytes$/\1/p' "$TMP/err" |
	awk '{ sum += $1 } END { print sum }')" \
	"$(sed -n 's/.*all maps: \([0-9]*\) bytes;.*/\1/p' "$TMP/err")"
said 'program kprobe:vfs_read, 1 place: [0-9]* instructions, [1-9][0-9]* bytes of machine code, by perf event'
said 'program kprobe:a, 4 places: .* by one link for all'
said 'program tracepoint:sched:sched_switch, 1 place: .* by raw tracepoint'
said 'program end, 1 place: .* by run from here'
said '1 return probes through tracefs, each with room for [0-9]* calls'
said 'attached in [0-9]* ms'
said 'detached in [0-9]\{1,5\} ms'
said 'Attached 8 probes'

# The buffer's size is rounded down to a power of two.
kernel 6.1
try -q --buffer 100000 -e 'kprobe:vfs_read { printf("x"); }'
is ring 65536 "$(sed -n 's/^map events type 27 .* entries \([0-9]*\) .*/\1/p' "$TMP/log")"
# --memory: maps are made smaller until they fit.
try -q --memory 1000000 -e 'kprobe:vfs_read { @[arg0] = count(); printf("x"); }'
is status 0 $rc
sum=$(awk '$1 == "map" && $3 == "type" { sum += $4 == 27 ? $10 : ($4 == 5 ? 64 + $6 + 4 * $8 : 64 + $6 + $8) * $10 }
	END { print sum }' "$TMP/log")
[ "$sum" -le 1100000 ] && [ "$sum" -ge 200000 ] || fail "maps of $sum bytes"
try -q --memory 4000 -e 'kprobe:vfs_read { @[arg0] = count(); printf("x"); }'
is status 3 $rc

# Parameters: text from a place in it, and to its end.
for n in 0 2 6 7 9; do
	happens
	try -q -e "BEGIN { print(str(\$1 + $n)); print(strlen(str(\$1 + $n))); exit(); }" parame
	text=$(printf parame | tail -c +$((n + 1)))
	is "\$1 + $n" "$text;${#text};" "$(sed 's/$/;/' "$TMP/out" | head -n 2 | tr -d '\n')"
done
exit $bad
