# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
#
# S28: one file on the board.  awl lists its tools, shows the source of one, and is one by name.
. "$TESTS/live/common"
need_kprobes
need_tracefs
need_alone
[ -d $T/events/syscalls/sys_enter_openat ] || skip "this kernel has no tracepoints of system calls"

# a line for each tool, and each has its source: without the first lines, which say how to run it
awl --tools
status 0
cp "$OUT" "$TMP/tools"
at_least "tools" 70 "$(grep -c . "$TMP/tools")"
for f in "$TESTS"/../tools/*.awl; do
	tool=$(basename "$f" .awl)
	grep -Eq "^ *$tool +[^ ]" "$TMP/tools" || fail "no line for $tool: $(cat "$TMP/tools")"
done
awl --tool-source opensnoop
status 0
cmp -s "$OUT" "$TESTS/../tools/opensnoop.awl" || fail "another source"

# of one process: the shell that becomes work, but not one that opens the same file
mkfifo "$TMP/fifo"
sh -c "read x <$TMP/fifo; exec $W open 12 /proc/version" &
pid=$!
: >"$ERR"
"$AWL" -p $pid opensnoop >"$OUT" 2>"$ERR" &
awl=$!
attached
cat /proc/version >/dev/null
echo >"$TMP/fifo"
wait $pid
wait $awl
export RC=$?
status 0
lines 1 '^PID +COMM +FD +ERR +PATH$'
lines 12 "^$pid +$COMM +[0-9]+ +0 +/proc/version\$"
lines 0 " cat "

# a link with the tool's name is the tool; so is one that is found in PATH
ln -s "$(command -v "$AWL")" "$TMP/opensnoop"
"$TMP/opensnoop" -x -n cat -c 'cat /no/such/file' >"$OUT" 2>"$ERR"
export RC=$?
status 1	# cat's
lines 1 '^[0-9]+ +cat +-1 +2 +/no/such/file$'
PATH=$TMP:$PATH
opensnoop --help >"$OUT" 2>"$ERR"
match "$OUT" 'opensnoop .*-x'
# the source is a script that can be changed and run
"$AWL" --tool-source opensnoop | sed 's/PATH %s/FILE %s/' >"$TMP/mine.awl"
awl -q -f "$TMP/mine.awl" -c 'cat /no/such/file'
lines 1 '^PID +COMM +FD +ERR +FILE$'
lines 1 '^[0-9]+ +cat +-1 +2 +/no/such/file$'
finish
