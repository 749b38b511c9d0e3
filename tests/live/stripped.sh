# SPDX-License-Identifier: GPL-2.0-or-later
#
# Frames without a symbol are file+0xoffset: the same for all processes of a stripped program, which
# is loaded to another address each time.
. "$TESTS/live/common"
need_uprobes
programs pie
cd "$TMP" || exit 1
cp "$P/stripped" pie || exit 1
place() { sed -n "s/^$1 //p" "$P/places"; }
leaf=$(place leaf) back=$(place back)
# The code begins at the same offset in memory as in the file.
want "offsets of code" same "$(place code)"
probe="uprobe:./pie:$leaf"
# Without symbols nothing says on arm that the address is not in Thumb code.
unsafe=''
[ "$ARCH" != arm ] || unsafe=--unsafe

printf './pie\n./pie\n./pie\n' >load
awl $unsafe -q -F folded -c 'sh load;' "$probe { @[ustack(dwarf, 2)] = count(); @n[pid] = 1; }"
status 0
want "one tower" "3 pie+$back;pie+$leaf" "$(sed -n 's/^@;//; s/\(.*\) \([0-9]*\)$/\2 \1/p' "$OUT" | grep 'pie+.*;' |
	awk '{ n[$2] += $1 } END { for (i in n) print n[i], i }')"
awl $unsafe -q -c 'sh load;' "$probe { @[ustack(dwarf, 2)] = count(); @u[usym(reg(\"ip\"))] = 1; }"
status 0
want text "3         pie+$leaf
3         pie+$back" "$(grep '^        ' "$OUT" | sort | uniq -c | sed 's/^ *//; s/^3 /3 /' | sort -k 2)"
line "@u[pie+$leaf]: 1"
if [ "$ARCH" = ppc64le ]; then	# the kernel's walk has the link register after the first frame
	awl $unsafe -q -c ./pie "$probe { @[ustack(3)] = count(); }"
	lines 1 "^        pie\\+$back\$"
fi
awl $unsafe -q -F json -c ./pie "$probe { @[ustack(dwarf, 2)] = count(); }"
status 0
match "$OUT" "pie\\+$leaf.n *pie\\+$back"
if has_ustacks "the mode perf"; then
	awl $unsafe -q -c ./pie "$probe { print(ustack(perf, 1)); }"
	status 0
	match "$OUT" "^	[0-9a-f]+ pie\\+$leaf \\($TMP/pie\\)$"
fi
case " $WITHOUT " in
*" svg "*) ;;
*)	awl $unsafe -q -F svg -c 'sh load;' "$probe { @[ustack(dwarf, 2)] = count(); }"
	status 0
	match "$OUT" "<title>pie\\+$leaf: 3, 100" ;;
esac
finish
