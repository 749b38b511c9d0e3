# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Which line of which inlined functions an address is from.  Labels in the code have the line in
# their names, by __LINE__; where their function is inlined is written next to them.  All other
# addresses are compared with llvm-addr2line, if it is there.
dump="$BUILD/tests/debugdump"
[ -x "$dump" ] || { echo "no debugdump: make check builds it"; exit 77; }
for tool in gcc nm; do
	command -v $tool >/dev/null || { echo "no $tool"; exit 77; }
done
cd "$TMP" || exit 1
rc=0
mkdir -p sub
cat >sub/leaf.h <<'END'
#define TEXT(x) #x
#define LINE_TEXT(x) TEXT(x)
#define MARK asm volatile("mark_" LINE_TEXT(__LINE__) "_%=: nop" : : : "memory")
extern volatile int sink;
static inline __attribute__((always_inline)) int leaf(int n)
{
	sink += n;
	MARK;	/* leaf */
	return sink;
}
END
cat >code.c <<'END'
#include "sub/leaf.h"
volatile int sink;
static inline __attribute__((always_inline)) int middle(int n)
{
	MARK;	/* middle */
	return leaf(n) + 1;	/* leaf in middle */
}
/* Inlined everywhere, but not so the function that is declared in it. */
static inline __attribute__((always_inline)) int around(int n)
{
#ifdef __clang__
	return n;
#else
	__attribute__((noinline)) int nested(int m)
	{
		MARK;	/* nested */
		return leaf(m) + m;	/* leaf in nested */
	}
	return nested(n + 1) + n;
#endif
}
__attribute__((noinline)) int outer(int n)
{
	MARK;	/* outer */
	sink = n;
	n += middle(n);		/* middle in outer */
	n += leaf(3);		/* leaf in outer */
	n += around(n);
	return n;
}
int main(int argc, char **argv)
{
	(void)argv;
	return outer(argc) + 1;
}
END
at() { grep -n "/\* $1 \*/" "$2" | cut -d: -f1; }	# at TEXT FILE: the line with it
tab=$(printf '\t')
leaf="leaf${tab}leaf.h:$(at leaf sub/leaf.h)"
in_outer="outer${tab}code.c:"
sort >want <<END
$leaf${tab}middle${tab}code.c:$(at 'leaf in middle' code.c)$tab$in_outer$(at 'middle in outer' code.c)
$leaf$tab$in_outer$(at 'leaf in outer' code.c)
middle${tab}code.c:$(at middle code.c)$tab$in_outer$(at 'middle in outer' code.c)
$in_outer$(at outer code.c)
nested${tab}code.c:$(at nested code.c)
$leaf${tab}nested${tab}code.c:$(at 'leaf in nested' code.c)
END

# All addresses of functions, or every third if there are many.
addresses() { # addresses FILE
	nm -S --defined-only "$1" | while read -r from size kind name; do
		case $kind in [tTwW]) ;; *) continue ;; esac
		[ -n "$name" ] || continue
		from=$((0x$from)) end=$((0x$from + 0x$size))
		while [ $from -lt $end ]; do
			printf '%#x\n' $from
			from=$((from + 3))
		done
	done | sort -u
}
# The last function is that of the symbol table there, where a label may be nearer.
outermost() {
	awk -F'\t' -v OFS='\t' 'NF > 1 { $(NF - 1) = "-" } { print }' | sed "s/$tab-$tab?:0$//" | sort
}
# shellcheck disable=SC2046 # several addresses
compare() { # compare FILE
	command -v llvm-addr2line >/dev/null || return
	addresses "$1" >all
	llvm-addr2line -a -i -f -s -e "$1" <all | sed 's/ (discriminator.*//' | awk '
		/^0x/ { if (text) print text; text = $0; n = 0; next }
		!n { func_name = $0; n = 1; next }
		{ n = 0; text = text "\t" func_name "\t" ($0 ~ /:0$/ || $0 ~ /\?/ ? "?:0" : $0) }
		END { print text }' >theirs
	sed 's/^0x0*/0x/' theirs | outermost >theirs.sorted
	"$dump" code "$1" $(cat all) | outermost >ours.sorted
	cmp -s theirs.sorted ours.sorted || {
		echo "$1: not as llvm-addr2line"
		diff theirs.sorted ours.sorted | head -n 6
		rc=1
	}
}
# shellcheck disable=SC2046 # several addresses
check() { # check COMPILER OPTION...
	"$@" -g -O2 -o prog code.c 2>err || { cat err; exit 1; }
	"$dump" code prog $(nm prog | sed -n 's/^\([0-9a-f]*\) . mark_.*/0x\1/p') |
		cut -f 2- | sort -u >got
	cmp -s got want || { echo "$*:"; diff want got; rc=1; }
	compare prog
}
check gcc -gdwarf-4
check gcc -gdwarf-5
check gcc -gdwarf-5 -gz=zlib
check gcc -gdwarf-5 -ffunction-sections -Wl,--gc-sections
# without .debug_aranges, as clang leaves it out, the units' roots say where code is
gcc -g -O2 -o prog code.c && objcopy --remove-section=.debug_aranges prog && compare prog
grep -v nested want >want.clang && mv want.clang want
! command -v clang >/dev/null || check clang
exit $rc
