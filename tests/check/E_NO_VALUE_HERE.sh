# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# A variable that the compiler optimized out has a value at some lines only.
cd "$TMP" || exit 1
cat >prog.c <<'END'
volatile int sink;
__attribute__((noinline)) int work(int count)
{
	int left = count + 3;
	sink = left;
	count = sink;
	sink = 2;
	return count;
}
int main(int argc, char **argv)
{
	int result = work(2);
	sink = result;		/* the call may have changed the registers of argc and argv */
	return 0;
}
END
gcc -g -O2 -fno-ipa-ra -o prog prog.c 2>err || { echo "no compiler"; exit 77; }
rc=0
refused() { # refused PROBE NAME MESSAGE
	"$AWL" -n --arch "$(uname -m)" "$1 { @ = $2; }" 2>err
	[ $? = 1 ] && grep -qF "program:1:$((${#1} + 8)): error: $3" err ||
		{ echo "$1 $2: no '$3'"; cat err; rc=1; }
}
fine() { # fine PROBE EXPRESSION
	"$AWL" -n --arch "$(uname -m)" "$1 { @ = $2; }" 2>err || { cat err; rc=1; }
}
refused uprobe:./prog:prog.c:13 argv "'argv' has no value at uprobe:./prog:prog.c:13"
refused uprobe:./prog:prog.c:13 local.argv "'argv' has no value at uprobe:./prog:prog.c:13"
refused uprobe:./prog:work nosuch "unknown name 'nosuch'"
refused uprobe:./prog:work local.nosuch "unknown name 'local'"
# where it has one
cat >late.c <<'END'
#include <stdio.h>
volatile int sink;
__attribute__((noinline)) void other(void)
{
	sink = 3;
}
__attribute__((noinline)) int late(int a, int b)
{
	int rate = a * b;

	sink = rate;
	other();
	sink = 1;
	sink = 2;
	return b;
}
int main(int argc, char **argv)
{
	return late(argc, argc);
}
END
gcc -g -O2 -fno-ipa-ra -o late late.c
refused uprobe:./late:late:6 rate "'rate' has no value at uprobe:./late:late:6 (late+0x"
grep -q 'it has one at lines 4 to 5 of late$' err || { echo "late:6:"; cat err; rc=1; }
refused uprobe:./late:late.c:13 rate "'rate' has no value at uprobe:./late:late.c:13 (late+0x"
grep -q 'it has one at lines 11 to 12 of late.c$' err || { echo "late.c:13:"; cat err; rc=1; }
"$AWL" -n --arch "$(uname -m)" 'uprobe:./late:late:4 { @ = rate; }' || rc=1
fine uprobe:./prog:work args.count
fine uprobe:./prog:work 'count + sink'
fine uprobe:./prog:work:3 'left + local.left'
fine uprobe:./prog:prog.c:5 args
exit $rc
