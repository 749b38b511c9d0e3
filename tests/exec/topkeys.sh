# SPDX-License-Identifier: GPL-2.0-or-later
#
# The keys of --top, and the terminal's settings after each end of the session.
command -v python3 >/dev/null || { echo "no python3 to be a terminal"; exit 77; }
cd "$TMP" && PYTHONPATH="$TESTS/lib" exec python3 -B "$TESTS/exec/topkeys.py"
