# SPDX-License-Identifier: GPL-2.0-or-later
# needs: svg
#
# The cells of heat maps: of series, and of histograms with a number as the last key.
command -v python3 >/dev/null || { echo "no python3 to read the page"; exit 77; }
cd "$TMP" && PYTHONPATH="$TESTS/lib" TZ=UTC exec python3 -B "$TESTS/exec/svg-heat.py"
