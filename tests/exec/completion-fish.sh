# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
set -- fish
. "$TESTS/exec/completion"
