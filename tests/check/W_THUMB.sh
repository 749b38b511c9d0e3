# SPDX-License-Identifier: GPL-2.0-or-later
# All functions that match a pattern are Thumb code: the message says why none is probed.
. "$TESTS/lib/elf32"
elf32 40 4097 2 </dev/null >"$TMP/prog"	# f is Thumb code, at 0x1000
elf32 40 4096 2 </dev/null >"$TMP/arm"
cd "$TMP" || exit 1
bad=0
left_out="warning: skipped 1 functions of './prog' such as 'f': the kernel can't probe Thumb code"
for p in uprobe uretprobe; do
	for glob in '*' 'f*'; do
		"$AWL" -n --arch arm "$p:./prog:$glob { @ = count(); }" >err 2>&1
		grep -q "$left_out" err || { echo "$p:./prog:$glob:"; cat err; bad=1; }
	done
	# no warning if the pattern does not match f, or if f is ARM code
	for probe in './prog:g*' './arm:*'; do
		"$AWL" -n --arch arm "$p:$probe { @ = count(); }" >err 2>&1
		! grep -q 'skipped' err || { echo "$p:$probe:"; cat err; bad=1; }
	done
done
exit $bad
