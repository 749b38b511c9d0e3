# SPDX-License-Identifier: GPL-2.0-or-later
#
# Random scripts whose results are computed by the C compiler and a model in Python (tests/oracle),
# run in all ways of awlvm.  The scripts are always the same; SEED and SCRIPTS choose others, as in
# CI.
command -v python3 >/dev/null || { echo "no python3 for the model"; exit 77; }
command -v "${CC:-cc}" >/dev/null || { echo "no C compiler"; exit 77; }
exec python3 "$TESTS/oracle" -n "${SCRIPTS:-60}" -s "${SEED:-1}" -o "$TMP" "$BUILD/tests/awlvm"
