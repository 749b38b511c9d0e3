# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# -lv of a source line: the variables there and where they lie.  Those with a value must be the
# ones that perf probe -V finds (at places that perf shows, too: it puts probes at more places of a
# line, and at none that shares its address with another line; it doesn't know some constants), and those in a register those that gdb finds there.
cd "$TMP" || exit 1
command -v gcc >/dev/null || { echo "no compiler"; exit 77; }
cp "$TESTS/fixtures/debug.c" "$TESTS/fixtures/debug2.c" "$TESTS/fixtures/debug.h" .
rc=0 compared=0 registers=0
bad() { echo "$*"; rc=1; }

# per place: "+OFFSET type name  (where)" becomes "OFFSET name", or "OFFSET name REGISTER"
ours() { # ours LINE name|register|sure, which is without what is a constant or computed
	"$AWL" -lv "uprobe:./prog:$1" 2>errors | awk -v which="$2" '
		/^  at / { place = $2; next }
		/^    / && /no value that|optimized out/ { next }
		/^    / {
			split($0, half, "  [(]")
			n = split(half[1], word, " ")
			if (which == "name" || (which == "sure" && half[2] !~ /^(constant|computed)/))
				print place, word[n]
			else if (which == "register" && half[2] ~ /^register/)
				print place, word[n], substr(half[2], 10, length(half[2]) - 10)
		}' | sort
}

perfs() { # perfs LINE
	perf probe -x ./prog -V "$1" 2>errors | awk '
		/@</ { sub(/.*@</, ""); sub(/>.*/, ""); place = $0; next }
		/^\t\t/ && !/No matched/ { print place, $NF }' | sed 's/+\([0-9]*\) / \1 /' |
	while read -r func offset name; do
		printf '%s+%#x %s\n' "$func" "${offset:-0}" "$name"
	done | sed 's/+0x0 /+0 /' | sort -u
}

gdbs() { # gdbs PLACE NAME: the register that gdb says it is in
	address=$(gdb -batch -nx -ex "print/x (long)&${1%+*} + ${1#*+}" ./prog 2>errors | sed 's/.* = //')
	gdb -batch -nx -ex "info scope *$address" ./prog 2>errors | awk -v name="$2" -v at="$address" '
		function num(hex,	i, n) {
			n = 0
			for (i = 3; i <= length(hex); i++)
				n = 16 * n + index("0123456789abcdef", substr(hex, i, 1)) - 1
			return n
		}
		$1 == "Symbol" { on = $2 == name }
		on && $1 == "Symbol" && /is a variable in \$/ { sub(/.*\$/, ""); sub(/,.*/, ""); print; exit }
		on && $1 == "Range" && /a variable in \$/ {
			split($2, range, "[-:]")
			if (num(at) >= num(range[1]) && num(at) < num(range[2])) {
				sub(/.*\$/, "")
				sub(/,.*/, "")
				print
				exit
			}
		}'
}

for options in '-O0' '-O1' '-O2' '-O2 -gdwarf-4'; do
	gcc -g $options -o prog debug.c debug2.c 2>err || { bad "gcc $options"; continue; }
	"$AWL" -lv uprobe:./prog:work:6 >got || bad "$options: status $?"
	[ "$(head -n 1 got)" = uprobe:./prog:work:6 ] || bad "$options: no name: $(head -n 1 got)"
	! grep -q ' sink ' got || bad "$options: a global variable is listed"
	if command -v perf >/dev/null && perf probe -x ./prog -V work:6 >got 2>errors; then
		for line in work:4 work:6 work:9 work:12 area:2 area:4 walk:5 main:4 main:7 main:9; do
			perfs $line >all
			ours $line name | sort -u >some
			ours $line sure | sort -u >sure
			sed 's/ .*//' some | sort -u >ours
			sed 's/ .*//' all | sort -u | comm -12 - ours >both
			join all both | sort -u >want
			join some both | sort -u >got
			join sure both | sort -u >sure.both
			compared=$((compared + $(wc -l <got)))
			comm -23 want got >lacking
			comm -13 want sure.both >beyond
			[ ! -s lacking ] || bad "$options $line: only perf has: $(cat lacking)"
			[ ! -s beyond ] || bad "$options $line: perf lacks: $(cat beyond)"
		done
	fi
	[ "$(uname -m)" = x86_64 ] && command -v gdb >/dev/null || continue
	for line in work:6 work:12 area:4 walk:5; do
		ours $line register | sort -u >got
		while read -r place name register; do
			theirs=$(gdbs "$place" "$name")
			registers=$((registers + 1))
			[ "$theirs" = "r$register" ] || [ "$theirs" = "e$register" ] ||
				[ "$theirs" = "$register" ] ||
				bad "$options $line: $name is in $register, gdb says '$theirs'"
		done <got
	done
done
echo "$compared variables as perf, $registers registers as gdb"
! command -v perf >/dev/null || [ $compared -gt 80 ] || bad "perf was compared with few variables"

gcc -g -O0 -fomit-frame-pointer -o prog debug.c debug2.c || exit 1
"$AWL" -lv uprobe:./prog:work:6 | grep -q '^    s32 total  (memory at sp[+-][0-9]*)$' ||
	bad "total is not in memory"
"$AWL" -lv uprobe:./prog:work@debug.c | tr -d '\n' >got
[ "$(cat got)" = 'uprobe:./prog:work@debug.c  at work+0    s32 count  (arg0)    char * text  (arg1)' ] ||
	bad "at a function's entry: $(cat got)"
"$AWL" -lv uprobe:./prog:work | tr -d '\n' >got
[ "$(cat got)" = 'uprobe:./prog:work  at work+0    s32 count  (arg0)    char * text  (arg1)' ] ||
	bad "of a function: $(cat got)"
"$AWL" -lv uretprobe:./prog:work | tr -d '\n' >got
[ "$(cat got)" = 'uretprobe:./prog:work  at work+0    s32 retval' ] || bad "of a return: $(cat got)"
"$AWL" -lv 'uprobe:./prog:wor*' >got
[ "$(cat got)" = uprobe:./prog:work ] || bad "of a pattern: $(cat got)"
"$AWL" -l uprobe:./prog:work:6 >got
[ "$(cat got)" = uprobe:./prog:work:6 ] || bad "-l lists more: $(cat got)"
"$AWL" -l uprobe:./prog:work:60 >got 2>errors && bad "a line without code is listed"
grep -qF "has no code at line work:60" errors || bad "no message: $(cat errors)"
exit $rc
