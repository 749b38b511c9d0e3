# SPDX-License-Identifier: GPL-2.0-or-later
#
# Made-up scripts whose results the C compiler and a model in Python know (tests/oracle), in
# all the ways of awlvm.  The same ones each time; SEED and SCRIPTS choose others, as CI does.
command -v python3 >/dev/null || { echo "no python3 for the model"; exit 77; }
command -v "${CC:-cc}" >/dev/null || { echo "no C compiler"; exit 77; }
exec python3 "$TESTS/oracle" -n "${SCRIPTS:-60}" -s "${SEED:-1}" -o "$TMP" "$BUILD/tests/awlvm"
