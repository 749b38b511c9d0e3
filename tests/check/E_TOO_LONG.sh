# SPDX-License-Identifier: GPL-2.0-or-later
# A clause has so many statements that its program has too many instructions.
. "$TESTS/lib/long_clause"
long_clause 300000
