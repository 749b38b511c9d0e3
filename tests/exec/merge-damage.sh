# SPDX-License-Identifier: GPL-2.0-or-later
# needs: merge
#
# Damaged awlmap files, which may only not crash the reader, take long or need much memory.  $COUNT
# and $SEED: how many, and which.
fuzz="$BUILD/tests/fuzz/mapfile"
[ -x "$fuzz" ] || { echo "no tests/fuzz/mapfile: make check builds it"; exit 77; }
cd "$TMP" || exit 1
for f in addresses enums usyms functions lhist-ten zero series-full stack-cpus lost records structs tuples; do
	[ -f "$TESTS/exec/$f.awl" ] || continue
	"$BUILD/tests/awlvm" -1 x86_64 -o "$f.awlmap" "$TESTS/exec/$f.awl" >/dev/null 2>&1
	[ -s "$f.awlmap" ] && set -- "$@" "$f.awlmap"
done
[ $# -gt 4 ] || { echo "only $# files: $*"; exit 1; }
"$fuzz" -n "${COUNT-20000}" "${SEED-1}" "$@"
