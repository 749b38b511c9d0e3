# SPDX-License-Identifier: GPL-2.0-or-later
#
# tseries(): intervals over four CPUs, gaps, old values that are dropped, all ways to combine
# values; as text and as JSON.  Times of day are left out.
{
	# ten intervals of 100 ms on alternating CPUs; the third is empty
	for i in 0 1 3 4 5 6 7 8 9; do
		for k in 1 2 3; do
			echo "# nsecs: $((5000000000 + i * 100000000 + k * 1000))"
			echo "# cpu: $(((i + k) % 4))"
			echo "# arg0: $((i * 10 + k - 45))"
			echo "# fire"
		done
	done
	cat <<-'END'
	kprobe:f {
		$v = (int32)arg0;
		@last = tseries($v, 100ms, 20);
		@short = tseries($v, 100ms, 3);
		@sum[1] = tseries($v, 1s, 4, "sum");
		@avg = tseries($v, 100ms, 4, "avg");
		@min["k"] = tseries($v, 500ms, 4, "min");
		@max = tseries($v, 500ms, 4, "max");
		@unsigned = tseries((uint64)((int64)$v + 100), 1us, 2);
	}
	END
} >"$TMP/series.awl"
want() { # want NAME LINE...: the lines of a series, without times
	printf '@%s:\n' "$1" >"$TMP/want"
	shift
	printf '%s\n' "$@" >>"$TMP/want"
	name=$(head -n 1 "$TMP/want")
	awk -v name="$name" '$0 == name { on = 1 } on && /^$/ { exit } on' "$TMP/out" |
		sed -E 's/^[0-9:.]+ //; s/^ {9,16}//' >"$TMP/have"
	diff "$TMP/want" "$TMP/have" || rc=1
}
edge() { printf '%s_%050d%s' "$1" 0 "$1" | tr 0 _; }
# Uses one architecture at a time, and of that the first run.  Each run finds the time of day again,
# so the last digits may differ.
run() {
	{ echo "# arch: $arch"; cat "$TMP/series.awl"; } >"$TMP/one.awl"
	"$BUILD/tests/awlvm" "$TMP/one.awl" 2>"$TMP/err" | sed '/^====/,$d' >"$TMP/out"
}
rc=0
for arch in $RUNS; do
	run
	want avg '17                                                 47' "hh:mm:ss.ms  $(edge '|')" \
		'*                                                   | 17' \
		'|                *                                  | 27' \
		'|                                 *                 | 37' \
		'|                                                   * 47' \
		"$(edge v)" '17                                                 47'
	want short '28                                                 48' "hh:mm:ss.ms  $(edge '|')" \
		'*                                                   | 28' \
		'|                         *                         | 38' \
		'|                                                   * 48' \
		"$(edge v)" '28                                                 48'
	want last '-42                                                48' "hh:mm:ss.ms  $(edge '|')" \
		'*                       .                           | -42' \
		'|    *                  .                           | -32' \
		'|                       .                           | -' \
		'|                *      .                           | -12' \
		'|                      *.                           | -2' \
		'|                       .   *                       | 8' \
		'|                       .         *                 | 18' \
		'|                       .               *           | 28' \
		'|                       .                     *     | 38' \
		'|                       .                           * 48' \
		"$(edge v)" '-42                                                48'
	want 'sum[1]' '128                                               130' "hh:mm:ss $(edge '|')" \
		'|                         *                         | 129' \
		"$(edge v)" '128                                               130'
	# the smallest and the largest value of two halves, on any CPU
	for line in '@min[k]: -44 6' '@max: -2 48' '@unsigned: 147 148'; do
		have=$(awk -v name="${line%%: *}:" '$0 == name { on = 1 } on && /^$/ { exit }
			on && /^[0-9]/ { printf " %s", $NF }' "$TMP/out")
		[ "$have" = " ${line#*: }" ] || { echo "want $line, have$have"; rc=1; }
	done
	grep -Eq '^[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6} \*' "$TMP/out" || { echo "no microseconds"; rc=1; }
done
sed -i '1i# options: -F json' "$TMP/series.awl"
for arch in $RUNS; do
	run
	sed -E 's/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{9}/T/g' "$TMP/out" >"$TMP/json"
	while IFS= read -r line; do
		grep -Fqx -e "$line" "$TMP/json" || { echo "no line $line"; cat "$TMP/json"; rc=1; }
	done <<'END'
{"type": "tseries", "data": {"@short": [{"interval_start":"T","value":28},{"interval_start":"T","value":38},{"interval_start":"T","value":48}]}}
{"type": "tseries", "data": {"@sum": {"1": [{"interval_start":"T","value":129}]}}}
END
	grep -q '"value":null' "$TMP/json" || { echo "the gap is not null"; rc=1; }
done
# The first interval of a series is 5 s after the start of the machine.
if command -v python3 >/dev/null; then
	arch=x86_64
	run
	python3 - "$TMP/out" <<'END' || rc=1
import datetime, json, sys, time
want = time.time() - time.clock_gettime(time.CLOCK_BOOTTIME) + 5
for line in open(sys.argv[1]):
    series = line.strip() and json.loads(line)["data"].get("@last")
    if series:
        got = datetime.datetime.fromisoformat(series[0]["interval_start"][:26]).timestamp()
        if abs(got - want) > 0.03:
            sys.exit(f"the series begins {got - want} s from where it should")
        break
else:
    sys.exit("no series")
END
fi
# print() divides each value and drops what is left.
{
	echo '# arch: x86_64'
	i=0
	for v in 1000 2599 -799; do
		printf '# nsecs: %s\n# arg0: %s\n# fire\n' $((5000000000 + i * 100000000)) $v
		i=$((i + 1))
	done
	echo 'kprobe:f { @ = tseries((int64)arg0, 100ms, 5); } END { print(@, 0, 100); clear(@); }'
} >"$TMP/one.awl"
"$BUILD/tests/awlvm" "$TMP/one.awl" | sed '/^====/,$d' >"$TMP/out"
have=$(sed -n 's/^[0-9:.]* .*[|*] \(-*[0-9]*\)$/\1/p' "$TMP/out" | tr '\n' ' ')
[ "$have" = '10 25 -7 ' ] || { echo "divided: $have"; rc=1; }
exit $rc
