# SPDX-License-Identifier: GPL-2.0-or-later
#
# Values that are stored into existing entries, by several threads at once: each key has its own
# value at the end, and no entry is lost.
. "$TESTS/live/common"
need_root
[ -d $T/events ] || skip "this kernel has no tracepoints"
N=500 T8=8

awl -q -c "$W threads $T8 $N" "tracepoint:syscalls:sys_enter_read / $MINE / {
	@n[tid] = @n[tid] + 1;
	@who[tid] = tid;
	@pair[tid, args.count] = tid * 2;
	@same[pid] = tid;
	@narrow[tid] = (int16)(0 - tid % 1000);
	@all = count();
}"
if [ "$(skipped_hits)" = 0 ]; then
	status 0
	nomatch "$ERR" '[Ll]ost'
	line "@all: $((N * T8))"
	lines $T8 '^@n\['
	lines $T8 "^@n\[[0-9]*\]: $N\$"
	lines $T8 '^@pair\['
	lines 1 '^@same\['
	lines $T8 '^@narrow\['
	want "values of other keys" "" "$(awk -F '[^0-9]+' '
		/^@who/ && $2 != $3 { print }
		/^@pair/ && $2 * 2 != $4 { print }
		/^@narrow/ && $2 % 1000 != $3 { print }' "$OUT")"
	who=$(sed -n 's/^@same.*: //p' "$OUT")
	match "$OUT" "^@who\[$who\]: $who\$"
else
	echo "this kernel skipped hits"
fi
finish
