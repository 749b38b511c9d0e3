# SPDX-License-Identifier: GPL-2.0-or-later
# A clause of many statements: more instructions than a program may have.
. "$TESTS/lib/long_clause"
long_clause 300000
