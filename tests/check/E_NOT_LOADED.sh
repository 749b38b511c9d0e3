# SPDX-License-Identifier: GPL-2.0-or-later
# needs: watchpoint
#
# A variable of a program whose address is chosen when it starts.
command -v gcc >/dev/null || { echo "no compiler"; exit 77; }
cd "$TMP" || exit 1
echo 'int counter; int main(void) { return counter; }' >prog.c
gcc -pie -fPIE -o prog prog.c || exit 77
"$AWL" -n --arch "$(uname -m)" 'watchpoint:./prog:counter:4:w { }' 2>err
[ $? = 1 ] && grep -qF "program:1:1: error: it is not known where './prog' is loaded" err || { cat err; exit 1; }
