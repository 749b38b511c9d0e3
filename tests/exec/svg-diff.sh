# SPDX-License-Identifier: GPL-2.0-or-later
# needs: merge svg
#
# --diff as a page: flame graphs of folded and of awlmap files, and bars.
command -v python3 >/dev/null || { echo "no python3 to read the page"; exit 77; }
cd "$TMP" && PYTHONPATH="$TESTS/lib" exec python3 -B "$TESTS/exec/svg-diff.py"
