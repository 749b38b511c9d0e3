# SPDX-License-Identifier: GPL-2.0-or-later
#
# A value in a command of system() stays one word in any context, whatever it contains.  The shell
# reads the command and prints the value again.
cd "$TMP" || exit 1
bad=0
value() { # value TEXT: as the contents of a string in the script
	printf %s "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../\\x&/g'
}
set -- 'plain' '; echo no' '$(echo no)' '`echo no`' "it's" '"two" $HOME' '\' 'a\b"c' '  ' '*' \
	'& | > x' "'\"'" '${x}' '~' '#no' '$((1+1))' 'a
b' '!x' '[a-z]' '(no)' "end'" 'back`' 'o\'
# contexts: each prints the value
cat >contexts <<'X'
printf '%%s\n' %s
printf '%%s\n' "%s"
printf '%%s\n' '%s'
(printf '%%s\n' %s)
printf '%%s\n' "$(printf '%%s' %s)"
printf '%%s\n' "$(printf '%%s' "%s")"
printf '%%s\n' "$(printf '%%s' '%s')"
x=$(printf '%%s' "$(printf '%%s' '%s')"); printf '%%s\n' "$x"
x=`printf '%%s' %s`; printf '%%s\n' "$x"
x=`printf '%%s' '%s'`; printf '%%s\n' "$x"
: "\"" '"' \' "'"; printf '%%s\n' %s
: "$(echo ')')" `echo "x"` '$(' "'"; printf '%%s\n' "%s"
x='a\' y="\\"; printf '%%s\n' '%s'
X
while IFS= read -r context; do
	text=$(printf '%s' "$context" | sed 's/\\/\\\\/g; s/"/\\"/g')
	{
		echo 'BEGIN {'
		for v; do
			printf '\t$v = "%s"; system("%s", $v);\n' "$(value "$v")" "$text"
		done
		echo '}'
	} >s.awl
	# BEGIN, because a session that is about to end runs no more commands
	"$BUILD/tests/awlvm" -1 x86_64 --unsafe s.awl >out 2>err || { echo "FAIL: $context"; cat err; bad=1; }
	printf '%s\n' "$@" '' '' >want
	cmp -s want out || { echo "FAIL: $context"; diff want out | head -n 6; head -n 3 err; bad=1; }
done <contexts
exit $bad
