# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# -L: lines of functions and files with marks where probes can be.  perf probe -L has the same
# shape; it differs in these points, which the code below evens out: perf counts the code of the
# line with a function's first brace as the line before, and finds no function that is inlined.
cd "$TMP" || exit 1
mkdir -p tree/lib away
cat >tree/lib/work.c <<'END'
#include "twice.h"
volatile int sink;
__attribute__((noinline)) int work(int count, int *from)
{
	int total = 0;

	for (int i = 0; i < count; i++) {
		total += from[i];
		sink = total;
	}
	/* no code here */
	if (total)
		total = twice(total);

	return total;
}

int main(int argc, char **argv)
{
	int from[] = { argc, 2 };

	return work(2, from);
}
END
printf '%s\n' 'static inline int twice(int n)' '{' '	return 2 * n;' '}' >tree/lib/twice.h
gcc -g -O0 -o prog tree/lib/work.c 2>err || { echo "no compiler"; exit 77; }
rc=0
bad() { echo "$*"; rc=1; }
same() { # same WHAT ARGUMENT...: stdin is what awl prints
	what=$1
	shift
	cat >want
	"$AWL" "$@" >got 2>errors || bad "$what: status $?: $(cat errors)"
	cmp -s want got || { bad "$what:"; diff want got; }
}
fails() { # fails STATUS MESSAGE ARGUMENT...
	status=$1 message=$2
	shift 2
	"$AWL" "$@" >got 2>errors
	[ $? = "$status" ] && grep -qF "$message" errors || { bad "$*: no '$message'"; cat errors; }
}

same 'a function' -L ./prog:work <<END
<work@$PWD/tree/lib/work.c:0>
      0  __attribute__((noinline)) int work(int count, int *from)
      1  {
      2  	int total = 0;
         
      4  	for (int i = 0; i < count; i++) {
      5  		total += from[i];
      6  		sink = total;
         	}
         	/* no code here */
      9  	if (total)
     10  		total = twice(total);
         
     12  	return total;
     13  }
         
         int main(int argc, char **argv)
         {
END
same 'some of its lines' -L ./prog:work@work.c:5-7 <<END
<work@$PWD/tree/lib/work.c:5>
      5  		total += from[i];
      6  		sink = total;
         	}
END
same 'lines of a file' -L ./prog:work.c:12+2 <<END
<$PWD/tree/lib/work.c:12>
     12  	if (total)
     13  		total = twice(total);
         
END
same 'a header' -L ./prog:lib/twice.h <<END
<$PWD/tree/lib/twice.h:0>
         static inline int twice(int n)
      2  {
      3  	return 2 * n;
      4  }
END
same 'the kernel' --vmlinux prog -L twice <<END
<twice@$PWD/tree/lib/twice.h:0>
      0  static inline int twice(int n)
      1  {
      2  	return 2 * n;
      3  }
END

# what the lines say is what probes accept
for line in $("$AWL" -L ./prog:work | awk 'NR > 1 && /^ {0,6}[0-9]/ { print $1 }'); do
	"$AWL" -n --arch "$(uname -m)" "uprobe:./prog:work:$line { @ = count(); }" ||
		bad "no probe at line $line"
done

if command -v perf >/dev/null && perf probe -x ./prog -L work:1-2 >got 2>errors; then
	for what in work main work:3-9 work:12 work.c:3-9 twice.h:1-4; do
		perf probe -x ./prog -L $what 2>errors | grep -v '^         {$' >want
		"$AWL" -L "./prog:$what" | grep -v '^         {$' >got
		case $what in
		*[.]*)	sed -i '/^ .*[0-9]  {$/d; s/^      [0-9]  \([a-z_].*)\)$/         \1/' want got ;;
		*)	sed -i '/^      1  {$/d' got ;;
		esac
		cmp -s want got || { bad "perf shows $what otherwise:"; diff want got; }
	done
else
	echo "no perf with debug information: not compared"
fi

mv tree away
for from in away "$PWD/away/tree" away/tree/lib; do
	same "--source $from" -L ./prog:work:5-5 --source "$from" <<END
<work@$PWD/tree/lib/work.c:5>
      5  		total += from[i];
END
done
"$AWL" -L ./prog:work:4-9 >got 2>errors || bad "without the text: status $?"
[ "$(tr -s ' \n' ' ' <got)" = "<work@$PWD/tree/lib/work.c:4> 4 5 6 9 " ] ||
	{ bad "without the text:"; cat got; }
grep -qF "can't read '$PWD/tree/lib/work.c', so only numbers are shown: --source DIR" errors ||
	{ bad "no word about the text"; cat errors; }

fails 1 "'./prog' has no function 'wrok'" -L ./prog:wrok
fails 1 "'./prog' has no source file 'wrok.c'" -L ./prog:wrok.c:3
fails 1 './nosuch: No such file' -L ./nosuch:work
fails 2 'expected [FILE:]function' -L ./prog:work:9-3
fails 2 'expected [FILE:]function' -L ./prog:
strip -o stripped prog
fails 1 './stripped: it has none: compile it with -g' -L ./stripped:work
fails 1 'no vmlinux with debug information for this kernel' --arch "$(uname -m)" -L work
exit $rc
