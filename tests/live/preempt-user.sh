# SPDX-License-Identifier: GPL-2.0-or-later
#
# Four busy processes share a CPU of a kernel that preempts tasks in the kernel.  A user probe's
# program could then be preempted by a run of itself for another process.  Yet a text that is too long
# for the stack is that of one process, and aggregations that are no sums are right: each call prints
# its values, from which the test computes them again.
. "$TESTS/live/common"
need_uprobes
if kernel_at_least 6.0 && ! "$AWL" -T 2>/dev/null | grep -q '^no_preempt *yes'; then
	skip "nothing keeps this kernel from preempting the programs of user probes"
fi
modes=/sys/kernel/debug/sched/preempt before=''
if [ -n "${AWL_ALONE-}" ] && [ -w $modes ]; then
	before=$(sed 's/.*(\(.*\)).*/\1/' $modes)
	echo full >$modes 2>/dev/null || echo "the kernel can't preempt"
fi
busy_tasks
run() { # run CLAUSE
	awl --buffer 4194304 -c "sh -c '$ONE_CPU $W forktexts $P $N'" "uprobe:$W:work_text { $1 }"
	status 0
	nomatch "$ERR" '^Lost'
}
wrong() { # wrong WHAT: the lines of $TMP/wrong say what is
	[ ! -s "$TMP/wrong" ] || fail "$(wc -l <"$TMP/wrong") wrong $1: $(head -n 3 "$TMP/wrong" | cut -c 1-120)"
}

# Two texts of 200 bytes, one of which is copied.
run '$a = str(arg0, 200); $b = substr($a, 192, 8);
	@text[pid, $a, $b, strcmp($a, str(arg0, 200))] = count(); @all = count();'
line "@all: $ALL"
awk -v n="$N" -v p=$P '
/^@text\[/ {
	rows++
	gsub(/^@text\[|\]/, "")
	split($0, f, ", *|: ")
	want = sprintf("%07d", f[1])
	letter = sprintf("%c", 97 + f[1] % 26)
	while (length(want) < 192)
		want = want letter
	want = want sprintf("%07d", f[1])
	if (f[2] != want || f[3] != sprintf("%07d", f[1]) || f[4] != 0 || f[5] != n)
		print
}
END { if (rows != p) print rows + 0 " rows" }' "$OUT" >"$TMP/wrong"
wrong texts

# The times are longer than a turn of a task, so that several tasks change one entry.
run '$k = nsecs / 20000000; @max[$k] = max(arg1); @min[$k] = min(arg1); @top = max(arg1);
	@sum = sum(arg1); @s = stats(arg1); @odd[arg1 % 2] = count(); printf("%d %d\n", $k, arg1);'
awk '
/^[0-9]+ [0-9]+$/ {
	if (!($1 in max) || $2 > max[$1])
		max[$1] = $2
	if (!($1 in min) || $2 < min[$1])
		min[$1] = $2
	n++
	sum += $2
	odd += $2 % 2
}
function is(text) { if ($0 != text) print $0 ", want " text }
/^@sum:/ { is("@sum: " sum) }
/^@s\./ || /^@s:/ { is("@s: { .count = " n ", .average = " int(sum / n) ", .total = " sum " }") }
/^@odd\[1/ { is("@odd[1]: " odd) }
/^@odd\[0/ { is("@odd[0]: " n - odd) }
/^@top:/ { is("@top: 10006") }
/^@m(ax|in)\[/ {
	split($0, f, /[^a-z0-9]+/)
	is("@" f[2] "[" f[3] "]: " (f[2] == "max" ? max[f[3]] : min[f[3]]))
}' "$OUT" >"$TMP/wrong"
wrong values
lines $ALL '^[0-9]+ [0-9]+$'

# Stacks.  Until the program has tables of a file it follows frame pointers, which may skip a caller.
run '@u[pid, ustack(4)] = count();'
awk -v n="$N" '
/^@u\[/ { pid = $1; getline; if ($1 !~ /^work_text/) print pid " begins with " $1 }
/^\]: / { calls[pid] += $2 }
END { for (pid in calls) if (calls[pid] != n) print pid " " calls[pid] " stacks" }' "$OUT" >"$TMP/wrong"
wrong stacks
[ -z "$before" ] || echo "$before" >$modes
finish
