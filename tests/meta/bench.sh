# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/bench/run writes JSON that other programs can read, compares results, and finds growth that
# is not linear.  If a guest dies or a row fails, its exit status is 1.
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
rc=0
want() { # want WHAT PATTERN FILE
	grep -q "$2" "$3" || { echo "$1: no '$2' in:"; cat "$3"; rc=1; }
}

mkdir -p "$TMP/static"
for arch in "$(uname -m)" arm; do
	printf '#!/bin/sh\necho awl 1.2.3\n' >"$TMP/static/awl-$arch"
	chmod +x "$TMP/static/awl-$arch"
done
cat >"$TMP/guest" <<'E2'
#!/bin/sh
cat "$ROWS"
exit ${STATUS-0}
E2
chmod +x "$TMP/guest"
export AWL_STATIC=$TMP/static GUEST=$TMP/guest ROWS=$TMP/rows
run() { bash "$TESTS/bench/run" --no-peer --out "$TMP/out" "$@" events arm:6.1 >"$TMP/said" 2>&1; }

printf 'arm 6.1: %s\n' 'kernel	6.1.0' 'odd "name" \	12' 'spread	100	90	110' \
	'things, 10: CPU, us	1000' 'things, 1000: CPU, us	20000' >"$ROWS"
run || { echo "status $?"; cat "$TMP/said"; rc=1; }
python3 - "$TMP/out.json" <<'E2' || rc=1
import json, sys
r = json.load(open(sys.argv[1]))
assert r["awl"] == "awl 1.2.3" and r["date"] and r["host"] and r["cpu"] and r["peer"] == "none", r
assert r["rows"]['arm 6.1: odd "name" \\'] == {"median": 12}, r
assert r["rows"]["arm 6.1: spread"] == {"median": 100, "least": 90, "most": 110}, r
assert r["rows"]["arm 6.1: kernel"]["median"] == "6.1.0", r
E2
want table 'things, 1000: CPU, us  *20000  20000 ns each$' "$TMP/out.txt"
cp "$TMP/out.json" "$TMP/old.json"

sed -i 's/12$/15/; s/20000$/300000/' "$ROWS"
! run --compare "$TMP/old.json" || { echo 'growth passes'; rc=1; }
want compare 'odd "name" .*15   was 12 (+25.0%)' "$TMP/out.txt"
want compare 'things, 1000.*MORE THAN LINEAR   was 20000 (+1400.0%)' "$TMP/out.txt"

sed -i 's/300000$/fails: no such thing/' "$ROWS"
! run || { echo 'a row that fails passes'; rc=1; }
want fails 'fails: no such thing' "$TMP/said"
sed -i 's/fails.*/7/' "$ROWS"
! STATUS=124 run || { echo 'a guest that dies passes'; rc=1; }
want dies "arm 6.1: all of it.*status is 124" "$TMP/said"
want dies 'spread' "$TMP/out.txt"
exit $rc
