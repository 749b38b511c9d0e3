# SPDX-License-Identifier: GPL-2.0-or-later
# needs: svg
#
# The title of a page: the command line and the date, which SOURCE_DATE_EPOCH sets.
cd "$TMP" || exit 1
SOURCE_DATE_EPOCH=86400 TZ=UTC
export SOURCE_DATE_EPOCH TZ
printf 'BEGIN { @["x"] = 1; }' >s.awl
"$BUILD/tests/awlvm" -1 x86_64 -q -o a.svg s.awl || exit 1
cp a.svg b.svg
"$BUILD/tests/awlvm" -1 x86_64 -q -o a.svg s.awl || exit 1
cmp a.svg b.svg || { echo "another page the second time"; exit 1; }
title=$(sed -n 's/^<title>\(.*\)<\/title>$/\1/p' a.svg)
case $title in
"awl "*" -o a.svg s.awl, 1970-01-02 00:00:00") ;;
*) echo "the title is '$title'"; exit 1 ;;
esac
"$BUILD/tests/awlvm" -1 x86_64 -q -o a.svg -e 'BEGIN { @["<x>"] = 1; }' || exit 1
grep -q "^<title>awl .* 'BEGIN { @\[&#34;&#60;x&#62;&#34;\] = 1; }', 1970" a.svg || { grep '<title>' a.svg; exit 1; }
