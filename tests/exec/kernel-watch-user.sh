# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf watchpoint
#
# Watchpoints on variables of a program: of one that is loaded where it was linked, and of one that
# runs.  The symbol table and the program say where they are.
export root="$TMP/root" rc=0 bad=0
. "$TESTS/fake/kernel"
kernel 6.1
command -v gcc >/dev/null || { echo "no compiler"; exit 77; }
cd "$TMP" || exit 1
cat >prog.c <<'END'
#include <stddef.h>
#include <stdio.h>
struct part { short a; int b[3]; };
struct state { char c; struct part p; } state = { 1 };
static int counter = 5;
int zero;
int main(int argc, char **argv)
{
	printf("counter %p\nzero %p\nstate.p.b %p\n", (void *)&counter, (void *)&zero, (void *)state.p.b);
	fflush(stdout);
	return argc > 1 && getchar() == *argv[1];
}
END
gcc -g -O1 -no-pie -o fixed prog.c && gcc -g -O1 -pie -fPIE -o moves prog.c || exit 77
# watches NAME ADDRESS TEXT OPTION...: awl watches this address
watches() {
	want=$2
	text=$3
	shift 3
	try "$@" -e "w:$text:4:w { @ = count(); }"
	is "$text" "breakpoint:$want:4:2" "$(sed -n 's/^perf \(breakpoint:[^ ]*\) .*/\1/p' "$TMP/log" | head -n 1)"
}
./fixed >places
while read -r name at; do
	watches "$name" "$at" "./fixed:$name" -c ./fixed
	watches "$name" "$at" "./fixed:&$name" -c ./fixed
	watches "$name" "$(printf '%#x' $((at + 4)))" "./fixed:$name+4" -c ./fixed
done <places
mkfifo input
./moves x >places <input &
pid=$!
exec 3>input
while [ "$(grep -c . places)" != 3 ]; do sleep 0.1; done
while read -r name at; do
	watches "$name" "$at" "$TMP/moves:$name" -p $pid
done <places
exec 3>&-
wait $pid
refused() { # refused PROBE MESSAGE
	try -c ./fixed -e "w:$1:4:w { @ = count(); }"
	is status 1 $rc
	said "$2"
}
refused ./moves:counter "it is not known where './moves' is loaded"
refused ./fixed:nosuch "'./fixed' has no variable 'nosuch'"
refused ./fixed:main "'./fixed' has no variable 'main'"
refused ./fixed:state.x "no member 'x' in 'struct state'"
refused ./nosuch:counter "can't read './nosuch'"
exit $bad
