# SPDX-License-Identifier: GPL-2.0-or-later
#
# With any limit of open files awl either works or names the limit to raise.
. "$TESTS/live/common"
need_root
sh -c 'ulimit -n 10; ulimit -n 20' 2>/dev/null && skip "this user may raise the limit"
export AWL
for features in -ringbuf ''; do
	n=5
	while [ $n -le 40 ]; do
		AWL_FEATURES=$features sh -c "ulimit -n $n; exec \"\$AWL\" -q -t 0.1 '
			tracepoint:sched:sched_switch { @[ustack] = count(); printf(\"%s\", comm); }
			profile:99hz { @p = count(); } interval:1s { @i = 1; } uprobe:$W:work_sum { @u = 1; }'" >"$OUT" 2>"$ERR"
		RC=$?
		[ $RC = 0 ] || [ $RC = 127 ] || match "$ERR" 'ulimit -n raises'
		nomatch "$ERR" 'Too many open files'
		n=$((n + 1))
	done
	status 0
done
finish
