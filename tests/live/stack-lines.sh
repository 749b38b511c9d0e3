# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# User stacks and addresses with lines and inlined functions, in all formats, of programs whose
# debug information is in them, in a file of its own, of another build, or nowhere.  Calls are at
# the lines of the source that name them.
. "$TESTS/live/common"
need_uprobes
[ "$ARCH" != arm ] || skip "arm's kernel walks frames of -mapcs-frame only"
for tool in gcc objcopy strip; do
	command -v $tool >/dev/null || skip "no $tool"
done
cd "$TMP" || exit 1
mkdir -p src
cat >src/inl.c <<'END'
volatile int sink;
__attribute__((noinline)) int last(int n) { sink += n; return sink; }
static inline __attribute__((always_inline)) int inner(int n)
{
	sink++;
	n = last(n);	/* last in inner */
	return n + sink;
}
static inline __attribute__((always_inline)) int middle(int n)
{
	return inner(n + 1) + sink;	/* inner in middle */
}
__attribute__((noinline)) int outer(int n)
{
	n += middle(n);	/* middle in outer */
	n += inner(n);	/* inner in outer */
	return n + sink;
}
__attribute__((noinline)) int twice(int n)
{
	n = outer(n);	/* outer in twice */
	return n + sink;
}
int main(int argc, char **argv)
{
	(void)argv;
	sink = twice(argc) + twice(argc);
	return 0;
}
END
at() { grep -n "/\* $1 \*/" src/inl.c | cut -d: -f1; }
inner="inl.c:$(at 'last in inner')" middle="inl.c:$(at 'inner in middle')"
first="inl.c:$(at 'middle in outer')" second="inl.c:$(at 'inner in outer')"
twice="inl.c:$(at 'outer in twice')"
build() { # build OPTION...
	gcc -g -O2 -fno-omit-frame-pointer -fno-optimize-sibling-calls "$@" -o "$COMM" src/inl.c || exit 1
}
# stacks LINES: $OUT's, offsets as +N
stacks() { sed 's/+[1-9][0-9]*/+N/' "$OUT" | sed -n 's/^        //p'; }
both="inner (inlined) ($inner)
middle (inlined) ($middle)
outer+N ($first)
twice+N ($twice)
inner (inlined) ($inner)
outer+N ($second)
twice+N ($twice)"
# The return probe is where `last` returns to: that belongs to the line of the call, too.
probe="uretprobe:./$COMM:last"
trace() { awl -q -c "./$COMM" "$probe { printf(\"%s\", ustack(2, lines)); }"; }
check() { # check WHAT: the stacks of one of two equal calls
	trace
	status 0
	want "$1" "$both" "$(stacks | head -n 7)"
	want "$1, stacks" 14 "$(stacks | wc -l)"
}
build -fPIE -pie
check PIE
want "no messages" '' "$(cat "$ERR")"
build -no-pie -gdwarf-4
check "no PIE"

# as a key, by the default mode, in other formats
awl -q -c "./$COMM" "config = { stack_mode = lines; } $probe { @[ustack(2)] = count(); }"
want "as keys" 2 "$(grep -c '^\]: 2$' "$OUT")"
folded() { # folded FORMAT: its frames
	awl -q -f "$1" -c "./$COMM" "$probe { @[ustack(lines, 2)] = count(); }"
}
folded folded
line "twice:$twice;outer:$first;middle:${middle}_[i];inner:${inner}_[i] 2"
line "twice:$twice;outer:$second;inner:${inner}_[i] 2"
folded svg
match "$OUT" "<title>middle:${middle}_\[i\]: 2, 50"
folded json
match "$OUT" "\\\\n        inner \(inlined\) \($inner\)\\\\n        middle \(inlined\) \($middle\)\\\\n"
awl -q -c "./$COMM" "uprobe:./$COMM:last { @[usym(reg(\"$([ "$ARCH" = x86_64 ] && echo ip || echo pc)\"), lines)] = count(); }"
line "@[last+0 (inl.c:2)]: 4"

# stacks of an entry and of returns in a map: only those are after a call
returns="inner (inlined) ($inner)
middle (inlined) ($middle)
outer+N ($first)
inner (inlined) ($inner)
outer+N ($second)"
for probes in "uprobe:./$COMM:last, $probe" "$probe, uprobe:./$COMM:last"; do
	awl -q -c "./$COMM" "$probes { @[ustack(1, lines)] = count(); }"
	want "entries of $probes" "        last+0 (inl.c:2)
]: 4" "$(grep -A 1 'last+0' "$OUT")"
	want "returns of $probes" "$(echo "$returns" | sort)" "$(stacks | grep -v '^last' | sort)"
done

# in a file of its own
objcopy --only-keep-debug "$COMM" "$COMM.debug"
strip -R .comment "$COMM"
cp "$COMM" stripped
objcopy --add-gnu-debuglink="$COMM.debug" "$COMM"
last="uprobe:./$COMM:0x$(nm "$COMM.debug" | sed -n 's/^0*\([0-9a-f]*\) T last$/\1/p')"
awl -q -c "./$COMM" "$last { @[ustack(lines, 1)] = count(); }"
match "$OUT" "^        last \(inl.c:2\)$"

# nowhere: one message, and frames without lines
cp stripped "$COMM"
rm "$COMM.debug"
awl -q -c "./$COMM" "$last { @[ustack(lines)] = count(); @b[ustack(lines, 1), usym(reg(0), lines)] = count(); }"
want messages 1 "$(grep -c "no source lines of '.*$COMM': it has no debug information: compile" "$ERR")"
want "lines nowhere" 0 "$(grep -c 'inl.c' "$OUT")"

# of another build
build -fPIE -pie -Wl,--build-id=0x0123
objcopy --only-keep-debug "$COMM" "$COMM.debug"
build -fPIE -pie -Wl,--build-id=0x4567
strip -g "$COMM"
objcopy --add-gnu-debuglink="$COMM.debug" "$COMM"
trace
want "stacks of another build" "outer+N
twice+N" "$(stacks | head -n 2)"
match "$ERR" "no source lines of '.*$COMM.debug': it belongs to another build: its build id differs"
finish
