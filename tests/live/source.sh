# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Probes at lines of the source, and at a function that exists only as inlined copies.  How often
# each line of tests/work.c runs follows from the workload.
. "$TESTS/live/common"
need_uprobes

# LINE TEXT: the line of work.c with this text
line_of() { awk -v text="$1" 'index($0, text) { print NR; exit }' "$TESTS/work.c"; }
head=$(line_of 'long work_sum(long n);')
head=$((head + 1))		# the definition follows the declaration
body=$(line_of 'sum += 3 * i + table[i % 3];')
first=$(line_of 'volatile long sum = -0x1234567;')
end=$(line_of 'return sum + 0x1234567;')

awl -q -o "$TMP/counts" -c "$W sum 30" "
	uprobe:$W:work_sum:$((body - head)) { @body = count(); }
	uprobe:$W:work.c:$body { @same = count(); }
	uprobe:$W@work.c:$body { @as_bpftrace = count(); }
	uprobe:$W:work_sum@work.c:$((end - head)) { @end[probe] = count(); }
	uprobe:$W:work_sum:0 { @entry[func] = sum(arg0); }
	uprobe:$W:work_sum:$((first - head)) { @first = count(); }"
out 1515
cp "$TMP/counts" "$OUT"
# On MIPS the line's first instruction is there twice, before the loop and after the jump back to the
# second one, and a line's probe is at the lower address.
case $ARCH in mips*) times=1 ;; *) times=30 ;; esac
line "@body: $times"
line "@same: $times"
line "@as_bpftrace: $times"
line "@end[uprobe:$W:work_sum@work.c:$((end - head))]: 1"
line "@entry[work_sum+0]: 30"
line "@first: 1"

awl -q -o "$TMP/counts" -c "$W inlined 30" "uprobe:$W:work_inlined { @ = count(); @at[func] = count(); }"
cp "$TMP/counts" "$OUT"
line "@: 45"
lines 1 '^@at\[.*\+.*\]: 30$'
lines 1 '^@at\[.*\+.*\]: 15$'

awl -v -n "uretprobe:$W:work_inlined { @ = count(); }"
want "return probe" 1 $RC
match "$ERR" "can't probe work_inlined: it is inlined there, so it does not return"
awl -n "uprobe:$W:work_inlined { @ = sum(arg0); }"
want "argument" 1 $RC
match "$ERR" 'work_inlined is inlined or specialized there'
awl -n "uprobe:$W:work_sum:1000 { @ = count(); }"
want "line" 1 $RC
match "$ERR" "has no code at line work_sum:1000"
match "$ERR" "the nearest line that has code is work_sum:($((end - head))|$((end + 1 - head)))$"
finish
