# SPDX-License-Identifier: GPL-2.0-or-later
#
# src/sources.am lists the files in the tree (contrib/sources updates it).
sh "$TESTS/../contrib/sources" --check
