# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Return probes and arguments of a function that exists, and is also inlined.
cd "$TMP" || exit 1
cat >prog.c <<'END'
volatile int sink;
int more(int n) { sink = n; return n + 1; }
int main(int argc, char **argv) { return more(argc) + more(argc + 1); }
END
gcc -g -O2 -o prog prog.c 2>err || { echo "no compiler"; exit 77; }
rc=0
"$AWL" -n --arch "$(uname -m)" 'uretprobe:./prog:more { @ = count(); }' 2>err || rc=1
grep -qF "program:1:1: warning: 'more' is inlined in 2 places, which do not return and are not probed" err || rc=1
cat err
"$AWL" -n --arch "$(uname -m)" 'uprobe:./prog:more { @ = sum(arg0); }' 2>err && rc=1
grep -qF "program:1:30: error: uprobe:./prog:more is inlined or specialized there: its arguments are not where calls have them" err || rc=1
cat err
"$AWL" -n --arch "$(uname -m)" 'uprobe:./prog:more { @ = count(); }' || rc=1
exit $rc
