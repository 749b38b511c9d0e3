# SPDX-License-Identifier: GPL-2.0-or-later
#
# Aggregations over four CPUs give the same results as awk.
awk 'BEGIN {
	srand(42)
	for (i = 0; i < 300; i++) {
		v = int(exp(rand() * 12)) - (i % 5 == 0 ? 2000 : 0)
		printf "%d %d %d\n", v, int(rand() * 4), int(rand() * 3)
	}
}' >"$TMP/values"

{
	awk '{ printf "# arg0: %d\n# cpu: %d\n# pid: %d\n# fire\n", $1, $2, $3 }' "$TMP/values"
	cat <<-'END'
	kprobe:vfs_read {
		$v = (int32)arg0;
		@count = count(); @kcount[pid] = count();
		@sum = sum($v); @ksum[pid] = sum($v);
		@min = min($v); @kmin[pid] = min($v);
		@max = max($v); @kmax[pid] = max($v);
		@avg = avg($v); @kavg[pid] = avg($v);
		@stats = stats($v); @kstats[pid] = stats($v);
		@hist = hist($v); @khist[pid] = hist($v);
		@hist2 = hist($v, 2);
		@lhist = lhist($v, 0, 1000, 100); @klhist[pid] = lhist($v, -500, 500, 250);
		@plus += $v; @kplus[pid] += $v; @n++; @kn[pid]++;
	}
	END
} >"$TMP/agg.awl"

awk '
function trunc(x) { return x < 0 ? -int(-x) : int(x) }
function note(k, v) {
	n[k]++; sum[k] += v
	if (n[k] == 1 || v < min[k]) min[k] = v
	if (n[k] == 1 || v > max[k]) max[k] = v
}
function show(name, key, k) {
	print "@" name "count" key ": " n[k]; print "@" name "sum" key ": " sum[k]
	print "@" name "min" key ": " min[k]; print "@" name "max" key ": " max[k]
	print "@" name "avg" key ": " trunc(sum[k] / n[k])
	print "@" name "stats" key ": { .count = " n[k] ", .average = " trunc(sum[k] / n[k]) ", .total = " sum[k] " }"
	print "@" (name ? "kplus" : "plus") key ": " sum[k]
	print "@" (name ? "kn" : "n") key ": " n[k]
}
{ note("all", $1); note($3, $1) }
END { show("", "", "all"); for (p = 0; p < 3; p++) show("k", "[" p "]", p) }
' "$TMP/values" | sort >"$TMP/want"

"$BUILD/tests/awlvm" "$TMP/agg.awl" >"$TMP/got" || exit 1
grep '^@.*: ' "$TMP/got" | sort >"$TMP/sums"
diff "$TMP/want" "$TMP/sums" || exit 1

# histograms: every bucket counts the values within its bounds
awk '
function number(s) {
	return s ~ /K$/ ? s * 1024 : s ~ /M$/ ? s * 1048576 : s + 0
}
FILENAME == ARGV[1] { v[++n] = $1; pid[n] = $3; next }
/^@.*:$/ { hist = $1; key = ""; if (match(hist, /\[[0-9]\]/)) key = substr(hist, RSTART + 1, 1); next }
/^[[(]/ {
	line = $0; sub(/\|.*/, "", line)
	lo = "-inf"; hi = "inf"
	bounds = line; sub(/[])] .*/, "", bounds); sub(/^[[(]/, "", bounds)
	close_ = substr(line, length(bounds) + 2, 1)
	count = line; sub(/.*[])] */, "", count); count += 0
	if (split(bounds, b, ", ") == 2) { lo = b[1]; hi = b[2] }
	else { lo = hi = bounds; close_ = "]" }
	if (lo == "...") lo = "-inf"
	if (hi == "...") hi = "inf"
	want = 0
	for (i = 1; i <= n; i++) {
		if (key != "" && pid[i] != key) continue
		if (lo != "-inf" && v[i] < number(lo)) continue
		if (hi != "inf" && (close_ == "]" ? v[i] > number(hi) : v[i] >= number(hi))) continue
		want++
	}
	buckets++; total[hist] += count
	if (want != count) { print hist, $0, "want", want; bad = 1 }
}
END {
	for (h in total) {
		all = 0
		k = match(h, /\[[0-9]\]/) ? substr(h, RSTART + 1, 1) : ""
		for (i = 1; i <= n; i++) all += k == "" || pid[i] == k
		if (all != total[h]) { print h, "has", total[h], "of", all; bad = 1 }
	}
	if (buckets < 50) { print "only", buckets, "buckets"; bad = 1 }
	exit bad
}' "$TMP/values" "$TMP/got" || { sed -n '/^@hist:/,/^$/p' "$TMP/got"; exit 1; }
