# SPDX-License-Identifier: GPL-2.0-or-later
#
# Code that a process has made is named by its /tmp/perf-PID.map, in maps of stacks, which are printed
# when it has ended, and in text while it runs.  A file of another user is not believed.
. "$TESTS/live/common"
need_uprobes
case $ARCH in
arm | riscv64 | s390x) skip "the kernel does not follow the frame pointers of made code here" ;;
esac
want="work_inside+0 work_middle+N work_outer+N last_step+N made second+N made first:~ work.js:1+N jit_n+N"
# stack: the first stack in $OUT on one line; offsets other than 0 become N
stack() {
	awk '/^ .*\+/ { sub(/^ */, ""); if (!/\+0$/) sub(/\+[0-9]+$/, "+N"); s = s (s ? " " : "") $0; next }
	s { exit } END { print s }' "$OUT"
}
# trace COUNT ACTIONS: sets $pid to the command's process id
trace() {
	awl -q -c "$W jit $1" "uprobe:$W:work_inside { $2 } END { printf(\"pid %d\\n\", cpid); }"
	status 0
	pid=$(sed -n 's/^pid //p' "$OUT")
}

for how in "7" "fp, 7"; do
	trace 5 "@[ustack($how)] = count();"
	want "as key, $how" "$want" "$(stack)"
	line "]: 5"
	rm -f "/tmp/perf-$pid.map"
	trace 1 "printf(\"%s\", ustack($how));"
	want "as text, $how" "$want" "$(stack)"
	rm -f "/tmp/perf-$pid.map"
done

# Only the file's owner is another one.
awl -q -c "sh -c '$W jit 2 & until [ -s /tmp/perf-\$!.map ]; do :; done
	chown 12345 /tmp/perf-\$!.map; echo \$! >$TMP/pid; wait'" \
	"uprobe:$W:work_inside { @[ustack(fp, 7)] = count(); }"
rm "/tmp/perf-$(cat "$TMP/pid").map" || fail "no file"
status 0
nomatch "$OUT" made
lines 2 '^        0x[0-9a-f]+$'
finish
