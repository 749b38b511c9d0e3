# SPDX-License-Identifier: GPL-2.0-or-later
#
# Aggregations are in the fronts of maps and, if there is no place for a key, in the hash.  What is
# printed must be what awk computes of the same events: with few keys, and with more than all fronts
# have places for.
vm="$BUILD/tests/awlvm"
cd "$TMP" || exit 1
bad=0

# events SEED KEYS: 4,000 events, one per line: CPU arg0 arg1
events() {
	awk -v seed="$1" -v keys="$2" 'BEGIN {
		srand(seed)
		for (i = 0; i < 4000; i++)
			print int(rand() * 4), int(rand() * keys) * 4099, int(rand() * 1000)
	}'
}

model() {
	awk '{
		a["@a[" $2 "]"]++
		b["@b[" $2 ", " $3 % 3 "]"] += $3
		k = "@c[" $3 % 7 "]"; if (!(k in c) || $2 > c[k]) c[k] = $2
		d["@d[" $2 ", " $3 % 2 ", " $1 ", k]"]++
		e["@e[k, k, k, k, " $2 ", k]"]++
	}
	END {
		for (k in a) print k ": " a[k]
		for (k in b) print k ": " b[k]
		for (k in c) print k ": " c[k]
		for (k in d) print k ": " d[k]
		for (k in e) print k ": " e[k]
	}' "$1" | sort
}

# same SEED KEYS WAY
same() {
	events "$1" "$2" >events
	model events >want
	{
		echo 'kprobe:f { @a[arg0] = count(); @b[arg0, arg1 % 3] = sum(arg1); @c[arg1 % 7] = max(arg0);
			@d[arg0, (uint32)arg1 % 2, cpu, comm] = count();
			@e[comm, comm, comm, comm, arg0, comm] = count(); }'
		echo '# comm: k'
		awk '{ print "# cpu: " $1 "\n# arg0: " $2 "\n# arg1: " $3 "\n# fire" }' events
	} >front.awl
	"$vm" -1 "$3" front.awl >out 2>err || { cat err; bad=1; }
	grep '^@' out | sort >have
	cmp -s want have || { diff want have | head -n 8; echo "seed $1, $2 keys, $3"; bad=1; }
}

for way in x86_64 aarch64 s390x 'x86_64 before 5.8'; do
	same 1 20 "$way"
	same 2 3000 "$way"
done

# Histograms take so much room that a front has few places.  Their rows are compared one by one.
for keys in 10 200; do
	events 4 $keys >events
	awk '{ low = $3 > 1 ? 1 : $3
		while ($3 > 1 && low * 2 <= $3) low *= 2
		n[$2 " " low]++ }
		END { for (k in n) print k, n[k] }' events | sort >want
	{
		echo 'kprobe:f { @h[arg0] = hist(arg1); }'
		awk '{ print "# cpu: " $1 "\n# arg0: " $2 "\n# arg1: " $3 "\n# fire" }' events
	} >hist.awl
	"$vm" -1 x86_64 hist.awl >out 2>err || { cat err; bad=1; }
	sed -n 's/^@h.\([0-9]*\).*/\1/p; s/^.\([0-9]*\)[],].* \([1-9][0-9]*\) |.*/= \1 \2/p' out |
		awk '$1 == "=" { print key, $2, $3; next } { key = $1 }' | sort >have
	cmp -s want have || { diff want have | head -n 8; echo "histograms, $keys keys"; bad=1; }
done

# print() and clear() show each event once, and zero() keeps the keys.
events 3 900 >events
{
	echo 'kprobe:f { @a[arg0] = count(); @z[arg0 % 5] = sum(1); }
		kprobe:show { print(@a); clear(@a); print(@z); zero(@z); }'
	echo '# pid: 1'
	awk '{ print "# cpu: " $1 "\n# arg0: " $2 "\n# fire kprobe:f" }
		NR % 500 == 0 { print "# fire kprobe:show" }' events
} >turns.awl
"$vm" -1 x86_64 turns.awl >out 2>err || { cat err; bad=1; }
awk '/^@a/ { a += $NF } /^@z/ { z += $NF; n++ }
	END { if (a != 4000 || z != 4000 || n != 45) { print a, z, n; exit 1 } }' out || bad=1

# The front is what this test is about, and these maps have none.
has_front() { "$BUILD/awl" -n -S --arch "${2-x86_64}" "$1" | grep -q 'lock \*(u32'; }
for script in 'kprobe:f { @[comm] = count(); }' 'kprobe:f { @[pid, tid] = avg(arg0); }' \
	'kprobe:f { @[arg0]++; } interval:s:1 { print(@); clear(@); }' \
	'kprobe:f { @[comm] = hist(arg0); }' 'kprobe:f { @[comm, str(arg0)] = count(); }'; do
	has_front "$script" || { echo "no front: $script"; bad=1; }
done
for script in 'kprobe:f { @[str(arg0), str(arg1)] = count(); }' 'kprobe:f { @[arg0] = count(); @n = len(@); }' \
	'kprobe:f { @[comm] = count(); if (@["x"] > 3) { exit(); } }' 'kprobe:f { @[comm] = hist(arg0, 5); }' \
	'let @ = lruhash(100); kprobe:f { @[comm] = count(); }' 'kprobe:f { @[comm] = count(); delete(@["x"]); }' \
	'config = { max_map_keys = 100; } kprobe:f { @[comm] = count(); }'; do
	! has_front "$script" || { echo "a front: $script"; bad=1; }
done
! has_front 'kprobe:f { @[comm] = count(); }' arm || { echo "a front on arm"; bad=1; }
exit $bad
