# SPDX-License-Identifier: GPL-2.0-or-later
#
# A pattern of many functions, attached by one link, by address, after the entry's nop and by name:
# the same functions give the same numbers, and no probe is left.  Only vfs_read is checked with
# arg2 == 1; other functions may have a 1 in their third argument by accident.
. "$TESTS/live/common"
need_kprobes
[ -n "${AWL_ALONE-}" ] || skip "traces all functions of a kind: only in a guest"
list=/sys/kernel/debug/kprobes/list
# another process may still be removing probes when awl has ended
none() { [ ! -s $list ]; }
left() { [ ! -r $list ] || none || wait_for none || want "$1: left" 0 "$(wc -l <$list)"; }
program="kprobe:vfs_* / $MINE / { @n[func] += arg2 == 1; @all[func] = count(); }"
# kernels whose functions begin with a nop, if kcore shows it; later kernels have an endbr64 first,
# and where tasks may be preempted such probes would be slower
after_nop=''
case $ARCH-$(uname -r)-$(uname -v) in
*PREEMPT*) after_nop=0 ;;
x86_64-5.* | x86_64-6.[01].*) [ ! -r /proc/kcore ] || after_nop=1 ;;
esac
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
	[ "$how$after_nop" != -kprobe_multi1 ] || match "$ERR" '^awl: [0-9]+ probes are placed after the nop'
	case $how$after_nop in plain* | hidden* | *0) nomatch "$ERR" 'after the nop' ;; esac
	# every function has the same number of calls, however it is probed
	grep '^@all' "$OUT" | sort >"$TMP/now"
	[ ! -s "$TMP/all" ] || cmp -s "$TMP/all" "$TMP/now" ||
		fail "$how: other calls: $(diff "$TMP/all" "$TMP/now" | grep '^[-+<>]@\|^[<>]')"
	cp "$TMP/now" "$TMP/all"
	left "$how"
done
echo 0 >/proc/sys/kernel/kptr_restrict
# several patterns, for which the list of functions is read once, get the functions of each alone
attached() { # attached PROBES: the number of places
	awl -c true "$1 { @ = count(); }"
	sed -n 's/^Attached \([0-9]*\).*/\1/p' "$ERR" "$OUT"
}
together=$(attached 'kprobe:vfs_* { @a = count(); } kretprobe:vfs_r*,kprobe:do_s*')
want 'three patterns' $(($(attached 'kprobe:vfs_*') + $(attached 'kretprobe:vfs_r*') + $(attached 'kprobe:do_s*'))) \
	"$together"
# a program that reads the instruction pointer is attached at the entry
awl -v -c true "kprobe:vfs_* / reg(\"ip\") == 0 / { @ = count(); }"
nomatch "$ERR" 'after the nop'
left registers
# no probe outlives a tracer that was killed
"$AWL" -v "${program%%@n*} }" >"$OUT" 2>"$ERR" & pid=$!
sleep 1
kill -9 $pid
wait $pid 2>/dev/null
left killed
unset AWL_FEATURES
# Attaching too many probes one by one is refused before anything runs.
awl --attach=plain "config = { max_probes = 10; } BEGIN { printf(\"begun\\n\"); } $program"
[ "$RC" = 3 ] || fail "max_probes: exit status $RC"
match "$ERR" 'too many probes: attaching [0-9]+ one by one'
noline begun
finish
