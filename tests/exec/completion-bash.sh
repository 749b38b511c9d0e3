# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
#
# Completion in bash, with the made-up kernel's events.
command -v bash >/dev/null || { echo "no bash"; exit 77; }
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
mkdir "$TMP/bin"
cd "$TMP" || exit
printf '#!/bin/sh\nexec %s --tracefs %s "$@"\n' "$AWL" "$TESTS/fixtures/tracefs" >"$TMP/bin/awl"
chmod +x "$TMP/bin/awl"
PATH=$TMP/bin:$PATH HOME=$TMP exec python3 "$TESTS/exec/completion.py" bash "$TESTS/../contrib/completion"
