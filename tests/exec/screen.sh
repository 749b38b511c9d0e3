# SPDX-License-Identifier: GPL-2.0-or-later
#
# What a terminal's screen shows: tmux is the terminal, and tells us the text and the colours in it.
command -v tmux >/dev/null || { echo "no tmux"; exit 77; }
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
unset NO_COLOR
cd "$TMP" && PYTHONPATH="$TESTS/lib" exec python3 -B "$TESTS/exec/screen.py"
