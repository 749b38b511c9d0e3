# SPDX-License-Identifier: GPL-2.0-or-later
#
# S10: latency of a function, the original script.  The histogram has one entry per read, although
# other processes wait in a read.
. "$TESTS/live/common"
need_kprobes
need_alone
cat >"$TMP/s10" <<'S'
kprobe:vfs_read    { start[tid] = nsecs; }
kretprobe:vfs_read / start[tid] / { @us[comm] = quantize((nsecs - start[tid]) / 1000); delete start[tid]; }
S
awl -c "$W blocked 20 1480" "$TMP/s10"
status 0
# adds up the histogram of our workload, which ends at an empty line
sum=$(awk -v head="@us[$COMM]:" '$0 == head { on = 1; next } !$0 { on = 0 }
	on { sub(/^.*[])] */, ""); n += $1 } END { print n + 0 }' "$OUT")
want "reads in the histogram" 1500 "$sum"
finish
