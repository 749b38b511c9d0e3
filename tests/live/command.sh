# SPDX-License-Identifier: GPL-2.0-or-later
#
# Command line options: -c with phase and status, -t, -p, -o, -f, -e, -n, -q, and exit statuses
# 0 to 3.
. "$TESTS/live/common"
need_tracefs
EV="tracepoint:syscalls:sys_enter_getppid / $MINE /"

# Commands run one after the other.  awl returns the status of the last one, or that of exit().
awl -c "$W getppid 10" -c "$W getppid 20" -c "sh -c 'exit 6'" "$EV { @[phase] = count(); }"
status 6
want output "@[0]: 10 @[1]: 20" "$(grep . "$OUT" | tr '\n' ' ' | sed 's/ $//')"
want stderr "Attached 1 probe" "$(cat "$ERR")"
awl -q -c "$W getppid 10" -c "$W getppid 20" "$EV { @ = count(); } END { exit(4); }"
status 4
line "@: 30"
awl -q -c "$W getppid 10" -c "$W getppid 20" "$EV { @n++; if (@n == 15) { exit(9); } }"
status 9
awl -q -c "sh -c 'kill -9 \$\$'" "$EV { @ = count(); }"
status 137
awl -q -c /no/such/command "$EV { @ = count(); }"
status 127
match "$ERR" "/no/such/command"

# A script that names the command doesn't see awl itself.  phase is -1 while no command runs.
cat >"$TMP/self" <<'S'
exec "$AWL" -q -c true -c "sleep 0.1" "$1" $$
S
SELF='tracepoint:raw_syscalls:sys_enter / pid == $1 /'
sh "$TMP/self" "$SELF { @ = count(); }" >"$OUT" 2>"$ERR"
match "$OUT" '^@: [1-9]'
sh "$TMP/self" "$SELF { @ = count(); } END { print(cpid > 0); }" >"$OUT" 2>"$ERR"
out true
sh "$TMP/self" "$SELF { @[phase] = count(); }" >"$OUT" 2>"$ERR"
out ""
awl -q -c "$W getppid 3" -c "$W getppid 4" "BEGIN { printf(\"begin %d\n\", phase); }
$EV { @[phase] = count(); } END { printf(\"end %d\n\", phase); }"
want phases "begin -1 end -1 @[0]: 3 @[1]: 4" "$(grep . "$OUT" | tr '\n' ' ' | sed 's/ $//')"

# The output of the command and of the script go to the same place.  Quotes work in commands.
awl -q -c "echo 'a  b' c" "$EV { @ = count(); }"
line "a  b c"
awl -q -o "$TMP/o" -c "$W getppid 7" "$EV { @ = count(); }"
status 0
[ ! -s "$OUT" ] || fail "standard output is not empty in spite of -o"
want "-o" "@: 7" "$(grep . "$TMP/o")"
awl -o /no/such/dir/o -e 'BEGIN { }'
status 1
match "$ERR" "/no/such/dir/o: No such file"

# Scripts from files, from the command line and from standard input; a #! line.
printf '#!/usr/bin/awl -f\nBEGIN { printf("from a file\\n"); }\n' >"$TMP/f.awl"
for how in "-f $TMP/f.awl" "$TMP/f.awl" "-e $TMP/f.awl"; do
	awl -q $how
	status 0
	out "from a file"
done
"$AWL" -q - <"$TMP/f.awl" >"$OUT" 2>"$ERR"
out "from a file"
awl -q -e 'BEGIN { printf("%d %s\n", $1, str($2)); }' 42 word
out "42 word"
awl -f /no/such/file
status 2
awl --no-such-option
status 2
awl
status 2
awl -q 'BEGIN { syntax error'
status 1

# -n loads the programs but does not run them.
awl -n 'BEGIN { printf("ran\n"); }'
status 0
noline ran

# -t limits the time; -p ends when the process ends.
start=$(date +%s)
awl -q -t 1 "$EV { @ = count(); }"
status 0
[ $(($(date +%s) - start)) -le 5 ] || fail "-t 1 took long"
"$W" sleep 300 &
awl -q -p $! -t 20 "interval:100ms { @n++; } interval:15s { printf(\"late\\n\"); }"
status 0
noline late
wait
awl -q -p 999999999 "interval:1s { @n++; }"
[ $RC != 0 ] || fail "-p accepts a process id that does not exist"

# The same as JSON.
awl -q -f json -c "$W getppid 5" "$EV { @[comm] = count(); }"
out "{\"type\": \"map\", \"data\": {\"@\": {\"$COMM\": 5}}}"
finish
