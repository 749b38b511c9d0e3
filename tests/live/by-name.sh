# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# Arguments and types of a program by name, in the ways that bpftrace offers.  The program's
# constants are what must be read; lines are found by their text.
. "$TESTS/live/common"
need_uprobes
need_steps
programs items
cd "$TMP" || exit 1
SOURCE=$TESTS/fixtures/items.c
at() { awk -v at="/* at: $1 */" 'index($0, at) { print NR }' "$SOURCE"; }
says() { # says WANT SCRIPT: what the script prints about the program, but for its variables
	awl -q -c ./items "$2"
	status 0
	[ "$(grep '^[^@]' "$OUT")" = "$1" ] || fail "$2: $(cat "$OUT"), not $1"
}
for o in 0 2; do
	cp "$P/gcc-$o" items
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
	says "$(./items sizes) 6" 'uprobe:./items:whole { printf("%d %d %d %d\n", sizeof(struct box),
		sizeof(struct item), offsetof(struct box, two), args.b->inner.size[2]); }'
	says '[4,5,6]' 'uretprobe:./items:whole { print(((struct box *)retval)->inner.size); }'
	says 'x' 'uprobe:./items:letter { @ = args; printf("%c\n", @.c); }'
	awl -q -c ./items 'uprobe:./items:letter { $a = (1, "hello", args); @[$a] = (args, "bye"); }'
	match "$OUT" '^@\[1, hello, \{ \.n = 0x[0-9a-f]+, \.c = 120 \}\]: \(\{ \.n = 0x[0-9a-f]+, \.c = 120 \}, bye\)$'
	awl -q -c ./items 'uprobe:./items:letter { print(args); @[args] = 1; }'
	match "$OUT" '^\{ \.n = 0x[0-9a-f]+, \.c = 120 \}$'
	match "$OUT" '^@\[\{ \.n = 0x[0-9a-f]+, \.c = 120 \}\]: 1$'
	says '77 m 78 s' 'uprobe:./items:made { printf("%d %c ", args.id, args.c); }
		uprobe:./items:small { printf("%d %c\n", args.id, args.c); }'
	# __int128 is an array of bytes; 32-bit machines have none
	case $ARCH in
	arm | i386 | mips | mipsel) wide='args.x, args.w' ;;
	s390x) wide='args.x[15], args.w[15]' ;;
	*) wide='args.x[0], args.w[0]' ;;
	esac
	says '3 6' "uprobe:./items:wide { printf(\"%d %d\\n\", $wide); }"
	says 'letter
branch' 'uprobe:./items:letter, uprobe:./items:bran* { print(func); }'
	says 'uprobe:./items:whole
uprobe:./items:wide' 'uprobe:./items:w{hole,ide} { print(probe); }'
	says 'same' "uprobe:./items@items.c:$(at letter) { @a = reg(\"ip\"); }
		uprobe:./items:letter { if (@a == reg(\"ip\")) { print(\"same\"); } }"
done
cp "$P/gcc-0" items
says 'yes' "uprobe:./items@items.c:$(at one) { @a = 1; } uprobe:./items@items.c:$(at two) { @b = 1; }
	uprobe:./items@items.c:$(at other) { if (@a == 1 && @b == 1) { print(\"yes\"); } }"

# stripped: by the link in the file
cp "$P/stripped" items
cp "$P/gcc-0.debug" .
says '13 x' 'uprobe:./items:letter { printf("%d %c\n", *args.n, args.c); }'
says 120 "uprobe:./items@items.c:$(at sum) { print(c); }"

# .dwo and .dwp files are not read: the message says so, with the cure
for probe in "letter { print(args.c); }" "letter { print(c); }" "items.c:$(at sum) { print(c); }"; do
	awl "uprobe:$P/dwo:$probe"
	status 1
	match "$ERR" 'it is in \.dwo files: compile it without -gsplit-dwarf$'
done
finish
