# SPDX-License-Identifier: GPL-2.0-or-later
#
# Histograms of values of 64 bits: each bucket counts the values between its bounds, which have
# units up to E, and no value is missing.
command -v python3 >/dev/null || { echo "needs python3"; exit 77; }
python3 "$TESTS/exec/hist-wide.py" script >"$TMP/h.awl" || exit 1
"$BUILD/tests/awlvm" "$TMP/h.awl" >"$TMP/out" || { tail -n 5 "$TMP/out"; exit 1; }
python3 "$TESTS/exec/hist-wide.py" check <"$TMP/out"
