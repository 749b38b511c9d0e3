# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Programs with random damage in their debug information, which may only not crash the reader,
# take long or need much memory.  $COUNT and $SEED: how many, and which.  Then all of awl gets a
# damaged copy of each: it may end with a message only.
fuzz="$BUILD/tests/fuzz/debug"
[ -x "$fuzz" ] || { echo "no tests/fuzz/debug: make check builds it"; exit 77; }
cd "$TESTS/fixtures" || exit 1
. "$TESTS/lib/bare"
for o in O0 O2; do
	for v in 2 3 4 5; do
		make "gcc-$v-$o" gcc -g -gdwarf-$v -$o
		make "clang-$v-$o" clang -g -gdwarf-$v -$o
		make "arm-$v-$o" arm-linux-gnueabihf-gcc -g -gdwarf-$v -$o
	done
	make "wide-$o" gcc -g -gdwarf-5 -gdwarf64 -$o
	make "packed-$o" gcc -g -gz=zlib -$o
	make "aarch64-$o" aarch64-linux-gnu-gcc -g -$o
	for v in 4 5; do
		command -v gcc >/dev/null && gcc -g -gdwarf-$v -$o -nostdlib -static \
			-Wl,--unresolved-symbols=ignore-all -Wl,-e,main -o "$TMP/vars-$v-$o" \
			vars.c 2>/dev/null && made="$made $TMP/vars-$v-$o"
	done
done
[ -n "$made" ] || { echo "no compiler"; exit 77; }
cd "$TMP" || exit 1
# shellcheck disable=SC2086 # a list
"$fuzz" -n "${COUNT-3000}" "${SEED-1}" $made || exit 1
seed=${SEED-1}
for from in $made; do
	seed=$((seed + 1))
	case ${from##*/} in
	arm-*) arch=arm ;;
	aarch64-*) arch=aarch64 ;;
	*) arch=$(uname -m) ;;
	esac
	"$fuzz" -w $seed "$from" damaged || exit 1
	for probe in main work:2 walk debug.c:30; do
		timeout 20 "$AWL" -n --arch $arch \
			"uprobe:./damaged:$probe { print(args); print(locals); }" 2>said
		[ $? -lt 2 ] || { echo "$from, damage $seed: $probe"; cat said; exit 1; }
	done
	timeout 20 "$AWL" -L ./damaged:main >shown 2>said
	[ $? -lt 2 ] || { echo "$from, damage $seed: -L"; cat said; exit 1; }
done
