# SPDX-License-Identifier: GPL-2.0-or-later
#
# The tags of messages are unique, and each has a test of its name in check/
# (TAG.awl, TAG-anything.awl or TAG.sh).
cd "$TESTS" || exit 1
rc=0
tags=$(sed -n 's/^X(\([A-Z0-9_]*\),.*/\1/p' ../src/base/diag.def)
[ -n "$tags" ] || { echo "no tags in diag.def"; exit 1; }
for tag in $(echo "$tags" | sort | uniq -d); do
	echo "$tag: twice in diag.def"
	rc=1
done
for tag in $tags; do
	set -- check/"$tag".awl check/"$tag"-*.awl check/"$tag".sh
	for f; do
		[ ! -f "$f" ] || continue 2
	done
	echo "$tag: no test in tests/check"
	rc=1
done
exit $rc
