# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Lines without code, and the nearest ones that have some; files and functions that are not there.
cd "$TMP" || exit 1
cat >prog.c <<'END'
int more(int n);

int more(int n)
{
	/* no code */
	return n + 1;
}

int main(int argc, char **argv)
{
	return more(argc);
}
END
gcc -g -O0 -o prog prog.c 2>err || { echo "no compiler"; exit 77; }
rc=0
refused() { # refused PROBE MESSAGE CURE
	"$AWL" -n --arch "$(uname -m)" "$1 { @ = count(); }" 2>err
	[ $? = 1 ] && grep -qF "program:1:1: error: $2" err && grep -qF "${3-error}" err ||
		{ echo "$1: no '$2' '$3'"; cat err; rc=1; }
}
fine() {
	"$AWL" -n --arch "$(uname -m)" "$1 { @ = count(); }" 2>err || { cat err; rc=1; }
}
refused uprobe:./prog:prog.c:5 "'./prog' has no code at line prog.c:5" \
	'= the nearest lines that have code are prog.c:4 and prog.c:6'
refused uprobe:./prog@prog.c:99 "'./prog' has no code at line prog.c:99" \
	'= the nearest line that has code is prog.c:12'
refused uprobe:./prog:more:2 "'./prog' has no code at line more:2" \
	'= the nearest lines that have code are more:1 and more:3'
refused uprobe:./prog:more:9 "'./prog' has no code at line more:9" \
	'= the nearest line that has code is more:4'
refused uprobe:./prog:rog.c:6 "'./prog' has no source file 'rog.c'"
refused uprobe:./prog:more@other.c "'./prog' has no function 'more@other.c'"
refused uprobe:./prog:mor:3 "'./prog' has no function 'mor'" "= did you mean 'more'?"
refused uretprobe:./prog:more:3 "'./prog': can't probe" "a return probe must be at a function's start"
fine uprobe:./prog:more:3
fine uprobe:./prog:more@prog.c
fine "uprobe:./prog:\"more@${PWD##*/}/prog.c\""
fine 'uprobe:./prog:"more@./prog.c:3"'
fine "uprobe:./prog@${PWD##*/}/prog.c:6"
fine "uretprobe:./prog:more@prog.c"
exit $rc
