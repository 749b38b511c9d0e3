# SPDX-License-Identifier: GPL-2.0-or-later
command -v python3 >/dev/null || { echo "no python3 to be a terminal"; exit 77; }
cd "$TMP" && PYTHONPATH="$TESTS/lib" exec python3 -B "$TESTS/exec/top.py"
