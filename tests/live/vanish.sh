# SPDX-License-Identifier: GPL-2.0-or-later
#
# What isn't there, or no longer: files that are no programs or are cut short,
# processes that have gone.
. "$TESTS/live/common"
need_root
[ -e /sys/bus/event_source/devices/uprobe ] || skip "this kernel has no uprobes"

# refused FILE REASON: told, at its place, and nothing attached
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
finish
