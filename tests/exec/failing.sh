# SPDX-License-Identifier: GPL-2.0-or-later
#
# Makes some of the system calls fail, one after the other.  `make failing` tests all of them.
FAILING=some exec sh "$TESTS/failing.sh"
