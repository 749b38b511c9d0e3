# SPDX-License-Identifier: GPL-2.0-or-later
#
# The compiler checks the arguments of each message (FORMAT_CHECK() in base/diag.h).  This tests
# that it does, and that no call avoids the check; also for a 32-bit target if there is a compiler
# for one.
CC=${CC:-cc}
command -v "$CC" >/dev/null || { echo "no C compiler"; exit 77; }
top=$(cd "$TESTS/.." && pwd)
cd "$top" || exit 1
rc=0

# compile COMPILER CALL: prints the warnings
compile() {
	printf '%s\n' '#include "lang/check_impl.h"' '#include "grammar/lex.h"' '#include "base/text.h"' \
		'void f(struct diag *d, struct check *c, struct lexer *lx, struct strbuf *sb, u64 n);' \
		'void f(struct diag *d, struct check *c, struct lexer *lx, struct strbuf *sb, u64 n)' \
		"{ (void)d; (void)c; (void)lx; (void)sb; (void)n; $2; }" >"$TMP/call.c"
	"$1" -std=gnu11 -Isrc -I. -I"$BUILD" -Wall -Werror -fsyntax-only "$TMP/call.c" 2>&1
}
try_calls() { # try_calls COMPILER
	for call in 'diag_say(d, E_NO_FUNCTION, c->s->image.progs.v[0]->span, "x")' \
		'check_fail(c, E_ARG_LACKS, c->p->span, "x", 3u)' \
		'lex_fail(lx, E_BAD_NUMBER, lex_span(lx, 1, 2), "x")' \
		'diag_hint(d, T_DID_YOU_MEAN, "", "x")' \
		'sb_printf(sb, TEXT_ARGS(T_UPROBE_PLACE, (unsigned long long)n, "x"))'; do
		out=$(compile "$1" "$call") || { echo "$1: refused: $call"; echo "$out"; rc=1; }
	done
	for call in 'diag_say(d, E_NO_FUNCTION, c->s->image.progs.v[0]->span)' \
		'check_fail(c, E_ARG_LACKS, c->p->span, "x", n)' \
		'lex_fail(lx, E_BAD_NUMBER, lex_span(lx, 1, 2), 7)' \
		'diag_hint(d, T_DID_YOU_MEAN, "x")' \
		'sb_printf(sb, TEXT_ARGS(T_UPROBE_PLACE, n * 2u == 2, "x"))'; do
		compile "$1" "$call" | grep -q 'error=format' || { echo "$1: not noticed: $call"; rc=1; }
	done
}
try_calls "$CC"

# A format in the table of texts must be used through TEXT_ARGS().  A call with the function in
# parentheses, (diag_say)(...), isn't checked.  Only clash() in lang/infer.c does that; its own
# macro checks.
around=$(grep -rnE '(printf|print_error)\([^"]*text_of\(|\((diag_say|diag_hint|check_fail|lex_fail)\)\(' \
	--include='*.[chly]' src grammar |
	grep -vE '\((diag_say|diag_hint|check_fail|lex_fail)\)\(struct|^src/base/diag.c:.*, ap\);' |
	grep -v '^src/lang/infer.c:[0-9]*:	(diag_say)(c->s->diag, tag, at, g->name, is, was);')
[ -z "$around" ] || { echo "$around"; echo "the compiler can't check these formats"; rc=1; }

cross=arm-linux-gnueabihf-gcc
if command -v $cross >/dev/null; then
	try_calls $cross
	files=$(sed -nE 's/^libawl_a_SOURCES \+= (.*\.c)$/\1/p' src/sources.am)
	# shellcheck disable=SC2086 # split into words
	$cross -std=gnu11 -DPACKAGE_VERSION='""' -D_FILE_OFFSET_BITS=64 -Isrc -I. -I"$BUILD" -Wformat -Werror -fsyntax-only \
		$files src/main.c >"$TMP/log" 2>&1 || { head -n 20 "$TMP/log"; rc=1; }
fi
exit $rc
