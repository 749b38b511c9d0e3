# SPDX-License-Identifier: GPL-2.0-or-later
# A clause has so many statements that a jump over them is too long.
. "$TESTS/lib/long_clause"
long_clause 12000
