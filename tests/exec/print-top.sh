# SPDX-License-Identifier: GPL-2.0-or-later
#
# print(@m, N) shows the last N entries of what print(@m) shows, however many there are.  With many
# entries awl has only some of them in memory at a time.
vm="$BUILD/tests/awlvm"
cd "$TMP" || exit 1
bad=0

# same KEY VALUE: of the 9,000 rounds $i
same() {
	for n in 1 4000; do
		cat >top.awl <<X
config = { max_map_keys = 9000; }
BEGIN {
	for (\$i : 0..9000) { @m[$1] $2; }
	print(@m, $n);
	print("all");
	print(@m);
	clear(@m);
}
X
		"$vm" -1 x86_64 top.awl >out 2>err || { cat err; bad=1; }
		sed '/^all$/,$d' out | grep . >top
		sed '1,/^all$/d' out | grep . >all
		# a histogram has several lines, and an empty one after it
		[ "$(grep -c '^@m' top)" = $n ] || { echo "$1 $2, $n: $(grep -c '^@m' top) entries"; bad=1; }
		tail -n "$(wc -l <top)" all | cmp -s - top || { echo "$1 $2, $n: differs"; bad=1; }
	done
}

# sorted COLUMN: all entries are there, and the column, 1 for the key, is sorted as numbers
sorted() {
	[ "$(wc -l <all)" = 9000 ] || { echo "$(wc -l <all) entries"; bad=1; }
	tr '@m[]:' '     ' <all | sort -c -n -k "$1,$1" || bad=1
}

same '$i * 7919 % 9001' '= $i'
sorted 2
same '-$i' '= -($i * 7919 % 9001)'
sorted 2
same '$i' '= 5'
sorted 1
same '-$i' '= -5'
sorted 1
same '$i, $i % 3' '= count()'
same 'ntop($i * 7919 % 9001)' '= "same"'
same '"x", $i' '= sum(-$i)'
same '$i' '= hist($i)'
same '$i' '= avg($i)'
exit $bad
