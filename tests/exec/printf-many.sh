#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Several records of one printf are read from the buffer at once.  All lines come out in order, also
# with other records between them, and when they get longer.
cat >"$TMP/many.awl" <<'X'
# fire x3000
kprobe:f {
	@i++;
	printf("%d of %s %u\n", @i, comm, (uint8)@i);
	if (@i % 100 == 7 || (@i > 2000 && @i < 2020)) { printf("between %d\n", @i); }
}
X
"$BUILD/tests/awlvm" -q "$TMP/many.awl" >"$TMP/out" || exit 1
awk '
/^between/ { if ($2 != i) bad = 1; n++; next }
/ of / { if ($1 != ++i || $4 != i % 256) { print "line " NR ": " $0; bad = 1 } }
END { if (i != 3000 || n != 48) { print i, n; bad = 1 } exit bad }' "$TMP/out"
