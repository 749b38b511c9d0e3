# SPDX-License-Identifier: GPL-2.0-or-later
# needs: merge
#
# S18: the same script on many machines, whose maps are added up.  Here these are three runs of a
# workload that asks for the groups of processes 1 to N: so the sums are known.
. "$TESTS/live/common"
need_tracefs
cd "$TMP" || exit 1
stack=ustack
has_ustacks "stacks of programs" || stack=kstack
SCRIPT="tracepoint:syscalls:sys_enter_getpgid / $MINE / {
	@n = count(); @by[comm] = count(); @sum = sum(data->pid); @avg = avg(data->pid);
	@h = hist(data->pid); @max[comm] = max(data->pid); @min = min(data->pid);
	@stacks[$stack] = count(); @last = comm; }"

for n in 100 250 7; do
	awl -q -o $n.awlmap -c "$W ids $n" "$SCRIPT"
	status 0
	[ ! -s "$OUT" ] || fail "maps are printed, too"
done
awl --merge 100.awlmap 250.awlmap 7.awlmap
status 0
line "@n: 357"
line "@by[$COMM]: 357"
line "@sum: $((100 * 101 / 2 + 250 * 251 / 2 + 28))"
line "@avg: $(((100 * 101 / 2 + 250 * 251 / 2 + 28) / 357))"
line "@max[$COMM]: 250"
line "@min: 1"
line "@last: $COMM"
# 128 to 250 come from one run, 64 to 127 from two
lines 1 '^\[128, 256\) +123 '
lines 1 '^\[64, 128\) +101 '
want "stacks" 357 "$("$AWL" --merge -F json ./*.awlmap | sed -n 's/.*"@stacks"//p' |
	grep -oE '": [0-9]+' | awk '{ n += $2 } END { print n }')"

# a sum of sums, in the other order
awl --merge -o two.awlmap 7.awlmap 250.awlmap
status 0
awl --merge two.awlmap 100.awlmap
line "@n: 357"
awl --merge two.awlmap 7.awlmap
status 1
match "$ERR" '^awl: 7\.awlmap: .*: another file has this run, too$'

awl --merge --by-host 100.awlmap 250.awlmap
line "@n[$(uname -n)]: 350"
awl --diff 100.awlmap 250.awlmap
line "@n: { .a = 100, .b = 250, .diff = 150 }"

# what was not copied completely is refused, and nothing is shown
head -c 300 100.awlmap >cut.awlmap
awl --merge 250.awlmap cut.awlmap
status 1
match "$ERR" '^awl: cut\.awlmap: it is not complete: copy it again$'
[ ! -s "$OUT" ] || fail "something is shown"
finish
