# SPDX-License-Identifier: GPL-2.0-or-later
# needs: tools
#
# The tools that are in awl: their list, their sources, their help, a link with a tool's name.
bad=0
# says STATUS TEXT WORDS…: the exit status, and text in the output
says() {
	rc=$1 want=$2
	shift 2
	got=$("$AWL" "$@" 2>&1)
	[ $? = "$rc" ] && case $got in
	*"$want"*) ;;
	*) false ;;
	esac || { echo "$*: want $rc '$want', have $got"; bad=1; }
}
"$AWL" --tools >"$TMP/tools" || bad=1
[ "$(wc -l <"$TMP/tools")" = "$(ls ../../tools/*.awl | wc -l)" ] || { echo "--tools:"; cat "$TMP/tools"; bad=1; }
grep -q '^syscount  *count system calls' "$TMP/tools" || { echo "no syscount in --tools"; bad=1; }
for tool in ../../tools/*.awl; do
	name=$(basename "$tool" .awl)
	"$AWL" --tool-source "$name" | cmp - "$tool" || bad=1
	"$AWL" "$name" -h | grep -q "^$name - " || { echo "$name -h"; bad=1; }
done
ln -s "$AWL" "$TMP/syscount"
"$TMP/syscount" -h | grep -q '^syscount - ' || { echo "a link to awl"; bad=1; }
says 2 "no tool has this name (awl --tools lists them): bogus;" --tool-source bogus
says 2 "the script reads no arguments (\$1): word;" -n syscount word
exit $bad
