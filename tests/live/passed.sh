# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Arguments of C++ functions that get and return objects of many classes, some of which go by their
# address, as the compilers have it (tests/fixtures/passed.cpp).
. "$TESTS/live/common"
need_uprobes
programs passed
cd "$TMP" || exit 1
classes=$(sed -n 's/^#define ALL.*//; /^	X(/p' "$TESTS/fixtures/passed.cpp" | grep -o 'X([a-z]*' | cut -c 3-)
[ "$(echo "$classes" | wc -l)" -gt 20 ] || fail "few classes"
# floating-point numbers take registers that probes can't read
for class in $classes; do
	printf '%s\n' take_$class give_$class
done | grep -v take_floats >functions
while read -r name _; do
	while read -r f; do
		# the kernel can't execute its first instruction elsewhere, vldr from pc
		[ "$ARCH:$name:$f" != arm:clang-2:give_floats ] || continue
		printf 'uprobe:%s:%s { printf("%s %%d\\n", m); }\n' "$P/$name" "$f" "$f"
	done <functions >all.awl
	awl -q -o got -c "$P/$name" -f all.awl
	status 0
	grep . got | sort >values
	sed 's/.*printf("\(.*\) %d.*/\1 42/' all.awl | sort >want
	cmp -s values want || { fail "$name:"; diff values want; }
done <"$P/list"
finish
