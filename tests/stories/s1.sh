# SPDX-License-Identifier: GPL-2.0-or-later
#
# S1: who fails system calls?  The original script, ended by Ctrl-C.
. "$TESTS/live/common"
need_tracefs
need_alone
cat >"$TMP/s1" <<'S'
trace:raw_syscalls/sys_exit / (ret() < 0) /
{
    @[comm()].count()
}
S
: >"$ERR"
"$AWL" "$TMP/s1" >"$OUT" 2>"$ERR" &
pid=$!
attached
"$W" fail 1234
kill -INT $pid
wait $pid
export RC=$?
status 0
want stderr "Attached 1 probe" "$(cat "$ERR")"
# The start of tests/work may fail a call or two, the same number every time.
awl -q -c "$W fail 0" "tracepoint:raw_syscalls:sys_exit / $MINE && data->ret < 0 / { @ = count(); }"
other=$(sed -n 's/^@: //p' "$OUT")
"$AWL" -q -c "$W fail 1234" "$TMP/s1" >"$OUT" 2>"$ERR"
line "@[$COMM]: $((1234 + ${other:-0}))"
finish
