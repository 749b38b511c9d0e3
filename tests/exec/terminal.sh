#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# needs: csv
#
# Values from others.  A terminal gets their escape characters as text, while those of the script
# work.  In CSV they can't be formulas.  In a command of system() they are words, in any context.
bad=0
fail() { echo "FAIL: $*"; bad=1; }
vm() { "$BUILD/tests/awlvm" -1 x86_64 "$@"; }
cd "$TMP" || exit 1
esc=$(printf '\033')

cat >s.awl <<X
# comm: ${esc}[31mred
kprobe:f { printf("${esc}[1m%s\\n", comm); printf("%-12s|%d\\n", comm, 5); print(comm); @[comm] = count(); }
X
vm s.awl >pipe || fail "status $?"
grep -q "^$esc\\[1m$esc\\[31mred" pipe || fail "in a pipe: $(cat -v pipe)"
if command -v python3 >/dev/null; then
	python3 "$TESTS/exec/terminal.py" "$BUILD/tests/awlvm" -1 x86_64 s.awl >shown
	printf '%s\n' "${esc}[1m\\x1b[31mred" '\x1b[31mred |5' '\x1b[31mred' '' '' '@[\x1b[31mred]: 1' >want
	cmp shown want || fail "on a terminal: $(cat -v shown)"
	python3 "$TESTS/exec/terminal.py" "$BUILD/tests/awlvm" -1 x86_64 --raw s.awl >shown
	cmp shown pipe || fail "--raw: $(cat -v shown)"
fi

# names COMM: each command prints exactly COMM
names() {
	printf '# comm: %s\n' "$1" >n.awl
	cat >>n.awl <<'X'
kprobe:f { $x = 1; }
END {
	system("printf '[%%s]' %s", comm);
	system("printf '[%%s]' '%s'", comm);
	system("printf '[%%s]' \"%s\"", comm);
	system("printf '[%%s]' \"$(printf %%s %s)\"", comm);
	system("printf '[%%s]' \"$(printf %%s \"%s\")\"", comm);
	system("printf '[%%s]' \"`printf %%s %s`\"", comm);
	system("printf '[%%s]' `printf %%s '%s'`", comm);
	system("%s", "printf '[%s]' own; echo");
}
X
	vm --unsafe n.awl >out 2>&1 || fail "$1: status $?"
	n="[$1]"
	printf '%s\n' "$n$n$n$n$n$n${n}[own]" >want
	grep . out >got
	cmp want got || fail "$1: $(cat got)"
}
names plain
names '$(id>x)'
names ';id>x;'
names "'id>x'"
names '"`id>x`"'
names '\\"$HOME'
names '|id&id>x#'
[ ! -e x ] || fail "a name was executed"

cat >c.awl <<'X'
# comm: =1+cmd|'x'
kprobe:f { @[comm] = count(); @n[-5] = -6; printf("%d\n", -7); printf("-x\n"); }
X
vm -F csv c.awl >csv || fail "status $?"
for want in "@,'=1+cmd|'x',1" '@n,-5,-6' 'text,-7' "text,'-x"; do
	grep -Fqx -e "$want" csv || fail "no '$want' in $(cat csv)"
done
exit $bad
