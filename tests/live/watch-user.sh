# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf watchpoint
#
# Watchpoints on variables of a program that -c starts, and of one that runs.  The program writes to
# counter 7 times and to one element of an array 3 times.  Both have an initial value, else the
# kernel, which clears them when the program starts, would be counted, too.
. "$TESTS/live/common"
programs watch
cd "$TMP" || exit 1
cp "$P/fixed" "$P/moves" . || skip "no programs"
# In QEMU x86's events of two watchpoints count each other's writes, also without BPF.
case ${AWL_ALONE+$ARCH} in
x86_64 | i386)
	alone() { # alone NAME PLACE COUNT
		awl -q -c ./fixed "watchpoint:./fixed:$2:4:w { @$1 = count(); }"
		if [ "$RC" != 0 ]; then
			match "$ERR" 'this machine has no debug registers'
			skip "no debug registers"
		fi
		line "@$1: $3"
	}
	alone counter counter 7
	alone b state.p.b+4 3
	not_done "two watchpoints at once, and a program that runs: QEMU mixes them up"
	finish ;;
esac
awl -q -c ./fixed 'watchpoint:./fixed:counter:4:w { @counter = count(); }
	watchpoint:./fixed:state.p.b+4:4:w { @b = count(); }'
if [ "$RC" != 0 ]; then
	match "$ERR" 'this machine has no debug registers'
	skip "no debug registers"
fi
line '@counter: 7'
line '@b: 3'

mkfifo input
./moves x <input &
pid=$!
exec 3>input
until grep -q moves "/proc/$pid/maps"; do sleep 0.1; done
timeout 60 "$AWL" -p $pid "watchpoint:$TMP/moves:counter:4:w { @counter = count(); }
	watchpoint:$TMP/moves:state.p.b+4:4:w { @b = count(); }" >"$OUT" 2>"$ERR" &
tracer=$!
until grep -q Attached "$ERR" || ! kill -0 $tracer 2>/dev/null; do sleep 0.1; done
echo >&3
wait $tracer || fail "awl -p: $(cat "$ERR")"
line '@counter: 7'
line '@b: 3'
finish
