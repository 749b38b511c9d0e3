# SPDX-License-Identifier: GPL-2.0-or-later
# needs: usdt
#
# Missing probes: in a list they are a warning, alone they are an error, unless the setting
# missing_probes says otherwise.
cd "$TMP" || exit 1
W=${WORK##*/}
ln -s "$WORK" "$W"
rc=0
try() { # try STATUS MESSAGE SCRIPT: stderr has MESSAGE, or is empty if that is ''
	"$AWL" -n --arch "$ARCH" --tracefs "$TESTS/fixtures/tracefs" "$3" >/dev/null 2>err
	got=$?
	[ $got = "$1" ] || { echo "$3: status $got"; cat err; rc=1; }
	if [ -n "$2" ]; then grep -q "$2" err; else ! grep -q . err; fi ||
		{ echo "$3: not '$2'"; cat err; rc=1; }
}
for missing in "uprobe:libnothing:f" "uprobe:./$W:nothing" "usdt:./$W:nothing" \
	tracepoint:sched:nothing; do
	try 0 "warning: no probe matches '$missing'" "$missing, BEGIN { @ = 1; }"
	try 1 "error" "$missing { @ = 1; }"
	try 1 "error" "config = { missing_probes = \"error\"; } $missing, BEGIN { @ = 1; }"
	try 0 "warning: no probe matches '$missing'" \
		"config = { missing_probes = \"warn\"; } $missing { @ = 1; } BEGIN { @ = 2; }"
	try 0 "" "config = { missing_probes = ignore; } $missing { @ = 1; } BEGIN { @ = 2; }"
	# what only a missing clause assigns is read and cleared by others
	try 0 "warning: no probe matches '$missing'" "config = { missing_probes = warn; }
		$missing { @a = 1; @b[1] = \$x; @c = count(); @d = 2; }
		BEGIN { print(@a + @b[1]); if (@a) { @e = @d; } } END { clear(@b); print(@c); clear(@c); }"
	try 1 "none of this clause's probes exists" "config = { missing_probes = warn; } $missing { @ = 1; }"
done
exit $rc
