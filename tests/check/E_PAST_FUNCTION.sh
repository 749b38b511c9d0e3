# SPDX-License-Identifier: GPL-2.0-or-later
# The offset is in another function.
. "$TESTS/lib/elf32"
cd "$TMP" || exit 1
printf '\220\220\303' | elf32 3 4352 3 >prog
"$AWL" -n --arch x86_64 'uprobe:./prog:f+3 { @ = count(); }' 2>err
[ $? = 1 ] || { echo "accepted"; exit 1; }
cat err
grep -q "program:1:1: error: './prog': offset past the end of function 'f', which has 3 bytes" err
