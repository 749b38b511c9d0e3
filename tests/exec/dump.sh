# SPDX-License-Identifier: GPL-2.0-or-later
#
# -S prints the number of places of each program, and each line of the script before its code.  The
# end of a program belongs to the first line of its clause.
cd "$TMP" || exit 1
bad=0
cat >s.awl <<'X'
kprobe:one, kprobe:two, kprobe:three {
	@a = arg0;
	@b = arg1; @c = arg2;
}
kprobe:alone { @d = 1; }
X
"$AWL" -n -S --arch x86_64 s.awl >out || bad=1
[ "$(sed -n 's/^\(kprobe:[^:]*\): [0-9]* instructions, [0-9]* bytes of stack, [0-9]* of scratch$/\1/p' out |
	tr '\n' ';')" = 'kprobe:one and 2 more;kprobe:alone;' ] || { echo "FAIL: heads"; grep : out | head -n 3; bad=1; }
[ "$(sed -n 's/^; s.awl:\([0-9]*\):.*/\1/p' out | tr '\n' ' ')" = '2 3 1 5 ' ] || { echo "FAIL: lines"; grep '^;' out; bad=1; }
exit $bad
