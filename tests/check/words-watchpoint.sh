# SPDX-License-Identifier: GPL-2.0-or-later
# needs: watchpoint
#
# The variable of another machine's kernel is looked up in a copy of that machine.
for arch in $ARCHES; do
	"$AWL" -n --arch $arch 'watchpoint:jiffies:4:w { }' >"$TMP/out" 2>&1 && exit 1
	grep -qF -e '--sysroot DIR names a copy of that machine' "$TMP/out" || { cat "$TMP/out"; exit 1; }
done
