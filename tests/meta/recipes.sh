# SPDX-License-Identifier: GPL-2.0-or-later
#
# The recipes of HACKING.md work: they are applied to a copy of the tree, the copy is built with
# warnings as errors, and the promised results are checked.
cd "$TESTS/.." || exit 1
for tool in python3 automake autoconf cpio; do
	command -v $tool >/dev/null || { echo "no $tool here"; exit 77; }
done
[ -f "$BUILD/config.status" ] || { echo "not in a configured tree"; exit 77; }
[ "$BUILD" = "$PWD" ] || { echo "the tree is not built in place"; exit 77; }

tree=$TMP/tree
mkdir "$tree" || exit 1
find . -name .git -prune -o -path ./build -prune -o -path ./static -prune -o \
	-path ./autom4te.cache -prune -o -print0 | cpio -0pdm --quiet "$tree" || exit 1
cd "$tree" || exit 1
python3 tests/lib/recipes.py apply HACKING.md . || exit 1
contrib/sources || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL
./config.status >"$TMP/log" 2>&1 &&
	make CFLAGS='-O0 -Werror' awl tests/awlvm tests/awlsys >>"$TMP/log" 2>&1 ||
	{ tail -n 30 "$TMP/log"; exit 1; }
AWL=$tree/awl BUILD=$tree python3 tests/lib/recipes.py try HACKING.md .
