# SPDX-License-Identifier: GPL-2.0-or-later
#
# Many functions by one pattern, attached at once, by address and by name: the
# same numbers, of the same functions, and no probe is left.  Reads of one byte are
# asked for by vfs_read alone: a third argument of others may be a 1 by accident.
. "$TESTS/live/common"
need_kprobes
[ -n "${AWL_ALONE-}" ] || skip "traces all functions of a kind: only in a guest"
list=/sys/kernel/debug/kprobes/list
left() { [ ! -r $list ] || want "$1: left" 0 "$(wc -l <$list)"; }
program="kprobe:vfs_* / $MINE / { @n[func] += arg2 == 1; }"
sum=''
for how in '' -kprobe_multi plain hidden; do
	set --
	[ "$how" != plain ] || set -- --attach=plain
	[ "$how" != hidden ] || echo 2 >/proc/sys/kernel/kptr_restrict
	AWL_FEATURES=$(echo "$how" | grep -e -k)
	[ "$how" != hidden ] || AWL_FEATURES=-kprobe_multi
	export AWL_FEATURES
	awl -v "$@" -c "$W read 500" "$program"
	[ "$RC" = 0 ] || fail "$how: exit status $RC"
	now=$(sed -n 's/^Attached //p' "$ERR" "$OUT")
	line "@n[vfs_read]: 500"
	[ "${now%% *}" -ge 32 ] || fail "$how: only $now"
	[ -z "$sum" ] || want "$how" "$sum" "$now"
	sum=$now
	match "$ERR" '^awl: detached in [0-9]+ ms$'
	left "$how"
done
echo 0 >/proc/sys/kernel/kptr_restrict
unset AWL_FEATURES
# More than one by one is sensible: a refusal before anything was done.
awl --attach=plain "config = { max_probes = 10; } BEGIN { printf(\"begun\\n\"); } $program"
[ "$RC" = 3 ] || fail "max_probes: exit status $RC"
match "$ERR" 'probes, attached one by one'
noline begun
finish
