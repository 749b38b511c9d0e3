# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
set -- bash
. "$TESTS/exec/completion"
