# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Where a function is inlined, registers do not have its arguments.
cd "$TMP" || exit 1
cat >prog.c <<'END'
static inline __attribute__((always_inline)) int more(int n) { __asm__ volatile(""); return n + 1; }
int main(int argc, char **argv) { return more(argc) + more(argc + 1); }
END
gcc -g -O2 -o prog prog.c 2>err || { echo "no compiler"; exit 77; }
rc=0
for arg in arg0 sarg0; do
	"$AWL" -n --arch "$(uname -m)" "uprobe:./prog:more { @ = sum($arg); }" 2>err && rc=1
	grep -qF "program:1:30: error: uprobe:./prog:more is inlined or specialized there: its arguments are not where calls have them" err || rc=1
	cat err
done
"$AWL" -n --arch "$(uname -m)" 'uprobe:./prog:more { @ = sum(reg("ip")); }' || rc=1
exit $rc
