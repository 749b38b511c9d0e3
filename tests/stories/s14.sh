# SPDX-License-Identifier: GPL-2.0-or-later
#
# S14: the profile of a process as a flame graph and as folded stacks.  Then 37 reads, so that the
# numbers are known, in every format, and as metrics that are replaced while awl runs.
. "$TESTS/live/common"
need_root
user=', ustack'
has_ustacks "frames of programs" || user=
cat >"$TMP/s14" <<S
    profile:99hz / pid / { @[comm, stack$user] = count(); }
S
cd "$TMP" || exit 1
awl -o flame.svg -c "$W spin 600" "$TMP/s14"
status 0
match flame.svg '^<svg xmlns=.*height="[0-9]{7}"'
match flame.svg "<title>$COMM: [0-9]+, "
[ "$(tail -n 1 flame.svg)" = '</svg>' ] || fail "flame.svg is not complete"
awl -F folded -c "$W spin 600" "$TMP/s14"
status 0
match "$OUT" "^$COMM;.* [0-9]+\$"
nomatch "$OUT" '[^0-9]$'

need_kprobes
P="kprobe:vfs_read / $MINE / { @reads[comm, stack$user] = count(); @size[comm] = hist(arg2); }"
awl -o reads.folded -c "$W read 37" "$P"
status 0
want "folded reads and bytes" 74 "$(awk '{ n += $NF } END { print n }' reads.folded)"
awl -o reads.svg -c "$W read 37" "$P"
status 0
match reads.svg '<title>all: 37, 100.0000%</title>'
match reads.svg '<title>vfs_read: 37, '
awl -o reads.csv -c "$W read 37" "$P"
status 0
want "csv reads" 37 "$(awk -F, -v c="$COMM" '$1 == "@reads" && $2 == c { n += $NF } END { print n }' reads.csv)"
want "csv bytes" 37 "$(awk -F, -v c="$COMM" '$1 == "@size" && $2 == c { n += $NF } END { print n }' reads.csv)"

# another process must see the complete file at any time
( while [ ! -e stop ]; do
	[ ! -s reads.prom ] || [ "$(tail -n 1 reads.prom)" = '# EOF' ] || echo torn >>torn
done ) &
awl -q -o reads.prom -c "$W read 37; sleep 1; $W read 5; sleep 1; $W read 1" \
	"kprobe:vfs_read / $MINE / { @reads[comm] = count(); } interval:200ms { print(@reads); }"
status 0
touch stop
wait
[ ! -e torn ] || fail "an incomplete metrics file was seen"
match reads.prom "^awl_reads_total\{script=\"reads\",comm=\"$COMM\"\} 43\$"
match reads.prom '^awl_lost_total\{script="reads",what="events",where="kprobe:vfs_read"\} 0$'
want "files left" "" "$(ls ./*.new 2>/dev/null)"

# names of user frames: spin_n calls clock(), which calls the vdso or the kernel
[ -n "${AWL_ALONE-}" ] || finish
awl -q -c "$W spin 1000" "$TMP/s14"
status 0
match "$OUT" "^@\\[$COMM, $"
names='(spin_n|clock|clock_gettime|__clock_gettime|__vdso_clock_gettime|__cvdso_clock_gettime)'
if [ "$user" ]; then
	match "$OUT" "^        $names\\+[0-9]+\$"
else
	awl -q -c "$W spin 1000" "profile:99hz / $MINE / { @[usym(reg(\"ip\"))] = count(); }"
	status 0
	match "$OUT" "^@\\[$names\\]: "
fi
finish
