# SPDX-License-Identifier: GPL-2.0-or-later
#
# src/sources.am lists what is in the tree (else: contrib/sources).
sh "$TESTS/../contrib/sources" --check
