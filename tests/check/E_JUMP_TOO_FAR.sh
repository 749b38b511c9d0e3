# SPDX-License-Identifier: GPL-2.0-or-later
# A clause of many statements: a jump over them is too long.
. "$TESTS/lib/long_clause"
long_clause 12000
