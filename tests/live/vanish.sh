# SPDX-License-Identifier: GPL-2.0-or-later
#
# Missing things: files that are not programs or are cut short, processes that have ended, a
# program that is deleted while it runs.
. "$TESTS/live/common"
need_uprobes

# refused FILE REASON: awl prints an error and attaches nothing
refused() {
	awl -c "$W call 1" "uprobe:$1:work_probe_me { @ = count(); }"
	[ "$RC" = 1 ] || [ "$RC" = 3 ] || fail "$1: exit status $RC"
	match "$ERR" "$2"
	nomatch "$ERR" '^Attached'
}
head -c 4000 /dev/urandom >"$TMP/garbage"
refused "$TMP/garbage" "error: "
: >"$TMP/empty"
refused "$TMP/empty" "error: "
refused "$TMP" "error: "
refused "$TMP/nothing" "error: .*"
for n in 10 60 200 5000; do
	head -c $n "$W" >"$TMP/cut"
	refused "$TMP/cut" "error: "
done

# -p of a process that has ended
"$W" getppid 1 & pid=$!
wait $pid
awl -p $pid "uprobe:$W:work_probe_me { @ = count(); }"
[ "$RC" = 1 ] || [ "$RC" = 3 ] || fail "-p of none: exit status $RC"
match "$ERR" "^awl: -p $pid: No such process\$"

# A program is deleted and replaced by garbage while it runs: all hits and stacks are there, but
# names may be missing.  The command only opens the gate.  Writing to it could end the command by
# SIGPIPE, because the reader may have closed it.  The command needs a shell, so that the probe is
# for all processes.
cp "$W" "$TMP/gone"
mkfifo "$TMP/gate" || exit 1
"$TMP/gone" gate "$TMP/gate" call 7 & pid=$!
until [ "$(readlink "/proc/$pid/exe")" = "$TMP/gone" ]; do :; done
cat >"$TMP/go" <<END
rm $TMP/gone
cp $TMP/garbage $TMP/gone
: >$TMP/gate
while grep -q '^State:.[^Z]' /proc/$pid/status; do sleep 0.1; done 2>/dev/null
END
walks_ustacks
awl -q -c "sh $TMP/go; true" "uprobe:$TMP/gone:work_probe_me / pid == $pid / {
	@hits = count();
	@[ustack(${WALK}1)] = count();
}"
status 0
want "hits in a deleted program" 7 "$(awk '/^@hits: / { print $2 }' "$OUT")"
want "stacks of a deleted program" 7 "$(awk '/^\]: / { n += $2 } END { print n + 0 }' "$OUT")"
wait $pid
finish
