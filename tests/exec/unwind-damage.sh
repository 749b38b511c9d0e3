# SPDX-License-Identifier: GPL-2.0-or-later
# needs: unwind
#
# Programs with random damage in the description of their call frames, which may only not crash the
# reader of tables for unwinding, take long or need much memory.  $COUNT and $SEED: how many, and
# which.
fuzz="$BUILD/tests/fuzz/unwind"
[ -x "$fuzz" ] || { echo "no tests/fuzz/unwind: make check builds it"; exit 77; }
cd "$TESTS/fixtures" || exit 1
. "$TESTS/lib/bare"
make gcc gcc -O2
make clang clang -O2 -fno-omit-frame-pointer
make frame gcc -g -O2 -fno-asynchronous-unwind-tables
make aarch64 aarch64-linux-gnu-gcc -O2
make riscv64 riscv64-linux-gnu-gcc -O2
make thumb arm-linux-gnueabihf-gcc -O2 -funwind-tables
make arm arm-linux-gnueabihf-gcc -O2 -marm -fexceptions
make bare arm-linux-gnueabihf-gcc -O2
[ -n "$made" ] || { echo "no compiler"; exit 77; }
cd "$TMP" || exit 1
# shellcheck disable=SC2086 # a list
"$fuzz" -n "${COUNT-5000}" "${SEED-1}" $made
