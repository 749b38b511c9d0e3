# SPDX-License-Identifier: GPL-2.0-or-later
# needs: csv
#
# row(): the same rows as text, JSON and CSV, with optional columns, and two kinds of rows.
# absent as a statement does nothing.
bad=0
cat >"$TMP/s.awl" <<'S'
BEGIN {
	absent;
	row("TIME %-8s PID %7d COMM %-6s PATH %-9s", getopt("T") ? "12:00:00" : absent, 12, "awk, 1",
	    "/a b");
	row("TIME %-8s PID %7d COMM %-6s PATH %-9s", getopt("T") ? "12:00:01" : absent, -5,
	    getopt("long") ? "longer than six" : "ed", "/etc/passwd");
	if (getopt("more")) {
		row("N %x LAT(us) %6d", 255, 1000000);
		row("N %x LAT(us) %6d", 1, 2);
	}
	row("PID %d", 1);
	row("PID %d", 2);
}
S
want() { # want OPTIONS: the output is standard input
	cat >"$TMP/want"
	"$BUILD/tests/awlvm" -1 x86_64 "$TMP/s.awl" "$@" >"$TMP/out" 2>"$TMP/err" || { echo "$*: status $?"; bad=1; }
	grep . "$TMP/out" | diff "$TMP/want" - || { echo "$*"; bad=1; }
	[ ! -s "$TMP/err" ] || { cat "$TMP/err"; bad=1; }
}
want -q <<'W'
    PID COMM   PATH
     12 awk, 1 /a b     
     -5 ed     /etc/passwd
PID
1
2
W
want -q -T --long --more <<'W'
TIME         PID COMM   PATH
12:00:00      12 awk, 1 /a b     
12:00:01      -5 longer than six /etc/passwd
N LAT(us)
ff 1000000
1      2
PID
1
2
W
want -q -F json -T --more <<'W'
{"type": "value", "data": {"TIME": "12:00:00", "PID": 12, "COMM": "awk, 1", "PATH": "/a b"}}
{"type": "value", "data": {"TIME": "12:00:01", "PID": -5, "COMM": "ed", "PATH": "/etc/passwd"}}
{"type": "value", "data": {"N": 255, "LAT(us)": 1000000}}
{"type": "value", "data": {"N": 1, "LAT(us)": 2}}
{"type": "value", "data": {"PID": 1}}
{"type": "value", "data": {"PID": 2}}
W
want -q -F csv <<'W'
PID,COMM,PATH
12,"awk, 1",/a b
-5,ed,/etc/passwd
PID
1
2
W
exit $bad
