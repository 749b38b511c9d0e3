# SPDX-License-Identifier: GPL-2.0-or-later
#
# awl-tools(8) is made of the tools' present comments, and has an example of each.
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
cd "$TESTS/.." || exit 1
rc=0
contrib/tools-manual --check || rc=1
for f in tools/*.awl; do
	name=$(basename "$f" .awl)
	[ -s "man/examples/$name" ] || { echo "no example of $name: tests/vm/tool-examples"; rc=1; }
done
exit $rc
