# SPDX-License-Identifier: GPL-2.0-or-later
# needs: merge svg
#
# Pages as chromium shows them: each frame, bar and cell has its place and its colour in a picture of
# the screen, in light and in dark colours.
command -v chromium >/dev/null || { echo "no chromium"; exit 77; }
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
cd "$TMP" && PYTHONPATH="$TESTS/lib" exec python3 -B "$TESTS/exec/screenshot.py"
