# SPDX-License-Identifier: GPL-2.0-or-later
#
# Frames without a symbol are file+0xoffset: the same for all processes of a stripped program, which
# is loaded to another address each time.
. "$TESTS/live/common"
need_uprobes
command -v gcc >/dev/null && command -v nm >/dev/null || skip "no compiler"
cd "$TMP" || exit 1
cat >pie.c <<'END'
__attribute__((noinline)) static int leaf(int x) { return x + 1; }
__attribute__((noinline)) static int middle(int x) { return leaf(x) + 1; }
int main(void) { return middle(1) == 3 ? 0 : 1; }
END
gcc -O0 -pie -fPIE -fno-omit-frame-pointer -o full pie.c || exit 1
strip -o pie full || exit 1
# The code begins at the same offset in memory as in the file.
leaf=0x$(nm full | sed -n 's/^0*\([0-9a-f]*\) t leaf$/\1/p')
code=$(objdump -p full | awk '/LOAD/ { off = $3; addr = $5 } /flags r-x/ { print (off == addr) }')
want "offsets of code" 1 "$code"
# The place in middle that the call returns to, as the disassembler says.
back=0x$(objdump -d --no-show-raw-insn full |
	awk '/call.*<leaf>|bl.*<leaf>/ { getline; sub(/:/, "", $1); print $1 }')
probe="uprobe:./pie:$leaf"

printf './pie\n./pie\n./pie\n' >load
awl -q -F folded -c 'sh load;' "$probe { @[ustack(2)] = count(); @n[pid] = 1; }"
status 0
want "one tower" "3 pie+$back;pie+$leaf" "$(sed -n 's/^@;//; s/\(.*\) \([0-9]*\)$/\2 \1/p' "$OUT" | grep 'pie+.*;' |
	awk '{ n[$2] += $1 } END { for (i in n) print n[i], i }')"
awl -q -c 'sh load;' "$probe { @[ustack(2)] = count(); @u[usym(reg(\"ip\"))] = 1; }"
status 0
want text "3         pie+$leaf
3         pie+$back" "$(grep '^        ' "$OUT" | sort | uniq -c | sed 's/^ *//; s/^3 /3 /' | sort -k 2)"
line "@u[pie+$leaf]: 1"
awl -q -F json -c ./pie "$probe { @[ustack(2)] = count(); }"
status 0
match "$OUT" "pie\\+$leaf.n *pie\\+$back"
awl -q -c ./pie "$probe { print(ustack(perf, 1)); }"
status 0
match "$OUT" "^	[0-9a-f]+ pie\\+$leaf \\($TMP/pie\\)$"
case " $WITHOUT " in
*" svg "*) ;;
*)	awl -q -F svg -c 'sh load;' "$probe { @[ustack(2)] = count(); }"
	status 0
	match "$OUT" "<title>pie\\+$leaf: 3, 100" ;;
esac
finish
