# SPDX-License-Identifier: GPL-2.0-or-later
# needs: dwarf
#
# User stacks and addresses with lines and inlined functions, in all formats, of programs whose
# debug information is in them, in a file of its own, of another build, or nowhere.  Calls are at
# the lines of the source that name them.
. "$TESTS/live/common"
need_uprobes
need_steps
[ "$ARCH" != arm ] || skip "arm's kernel walks frames of -mapcs-frame only"
has_ustacks || skip "this kernel doesn't walk a program's stack"
programs inlines
cd "$TMP" || exit 1
SOURCE=$TESTS/fixtures/inl.c
at() { grep -n "/\* $1 \*/" "$SOURCE" | cut -d: -f1; }
inner="inl.c:$(at 'last in inner')" middle="inl.c:$(at 'inner in middle')"
first="inl.c:$(at 'middle in outer')" second="inl.c:$(at 'inner in outer')"
twice="inl.c:$(at 'outer in twice')" last=$(at last)
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
cp "$P/gcc-pie" "$COMM" || exit 1
check PIE
want "no messages" '' "$(cat "$ERR")"
cp "$P/gcc-no-pie" "$COMM" || exit 1
check "no PIE"

# At a function's entry, which on ppc64le is after its address.
entry='last+0'
[ "$ARCH" != ppc64le ] || entry='last+8'

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
awl -q -c "./$COMM" "uprobe:./$COMM:last { @[usym(reg(\"ip\"), lines)] = count(); }"
line "@[$entry (inl.c:$last)]: 4"

# stacks of an entry and of returns in a map: only those are after a call
returns="inner (inlined) ($inner)
middle (inlined) ($middle)
outer+N ($first)
inner (inlined) ($inner)
outer+N ($second)"
for probes in "uprobe:./$COMM:last, $probe" "$probe, uprobe:./$COMM:last"; do
	awl -q -c "./$COMM" "$probes { @[ustack(1, lines)] = count(); }"
	want "entries of $probes" "        $entry (inl.c:$last)
]: 4" "$(grep -A 1 "$entry" "$OUT")"
	want "returns of $probes" "$(echo "$returns" | sort)" "$(stacks | grep -v '^last' | sort)"
done

# in a file of its own
cp "$P/stripped" "$COMM"
cp "$P/gcc-no-pie.debug" .
address="uprobe:./$COMM:$(sed -n 's/^last //p' "$P/places")"
awl -q -c "./$COMM" "$address { @[ustack(lines, 1)] = count(); }"
line "        $entry (inl.c:$last)"

# nowhere: one message, and frames without lines
cp "$P/bare" "$COMM"
rm gcc-no-pie.debug
awl --unsafe -q -c "./$COMM" "$address { @[ustack(lines)] = count(); @b[ustack(lines, 1), usym(reg(0), lines)] = count(); }"
want messages 1 "$(grep -c "no source lines of '.*$COMM': it has no debug information: compile" "$ERR")"
want "lines nowhere" 0 "$(grep -c 'inl.c' "$OUT")"

# of another build
cp "$P/other" "$COMM"
cp "$P/other.debug" .
trace
want "stacks of another build" "outer+N
twice+N" "$(stacks | head -n 2)"
match "$ERR" "no source lines of '.*other.debug': it belongs to another build: its build id differs"
finish
