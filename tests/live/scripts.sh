# SPDX-License-Identifier: GPL-2.0-or-later
#
# The shipped scripts, unchanged, on a workload with known numbers.
# (stories/s4.sh tests memleak.awl.)
. "$TESTS/live/common"
need_kprobes
need_tracefs
need_alone
S=$TESTS/../tools
[ -d "$S" ] || skip "no tools/"
sum() { awk -v head="$1" '$0 == head { on = 1; next } !$0 { on = 0 }
	on { sub(/^.*[])] */, ""); n += $1 } END { print n + 0 }' "$OUT"; }
# at_least WHAT NUMBER GOT
at_least() { [ "${3:-0}" -ge "$2" ] || fail "$1: want $2 or more, have '$3'"; }

# Each call prints one line at its entry and one at its return; other functions print none.
awl -q -c "$W read 100" "$S/funcgraph.awl" vfs_read
status 0
lines 100 '^ {15}\| vfs_read\(\) \{$'
lines 100 '^ *[0-9]+\.[0-9]{3} us \| \} vfs_read$'
# do_sys_openat2 calls vfs_open, which matches the pattern, too: it is indented and takes less time
awl -q -c "$W read 7" "$S/funcgraph.awl" '{vfs_read,vfs_open,do_sys_openat2}'
status 0
lines 7 '^ {15}\| vfs_read\(\) \{$'
grep -A 3 'do_sys_openat2() {' "$OUT" | tail -n 4 >"$TMP/tree"
want tree "| do_sys_openat2() {
|   vfs_open() {
|   } vfs_open
| } do_sys_openat2" "$(sed 's/^[^|]*//' "$TMP/tree")"
awk '/us/ { t[++n] = $1 } END { exit !(n == 2 && t[1] > 0 && t[1] < t[2]) }' "$TMP/tree" ||
	fail "times of $(cat "$TMP/tree")"

awl -q -c "$W read 500" "$S/funclatency.awl" vfs_read
status 0
at_least "vfs_read, timed" 500 "$(sum @ns:)"
awl -q -c "$W read 500" "$S/vfscount.awl"
at_least "vfs_read, counted" 500 "$(sed -n 's/^@\[vfs_read\]: //p' "$OUT")"

awl -q -c "$W getppid 300" "$S/syscount.awl"
at_least "getppid" 300 "$(sed -n "s/^@process\[$COMM\]: //p" "$OUT")"

awl -q -c "$W read 1" "$S/execsnoop.awl"
status 0
lines 1 "^[0-9]+ +[0-9]+ +0 +$COMM +$W\$"

if [ -d $T/events/syscalls/sys_enter_openat ]; then
	awl -q -c "$W read 1" "$S/opensnoop.awl"
	status 0
	lines 1 "^[0-9]+ +$COMM +[0-9]+ +0 /dev/zero\$"
	awl -q -c "cat /no/such/file" "$S/opensnoop.awl"
	lines 1 '^[0-9]+ +cat +-1 +2 /no/such/file$'
fi

# The command itself waits for a CPU at least once.
awl -q -c "$W sleep 20" "$S/runqlat.awl"
status 0
at_least "waits" 1 "$(sum @usecs:)"

# Asleep for two seconds: one CPU is idle most of the time, and its times add up.
awl -q -t 2 "$S/cpustate.awl"
status 0
# the columns: CPU, busy, the idle states, the total in ms
idle=$(awk '$1 == "0" && NF == 14 { print $NF - $2 }' "$OUT")
total=$(awk '$1 == "0" && NF == 14 { print $NF }' "$OUT")
at_least "ms idle" 500 "${idle:-0}"
[ "${total:-0}" -le 3000 ] || fail "the times add up to $total ms in 2 s"
finish
