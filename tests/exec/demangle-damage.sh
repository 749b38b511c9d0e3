# SPDX-License-Identifier: GPL-2.0-or-later
#
# Names with random damage may only not crash the demangler, or take long.  $COUNT and $SEED: how
# many, and which.
fuzz="$BUILD/tests/fuzz/demangle"
[ -x "$fuzz" ] || { echo "no tests/fuzz/demangle: make check builds it"; exit 77; }
cd "$TMP" || exit 1
"$fuzz" -n "${COUNT-20000}" "${SEED-1}" "$TESTS/fixtures/demangle"
