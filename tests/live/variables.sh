# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Variables by name in programs made by several compilers.  The program itself says what they
# have at each line (tests/fixtures/vars.c).  What the compiler optimized out at a line awl must
# refuse, which it may not do without optimization.  gcc also puts lines of inlined functions at
# addresses that are not in the function, so that its names are unknown there.
. "$TESTS/live/common"
need_uprobes
programs vars
cd "$TMP" || exit 1
seen=0 gone=0

# LINE EXPRESSION EXPRESSION EXPRESSION, as the program prints them: as long
awk '/SEE: / && !/with SEE/ { sub(/.*SEE: /, NR " "); sub(/ \*\/.*/, ""); print }' \
	"$TESTS/fixtures/vars.c" >lines

# script FILE...: a clause on a line of its own for each line that the files name
script() {
	cat "$@" | while read -r line a b c; do
		printf 'uprobe:%s:vars.c:%s { printf("%s %%ld %%ld %%ld %%s\\n", (long)(%s), (long)(%s), (long)(%s), func); }\n' \
			"$prog" "$line" "$line" "$a" "$b" "$c"
	done
}

# missing MOST: line numbers of lines whose variables have no values in gone, other lines in left.
# awl prints only the first errors, so it is asked until there are none.
missing() {
	cp lines left
	: >gone
	: >bad
	while script left >all.awl && ! "$AWL" -n -f all.awl 2>errors && [ ! -s bad ]; do
		awk -F: -v most="$1" '/^all\.awl:.*: error: / {
			if (/has no value at/ || (most && /unknown name/) || $2 in gone)
				gone[$2] = 1
			else
				print >"bad"
		} END {
			for (n in gone)
				print n >"rows"
		}' errors
		[ -s rows ] || { cp errors bad; break; }
		awk 'NR == FNR { row[$1]; next } FNR in row { print $1 }' rows left >>gone
		awk 'NR == FNR { row[$1]; next } !(FNR in row)' rows left >rest
		rm rows
		mv rest left
	done
}

# leave LINE WHY: the line's values are known to differ in this program
leave() {
	echo "$prog: line $1 is left out: $2"
	sed -i "/^$1 /d" left
}

# Where debug information is right as far as it goes, but a probe sees something else than the
# program prints.
leave_known() {
	case $ARCH:$1 in
	aarch64:gcc-?-2) leave 148 "line 147 stores big.last after line 148's last place" ;;
	riscv64:gcc-?-[12s] | riscv64:gcc-pie)
		leave 99 "gcc has p.y in memory that it does not store it to"
		leave 102 "gcc has p.y in memory that it does not store it to" ;;
	i386:gcc-?-s) leave 47 "its only place is before line 46's addition" ;;
	i386:gcc-?-[12] | i386:gcc-pie)
		leave 130 "gcc has times in memory, where it stores only a part of the high word" ;;
	ppc64le:gcc-?-2)
		leave 148 "gcc says that i is n / 5"
		leave 150 "gcc says that i is n / 5" ;;
	aarch64:clang-?-s | arm:clang-?-s | ppc64le:clang-?-s | riscv64:clang-?-s | s390x:clang-?-s)
		leave 84 "clang has i without the last i++ after the loop" ;;
	esac
}

# compare: what want and got do not have in common.  Compilers move instructions of a line before
# those of the line above.  So other values are right at a place, if the line has another place after
# it in the same function, and those that remain have all the values that the program says.
compare() {
	awk 'NR == FNR { said[$0]; next }
	{
		value = $1 " " $2 " " $3 " " $4
		split($5, at, "+")
		sub(/^0x/, "", at[2])
		place = $1 " " at[1] " " substr("0000000", length(at[2])) at[2]
		has[place SUBSEP value] = place
		if (!(value in said))
			other[place] = value
	} END {
		for (i in has) {
			split(has[i], at, " ")
			if (!(has[i] in other) && last[at[1], at[2]] < has[i])
				last[at[1], at[2]] = has[i]
		}
		for (i in has) {
			split(i, part, SUBSEP)
			split(has[i], at, " ")
			if (!(has[i] in other))
				delete said[part[2]]
			else if (last[at[1], at[2]] <= has[i])
				print "not said:", other[has[i]], "at", has[i]
		}
		for (value in said)
			print "not read:", value
	}' want got
}

# locals has a structure of which registers have the members, too.
parts() {
	"$AWL" -n "uprobe:$prog:vars.c:76 { print(p); }" 2>"$ERR" || return
	awl -q -o values -c "$prog 3" "uprobe:$prog:vars.c:76 { print(locals); }"
	match values '\.p = \{ \.x = 3, \.y = -3 \}'
}

try() { # try NAME OPTION...
	prog=$P/$1
	case "$*" in
	*-O0*) most=0 ;;
	*) most=16 ;;
	esac
	missing $most
	[ ! -s bad ] || { fail "$*:"; head -n 5 bad; }
	[ "$(wc -l <gone)" -le $most ] || fail "$*: no values at $(wc -l <gone) lines: $(head -n 3 errors)"
	leave_known "$1"
	script left >vars.awl
	"$prog" 3 | sort -u >said
	awl_steps -q -o values -c "$prog 3" -f vars.awl
	status 0
	grep "^[0-9]" values | sort -u >got
	awk 'NR == FNR { left[$1] = 1; next } $1 in left' left said >want
	compare >differ
	[ ! -s differ ] || { fail "$*: values differ"; head -n 20 differ; }
	[ -s got ] || fail "$*: nothing was read"
	seen=$((seen + $(wc -l <left))) gone=$((gone + $(wc -l <gone)))
}

thumb() { # the kernel has no uprobes for such code
	prog=$P/thumb
	"$AWL" -n "uprobe:$prog:vars.c:$(awk '{ print $1; exit }' lines) { }" 2>"$ERR" && fail "Thumb code"
	match "$ERR" 'is Thumb code, which the kernel can.t probe: build it with -marm'
}

while read -r options; do
	# shellcheck disable=SC2086 # several options
	case $options in
	thumb*) thumb ;;
	*) try $options ;;
	esac
	case $options in
	gcc-?-1*) parts ;;
	esac
done <"$P/list"
echo "$seen lines were read, at $gone a variable had no value"
[ $seen -gt 50 ] || fail "few lines were read"
finish
