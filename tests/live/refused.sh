# SPDX-License-Identifier: GPL-2.0-or-later
#
# A probe at an instruction that the kernel can't step over is refused with the reason, also if no
# process runs the program yet.  The kernel by itself accepts it then, and nothing is counted.
. "$TESTS/live/common"
need_uprobes
case $ARCH in
mips*) skip "no instruction is known that the kernel refuses here: it takes even ll" ;;
esac
WORKS="$W refused 3"
BAD=uprobe:$W:work_refused GOOD=uprobe:$W:work_refused_not
REASON="uprobe:.*:work_refused: can't probe offset 0x[0-9a-f]+ of .*an instruction that can't be probed"

want "the program itself" 3 "$($WORKS)"

# refused OPTIONS... SCRIPT: the probe is an error, and the command does not run
refused() {
	awl -q "$@"
	status 3
	match "$ERR" "error: $REASON"
	out ""
}
refused -c "$WORKS" "$BAD { @ = count(); }"
refused -c "$WORKS" "$BAD { @ = count(); } $GOOD { @ = count(); }"
# of a shell's command all processes are probed, and awl itself has the program in memory
refused -c "$WORKS; :" "$BAD { @ = count(); }"
REASON=$(echo "$REASON" | sed s/uprobe/uretprobe/)
refused -c "$WORKS" "uretprobe:$W:work_refused { @ = count(); }"
REASON=$(echo "$REASON" | sed s/uretprobe/uprobe/)

# a process has it in memory already
rm -f "$TMP/gate"
mkfifo "$TMP/gate" || exit 1
"$W" gate "$TMP/gate" refused 3 >"$TMP/said" & pid=$!
executes $pid "$W"
refused -p $pid "$BAD { @ = count(); }"
: >"$TMP/gate"
wait $pid
want "the program after that" 3 "$(cat "$TMP/said")"

# the others of a list or a pattern count
awl -c "$WORKS" "$BAD, $GOOD { @[func] = count(); }"
status 0
match "$ERR" "warning: $REASON"
match "$ERR" '^awl: 1 probes could not be attached and are left out$'
out "3
@[work_refused_not]: 3"
awl -c "$WORKS" "${BAD}* { @[func] = count(); } ${BAD}* { @b = count(); }"
status 0
match "$ERR" '^awl: 2 probes could not be attached and are left out$'
out "3
@[work_refused_not]: 3
@b: 3"
# a pattern of many functions, one of which is refused
awl -c "$WORKS" "uprobe:$W:work_* { @[func] = count(); }"
status 0
match "$ERR" '^Attached [0-9]{2,} probes$'
line '@[work_refused_not]: 3'
match "$ERR" '^awl: 1 probes could not be attached and are left out$'
finish
