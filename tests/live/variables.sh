# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Variables by name in programs made by several compilers.  The program itself says what they
# have at each line (tests/fixtures/vars.c).  What the compiler optimized out at a line awl must
# refuse, which it may not do without optimization.  gcc also puts lines of inlined functions at
# addresses that are not in the function, so that its names are unknown there.
. "$TESTS/live/common"
need_root
[ -e /sys/bus/event_source/devices/uprobe ] || skip "this kernel has no uprobes"
command -v gcc >/dev/null || command -v clang >/dev/null || skip "no compiler"
cd "$TMP" || exit 1
cp "$TESTS/fixtures/vars.c" .
prog=$TMP/vars seen=0 gone=0

# LINE EXPRESSION EXPRESSION EXPRESSION
awk '/SEE: / && !/with SEE/ { sub(/.*SEE: /, NR " "); sub(/ \*\/.*/, ""); print }' vars.c >lines

# script: a clause for each line whose variables have values there; asks awl which these are
script() {
	while read -r line a b c; do
		clause="uprobe:$prog:vars.c:$line { printf(\"$line %ld %ld %ld\\n\", (s64)$a, (s64)$b, (s64)$c); }"
		if "$AWL" -n "$clause" 2>errors; then
			printf '%s\n' "$clause"
		elif grep -q 'has no value at' errors ||
		     { [ "$most" -gt 0 ] && grep -q 'unknown name' errors; }; then
			echo "$line" >>gone
		else
			cp errors "$ERR"
			fail "$*: $clause" >&2
		fi
	done <lines
}

try() { # try MOST COMPILER OPTION...: at most MOST lines lack a value
	most=$1
	shift
	command -v "$1" >/dev/null || return 0
	: >gone
	"$@" -o "$prog" vars.c 2>errors || { echo "$* does not work: not tried"; return 0; }
	script "$@" >vars.awl
	"$prog" 3 | sort -u >said
	awl -q -o values -c "$prog 3" -f vars.awl
	grep "^[0-9]" values | sort -u >got
	while read -r line; do sed -i "/^$line /d" said; done <gone
	diff said got >differ || { fail "$*: values differ"; head -n 20 differ; }
	[ -s got ] || fail "$*: nothing was read"
	[ "$(wc -l <gone)" -le "$most" ] || fail "$*: no values at lines $(tr '\n' ' ' <gone)"
	seen=$((seen + $(wc -l <vars.awl))) gone=$((gone + $(wc -l <gone)))
}

for dwarf in 4 5; do
	for cc in gcc clang; do
		try 0 $cc -g -gdwarf-$dwarf -O0
		for o in 1 2 s; do
			try 12 $cc -g -gdwarf-$dwarf -O$o
		done
	done
done
try 0 gcc -g -O0 -static -no-pie
try 0 gcc -g -O0 -fomit-frame-pointer
echo "$seen lines were read, at $gone a variable had no value"
[ $seen -gt 50 ] || fail "few lines were read"
finish
