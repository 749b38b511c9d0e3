# SPDX-License-Identifier: GPL-2.0-or-later
#
# Some of the system calls fail, one after another; `make failing` has all of them.
FAILING=some exec sh "$TESTS/failing.sh"
