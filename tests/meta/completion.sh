# SPDX-License-Identifier: GPL-2.0-or-later
#
# The completions of all shells know each option, provider and format, and no others.
cd "$TESTS/.." || exit 1
rc=0

# Each row of the table is { "name", 'letter' or a name for it, ... }.
sed -n '/^static const struct option_row rows/,/^};/p' src/options.c >"$TMP/rows"
{
	sed -n 's/^	{ "\([a-z-][a-z-]*\)".*/--\1/p' "$TMP/rows"
	sed -n "s/^	{ \"[a-z-]*\", '\(.\)'.*/-\1/p" "$TMP/rows"
} | sort -u >"$TMP/options"
[ "$(wc -l <"$TMP/options")" -gt 60 ] || { echo "the rows have an unknown form"; exit 1; }
sed -n 's/^	\.name = "\([a-z]*\)",.*/\1/p' src/provider/*.c | sort -u >"$TMP/providers"
sed -n 's/^	\.name = "\([a-z]*\)",.*/\1/p' src/output/*.c | grep -v '^ply$' | sort -u | tr '\n' ' ' >"$TMP/formats"

# same WHAT FILE: standard input has the same lines
same() {
	sort -u | diff "$2" - >"$TMP/diff" || { echo "$1:"; cat "$TMP/diff"; return 1; }
}

cd contrib/completion || exit 1
sed -n "/^_awl_options=/,/'\$/p" awl.bash | tr -d "'" | sed 's/^_awl_options=//' | tr -s ' \t' '\n\n' |
	grep . | same 'options of bash' "$TMP/options" || rc=1
sed -n '/^_arguments/,$p' _awl | grep -oE "(^	'|\{|,|^	\")--?[a-zA-Z][a-z-]*" | grep -oE -e '--?[a-zA-Z][a-z-]*' |
	same 'options of zsh' "$TMP/options" || rc=1
sed -n 's/^complete -c awl \(-[sl] .*\)/\1/p' awl.fish | sed 's/ -[adrxn] .*//' |
	grep -oE -e '-[sl] [a-zA-Z-]+' | sed 's/-s /-/; s/-l /--/' | same 'options of fish' "$TMP/options" || rc=1

sed -n "/compgen -W 'begin:/,/'/p" awl.bash | grep -oE '[a-z]+:' | tr -d : | same 'providers of bash' "$TMP/providers" || rc=1
sed -n '/probes=(begin/,/)/p' _awl | sed 's/.*(//; s/)//' | tr -s ' \t' '\n\n' | grep . |
	same 'providers of zsh' "$TMP/providers" || rc=1
sed -n '/^set -g __awl_providers/,/watchpoint/p' awl.fish | sed 's/set -g __awl_providers//; s/\\//' |
	tr -s ' \t' '\n\n' | grep . | same 'providers of fish' "$TMP/providers" || rc=1

for f in awl.bash _awl awl.fish; do
	grep -q "$(sed 's/ $//' "$TMP/formats")" "$f" || { echo "$f: formats are not '$(cat "$TMP/formats")'"; rc=1; }
done
exit $rc
