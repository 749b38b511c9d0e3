# SPDX-License-Identifier: GPL-2.0-or-later
#
# Events that a user created in tracefs from a kprobe, a return and a uprobe are traced as
# tracepoints.  The context of their programs is the registers, so they have no fields.
. "$TESTS/live/common"
need_alone
need_kprobes
need_tracefs
EV=$T/kprobe_events
[ -w $EV ] || skip "no kprobe_events"
[ -z "$(cat $EV)" ] || skip "kprobe_events is in use"

back=
if has_returns; then
	echo 'p:mine/entry vfs_read' >$EV
	echo 'r:mine/back vfs_read' >>$EV
	back="tracepoint:mine/back / $MINE / { @b = count(); @order[tid] = 1; }"
else
	echo 'p:mine/entry vfs_read+8' >$EV	# after ftrace's call
	not_done "the event of a return: $NO_RETURNS"
fi
awl -q -c "$W read 25" "
tracepoint:mine:entry / $MINE / { @a = count(); @p[probe] = count(); }
$back
t:mine:e* / $MINE / { @c = count(); }
tracepoint:syscalls:sys_enter_read / $MINE / { @reads = count(); }"
status 0
reads=$(sed -n 's/^@reads: //p' "$OUT")
[ "$reads" -ge 25 ] || fail "$reads reads"
line "@a: $reads"
[ -z "$back" ] || line "@b: $reads"
line "@c: $reads"
line "@p[tracepoint:mine:entry]: $reads"

# Fields are refused, with the reason.
for field in args.__probe_ip 'args' 'data->__probe_ip'; do
	awl -q -c true "tracepoint:mine:entry { print($field); }"
	status 1
	match "$ERR" 'this event comes from a kprobe or uprobe'
done
echo >$EV

# A uprobe event at the entry point of a program, which every start executes.  The place is an
# offset in the file; the first loaded segment of these programs starts at offset 0, and at the
# address where the linker puts programs.
word() { od -An -tx4 -j "$1" -N 4 "$W" | tr -d ' '; }
case $ARCH in
ppc64le) base=0x10000000 low=24 ;;
riscv64) base=0x10000 low=24 ;;
s390x) base=0x1000000 low=28 ;;	# the low half of the entry point comes last
*) base=0x400000 low=24 ;;
esac
is_64() { [ "$(od -An -tx1 -j4 -N1 "$W" | tr -d ' ')" = 02 ]; }
at=0x$(printf %x $((0x$(word $low) - base)))
if is_64 && echo "p:umine/start $W:$at" >$T/uprobe_events 2>/dev/null; then
	awl -q -c "sh -c '$W sum 3; $W sum 3; $W sum 3'" "tracepoint:umine:start { @[comm] = count(); }"
	status 0
	line "@[$COMM]: 3"
	echo >$T/uprobe_events
fi

# The event of an fprobe (6.5 and later) takes no programs
if [ -w $T/dynamic_events ] && echo 'f:mine/fp vfs_read' >>$T/dynamic_events 2>/dev/null; then
	awl -q -c "$W read 3" "tracepoint:mine:fp { @ = count(); }"
	status 3
	match "$ERR" "events of tracepoints, kprobes and uprobes; mine:fp is another kind"
	echo '-:mine/fp' >>$T/dynamic_events
fi
finish
