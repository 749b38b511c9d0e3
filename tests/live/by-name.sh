# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Arguments and types of a program by name, in the ways that bpftrace offers.  The program's
# constants are what must be read; lines are found by their text.
. "$TESTS/live/common"
need_uprobes
command -v gcc >/dev/null || skip "no compiler"
cd "$TMP" || exit 1
cat >items.c <<'END'
#include <stdio.h>
struct item { int id; char tag[10]; int size[3]; __int128 big; };
struct box { int x; struct item *two[2]; struct item inner; };

__attribute__((noinline)) int letter(int *n, char c)
{					/* at: letter */
	return *n + c;			/* at: sum */
}

__attribute__((noinline)) struct item *pick(struct item *first, struct item *second)
{
	return first->id > 5 ? first : second;
}

__attribute__((noinline)) int branch(int n)
{
	if (n == 1)			/* at: one */
		return 1;
	else if (n == 2)		/* at: two */
		return 2;
	return n + 3;			/* at: other */
}

__attribute__((noinline)) struct box *whole(struct box *b)
{
	return b;
}

__attribute__((noinline)) int wide(__int128 x, __int128 y, __int128 z, __int128 w)
{
	return (int)(x + w + (y ^ z));
}

int main(int argc, char **argv)
{
	struct item a = { 123, "hello", { 1, 2, 3 }, 7 }, b = { 456, "world", { 4, 5, 6 }, 8 };
	struct box box = { 42, { &a, &b }, b };
	int n = 13;

	/* so that the compiler leaves nothing out that no function reads */
	__asm__ volatile("" : : "r"(&a), "r"(&b), "r"(&box), "r"(&n) : "memory");
	return letter(&n, 'x') + pick(&a, &b)->id + branch(argc + 2) + whole(&box)->x +
	       wide(3, 4, 5, 6) == 0;
}
END
at() { awk -v at="/* at: $1 */" 'index($0, at) { print NR }' items.c; }
says() { # says WANT SCRIPT: what the script prints about the program, but for its variables
	awl -q -c ./items "$2"
	status 0
	[ "$(grep '^[^@]' "$OUT")" = "$1" ] || fail "$2: $(cat "$OUT"), not $1"
}
for o in 0 2; do
	gcc -g -O$o -o items items.c 2>errors || skip "gcc does not work"
	says 'c = x' 'uprobe:./items:letter { printf("c = %c\n", args.c); }'
	says 'c = x' 'uprobe:./items:letter { printf("c = %c\n", args->c); }'
	says 13 'uprobe:./items:letter { print(*(args.n)); }'
	says 123 'uprobe:./items:pick { print(args.first.id); }'
	says 'hello world' 'uprobe:./items:pick { printf("%s %s\n", args.first.tag, args.second->tag); }'
	says '[1,2,3]' 'uprobe:./items:pick { print(args.first.size); }'
	says '123 456' 'uprobe:./items:pick {
		printf("%d %d\n", ((struct item *)arg0).id, ((struct item *)arg1)->id); }'
	# a declaration of the script's own comes first; its b is the program's id
	says 123 'struct item { int b; } uprobe:./items:pick { print(((struct item *)arg0).b); }'
	says '123 456' 'uprobe:./items:whole { let $x: struct item *[2] = args.b->two;
		printf("%d %d\n", $x[0]->id, $x[1]->id); }'
	says '80 48 8 6' 'uprobe:./items:whole { printf("%d %d %d %d\n", sizeof(struct box),
		sizeof(struct item), offsetof(struct box, two), args.b->inner.size[2]); }'
	says '[4,5,6]' 'uretprobe:./items:whole { print(((struct box *)retval)->inner.size); }'
	says 'x' 'uprobe:./items:letter { @ = args; printf("%c\n", @.c); }'
	awl -q -c ./items 'uprobe:./items:letter { $a = (1, "hello", args); @[$a] = (args, "bye"); }'
	match "$OUT" '^@\[1, hello, \{ \.n = 0x[0-9a-f]+, \.c = 120 \}\]: \(\{ \.n = 0x[0-9a-f]+, \.c = 120 \}, bye\)$'
	awl -q -c ./items 'uprobe:./items:letter { print(args); @[args] = 1; }'
	match "$OUT" '^\{ \.n = 0x[0-9a-f]+, \.c = 120 \}$'
	match "$OUT" '^@\[\{ \.n = 0x[0-9a-f]+, \.c = 120 \}\]: 1$'
	says '3 6' 'uprobe:./items:wide { printf("%d %d\n", args.x[0], args.w[0]); }'
	says 'letter
branch' 'uprobe:./items:letter, uprobe:./items:bran* { print(func); }'
	says 'uprobe:./items:whole
uprobe:./items:wide' 'uprobe:./items:w* { print(probe); }'
	says 'same' "uprobe:./items@items.c:$(at letter) { @a = reg(\"ip\"); }
		uprobe:./items:letter { if (@a == reg(\"ip\")) { print(\"same\"); } }"
done
gcc -g -O0 -o items items.c
says 'yes' "uprobe:./items@items.c:$(at one) { @a = 1; } uprobe:./items@items.c:$(at two) { @b = 1; }
	uprobe:./items@items.c:$(at other) { if (@a == 1 && @b == 1) { print(\"yes\"); } }"

# stripped: by the link in the file
if command -v objcopy >/dev/null && command -v strip >/dev/null; then
	cp items full
	mkdir -p .debug
	objcopy --only-keep-debug full .debug/items.debug
	strip -o items full
	objcopy --add-gnu-debuglink=.debug/items.debug items
	says '13 x' 'uprobe:./items:letter { printf("%d %c\n", *args.n, args.c); }'
	says 120 "uprobe:./items@items.c:$(at sum) { print(c); }"
fi

# .dwo and .dwp files are not read: the message says so, with the cure
gcc -g -O0 -gsplit-dwarf -o split items.c
for probe in "letter { print(args.c); }" "letter { print(c); }" "items.c:$(at sum) { print(c); }"; do
	awl "uprobe:./split:$probe"
	status 1
	match "$ERR" 'it is in \.dwo files: compile it without -gsplit-dwarf$'
done
finish
