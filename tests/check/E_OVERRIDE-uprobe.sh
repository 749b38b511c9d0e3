# SPDX-License-Identifier: GPL-2.0-or-later
# A user function can't be overridden.
"$AWL" -n --unsafe --arch "$ARCH" "uprobe:$WORK:main { override(1); }" 2>"$TMP/err"
[ $? = 1 ] || { echo "accepted"; exit 1; }
cat "$TMP/err"
grep -q "override can't be used in uprobe: it has no kernel function" "$TMP/err"
