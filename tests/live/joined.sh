# SPDX-License-Identifier: GPL-2.0-or-later
#
# Clauses on the same places are one program.  Each counts what it would count alone: exactly, with
# several threads at once, whatever the clauses before it did.
. "$TESTS/live/common"
need_root
N=500 T4=4
ALL=$((N * T4))

# ten PROBE...: ten clauses on the probes.  The third ends early, the others have predicates.
ten() {
	for i in 1 2 3 4 5 6 7 8 9 0; do
		case $i in
		3) echo "$* / $MINE / { if (pid) { return; } @never = count(); }" ;;
		4 | 5) echo "$* / $MINE && tid % 2 == $i % 2 / { @half = count(); }" ;;
		6) echo "$* / $MINE / { @by[tid] = count(); @n[$i] = count(); }" ;;
		7) echo "$* / $MINE && !pid / { @never = count(); }" ;;
		8) echo "$* / $MINE / { @last[tid] = $i; }" ;;
		9) echo "$* / $MINE / { if (@last[tid] == 8) { @last[tid] = 9; @order = count(); } }" ;;
		0) echo "$* / $MINE / { if (@last[tid] == 9) { @n[$i] = count(); } delete(@last[tid]); }" ;;
		*) echo "$* / $MINE / { @n[$i] = count(); }" ;;
		esac
	done
}

# counts WHAT HITS: what the ten clauses counted.  Hits that the kernel skipped are reported, but also
# those of other processes.
counts() {
	[ "$(skipped_hits)" = 0 ] || { echo "$1: this kernel skipped hits"; return; }
	status 0
	nomatch "$ERR" '[Ll]ost'
	grep -v '^@by' "$OUT" | grep . >"$TMP/mine"
	want "$1" "@half: $2
@n[0]: $2
@n[1]: $2
@n[2]: $2
@n[6]: $2
@order: $2" "$(cat "$TMP/mine")"
}

if [ -e /sys/bus/event_source/devices/kprobe ]; then
	for way in auto plain fast; do
		for p in kprobe:ksys_read kretprobe:ksys_read 'kprobe:ksys_rea[d]'; do
			if [ $way/$p = plain/kretprobe:ksys_read ] && ! has_returns; then
				not_done "kretprobe:ksys_read (plain): $NO_RETURNS"
				continue
			fi
			awl -q --attach=$way -c "$W threads $T4 $N" "$(ten $p)"
			counts "$p ($way)" $ALL
		done
	done
	# two places, and a third probe between that has one of them
	awl -q -c "$W threads $T4 $N" "
	kprobe:ksys_read, kprobe:vfs_read / $MINE / { @a[func] = count(); @at[tid] = 1; }
	kprobe:vfs_read / $MINE && @at[tid] == 1 / { @b = count(); @at[tid] = 2; }
	kprobe:ksys_read, kprobe:vfs_read / $MINE && @at[tid] / { @c[func] = sum(@at[tid]); delete(@at[tid]); }"
	status 0
	grep . "$OUT" >"$TMP/mine"
	want "three clauses" "@a[ksys_read]: $ALL
@a[vfs_read]: $ALL
@b: $ALL
@c[ksys_read]: $ALL
@c[vfs_read]: $((2 * ALL))" "$(cat "$TMP/mine")"
fi
if [ -d $T/events ]; then
	awl -q -c "$W threads $T4 $N" "$(ten tracepoint:syscalls:sys_enter_read)"
	counts tracepoint $ALL
fi
if [ -e /sys/bus/event_source/devices/uprobe ]; then
	for p in uprobe uretprobe; do
		awl -q -c "$W call $N" "$(ten "$p:$W:work_probe_me")"
		counts $p $N
	done
	awl -c "$W call 1" "$(ten "uprobe:$W:work_probe_me")"
	match "$ERR" '^Attached 10 probes$'
fi

# A program that the kernel refuses because the clauses are too many for one is loaded in parts.
if kernel_at_least 5.2 && [ -e /sys/bus/event_source/devices/kprobe ]; then
	many=$(i=0; while [ $i -lt 60 ]; do
		echo "kprobe:ksys_read / $MINE / { printf(\"%s %s\\n\", str(arg1, 8), comm); if (arg0 > $i) { @m[comm, $i] = count(); } }"
		i=$((i + 1))
	done)
	awl -q -o /dev/null -c "$W read 10" "$many kprobe:ksys_read / $MINE / { @last = count(); }"
	status 0
fi
finish
