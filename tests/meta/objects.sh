# SPDX-License-Identifier: GPL-2.0-or-later
#
# The order of folders also holds for symbols: no object needs a symbol from a folder above its own
# or from another slice, and none needs a stream of stdio.  The registry (tables.o) is data, and all
# may use it.
cd "$BUILD" || exit 1
objects=$(cd "$TESTS/.." && find src arch grammar -name '*.c' 2>/dev/null | sed 's/c$/o/' | sort)
have=
for o in $objects; do
	[ ! -f "$o" ] || have="$have $o"
done
[ -n "$have" ] || { echo "no objects in $BUILD"; exit 77; }
command -v nm >/dev/null || { echo "no nm"; exit 77; }

nm -A -g $have | awk '
BEGIN {
	n = split("base arch bpf lang grammar gen kernel symbols debug show run", name, " ")
	for (i = 1; i <= n; i++)
		rank[name[i]] = i
	rank["lang"] = rank["grammar"]	# the two are one front end
	rank["kernel"] = rank["symbols"]	# both use the system
	rank["builtin"] = rank["provider"] = rank["output"] = n + 1
}
function folder(file,	part) {
	split(file, part, "/")
	return part[1] == "src" ? part[2] : part[1]
}
{
	split($1, at, ":")
	if ($(NF - 1) == "U" && $NF ~ /^(stdin|stdout|stderr|_*[vf]*printf(_chk)?)$/) {
		print at[1] ": " $NF " brings stdio along: base/print.h"
		rc = 1
	}
	if ($(NF - 1) == "U") {
		needs[++m] = $NF
		who[m] = at[1]
	} else if ($(NF - 1) !~ /^[wWvV]$/)
		where[$NF] = at[1]
}
END {
	for (i = 1; i <= m; i++) {
		if (!(needs[i] in where))
			continue
		a = folder(who[i])
		b = folder(where[needs[i]])
		if (!(a in rank) || !(b in rank) || a == b)
			continue
		if (rank[b] > rank[a] || rank[b] == rank[a] && rank[a] == n + 1) {
			print who[i] ": needs " needs[i] " of " where[needs[i]]
			rc = 1
		}
	}
	exit rc
}'
