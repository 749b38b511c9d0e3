# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# locals and args as a whole, global variables of other files, and what a function returns by its
# type.  The program (tests/fixtures/locals.c) prints the same values itself.
. "$TESTS/live/common"
need_uprobes
programs locals
cd "$TMP" || exit 1
line=$(awk '/return from/ { print NR }' "$TESTS/fixtures/locals.c")

try() { # try NAME OPTION...
	prog=$P/$1
	"$prog" >said
	awl -q -o got -c "$prog" "
		uprobe:$prog:locals.c:$line {
			printf(\"make %d \", calls);
			printf(\"%d %d\\n\", driver_state.count, elsewhere);
		}
		uretprobe:$prog:make { printf(\"returned %d \", retval->x); }
		uretprobe:$prog:narrow { printf(\"%d\\n\", retval); }
		uprobe:$prog:change { printf(\"%d\\n\", *(&elsewhere) + driver_state.kind[2]); }"
	status 0
	sed '/^make/s/^\(make [0-9]*\) [0-9]* [0-9]*/\1/' said >want
	grep -v '^[0-9]' got >values
	[ "$(wc -l <want)" = 6 ] || fail "$*: the program said: $(cat said)"
	sort want >want.sorted
	sort values | sed '/^$/d' >values.sorted
	cmp -s want.sorted values.sorted || { fail "$*:"; diff want.sorted values.sorted; }
	[ "$(grep '^[0-9]' got | tr '\n' ' ')" = "79 95 117 " ] ||
		fail "$*: other files: $(grep '^[0-9]' got)"
}

while read -r options; do
	# shellcheck disable=SC2086 # several options
	try $options
done <"$P/list"

prog=$P/gcc-0
awl -q -o got -c "$prog" "uprobe:$prog:locals.c:$line { print(locals); print(args.pid); print(local.pid); }
	uprobe:$prog:make { print(args.pid + 0); }"
status 0
grep -v '^$' got >values
cat >want <<'END'
20
{ .calls = 5, .twice = 40 }
20
20
21
{ .calls = 6, .twice = 42 }
21
21
22
{ .calls = 7, .twice = 44 }
22
22
END
grep -v '^make\|^returned' values | cmp -s - want || { fail "locals:"; diff values want; }
"$AWL" -n "uprobe:$prog:make { print(locals); }" 2>"$ERR" && fail "locals at a function's entry"
match "$ERR" "'locals' has no value at uprobe:$prog:make"
command -v gcc >/dev/null || { echo "no compiler: globals at returns, floating-point parameters: not tried"; finish; }
# at a function's return
for options in '-O1 -no-pie' '-O0 -fPIE -pie'; do
	case $options in *-fPIE*) printf '6.6\n%s\n' "$KVER" | sort -VC || continue ;; esac
	# shellcheck disable=SC2086 # several options
	gcc -g $options -o prog "$TESTS/fixtures/locals.c" "$TESTS/fixtures/locals2.c" 2>errors || { echo "gcc $options: not tried"; continue; }
	./prog | sed -n 's/^make [0-9]* [0-9]* [0-9]* //p' >want
	awl -q -o got -c ./prog 'uretprobe:./prog:make { printf("%d %d\n", driver_state.count, *(&elsewhere)); }'
	sed '/^$/d' got | cmp -s - want || { fail "$options: globals at a return:"; diff got want; }
	awl -n 'uretprobe:./prog:make { print(twice); }'
	status 1
done
# Probes can't read the registers of floating-point numbers, which other parameters don't take.
cat >floats.c <<'END'
#include <stdio.h>
#include <complex.h>
struct two { int a, b; };
struct mix { int a; double b; };

__attribute__((noinline)) long calc(double d, int n, float f, struct two t, long m)
{
	printf("{ .n = %d, .t = { .a = %d, .b = %d }, .m = %ld }\n", n, t.a, t.b, m);
	return n + (long)(d * f) + t.a + m;
}

__attribute__((noinline)) int mixed(int a, struct mix m, int b, complex float c)
{
	printf("%d\n", a);
	return a + m.a + b + (int)crealf(c);
}

int main(int argc, char **argv)
{
	return calc(1.5, argc, 2.5f, (struct two){ 7, 8 }, 77) +
	       mixed(argc + 4, (struct mix){ 1, 2.5 }, 3, 2.0f) == 0;
}
END
gcc -g -O2 -o floats floats.c
./floats >want
awl -q -o values -c ./floats 'uprobe:./floats:calc { print(args); } uprobe:./floats:mixed { print(a); }'
grep -v '^$' values | cmp -s want - || { fail "floats:"; diff want values; }
for what in calc:d mixed:m mixed:b mixed:c; do
	"$AWL" -n "uprobe:./floats:${what%:*} { print(${what#*:}); }" 2>"$ERR" && fail "$what is read"
	match "$ERR" "'${what#*:}' has no value at uprobe:./floats:${what%:*}"
done
finish
