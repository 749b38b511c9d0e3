# SPDX-License-Identifier: GPL-2.0-or-later
# needs: merge
#
# Sums of files that were made from known numbers, what can't be added, and damaged files.
command -v python3 >/dev/null || { echo "no python3 to make files"; exit 77; }
cd "$TMP" || exit 1
PYTHONPATH="$TESTS/lib" python3 -B "$TESTS/exec/merge.py" "$AWL" ${FILES:+$FILES $KEYS}
